// Files that a file refers to. A model from elsewhere may only read regular files inside its own folder.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// Why a name is refused.
struct PathFault {
  Code code = Code::outsideFolder;
  std::string message;
};
// Reports the fault at the place of the name, with a hint.
void refusePath(Diagnostics& diagnostics, const SourceRef& at, PathFault fault);

// Checks the name alone: it must be relative, with forward slashes and without '..'.
std::optional<PathFault> nameFault(std::string_view name);
// Checks the path it leads to, relative to the folder: links must not leave the folder. The file need not exist.
std::optional<PathFault> placeFault(const std::string& folder, std::string_view name);

// Whether a path is the folder or lies in it, with all links resolved.
bool isInside(const std::string& path, const std::string& folder);

// The folder of a file; for standard input the working directory.
std::string folderOf(const std::string& path);
// False for folders, devices and pipes.
bool isRegularFile(const std::string& path);
// Returns the file, or null after reporting an error at the place that refers to it. Never waits for a pipe.
std::shared_ptr<const SourceFile> readNamed(const std::string& path, const SourceRef& at, Diagnostics& diagnostics);

}  // namespace mb
