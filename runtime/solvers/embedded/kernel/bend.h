// Bend: a joint's rotation about two axes at once, by a rotation vector in their plane.
#pragma once

#include "runtime/solvers/embedded/kernel/places.h"

namespace mb::embedded::MB_VARIANT {

// A rotation vector's exponential is 1 + a B + c B B, its left Jacobian 1 + c B + d B B, with B = beta x. Small angles
// use series, because the closed forms cancel.
template <class T>
struct Bend {
  Vec<T> beta;
  T square, a, c, d, sine, cosine;
  LaneMask<T> isSmall;
  Vec<T> times(const T& first, const T& second, const Vec<T>& u) const {
    const Vec<T> Bu = cross(beta, u);
    return u + first * Bu + second * cross(beta, Bu);
  }
};
template <class T>
inline Bend<T> bendOf(const JointMotion& motion, const Number* y, double sign) {
  Bend<T> bend;
  T angles[3] = {all<T>(0), all<T>(0), all<T>(0)};
  Four next = motion.z;
  for (int& i : next) ++i;
  angles[(motion.axis + 1) % 3] = sign * gather<T>(y, motion.z.data());
  angles[(motion.axis + 2) % 3] = sign * gather<T>(y, next.data());
  bend.beta = {angles[0], angles[1], angles[2]};
  bend.square = dot(bend.beta, bend.beta);
  const T q = bend.square;
  const T angle = squareRoot(q);
  sineCosineOf(angle, bend.sine, bend.cosine);
  bend.isSmall = angle < 0.05;
  const T one = all<T>(1);
  const T safe = choose(bend.isSmall, one, angle);
  const T safeSquare = safe * safe;
  bend.a = choose(bend.isSmall, T(1.0 - q / 6.0 + q * q / 120.0 - q * q * q / 5040.0), T(bend.sine / safe));
  bend.c = choose(bend.isSmall, T(0.5 - q / 24.0 + q * q / 720.0), T((1.0 - bend.cosine) / safeSquare));
  bend.d =
      choose(bend.isSmall, T(1.0 / 6.0 - q / 120.0 + q * q / 5040.0), T((angle - bend.sine) / (safeSquare * safe)));
  return bend;
}
// The rate of the left Jacobian times the rate of the vector, as in runtime/evaluation/velocities.cpp.
template <class T>
inline Vec<T> bendBias(const Bend<T>& bend, const Vec<T>& rate) {
  const T q = bend.square;
  const T angle = squareRoot(q);
  const T safe = choose(bend.isSmall, all<T>(1), angle);
  const T safeSquare = safe * safe;
  const T e1 = choose(bend.isSmall, T(-1.0 / 12.0 + q / 180.0 - q * q / 6720.0),
                      T((angle * bend.sine - 2.0 * (1.0 - bend.cosine)) / (safeSquare * safeSquare)));
  const T e2 = choose(bend.isSmall, T(-1.0 / 60.0 + q / 1260.0 - q * q / 60480.0),
                      T(((1.0 - bend.cosine) / safe - 3.0 * (angle - bend.sine) / safeSquare) / (safeSquare * safe)));
  const T turning = dot(bend.beta, rate);
  const Vec<T> across = cross(bend.beta, rate);
  return (e1 * turning) * across + (e2 * turning) * cross(bend.beta, across) + bend.d * cross(rate, across);
}

}  // namespace mb::embedded::MB_VARIANT
