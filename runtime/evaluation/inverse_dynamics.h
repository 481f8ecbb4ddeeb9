// What the coordinates need beyond the applied forces for the accelerations they have: M z_ddot - Q, without M.
#pragma once

#include <span>

#include "runtime/mechanism/workspace.h"

namespace mb {

// By velocity, at an evaluated state: the forces of the closing equations, couplers and drives. `scratch`: one a link.
void missingForces(const Mechanism& m, const Workspace& w, std::span<Vector6> scratch, std::span<double> missing);

}  // namespace mb
