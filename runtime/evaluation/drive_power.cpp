#include "runtime/evaluation/inverse_dynamics.h"
#include "runtime/evaluation/stages.h"

namespace mb {

void setDrivePower(const Mechanism& m, Workspace& w) {
  w.drivePower = 0;
  if (m.signals.empty()) return;
  missingForces(m, w, w.carried, w.column);
  for (int v = 0; v < m.vCount; ++v) w.drivePower += w.column[at(v)] * w.z_dot[at(v)];
}

}  // namespace mb
