// Runs the stages of an evaluation in order.
#include "runtime/evaluation/stages.h"

namespace mb {

void setMotionAndForces(const Mechanism& m, double time, StateView y, Workspace& w) {
  setPositions(m, y, w);
  setInertias(m, w);
  setSignals(m, time, y, w);
  setEquations(m, y, w);
  setReduction(m, w);
  setVelocities(m, y, w);
  setForces(m, time, y, w);
  setGamma(m, w);
}

bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w) {
  setMotionAndForces(m, time, y, w);
  setOpenChain(m, w);
  if (!solveMaggi(m, w)) return false;
  setDrivePower(m, w);
  return true;
}

}  // namespace mb
