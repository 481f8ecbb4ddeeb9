// Motions that the equations allow and no mass resists: their accelerations are undetermined, whatever the solver.
#pragma once

#include <optional>
#include <vector>

#include "runtime/mechanism/workspace.h"

namespace mb {

// Velocities of such a motion that involves few coordinates. Empty if there is none, if all bodies have mass and
// inertia, or if the machine is too large to be examined as a whole. The workspace holds positions, equations and
// reduction.
//
// The search uses square roots of inertias: their round-off is 1e-16 of velocities, while that of mass matrices is
// 1e-16 of energies.
std::optional<std::vector<double>> masslessMotion(const Mechanism& m, const Workspace& w);

}  // namespace mb
