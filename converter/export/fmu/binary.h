// The binary that an FMU carries: a library that was built and installed with the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/export/fmu/archive.h"
#include "formats/model/messages/diagnostics.h"

namespace mb::fmi {

// The library, and those beside it that no system can be expected to have; names without folders. The library is the
// first. Nothing and an error where it is missing.
std::optional<std::vector<ArchivedFile>> fmuBinaries(Diagnostics& diagnostics);

}  // namespace mb::fmi
