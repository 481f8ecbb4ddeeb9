// Friction and stops along one coordinate of a joint.
#pragma once

#include "formats/model/joints/joint_fields.h"

namespace mb {

// Opposes the motion: stiction up to the transition velocity, falling to Coulomb friction at 1.5 times that, and
// viscous friction.
constexpr double kEndOfTransition = 1.5;
double transitionVelocity(const Friction& friction);  // by default 1e-3 m/s or rad/s
double frictionForce(const Friction& friction, double q_dot);

// The stop pushes back with stiffness p + damping dp/dt where its limit is exceeded by p, and never pulls.
struct StopForce {
  double force = 0;
  double potential = 0;  // of the stiffness
  double power = 0;      // of the rest
};
StopForce stopForce(const Limit& limit, double q, double q_dot);

}  // namespace mb
