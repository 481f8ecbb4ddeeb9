// Energies and momenta of an evaluated state.
#pragma once

#include "runtime/mechanism/workspace.h"

namespace mb {

struct Energies {
  double kinetic = 0;
  double gravity = 0;  // potential
  double springs = 0;  // potential of springs and stops
  double total() const { return kinetic + gravity + springs; }
};
Energies energiesOf(const Mechanism& m, const Workspace& w);

struct Momentum {
  Vector3 linear = Vector3::Zero();
  Vector3 angular = Vector3::Zero();  // about the world origin
};
Momentum momentumOf(const Mechanism& m, const Workspace& w);

}  // namespace mb
