// `mbconvert settle`: a model's static equilibrium.
#pragma once

#include <vector>

#include "converter/cli/options.h"
#include "converter/conversion/convert.h"
#include "runtime/simulation/settle.h"

namespace mb {

// Settles the model's initial positions; velocities that depend on others follow. On failure the model stays as it is,
// with an error (ExitCode::numericalFailure).
SettleReport settleModel(RecursiveModel& model, const SettleOptions& options, Diagnostics& diagnostics);

std::optional<ExitCode> settleCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times);

}  // namespace mb
