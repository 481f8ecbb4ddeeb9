#include "formats/formats.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "formats/adams/adams.h"
#include "formats/asmt/asmt.h"
#include "formats/chrono/chrono.h"
#include "formats/native/native.h"
#include "formats/read_file.h"
#include "formats/recursive/recursive_xml.h"
#include "formats/sdf/sdf.h"

namespace mb {
namespace {

CartesianModel readNativeModel(std::shared_ptr<const SourceFile> file, const ReadOptions&, Diagnostics& diagnostics) {
  return readNative(std::move(file), diagnostics);
}

constexpr std::array kFormats{
    Format{.name = "mbx",
           .description = "Cartesian model in XML (docs/cartesian-format.md)",
           .writes = true,
           .recognises = &looksLikeNative,
           .readCartesian = &readNativeModel},
    Format{.name = "recursive",
           .description = "recursive model in XML (docs/recursive-format.md)",
           .writes = true,
           .recognises = &looksLikeRecursive,
           .readRecursive = &readRecursive},
    Format{.name = "adams",
           .description = "ADAMS/Solver dataset (docs/adams.md)",
           .recognises = &looksLikeAdams,
           .readCartesian = &readAdams},
    Format{.name = "asmt",
           .description = "assembly of FreeCAD or OndselSolver (docs/asmt.md)",
           .recognises = &looksLikeAsmt,
           .readCartesian = &readAsmt,
           .readSeries = &readAsmtSeries},
    Format{.name = "sdf",
           .description = "SDFormat of Gazebo and Drake (docs/sdf.md)",
           .recognises = &looksLikeSdf,
           .readCartesian = &readSdf},
    Format{.name = "chrono",
           .description = "vehicle of Project Chrono, or a part of one, in JSON (docs/chrono.md)",
           .takesTyres = true,
           .recognises = &looksLikeChrono,
           .readCartesian = &readChrono},
};

constexpr std::size_t kMegabyte = 1024 * 1024;
constexpr std::size_t kLargestFile = 256 * kMegabyte;

struct Stream {
  std::FILE* file = nullptr;
  bool owned = false;
  ~Stream() {
    if (owned && file) std::fclose(file);
  }
};

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* recogniseFormat(std::string_view text) {
  for (const Format& format : kFormats) {
    if (format.recognises(text)) return &format;
  }
  return nullptr;
}

const Format* findFormat(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

FileText readFileText(const std::string& path) {
  FileText result;
  Stream stream;
  stream.owned = path != "-";
  errno = 0;
  stream.file = stream.owned ? std::fopen(path.c_str(), "rb") : stdin;
  if (!stream.file) {
    result.fault = std::strerror(errno);
    return result;
  }
  std::array<char, 65536> buffer{};
  for (;;) {
    const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stream.file);
    if (std::ferror(stream.file)) {
      result.fault = std::strerror(errno);
      return result;
    }
    if (count == 0) return result;
    if (result.text.size() + count > kLargestFile) {
      result.text.clear();
      result.fault = fmt::format("the file is larger than {} MB", kLargestFile / kMegabyte);
      return result;
    }
    result.text.append(buffer.data(), count);
  }
}

std::shared_ptr<const SourceFile> readSource(const std::string& path, Diagnostics& diagnostics) {
  FileText read = readFileText(path);
  if (read.fault.empty()) return std::make_shared<const SourceFile>(SourceFile{path, std::move(read.text)});
  const auto unread = std::make_shared<const SourceFile>(SourceFile{path, {}});
  diagnostics.error({unread, 0, 0}, Code::cannotRead, fmt::format("cannot read '{}': {}", path, read.fault))
      .withHint("check the path and its permissions");
  return nullptr;
}

}  // namespace mb
