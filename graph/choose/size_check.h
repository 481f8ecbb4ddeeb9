// Machines that nobody builds, refused before they cost minutes: what is worked out here is dense inside of a block.
#pragma once

#include "graph/plan/plan.h"

namespace mb {

// More than limits::kMostJointsOfPair joints between two bodies are an error. Before joints are fused.
void checkPairs(const CartesianModel& model, Diagnostics& diagnostics);

// So are loops that share joints and are too many to be solved together. Before they are closed.
void checkBlocks(const CartesianModel& model, const Plan& plan, Diagnostics& diagnostics);

}  // namespace mb
