// The recursive model behind the file that a command was given, whatever it holds.
#pragma once

#include "converter/cli/options.h"
#include "converter/conversion/convert.h"

namespace mb {

// Read as it is, or converted. Nothing after errors, or when only rods were asked for.
std::optional<RecursiveModel> recursiveModelOf(const Options& options, Diagnostics& diagnostics,
                                               std::vector<StageTime>& times);

}  // namespace mb
