// Refuses unrealistically large machines before they cost minutes: the computations within a block are dense.
#pragma once

#include "graph/plan/plan.h"

namespace mb {

// More than limits::kMostJointsOfPair joints between two bodies are an error. To be called before joints are fused.
void checkPairs(const CartesianModel& model, Diagnostics& diagnostics);

// Blocks of loops that are too large to be solved together are an error. To be called before loops are closed.
void checkBlocks(const CartesianModel& model, const Plan& plan, Diagnostics& diagnostics);

}  // namespace mb
