// One evaluation of the accelerations by the steps of Hidalgo and Garcia de Jalon's tables 1 and 2 [HG12].
#pragma once

#include <array>

#include "converter/measure/bench_clock.h"
#include "runtime/simulation/simulate.h"

namespace mb {

// A mechanism some steps after its start: at their initial positions machines have zeros that the motion does not keep.
struct MovingState {
  double time = 0;
  std::vector<double> y;
  Workspace w;  // evaluated, all stages
};
// Nothing when the mechanism cannot be started or moved; the failure says why.
std::optional<MovingState> stateInMotion(const Mechanism& m, std::optional<RunFailure>& failure);

struct StepTitle {
  const char* number;  // in the tables of the paper
  const char* name;
};
// The paper's steps as our stages do them. Where a stage does the work of two, the title names both: we factor Phi_z^d
// with the solution for R_z, project the forces of the open chain together with its mass matrix, and reduce and solve
// at once.
constexpr std::array<StepTitle, 8> kStepTitles{{
    {"1", "b, A, M, M^Sigma"},
    {"2", "Phi_z"},
    {"2, 3", "lu(Phi_z^d), R_z"},
    {"4", "z_dot^d, Z, d"},
    {"5", "Q, tau"},
    {"6", "c = -Phi_z_dot z_dot"},
    {"7, 8", "Q^Sigma, R_d' M^Sigma R_d"},
    {"8, 9", "R_z' M R_z, b, z_ddot^i"},
}};

struct StepTimes {
  std::array<CallTime, kStepTitles.size()> steps;
  CallTime total;  // of a whole evaluation, by itself
  double sum() const {
    double result = 0;
    for (const CallTime& step : steps) result += step.least;
    return result;
  }
};

// maggi-dense, by its stages; maggi-sparse, whose step 8, 9 is what its solution takes beyond 2, 3 and 7, 8. All that
// is given must outlive what is returned.
Measurable denseSteps(const Mechanism& m, const MovingState& state, StepTimes& result);
Measurable sparseSteps(const Mechanism& m, const MovingState& state, StepTimes& result);

}  // namespace mb
