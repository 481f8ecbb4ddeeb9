#include "converter/cli/output_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "converter/files/atomic_file.h"

namespace mb {
namespace {

bool refuseToOverwrite(const std::string& path, std::string_view what, Diagnostics& diagnostics) {
  diagnostics.error({}, Code::badOption, fmt::format("'{}' would be overwritten: {}", path, what))
      .withHint("give another file to write");
  return false;
}

bool readsInputOnce(const CommandFiles& files, Diagnostics& diagnostics) {
  if (std::ranges::count(files.read, "-") < 2) return true;
  diagnostics.error({}, Code::badOption, "standard input ('-') is named twice, and can be read only once")
      .withHint("give one of the two as a file");
  return false;
}

bool writesOnce(const std::vector<std::string>& written, Diagnostics& diagnostics) {
  std::set<std::filesystem::path> seen;
  for (const std::string& path : written) {
    if (path.empty() || path == "-" || seen.insert(std::filesystem::path(path).lexically_normal()).second) continue;
    return refuseToOverwrite(path, "two results were to be written to it", diagnostics);
  }
  return true;
}

}  // namespace

std::string defaultOutput(const std::string& input, const std::string& ending) {
  return input == "-" ? "-" : std::filesystem::path(input).stem().string() + ending;
}

bool checkFiles(const CommandFiles& files, Diagnostics& diagnostics) {
  if (!readsInputOnce(files, diagnostics)) return false;
  for (const std::string& input : files.read) {
    for (const std::string& path : files.written) {
      if (!isSameFile(input, path)) continue;
      return refuseToOverwrite(input, "it is read, and the result was to be written to it", diagnostics);
    }
  }
  return writesOnce(files.written, diagnostics);
}

bool checkFilesOfModel(const std::vector<std::string>& files, const std::vector<std::string>& written,
                       Diagnostics& diagnostics) {
  for (const std::string& file : files) {
    for (const std::string& path : written) {
      if (isSameFile(file, path)) return refuseToOverwrite(file, "the model is read from it, too", diagnostics);
    }
  }
  return true;
}

}  // namespace mb
