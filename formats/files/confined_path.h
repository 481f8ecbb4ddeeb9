// The files that a file names. A model that was sent by somebody reads nothing but regular files inside of a folder.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// Why a name is not followed.
struct PathFault {
  Code code = Code::outsideFolder;
  std::string message;
};
// At the place of the name, with a hint.
void refusePath(Diagnostics& diagnostics, const SourceRef& at, PathFault fault);

// Of the name alone: it must be relative, of forward slashes and without '..'.
std::optional<PathFault> nameFault(std::string_view name);
// Of the place that it leads to, as seen from the folder: links must not leave the folder. The place need not exist.
std::optional<PathFault> placeFault(const std::string& folder, std::string_view name);

// Whether a place is the folder or lies in it, all links followed.
bool isInside(const std::string& path, const std::string& folder);

// The folder of a file; that of standard input is the one the program runs in.
std::string folderOf(const std::string& path);
// Not of folders, devices and pipes.
bool isRegularFile(const std::string& path);
// The file, or null and an error at the place that names it. Never waits for a pipe.
std::shared_ptr<const SourceFile> readNamed(const std::string& path, const SourceRef& at, Diagnostics& diagnostics);

}  // namespace mb
