// Combined slip without fitted coefficients.
#pragma once

#include <cmath>

#include "formats/model/tyres/magic_formula.h"

namespace mb {

struct PlaneForce {
  double x = 0;
  double y = 0;
};

// A curve of pure slip, and the tyre's position on it (including the shift).
struct SlipCurve {
  double B = 0;
  double C = 1;
  double D = 0;
  double E = 0;
  double x = 0;
};

inline double pureForce(const SlipCurve& curve) { return curve.D * magicCurve(curve.B * curve.x, curve.C, curve.E); }

// Similarity: with the slips normalised by their stiffness and peak, p = (B C x)_x, (B C x)_y, each curve is evaluated
// at |p| and its force is distributed in the direction of p. Pure slip gives the pure curve, small slip gives both
// slopes, and as no curve exceeds 1, (Fx / Dx)^2 + (Fy / Dy)^2 <= 1.
inline PlaneForce similarForces(const SlipCurve& x, const SlipCurve& y) {
  const double px = x.B * x.C * x.x;
  const double py = y.B * y.C * y.x;
  const double p = std::sqrt(px * px + py * py);
  if (p == 0) return {};
  return {px / p * x.D * magicCurve(p / x.C, x.C, x.E), py / p * y.D * magicCurve(p / y.C, y.C, y.E)};
}

// Brush with parabolic pressure: `stiff` is stiffness times slip along x and y; the force grows as peak (1 - (1 - s)^3)
// with s = |stiff| / (3 peak), and slides at the peak for s >= 1.
inline PlaneForce brushForces(const PlaneForce& stiff, double peak) {
  const double size = std::sqrt(stiff.x * stiff.x + stiff.y * stiff.y);
  if (size == 0 || peak <= 0) return {};
  const double s = size / (3 * peak);
  const double factor = s < 1 ? 1 - s + s * s / 3 : peak / size;
  return {factor * stiff.x, factor * stiff.y};
}

}  // namespace mb
