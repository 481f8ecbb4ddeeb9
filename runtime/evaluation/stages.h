// The steps of one evaluation of the accelerations, in the order of Hidalgo and Garcia de Jalon's table 1 [HG12].
// Each reads the mechanism, the state and what earlier steps left in the workspace.
#pragma once

#include <span>

#include "runtime/evaluation/spatial.h"

namespace mb {

using StateView = std::span<const double>;  // positions, velocities, integrals, work: see Mechanism

// 1. poses, columns b, inertias about the reference point and their sums.
void setPositions(const Mechanism& m, StateView y, Workspace& w);
void setInertias(const Mechanism& m, Workspace& w);
// 2. functions of time; closing equations Phi, their gradients and Phi_z.
void setSignals(const Mechanism& m, double time, StateView y, Workspace& w);
void setEquations(const Mechanism& m, StateView y, Workspace& w);
// 3. the dependent velocities in terms of the independent ones.
void setReduction(const Mechanism& m, Workspace& w);
// 4. all velocities from the independent ones in y; the accelerations without z_ddot.
void setVelocities(const Mechanism& m, StateView y, Workspace& w);
void setMotions(const Mechanism& m, StateView y, Workspace& w);  // the same from z_dot in the workspace
// 5. applied forces.
void setForces(const Mechanism& m, double time, StateView y, Workspace& w);
void addJointLaws(const Mechanism& m, StateView y, Workspace& w);  // its part of friction and stops, onto tau
void setFeedback(const Mechanism& m, Workspace& w);  // its part of drives whose acceleration follows from the motion
inline StateView lawStates(const Mechanism& m, StateView y) {
  return y.subspan(static_cast<std::size_t>(m.lawStateAt()), static_cast<std::size_t>(m.library.stateCount));
}
// 6. right-hand sides of the accelerations of the closing equations.
void setGamma(const Mechanism& m, Workspace& w);
// 7. the open-chain mass matrix and forces.
void setOpenChain(const Mechanism& m, Workspace& w);
// 8, 9. Maggi's equations, and all accelerations. False when a coordinate has no inertia: Workspace::singularRow.
bool solveMaggi(const Mechanism& m, Workspace& w);
// What the forces that keep the equations do, where time moves these; after the accelerations.
void setDrivePower(const Mechanism& m, Workspace& w);

// Steps 1 to 6, then 7 to 9 and the power. False: as solveMaggi.
void setMotionAndForces(const Mechanism& m, double time, StateView y, Workspace& w);
bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w);

// Positions moved by dz, one number a velocity: added, or turned onto quaternions.
void advance(const Mechanism& m, std::span<const double> dz, std::span<double> y);
// Rates of the positions for the velocities in the workspace.
void positionRates(const Mechanism& m, StateView y, const Workspace& w, std::span<double> rates);

}  // namespace mb
