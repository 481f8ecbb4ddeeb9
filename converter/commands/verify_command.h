// `mbconvert verify`: a model converted, or a recursive model given beside it, and the proof that both are one machine.
#pragma once

#include <vector>

#include "converter/cli/options.h"
#include "converter/conversion/convert.h"

namespace mb {

// done, notEquivalent, or numericalFailure where the runs do not decide.
std::optional<ExitCode> verifyCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times);

}  // namespace mb
