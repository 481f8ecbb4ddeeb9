// What a removed rod leaves on the links of its ends, for any number.
#pragma once

#include "formats/model/recursive.h"

namespace mb {

// T = 1/2 (a |v1|^2 + 2 b v1.v2 + c |v2|^2)
template <class T>
struct RodSharesOf {
  T a{};
  T b{};
  T c{};
};
template <class T>
RodSharesOf<T> rodShares(const Rod& rod, const T& mass) {
  const double s = rod.s;
  const double J = rod.transverseInertia / (rod.length * rod.length);
  return {mass * (1 - s) * (1 - s) + J, mass * s * (1 - s) - J, mass * s * s + J};
}

}  // namespace mb
