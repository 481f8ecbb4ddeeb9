// Files that are there whole or not at all.
#pragma once

#include <string>

#include "formats/model/diagnostics.h"

namespace mb {

// Writes to a nameless file beside the target, syncs and renames it. Whoever kills the process meanwhile leaves the old
// file intact and no other behind. "-" is standard output; devices and pipes are written directly. False and an error
// (ExitCode::io) on failure.
bool writeFile(const std::string& path, const std::string& text, Diagnostics& diagnostics);

}  // namespace mb
