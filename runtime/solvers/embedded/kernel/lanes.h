// Arithmetic on one number or on four side by side: T is Number or Lanes. Only the kernel includes this. It is compiled
// for several processors, and with numbers that record (MB_TRACED) or carry a derivative (MB_DUAL), so each variant has
// its own namespace and the linker cannot mix them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "formats/model/elementary/elementary.h"
#ifdef MB_TRACED
#include "runtime/solvers/embedded/kernel/traced_lanes.h"
#else
#include "runtime/solvers/embedded/kernel/plain_lanes.h"
#endif
#include "runtime/solvers/embedded/kernel/sine_cosine.h"
#ifdef MB_DUAL
#include "runtime/solvers/embedded/kernel/dual_lanes.h"
#endif

namespace mb::embedded::MB_VARIANT {

#ifndef MB_DUAL
using Number = BaseNumber;
using Lanes = BaseLanes;
#endif
using Truth = BaseTruth;

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
