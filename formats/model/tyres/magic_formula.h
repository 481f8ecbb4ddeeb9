// The curve of all magic formulas: y = D sin(C atan(B x - E (B x - atan(B x)))), with slope B C D at the origin.
#pragma once

#include <algorithm>
#include <cmath>

#include "formats/model/elementary/elementary.h"

namespace mb {

// sin(C atan(u - E (u - atan u))) for u = B x; between -1 and 1.
inline double magicCurve(double u, double C, double E) {
  return elementary::sin(C * elementary::atan(E == 0 ? u : u - E * (u - elementary::atan(u))));
}

// The same with a cosine, for trails and weighting functions.
inline double magicCosine(double u, double C, double E) {
  return elementary::cos(C * elementary::atan(E == 0 ? u : u - E * (u - elementary::atan(u))));
}

// B = K / (C D). A peak below a micronewton counts as one, so that zero load or friction does not give infinity.
inline double stiffnessFactor(double K, double C, double D) {
  constexpr double kLeast = 1e-6;
  const double CD = C * D;
  return K / std::copysign(std::max(std::abs(CD), kLeast), CD);
}

// The curvature factor must not exceed 1, where the curve would turn back on itself.
inline double curvature(double E) { return std::min(E, 1.0); }

// sin(2 atan(x)) without trigonometric functions.
inline double sinTwiceAtan(double x) { return 2 * x / (1 + x * x); }
// cos(atan(x)) likewise.
inline double cosAtan(double x) { return 1 / std::sqrt(1 + x * x); }

// exp() whose result stays finite even for absurd coefficients.
inline double boundedExp(double x) { return elementary::exp(std::clamp(x, -50.0, 50.0)); }

// 0 below 0, 1 above 1, smooth between.
inline double smoothStep(double x) {
  const double s = std::clamp(x, 0.0, 1.0);
  return s * s * (3 - 2 * s);
}

// The sign of a speed, passing smoothly through zero between -low and low.
inline double smoothSign(double speed, double low) {
  const double s = std::clamp(speed / low, -1.0, 1.0);
  return s * (1.5 - 0.5 * s * s);
}

}  // namespace mb
