// Generalised forces needed beyond the applied ones for the present accelerations: M z_ddot - Q, without forming M.
#pragma once

#include <span>

#include "runtime/mechanism/workspace.h"

namespace mb {

// By velocity, at an evaluated state: the forces of the closing equations, couplers and drives. `scratch` has one entry
// per link.
void missingForces(const Mechanism& m, const Workspace& w, std::span<Vector6> scratch, std::span<double> missing);

}  // namespace mb
