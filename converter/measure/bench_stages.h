// One evaluation of the accelerations, divided into the steps of Hidalgo and Garcia de Jalon's tables 1 and 2 [HG12].
#pragma once

#include <array>

#include "converter/measure/bench_clock.h"
#include "runtime/simulation/simulate.h"

namespace mb {

// A mechanism some steps after its start: initial positions have zeros that the motion does not keep.
struct MovingState {
  double time = 0;
  std::vector<double> y;
  Workspace w;  // with all stages evaluated
};
// Returns nothing when the mechanism cannot be started or moved; `failure` says why.
std::optional<MovingState> stateInMotion(const Mechanism& m, std::optional<RunFailure>& failure);

struct StageTitle {
  const char* number;  // in the tables of the paper
  const char* name;
};
// The paper's steps as our stages perform them. Where one stage does the work of two steps, the title names both: we
// factor Phi_z^d together with the solution for R_z, project the forces of the open chain together with its mass
// matrix, and reduce and solve at once.
constexpr std::array<StageTitle, 8> kStageTitles{{
    {"1", "b, A, M, M^Sigma"},
    {"2", "Phi_z"},
    {"2, 3", "lu(Phi_z^d), R_z"},
    {"4", "z_dot^d, Z, d"},
    {"5", "Q, tau"},
    {"6", "c = -Phi_z_dot z_dot"},
    {"7, 8", "Q^Sigma, R_d' M^Sigma R_d"},
    {"8, 9", "R_z' M R_z, b, z_ddot^i"},
}};

struct StageTimes {
  std::array<CallTime, kStageTitles.size()> steps;
  CallTime total;  // of a whole evaluation, measured separately
  double sum() const {
    double result = 0;
    for (const CallTime& step : steps) result += step.least;
    return result;
  }
};

// The stages of maggi-dense, and those of maggi-sparse, whose step 8, 9 is the time of its solution beyond steps 2, 3
// and 7, 8. The arguments must outlive the result.
Measurable denseStages(const Mechanism& m, const MovingState& state, StageTimes& result);
Measurable sparseStages(const Mechanism& m, const MovingState& state, StageTimes& result);

}  // namespace mb
