// The curve of all magic formulas: y = D sin(C atan(B x - E (B x - atan(B x)))), with slope B C D at the origin.
#pragma once

#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "formats/model/tracing/limited.h"
#include "formats/model/tracing/traced.h"

namespace mb {

// C atan(u - E (u - atan u)) for u = B x.
template <class T>
T magicAngle(T u, T C, T E) {
  using elementary::atan;
  const T bent = explored<T>([&]() -> T { return E == 0 ? u : u - E * (u - atan(u)); });
  return C * atan(bent);
}
// Its sine is between -1 and 1.
template <class T>
T magicCurve(T u, T C, T E) {
  using elementary::sin;
  return sin(magicAngle(u, C, E));
}
// The same with a cosine, for trails and weighting functions.
template <class T>
T magicCosine(T u, T C, T E) {
  using elementary::cos;
  return cos(magicAngle(u, C, E));
}

// B = K / (C D). A peak below a micronewton counts as one, so that zero load or friction does not give infinity.
template <class T>
T stiffnessFactor(T K, T C, T D) {
  using std::abs, std::copysign;
  constexpr double kLeast = 1e-6;
  const T CD = C * D;
  return K / copysign(largest(T(abs(CD)), kLeast), CD);
}

// The curvature factor must not exceed 1, where the curve would turn back on itself.
template <class T>
T curvature(T E) {
  return least(E, 1.0);
}

// sin(2 atan(x)) without trigonometric functions.
template <class T>
T sinTwiceAtan(T x) {
  return 2 * x / (1 + x * x);
}
// cos(atan(x)) likewise.
template <class T>
T cosAtan(T x) {
  using std::sqrt;
  return 1 / sqrt(1 + x * x);
}

// exp() whose result stays finite even for absurd coefficients.
template <class T>
T boundedExp(T x) {
  using elementary::exp;
  return exp(limited(x, -50.0, 50.0));
}

// 0 below 0, 1 above 1, smooth between.
template <class T>
T smoothStep(T x) {
  const T s = limited(x, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

// The sign of a speed, passing smoothly through zero between -low and low.
template <class T>
T smoothSign(T speed, double low) {
  const T s = limited(T(speed / low), -1.0, 1.0);
  return s * (1.5 - 0.5 * s * s);
}

}  // namespace mb
