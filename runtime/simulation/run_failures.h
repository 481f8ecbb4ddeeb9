// Why runs end before their end, told alike by every way of stepping.
#pragma once

#include "runtime/simulation/simulate.h"

namespace mb {

// With positions in the workspace.
RunFailure openLoop(const Mechanism& m, const Workspace& w, const Residual& residual, double time,
                    const RunReport& report);
// With what was evaluated last in the workspace: names the function that has no value there, if it is one.
RunFailure notFinite(const Mechanism& m, const Workspace& w, double time, const RunReport& report);
// After accelerations could not be solved, with positions, equations, reduction and forces in the workspace.
RunFailure withoutMass(const Mechanism& m, Workspace& w, double time, const RunReport& report);
// A motion that no mass resists, as velocities: what moves most in it is named.
RunFailure withoutMass(const Mechanism& m, const Workspace& w, std::span<const double> motion, double time);

// The step that failed, with the state before it.
struct FailedStep {
  double time = 0;
  double length = 0;
  StateView before;
};
// After a fixed step failed: where shorter steps pass, or the energy balance was lost before, the step is to blame and
// not what it stumbled over, and the failure says so.
void blameStep(const Mechanism& m, const RunOptions& options, const FailedStep& step, RunReport& report);

}  // namespace mb
