#include "converter/export/fmu/binary.h"

#include <fmt/format.h>
#include <link.h>

#include <filesystem>

#include "formats/files/read_file.h"

namespace mb::fmi {
namespace {

namespace fs = std::filesystem;

// Beside the program, as it is built, or where it is installed.
std::vector<fs::path> places() {
  std::error_code fault;
  const fs::path folder = fs::read_symlink("/proc/self/exe", fault).parent_path();
  return {folder / MB_FMU_BINARY, (folder / MB_FMU_FOLDER / MB_FMU_BINARY).lexically_normal()};
}

// The path of a library that this program has loaded.
std::string loadedLibrary(std::string_view name) {
  struct Search {
    std::string_view name;
    std::string path;
  } search{name, ""};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& wanted = *static_cast<Search*>(data);
        if (fs::path(info->dlpi_name).filename().string().starts_with(wanted.name)) wanted.path = info->dlpi_name;
        return wanted.path.empty() ? 0 : 1;
      },
      &search);
  return search.path;
}

}  // namespace

std::optional<std::vector<ArchivedFile>> fmuBinaries(Diagnostics& diagnostics) {
  std::vector<ArchivedFile> files;
  for (const fs::path& place : places()) {
    FileText text = readFileText(place.string());
    if (!text.fault.empty()) continue;
    files.push_back({place.filename().string(), std::move(text.text), true});
    break;
  }
  if (files.empty()) {
    diagnostics
        .error({}, Code::cannotRead,
               fmt::format("the binary of FMUs is missing: {} is neither beside the program nor in {}", MB_FMU_BINARY,
                           places().back().parent_path().string()))
        .withHint("it is built and installed with the program");
    return std::nullopt;
  }
  const std::string xml = loadedLibrary("libtinyxml2.so");
  if (xml.empty()) return files;  // the program has it in itself, and then so does the binary
  FileText text = readFileText(xml);
  if (!text.fault.empty()) {
    diagnostics.error({}, text.code, fmt::format("'{}' cannot be read: {}", xml, text.fault))
        .withHint("the binary of an FMU needs it");
    return std::nullopt;
  }
  files.push_back({fs::path(xml).filename().string(), std::move(text.text), true});
  return files;
}

}  // namespace mb::fmi
