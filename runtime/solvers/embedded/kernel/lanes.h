// Arithmetic on one number or on four side by side: T is Number or Lanes. Only the kernel includes this. It is compiled
// for several processors, and once with numbers that record (MB_TRACED), so each variant has its own namespace and the
// linker cannot mix them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "formats/model/elementary/elementary.h"
#ifdef MB_TRACED
#include "runtime/solvers/embedded/kernel/traced_lanes.h"
#endif

namespace mb::embedded::MB_VARIANT {

#ifndef MB_TRACED
using Number = double;
using Truth = bool;
using Lanes = double __attribute__((vector_size(32)));
using LaneBits = std::int64_t __attribute__((vector_size(32)));

template <class T>
struct BitsOf;
template <>
struct BitsOf<double> {
  using Type = std::int64_t;
};
template <>
struct BitsOf<Lanes> {
  using Type = LaneBits;
};
template <class T>
inline auto bitsOf(const T& value) {
  typename BitsOf<T>::Type bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
template <class Mask, class T>
inline T choose(const Mask& mask, const T& a, const T& b) {
  return mask ? a : b;
}
inline double squareRoot(double value) { return std::sqrt(value); }
inline Lanes squareRoot(const Lanes& value) {
  Lanes root{};
  for (int l = 0; l < 4; ++l) root[l] = std::sqrt(value[l]);
  return root;
}
inline void itemEnds() {}  // where a recording may be cut
inline double magnitude(double value) { return value < 0 ? -value : value; }
inline Lanes magnitude(const Lanes& value) { return value < 0 ? -value : value; }
#endif

template <class T>
constexpr int kWidth = sizeof(T) / sizeof(Number);

// The type of a comparison.
template <class T>
using LaneMask = decltype(T{} < T{});

template <class T>
inline T load(const Number* p) {
  T value;
  std::memcpy(&value, __builtin_assume_aligned(p, sizeof(T)), sizeof(T));
  return value;
}
template <class T>
inline void store(Number* p, const T& value) {
  std::memcpy(__builtin_assume_aligned(p, sizeof(T)), &value, sizeof(T));
}
inline Number lane(const Number& value, int) { return value; }
inline Number lane(const Lanes& value, int l) { return value[l]; }
inline void setLane(Number& value, int, const Number& to) { value = to; }
inline void setLane(Lanes& value, int l, const Number& to) { value[l] = to; }
template <class T>
inline T all(const Number& value) {
  if constexpr (kWidth<T> == 1) {
    return value;
  } else {
    return Lanes{value, value, value, value};
  }
}
template <class T>
inline T gather(const Number* from, const int* index) {
  if constexpr (kWidth<T> == 1) {
    return from[index[0]];
  } else {
    return Lanes{from[index[0]], from[index[1]], from[index[2]], from[index[3]]};
  }
}
// Writes each lane in use to its place.
template <class T>
inline void put(Number* to, const std::array<int, 4>& index, const T& value, int lanes) {
  if constexpr (kWidth<T> == 1) {
    to[index[0]] = value;
  } else {
    for (int l = 0; l < lanes; ++l) to[index[l]] = value[l];
  }
}
// Sine and cosine within about one unit in the last place, the same for every width. Subtracts multiples of pi / 2 in
// two parts, the first of 33 bits, then uses the minimax polynomials of fdlibm.
constexpr double kFarthestAngle = 5e5;  // multiples of the first part are exact up to here
template <class T>
inline void sineCosine(const T& x, T& sine, T& cosine) {
  constexpr double kToInteger = 6755399441055744.0;  // 1.5 * 2^52
  const T shifted = x * 6.36619772367581382433e-01 + kToInteger;
  const auto quadrant = bitsOf(shifted);
  const T k = shifted - kToInteger;
  const T r = (x - k * 1.57079632673412561417e+00) - k * 6.07710050650619224932e-11;
  const T z = r * r;
  const T s = r + r * z *
                      (-1.66666666666666324348e-01 +
                       z * (8.33333333332248946124e-03 +
                            z * (-1.98412698298579493134e-04 +
                                 z * (2.75573137070700676789e-06 +
                                      z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
  const T half = 0.5 * z;
  const T w = 1.0 - half;
  const T c = w + (((1.0 - w) - half) +
                   z * z *
                       (4.16666666666666019037e-02 +
                        z * (-1.38888888888741095749e-03 +
                             z * (2.48015872894767294178e-05 +
                                  z * (-2.75573143513906633035e-07 +
                                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));
  const auto swapped = (quadrant & 1) != 0;
  const T sine0 = choose(swapped, c, s);
  const T cosine0 = choose(swapped, s, c);
  sine = choose((quadrant & 2) != 0, T(-sine0), sine0);
  cosine = choose(((quadrant + 1) & 2) != 0, T(-cosine0), cosine0);
}
#ifndef MB_TRACED
template <class T>
inline void sineCosineOf(const T& x, T& sine, T& cosine) {
  const auto isFar = magnitude(x) >= kFarthestAngle;
  bool isAnyFar = false;
  if constexpr (kWidth<T> == 1) {
    isAnyFar = isFar;
  } else {
    isAnyFar = ((isFar[0] | isFar[1]) | (isFar[2] | isFar[3])) != 0;
  }
  if (!isAnyFar) return sineCosine(x, sine, cosine);
  for (int l = 0; l < kWidth<T>; ++l) {
    setLane(sine, l, elementary::sin(lane(x, l)));
    setLane(cosine, l, elementary::cos(lane(x, l)));
  }
}
#endif

template <class T>
struct Vec {
  T x, y, z;
};
template <class T>
inline Vec<T> operator+(const Vec<T>& a, const Vec<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
inline Vec<T> operator-(const Vec<T>& a, const Vec<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
inline Vec<T> operator-(const Vec<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
inline Vec<T> operator*(const T& f, const Vec<T>& a) {
  return {f * a.x, f * a.y, f * a.z};
}
template <class T>
inline T dot(const Vec<T>& a, const Vec<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
inline Vec<T> cross(const Vec<T>& a, const Vec<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
// A frame's rotation, stored as its axes.
template <class T>
struct Axes {
  Vec<T> e[3];
};
template <class T>
inline Vec<T> operator*(const Axes<T>& R, const Vec<T>& a) {
  return a.x * R.e[0] + a.y * R.e[1] + a.z * R.e[2];
}

// A motion {v; w} or a force {f; t} about the reference point.
template <class T>
struct Six {
  Vec<T> v, w;
};
template <class T>
inline Six<T> operator+(const Six<T>& a, const Six<T>& b) {
  return {a.v + b.v, a.w + b.w};
}
template <class T>
inline Six<T> operator-(const Six<T>& a, const Six<T>& b) {
  return {a.v - b.v, a.w - b.w};
}
template <class T>
inline Six<T> operator*(const T& f, const Six<T>& a) {
  return {f * a.v, f * a.w};
}
template <class T>
inline T dot(const Six<T>& a, const Six<T>& b) {
  return (a.v.x * b.v.x + a.v.y * b.v.y + a.v.z * b.v.z) + (a.w.x * b.w.x + a.w.y * b.w.y + a.w.z * b.w.z);
}
template <class T>
inline Six<T> crossMotion(const Six<T>& Z, const Six<T>& m) {
  return {cross(Z.w, m.v) + cross(Z.v, m.w), cross(Z.w, m.w)};
}
template <class T>
inline Six<T> crossForce(const Six<T>& Z, const Six<T>& f) {
  return {cross(Z.w, f.v), cross(Z.w, f.w) + cross(Z.v, f.v)};
}
template <class T>
inline Six<T> wrenchAt(const Vec<T>& p, const Vec<T>& f) {
  return {f, cross(p, f)};
}
template <class T>
inline Vec<T> velocityAt(const Six<T>& Z, const Vec<T>& p) {
  return Z.v + cross(Z.w, p);
}

// Components are S numbers apart: of one lane in a slot of four, or of a whole slot.
template <class T, int S>
inline Vec<T> loadVec(const Number* p) {
  return {load<T>(p), load<T>(p + S), load<T>(p + 2 * S)};
}
template <class T, int S>
inline void storeVec(Number* p, const Vec<T>& a) {
  store(p, a.x);
  store(p + S, a.y);
  store(p + 2 * S, a.z);
}
template <class T, int S>
inline Six<T> loadSix(const Number* p) {
  return {loadVec<T, S>(p), loadVec<T, S>(p + 3 * S)};
}
template <class T, int S>
inline void storeSix(Number* p, const Six<T>& a) {
  storeVec<T, S>(p, a.v);
  storeVec<T, S>(p + 3 * S, a.w);
}
template <class T, int S>
inline Axes<T> loadAxes(const Number* p) {
  return {{loadVec<T, S>(p), loadVec<T, S>(p + 3 * S), loadVec<T, S>(p + 6 * S)}};
}
template <class T, int S>
inline void storeAxes(Number* p, const Axes<T>& R) {
  for (int k = 0; k < 3; ++k) storeVec<T, S>(p + 3 * k * S, R.e[k]);
}

// Symmetric 3 x 3: xx, yy, zz, xy, xz, yz.
template <class T>
inline Vec<T> symmetric(const T* s, const Vec<T>& a) {
  return {s[0] * a.x + s[3] * a.y + s[4] * a.z, s[3] * a.x + s[1] * a.y + s[5] * a.z,
          s[4] * a.x + s[5] * a.y + s[2] * a.z};
}

}  // namespace mb::embedded::MB_VARIANT
