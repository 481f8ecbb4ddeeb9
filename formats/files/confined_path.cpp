#include "formats/files/confined_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/files/read_file.h"
#include "formats/model/basics/limits.h"

namespace mb {

namespace fs = std::filesystem;

void refusePath(Diagnostics& diagnostics, const SourceRef& at, PathFault fault) {
  diagnostics.error(at, fault.code, std::move(fault.message))
      .withHint("put the file into the folder of the file that names it, or below it, and write the path from there");
}

std::optional<PathFault> nameFault(std::string_view name) {
  if (name.empty()) return PathFault{Code::missingValue, "no file is named"};
  if (name.size() > limits::kLongestPath || std::ranges::count(name, '/') > limits::kMostFolders) {
    return PathFault{Code::tooLong,
                     fmt::format("a path of {} bytes and {} folders, the limits are {} and {}", name.size(),
                                 std::ranges::count(name, '/'), limits::kLongestPath, limits::kMostFolders)};
  }
  const fs::path path{std::string(name)};
  if (path.is_absolute() || name.find('\\') != std::string_view::npos) {
    return PathFault{Code::outsideFolder, fmt::format("'{}' is not a path relative to the file that names it", name)};
  }
  if (std::find(path.begin(), path.end(), fs::path("..")) == path.end()) return std::nullopt;
  return PathFault{Code::outsideFolder,
                   fmt::format("'{}' contains '..', but files outside the folder are not read", name)};
}

std::optional<PathFault> placeFault(const std::string& folder, std::string_view name) {
  if (std::optional<PathFault> fault = nameFault(name)) return fault;
  std::error_code error;
  const std::string path = fs::weakly_canonical(fs::path(folder) / name, error).string();
  if (error) return PathFault{Code::unknownName, fmt::format("cannot resolve '{}': {}", name, error.message())};
  if (isInside(path, folder)) return std::nullopt;
  return PathFault{Code::outsideFolder, fmt::format("'{}' is a link to a place outside the folder '{}'", name, folder)};
}

bool isInside(const std::string& path, const std::string& folder) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  if (error) return false;
  const fs::path home = fs::weakly_canonical(folder, error);
  if (error) return false;
  const fs::path way = target.lexically_relative(home);
  return !way.empty() && *way.begin() != "..";
}

std::string folderOf(const std::string& path) {
  const std::string folder = path == "-" ? std::string() : fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

bool isRegularFile(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::shared_ptr<const SourceFile> readNamed(const std::string& path, const SourceRef& at, Diagnostics& diagnostics) {
  std::error_code error;
  const bool isThere = fs::exists(path, error);
  if (isThere && !isRegularFile(path)) {
    diagnostics.error(at, Code::otherKindOfFile, fmt::format("'{}' is not a regular file", path))
        .withHint("name a file, not a folder, a device or a pipe");
    return nullptr;
  }
  FileText read = readFileText(path);
  if (read.fault.empty()) return std::make_shared<const SourceFile>(SourceFile{path, std::move(read.text)});
  const bool isMissing = !isThere && !error;
  diagnostics
      .error(at, isMissing ? Code::unknownName : read.code, fmt::format("cannot read '{}': {}", path, read.fault))
      .withHint(isMissing ? "the path is relative to the folder of the file that names it"
                          : "check the path and its permissions");
  return nullptr;
}

}  // namespace mb
