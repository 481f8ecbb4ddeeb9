// Reasons why runs end early, worded alike for every integration method.
#pragma once

#include "runtime/simulation/simulate.h"

namespace mb {

// The workspace holds positions.
RunFailure openLoop(const Mechanism& m, const Workspace& w, const Residual& residual, double time,
                    const RunReport& report);
// The workspace holds the last evaluation. Names the function that has no value there, if one is the cause.
RunFailure notFinite(const Mechanism& m, const Workspace& w, double time, const RunReport& report);
// For accelerations that could not be solved; the workspace holds positions, equations, reduction and forces.
RunFailure withoutMass(const Mechanism& m, Workspace& w, double time, const RunReport& report);
// For a motion that no mass resists, given as velocities; names the body that moves most.
RunFailure withoutMass(const Mechanism& m, const Workspace& w, std::span<const double> motion, double time);

void reportFailure(const RecursiveModel& model, const RunFailure& failure, Diagnostics& diagnostics);

// The step that failed, with the state before it.
struct FailedStep {
  double time = 0;
  double length = 0;
  StateView before;
};
// Called after a fixed step failed. If shorter steps succeed, or the energy balance was lost before, the failure blames
// the length of the step.
void blameStep(const Mechanism& m, const RunOptions& options, const FailedStep& step, RunReport& report);

}  // namespace mb
