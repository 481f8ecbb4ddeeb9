// `mbconvert verify`: a model converted, or a recursive model given beside it, and the proof that both are one machine.
#pragma once

#include <vector>

#include "converter/options.h"
#include "converter/pipeline.h"

namespace mb {

// done, notEquivalent, or numericalFailure where the runs do not decide.
std::optional<ExitCode> verifyCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times);

}  // namespace mb
