// What acts along one coordinate of a joint: friction and stops.
#pragma once

#include "formats/model/elements/elements.h"

namespace mb {

// Against the motion: stiction up to the transition velocity, falling to Coulomb's friction at half as much again, and
// viscous friction.
constexpr double kEndOfTransition = 1.5;
double transitionVelocity(const Friction& friction);  // 1e-3 m/s or rad/s where none is given
double frictionForce(const Friction& friction, double q_dot);

// The stop pushes back with stiffness p + damping dp/dt where its limit is passed by p, and never pulls.
struct StopForce {
  double force = 0;
  double potential = 0;  // of the stiffness
  double power = 0;      // of the rest
};
StopForce stopForce(const Limit& limit, double q, double q_dot);

}  // namespace mb
