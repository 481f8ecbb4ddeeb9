// Both models run from the same state, under refinement of the step; and what the recursive run must conserve.
#pragma once

#include "converter/compare_states.h"

namespace mb {

// How far and in which steps: well inside what the motion asks for, and not so many that the slow side takes for ever.
struct RunPlan {
  double end = 0;
  long steps = 0;  // of the coarser Cartesian run
  std::string remark;
};
RunPlan planRuns(const Pair& pair, StateView initial, double end, int mostSteps);

Verification::Trajectory compareRuns(const Pair& pair, StateView initial, const RunPlan& plan, std::string& failure);
Verification::Invariants checkInvariants(const Pair& pair, StateView initial, double end, double step,
                                         std::string& failure);

}  // namespace mb
