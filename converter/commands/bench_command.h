// `mbconvert bench`: what an evaluation takes, by step and by solver, as the papers print it.
#pragma once

#include "converter/cli/options.h"
#include "converter/conversion/convert.h"

namespace mb {

std::optional<ExitCode> benchCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times);

}  // namespace mb
