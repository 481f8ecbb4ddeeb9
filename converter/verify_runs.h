// Both models run from the same state, under refinement of the step; and what the recursive run must conserve.
#pragma once

#include <array>

#include "converter/verify_states.h"

namespace mb {

// Positions and velocities of points of all bodies at the sample times.
struct Track {
  std::vector<Vector3> p;
  std::vector<Vector3> v;
};

// How far and in which steps: as far as the recursive runs resolve the motion, in not so many steps that the slow side
// takes for ever.
struct RunPlan {
  double end = 0;
  long steps = 0;  // of the coarser Cartesian run
  long mostSteps = 0;
  int halvings = 0;  // of the span
  double wantedEnd = 0;
  std::array<Track, 3> recursive;  // with steps h, h/2, h/8
};
RunPlan planRuns(const Pair& pair, StateView initial, double end, int mostSteps, std::optional<RunFailure>& failure);

// From the state at which the recursive runs began.
Verification::Trajectory compareRuns(const Pair& pair, const CartesianState& initial, const RunPlan& plan);
Verification::Invariants checkInvariants(const Pair& pair, StateView initial, double end, double step,
                                         std::optional<RunFailure>& failure);

}  // namespace mb
