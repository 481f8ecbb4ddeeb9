#include "runtime/laws/joint_laws.h"

#include <algorithm>
#include <cmath>

namespace mb {

double transitionVelocity(const Friction& friction) { return friction.velocity > 0 ? friction.velocity : 1e-3; }

double frictionForce(const Friction& friction, double q_dot) {
  const double rest = std::max(friction.stiction, friction.coulomb);
  const double s = std::abs(q_dot) / transitionVelocity(friction);
  double level = friction.coulomb;
  if (s < 1) {
    level = rest * s * (1.5 - 0.5 * s * s);  // a cubic through zero with zero slope at the transition
  } else if (s < kEndOfTransition) {
    const double x = (s - 1) / (kEndOfTransition - 1);
    level = rest + (friction.coulomb - rest) * x * x * (3 - 2 * x);
  }
  return -std::copysign(level, q_dot) - friction.viscous * q_dot;
}

StopForce stopForce(const Limit& limit, double q, double q_dot) {
  StopForce stop;
  const auto push = [&](double p, double p_dot, double direction) {
    if (p <= 0) return;
    const double force = std::max(0.0, limit.stiffness * p + limit.damping * p_dot);
    stop.force += direction * force;
    stop.power -= (force - limit.stiffness * p) * p_dot;
    stop.potential += 0.5 * limit.stiffness * p * p;
  };
  if (limit.lower) push(*limit.lower - q, -q_dot, 1);
  if (limit.upper) push(q - *limit.upper, q_dot, -1);
  return stop;
}

}  // namespace mb
