// Both models run from the same state, under refinement of the step; and what the recursive run must conserve.
#pragma once

#include "converter/compare_states.h"

namespace mb {

Verification::Trajectory compareRuns(const Pair& pair, StateView initial, const VerifyOptions& options,
                                     std::string& failure);
Verification::Invariants checkInvariants(const Pair& pair, StateView initial, double end, double step,
                                         std::string& failure);

}  // namespace mb
