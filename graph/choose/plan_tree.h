// The graph stage: base bodies, the spanning tree of least weight and the cuts, with reasons.
#pragma once

#include "graph/plan/plan.h"

namespace mb {

// Requires a checked model without welds between different bodies (mergeWelds) and with parallel joints fused
// (fuseJoints). Impossible overrides are errors that name the loop. Unknown names are wrong usage, or, if they come
// from a plan file, wrong input.
Plan planTree(const CartesianModel& model, const PlanOptions& options, Diagnostics& diagnostics);

}  // namespace mb
