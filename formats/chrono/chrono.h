// Vehicles of Project Chrono: JSON files of a vehicle and its subsystems (docs/chrono.md).
#pragma once

#include <memory>
#include <string_view>

#include "formats/files/format.h"

namespace mb {

bool looksLikeChrono(std::string_view text);
// A wheeled vehicle, or one subsystem by itself. Files it refers to are searched beside it and in the folders above.
CartesianModel readChrono(std::shared_ptr<const SourceFile> file, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace mb
