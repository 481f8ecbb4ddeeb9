#include "formats/formats.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "formats/native/native.h"
#include "formats/read_file.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

constexpr std::array kFormats{
    Format{"mbx", "Cartesian model in XML (docs/cartesian-format.md)", &looksLikeNative, &readNative, nullptr},
    Format{"recursive", "recursive model in XML (docs/recursive-format.md)", &looksLikeRecursive, nullptr,
           &readRecursive},
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
  diagnostics.error({unread, 0, 0}, fmt::format("cannot read '{}': {}", path, read.fault), ExitCode::io)
      .withHint("check the path and its permissions");
  return nullptr;
}

}  // namespace mb
