// Combined slip without fitted coefficients.
#pragma once

#include "formats/model/tyres/magic_formula.h"

namespace mb {

template <class T>
struct PlaneForceOf {
  T x{};
  T y{};
  friend PlaneForceOf choose(const TracedTruth& truth, const PlaneForceOf& a,
                             const PlaneForceOf& b) requires(kRecords<T>) {
    return {choose(truth, a.x, b.x), choose(truth, a.y, b.y)};
  }
};

// A curve of pure slip, and the tyre's position on it (including the shift).
template <class T>
struct SlipCurveOf {
  T B{};
  T C = 1;
  T D{};
  T E{};
  T x{};
};

template <class T>
T pureForce(const SlipCurveOf<T>& curve) {
  return curve.D * magicCurve(T(curve.B * curve.x), curve.C, curve.E);
}

// Similarity: with the slips normalised by their stiffness and peak, p = (B C x)_x, (B C x)_y, each curve is evaluated
// at |p| and its force is distributed in the direction of p. Pure slip gives the pure curve, small slip gives both
// slopes, and as no curve exceeds 1, (Fx / Dx)^2 + (Fy / Dy)^2 <= 1.
template <class T>
PlaneForceOf<T> similarForces(const SlipCurveOf<T>& x, const SlipCurveOf<T>& y) {
  using std::sqrt;
  const T px = x.B * x.C * x.x;
  const T py = y.B * y.C * y.x;
  const T p = sqrt(px * px + py * py);
  return explored<T>([&]() -> PlaneForceOf<T> {
    if (p == 0) return {};
    return {px / p * x.D * magicCurve(T(p / x.C), x.C, x.E), py / p * y.D * magicCurve(T(p / y.C), y.C, y.E)};
  });
}

// Brush with parabolic pressure: `stiff` is stiffness times slip along x and y; the force grows as peak (1 - (1 - s)^3)
// with s = |stiff| / (3 peak), and slides at the peak for s >= 1.
template <class T>
PlaneForceOf<T> brushForces(const PlaneForceOf<T>& stiff, T peak) {
  using std::sqrt;
  const T size = sqrt(stiff.x * stiff.x + stiff.y * stiff.y);
  return explored<T>([&]() -> PlaneForceOf<T> {
    if (size == 0 || peak <= 0) return {};
    const T s = size / (3 * peak);
    const T factor = s < 1 ? 1 - s + s * s / 3 : peak / size;
    return {factor * stiff.x, factor * stiff.y};
  });
}

}  // namespace mb
