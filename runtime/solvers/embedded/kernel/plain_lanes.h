// The kernel's numbers as processors have them.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace mb::embedded::MB_VARIANT {

using BaseNumber = double;
using BaseTruth = bool;
using BaseLanes = double __attribute__((vector_size(32)));
using LaneBits = std::int64_t __attribute__((vector_size(32)));

template <class T>
struct BitsOf;
template <>
struct BitsOf<double> {
  using Type = std::int64_t;
};
template <>
struct BitsOf<BaseLanes> {
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
inline BaseLanes squareRoot(const BaseLanes& value) {
  BaseLanes root{};
  for (int l = 0; l < 4; ++l) root[l] = std::sqrt(value[l]);
  return root;
}
inline void itemEnds() {}  // where a recording may be cut
inline double magnitude(double value) { return value < 0 ? -value : value; }
inline BaseLanes magnitude(const BaseLanes& value) { return value < 0 ? -value : value; }

}  // namespace mb::embedded::MB_VARIANT
