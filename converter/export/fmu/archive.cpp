#include "converter/export/fmu/archive.h"

#include <zip.h>

#include <cstring>
#include <memory>

namespace mb::fmi {
namespace {

constexpr std::uint16_t kDay = 1 << 5 | 1;  // 1 January 1980, the first day that such an archive knows
constexpr std::uint32_t kPlainFile = 0100644;
constexpr std::uint32_t kProgramFile = 0100755;

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct Free {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using ArchiveHandle = std::unique_ptr<zip_t, Discard>;
using SourceHandle = std::unique_ptr<zip_source_t, Free>;

bool addFile(zip_t* archive, const ArchivedFile& file) {
  zip_source_t* const bytes = zip_source_buffer(archive, file.bytes.data(), file.bytes.size(), 0);
  if (!bytes) return false;
  const zip_int64_t index = zip_file_add(archive, file.name.c_str(), bytes, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(bytes);
    return false;
  }
  const auto number = static_cast<zip_uint64_t>(index);
  const std::uint32_t mode = file.isProgram ? kProgramFile : kPlainFile;
  return zip_file_set_dostime(archive, number, 0, kDay, 0) == 0 &&
         zip_file_set_external_attributes(archive, number, 0, ZIP_OPSYS_UNIX, mode << 16) == 0;
}

std::optional<std::string> bytesOf(zip_source_t* source) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  if (zip_source_stat(source, &facts) != 0 || zip_source_open(source) != 0) return std::nullopt;
  std::string bytes(facts.size, '\0');
  const bool isWhole = zip_source_read(source, bytes.data(), facts.size) == static_cast<zip_int64_t>(facts.size);
  zip_source_close(source);
  if (!isWhole) return std::nullopt;
  return bytes;
}

}  // namespace

std::optional<std::string> archiveOf(const std::vector<ArchivedFile>& files) {
  zip_error_t fault;
  zip_error_init(&fault);
  const SourceHandle source(zip_source_buffer_create(nullptr, 0, 0, &fault));
  if (!source) return std::nullopt;
  zip_source_keep(source.get());  // the archive lets go of its own share when it is closed
  ArchiveHandle archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, &fault));
  if (!archive) {
    zip_source_free(source.get());
    return std::nullopt;
  }
  for (const ArchivedFile& file : files) {
    if (!addFile(archive.get(), file)) return std::nullopt;
  }
  if (zip_close(archive.get()) != 0) return std::nullopt;
  archive.release();
  return bytesOf(source.get());
}

std::optional<std::vector<ArchivedFile>> filesIn(std::string_view bytes) {
  zip_error_t fault;
  zip_error_init(&fault);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &fault);
  if (!source) return std::nullopt;
  const ArchiveHandle archive(zip_open_from_source(source, ZIP_RDONLY, &fault));
  if (!archive) {
    zip_source_free(source);
    return std::nullopt;
  }
  std::vector<ArchivedFile> files;
  const zip_int64_t count = zip_get_num_entries(archive.get(), 0);
  for (zip_int64_t k = 0; k < count; ++k) {
    const auto number = static_cast<zip_uint64_t>(k);
    zip_stat_t facts;
    zip_stat_init(&facts);
    zip_file_t* const file =
        zip_stat_index(archive.get(), number, 0, &facts) == 0 ? zip_fopen_index(archive.get(), number, 0) : nullptr;
    if (!file) return std::nullopt;
    ArchivedFile one{facts.name, std::string(facts.size, '\0'), false};
    const bool isWhole = zip_fread(file, one.bytes.data(), facts.size) == static_cast<zip_int64_t>(facts.size);
    zip_fclose(file);
    if (!isWhole) return std::nullopt;
    files.push_back(std::move(one));
  }
  return files;
}

}  // namespace mb::fmi
