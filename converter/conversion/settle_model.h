// A model whose initial positions are those of its static equilibrium.
#pragma once

#include "formats/model/messages/diagnostics.h"
#include "formats/model/recursive.h"
#include "runtime/simulation/settle.h"

namespace mb {

// Velocities that depend on others follow. On failure the model stays as it is, with an error.
SettleReport settleModel(RecursiveModel& model, const SettleOptions& options, Diagnostics& diagnostics);

}  // namespace mb
