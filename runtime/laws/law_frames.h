// Vectors and frames of the laws for any number: plain ones, or such that record. Sums have one order, so that recorded
// laws give the same bits.
#pragma once

#include <array>
#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "formats/model/tracing/traced.h"
#include "runtime/laws/frame_motion.h"

namespace mb {

template <class T>
struct Three {
  T x{};
  T y{};
  T z{};
  friend Three operator+(const Three& a, const Three& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Three operator-(const Three& a, const Three& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Three operator-(const Three& a) { return {-a.x, -a.y, -a.z}; }
  friend Three operator*(const T& f, const Three& a) { return {f * a.x, f * a.y, f * a.z}; }
  friend T dot(const Three& a, const Three& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend Three cross(const Three& a, const Three& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  friend Three byParts(const Three& a, const Three& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend T norm(const Three& a) {
    using std::sqrt;
    return sqrt(dot(a, a));
  }
  friend Three choose(const TracedTruth& truth, const Three& a, const Three& b) requires(kRecords<T>) {
    return {choose(truth, a.x, b.x), choose(truth, a.y, b.y), choose(truth, a.z, b.z)};
  }
};
template <class T>
Three<T> threeOf(const Vector3& a) {
  return {a.x(), a.y(), a.z()};
}
inline Vector3 plain(const Three<double>& a) { return {a.x, a.y, a.z}; }

// A rotation, as its axes.
template <class T>
struct TurnOf {
  Three<T> e[3];
  friend Three<T> operator*(const TurnOf& R, const Three<T>& a) { return a.x * R.e[0] + a.y * R.e[1] + a.z * R.e[2]; }
  friend TurnOf operator*(const TurnOf& R, const TurnOf& S) { return {{R * S.e[0], R * S.e[1], R * S.e[2]}}; }
  friend Three<T> seenFrom(const TurnOf& R, const Three<T>& a) {  // in its axes
    return {dot(R.e[0], a), dot(R.e[1], a), dot(R.e[2], a)};
  }
  friend TurnOf seenFrom(const TurnOf& R, const TurnOf& S) {
    return {{seenFrom(R, S.e[0]), seenFrom(R, S.e[1]), seenFrom(R, S.e[2])}};
  }
};
template <class T>
TurnOf<T> turnOf(const Matrix3& R) {
  return {{threeOf<T>(R.col(0)), threeOf<T>(R.col(1)), threeOf<T>(R.col(2))}};
}

// A marker in the world, as FrameMotion.
template <class T>
struct FrameOf {
  TurnOf<T> R;
  Three<T> p;
  Three<T> v;
  Three<T> w;
};
inline FrameOf<double> frameOf(const FrameMotion& motion) {
  return {turnOf<double>(motion.X.R), threeOf<double>(motion.X.p), threeOf<double>(motion.v),
          threeOf<double>(motion.w)};
}
inline FrameMotion plain(const FrameOf<double>& frame) {
  FrameMotion motion;
  for (int k = 0; k < 3; ++k) motion.X.R.col(k) = plain(frame.R.e[k]);
  motion.X.p = plain(frame.p);
  motion.v = plain(frame.v);
  motion.w = plain(frame.w);
  return motion;
}

// A marker at X on a link whose frame and velocities {v; w} are given about a reference point c.
template <class T>
FrameOf<T> frameOn(const TurnOf<T>& R, const Three<T>& p, const Three<T>& v, const Three<T>& w, const Pose& X,
                   const Three<T>& c) {
  FrameOf<T> frame;
  frame.R = R * turnOf<T>(X.R);
  const Three<T> fromReference = p + R * threeOf<T>(X.p);
  frame.p = fromReference + c;
  frame.v = v + cross(w, fromReference);
  frame.w = w;
  return frame;
}

// The angle about one axis (0, 1, 2) of what R turns, as if it were the only rotation. ADAMS: the x axis about z, the z
// axis about x and y.
template <class T>
T angleAbout(int axis, const TurnOf<T>& R) {
  using elementary::atan2;
  switch (axis) {
    case 0: return atan2(-R.e[2].y, R.e[2].z);
    case 1: return atan2(R.e[2].x, R.e[2].z);
    default: return atan2(R.e[0].y, R.e[0].x);
  }
}

// A unit quaternion w x y z of a rotation, by the largest of its parts.
template <class T>
std::array<T, 4> quaternionOf(const TurnOf<T>& R) {
  using std::sqrt;
  const T x = R.e[0].x;
  const T y = R.e[1].y;
  const T z = R.e[2].z;
  // Four times the square of each part.
  const std::array<T, 4> squares{1.0 + x + y + z, 1.0 + x - y - z, 1.0 - x + y - z, 1.0 - x - y + z};
  const T s[3] = {R.e[1].z - R.e[2].y, R.e[2].x - R.e[0].z, R.e[0].y - R.e[1].x};  // 4 w times x, y, z
  const T p[3] = {R.e[1].z + R.e[2].y, R.e[2].x + R.e[0].z, R.e[0].y + R.e[1].x};  // 4 yz, 4 zx, 4 xy
  const std::array<std::array<T, 4>, 4> rows{{{squares[0], s[0], s[1], s[2]},
                                              {s[0], squares[1], p[2], p[1]},
                                              {s[1], p[2], squares[2], p[0]},
                                              {s[2], p[1], p[0], squares[3]}}};
  std::array<T, 4> best = rows[0];
  T largest = squares[0];
  for (std::size_t k = 1; k < 4; ++k) {
    const auto isLarger = largest < squares[k];
    const auto larger = [&](const T& a, const T& b) { return explored<T>([&]() -> T { return isLarger ? a : b; }); };
    for (std::size_t n = 0; n < 4; ++n) best[n] = larger(rows[k][n], best[n]);
    largest = larger(squares[k], largest);
  }
  const T factor = 0.5 / sqrt(largest);
  for (T& one : best) one = factor * one;
  return best;
}
// The rotation vector of R, with an angle from 0 to half a turn.
template <class T>
Three<T> rotationVectorOf(const TurnOf<T>& R) {
  using elementary::atan2;
  const std::array<T, 4> q = quaternionOf(R);
  const Three<T> v{q[1], q[2], q[3]};
  const T s = norm(v);  // sin(angle / 2)
  const T factor = explored<T>([&]() -> T {
    const T side = q[0] < 0.0 ? T(-1) : T(1);
    return s < 1e-9 ? 2 * side : 2 * side * atan2(s, side * q[0]) / s;
  });
  return factor * v;
}

}  // namespace mb
