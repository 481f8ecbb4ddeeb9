// `mbconvert run`: a model in motion, as a table and a summary.
#pragma once

#include <vector>

#include "converter/cli/options.h"
#include "converter/conversion/convert.h"

namespace mb {

std::optional<ExitCode> runCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times);

}  // namespace mb
