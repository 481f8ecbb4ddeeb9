// Friction and stops along one coordinate of a joint.
#pragma once

#include <algorithm>
#include <cmath>

#include "formats/model/joints/joint_fields.h"
#include "formats/model/tracing/traced.h"

namespace mb {

// Opposes the motion: stiction up to the transition velocity, falling to Coulomb friction at 1.5 times that, and
// viscous friction.
constexpr double kEndOfTransition = 1.5;
double transitionVelocity(const Friction& friction);  // by default 1e-3 m/s or rad/s
template <class T>
T frictionForceOf(const Friction& friction, const T& q_dot) {
  using std::abs, std::copysign;
  const double rest = std::max(friction.stiction, friction.coulomb);
  const T s = abs(q_dot) / transitionVelocity(friction);
  const T level = explored<T>([&]() -> T {
    if (s < 1.0) return rest * s * (1.5 - 0.5 * s * s);  // a cubic through zero with zero slope at the transition
    if (s < kEndOfTransition) {
      const T x = (s - 1.0) / (kEndOfTransition - 1.0);
      return rest + (friction.coulomb - rest) * x * x * (3.0 - 2.0 * x);
    }
    return friction.coulomb;
  });
  return -copysign(level, q_dot) - friction.viscous * q_dot;
}
inline double frictionForce(const Friction& friction, double q_dot) { return frictionForceOf(friction, q_dot); }

// The stop pushes back with stiffness p + damping dp/dt where its limit is exceeded by p, and never pulls.
template <class T>
struct StopForceOf {
  T force{};
  T potential{};  // of the stiffness
  T power{};      // of the rest
  friend StopForceOf choose(TracedTruth truth, const StopForceOf& a, const StopForceOf& b) requires(kRecords<T>) {
    return {choose(truth, a.force, b.force), choose(truth, a.potential, b.potential), choose(truth, a.power, b.power)};
  }
};
using StopForce = StopForceOf<double>;
template <class T>
StopForceOf<T> stopForceOf(const Limit& limit, const T& q, const T& q_dot) {
  StopForceOf<T> stop;
  const auto push = [&](const T& p, const T& p_dot, double direction) {
    stop = explored<T>([&]() -> StopForceOf<T> {
      if (p <= 0.0) return stop;
      const T elastic = limit.stiffness * p;
      const T whole = elastic + limit.damping * p_dot;
      const T force = whole > 0.0 ? whole : T(0);
      return {stop.force + direction * force, stop.potential + 0.5 * limit.stiffness * p * p,
              stop.power - (force - elastic) * p_dot};
    });
  };
  if (limit.lower) push(*limit.lower - q, -q_dot, 1);
  if (limit.upper) push(q - *limit.upper, q_dot, -1);
  return stop;
}
inline StopForce stopForce(const Limit& limit, double q, double q_dot) { return stopForceOf(limit, q, q_dot); }

}  // namespace mb
