// Motions that the equations allow and that no mass resists: their accelerations have no answer, whatever the solver.
#pragma once

#include <optional>
#include <vector>

#include "runtime/mechanism/workspace.h"

namespace mb {

// Velocities of such a motion, of few coordinates; none when there is none, or when the machine has no bodies without
// mass or inertia, or is too large to be looked at as a whole. Positions, equations and reduction are in the workspace.
//
// It is found by square roots of inertias, so that round-off is 1e-16 of velocities where mass matrices have it in
// energies.
std::optional<std::vector<double>> masslessMotion(const Mechanism& m, const Workspace& w);

}  // namespace mb
