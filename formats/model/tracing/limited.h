// std::min, std::max and std::clamp for any number, by the same comparisons.
#pragma once

#include "formats/model/tracing/explored.h"

namespace mb {

template <class T>
T least(const T& a, const std::type_identity_t<T>& b) {
  return explored<T>([&]() -> T { return b < a ? b : a; });
}
template <class T>
T largest(const T& a, const std::type_identity_t<T>& b) {
  return explored<T>([&]() -> T { return a < b ? b : a; });
}
template <class T>
T limited(const T& x, const std::type_identity_t<T>& low, const std::type_identity_t<T>& high) {
  return explored<T>([&]() -> T { return x < low ? low : high < x ? high : x; });
}

}  // namespace mb
