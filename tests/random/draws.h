// Random numbers that are the same on every platform: the bits of a Mersenne twister without the library's
// distributions, whose algorithms are not specified.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "formats/model/basics/geometry.h"

namespace mb::random {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : bits_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_() >> 11) * 0x1p-53);
  }
  int below(int count) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(count)); }
  bool oneIn(int count) { return below(count) == 0; }
  double decades(double low, double high) { return std::pow(10, uniform(low, high)); }  // 10^low ... 10^high
  double sign() { return oneIn(2) ? -1 : 1; }
  std::uint64_t seed() { return bits_(); }

  Vector3 vector() {  // in sequence, because the order of arguments in a call is unspecified
    Vector3 v;
    for (int k = 0; k < 3; ++k) v(k) = uniform(-1, 1);
    return v;
  }
  Vector3 direction() {
    for (;;) {
      const Vector3 v = vector();
      if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
  }
  Matrix3 rotation() { return rotationOf(uniform(0, 3.1) * direction()); }

  template <class T>
  const T& of(const std::vector<T>& all) {
    return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace mb::random
