// The graph stage: base bodies, the spanning tree of least weight and the cuts, with the reasons.
#pragma once

#include "graph/plan/plan.h"

namespace mb {

// Needs a checked model without welds between different bodies (mergeWelds) and with parallel joints fused
// (fuseJoints). Impossible overrides are errors that name the loop (ExitCode::cannotBeModelled); unknown names are
// ExitCode::usage, those of a plan file ExitCode::inputRejected.
Plan planTree(const CartesianModel& model, const PlanOptions& options, Diagnostics& diagnostics);

}  // namespace mb
