// Vectors of the laws for any number: plain ones, or such that record. Sums have one order, so that recorded laws give
// the same bits.
#pragma once

#include <cmath>

#include "formats/model/basics/geometry.h"
#include "formats/model/tracing/traced.h"

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

}  // namespace mb
