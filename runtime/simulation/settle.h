// Static equilibrium: positions at which a mechanism stays, except for motions that nothing holds.
#pragma once

#include <span>
#include <string>

#include "runtime/mechanism/mechanism.h"

namespace mb {

struct SettleOptions {
  double tolerance = 1e-9;  // of the residual
  int largestIterations = 60;
  double time = 0;  // at which functions of time are evaluated
};

struct SettleReport {
  bool converged = false;
  int iterations = 0;
  double residual = 0;  // largest acceleration left in a direction with stiffness, relative to gravity, or to 1 m/s^2
  double moved = 0;     // largest change of a position, in m, rad or parts of a quaternion
  int freeDirections = 0;  // without stiffness: a vehicle's x, y, yaw, the spin of its wheels
  std::string message;     // why not, or a remark although it converged
};

// Finds positions at which no independent coordinate accelerates in a direction in which forces depend on positions.
// The independent velocities stay, so a rolling machine settles while rolling. Closing equations and drives hold;
// drives of velocities keep their initial positions. Tyres carry load; their forces along the road are ignored. `y`
// must be near the closing equations and ends settled and projected; it is unchanged after a failure.
SettleReport settle(const Mechanism& mechanism, std::span<double> y, const SettleOptions& options = {});

}  // namespace mb
