// The stages of one evaluation of the accelerations, in the order of Hidalgo and Garcia de Jalon's table 1 [HG12]. Each
// reads the mechanism, the state and the results of earlier stages in the workspace.
#pragma once

#include <span>

#include "runtime/evaluation/spatial.h"

namespace mb {

using StateView = std::span<const double>;  // positions, velocities, integrals, work: see Mechanism

// 1. Poses, columns b, inertias about the reference point and their sums.
void setPositions(const Mechanism& m, StateView y, Workspace& w);
void setInertias(const Mechanism& m, Workspace& w);
// 2. Inputs and functions of time, closing equations Phi, their gradients and Phi_z.
void setSignals(const Mechanism& m, double time, StateView y, Workspace& w);
void setEquations(const Mechanism& m, StateView y, Workspace& w);
// 3. Dependent velocities in terms of the independent ones.
void setReduction(const Mechanism& m, Workspace& w);
// 4. All velocities from the independent ones in y, and the accelerations for z_ddot = 0.
void setVelocities(const Mechanism& m, StateView y, Workspace& w);
void setMotions(const Mechanism& m, StateView y, Workspace& w);  // the same from z_dot in the workspace
// 5. Applied forces.
void setForces(const Mechanism& m, double time, StateView y, Workspace& w);
void addJointLaws(const Mechanism& m, StateView y, Workspace& w);  // adds friction and stops to tau
void setFeedback(const Mechanism& m, Workspace& w);                // drives whose acceleration follows from the motion
inline StateView lawStates(const Mechanism& m, StateView y) {
  return y.subspan(static_cast<std::size_t>(m.lawStateAt()), static_cast<std::size_t>(m.library.stateCount));
}
// 6. Right-hand sides of the closing equations for accelerations.
void setGamma(const Mechanism& m, Workspace& w);
// 7. Mass matrix and forces of the open chain.
void setOpenChain(const Mechanism& m, Workspace& w);
// 8, 9. Maggi's equations and all accelerations. Returns false when a coordinate has no inertia:
// Workspace::singularRow.
bool solveMaggi(const Mechanism& m, Workspace& w);
// Power of the constraint forces where the constraints depend on time. Needs the accelerations.
void setDrivePower(const Mechanism& m, Workspace& w);

// Stages 1 to 6, and all stages with the power. Returns false as solveMaggi does.
void setMotionAndForces(const Mechanism& m, double time, StateView y, Workspace& w);
bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w);

// Moves positions by dz, one number per velocity: added, or as a rotation of quaternions.
void advance(const Mechanism& m, std::span<const double> dz, std::span<double> y);
// Rates of the positions for the velocities in the workspace.
void positionRates(const Mechanism& m, StateView y, const Workspace& w, std::span<double> rates);

}  // namespace mb
