// Code that decides by numbers and may be recorded (traced.h).
#pragma once

#include <type_traits>

namespace mb {

struct Traced;
struct TracedTruth;
namespace tracing {
template <class F>
auto explore(const F& f) -> decltype(f());
}

// The result of code that decides by numbers and changes nothing else: recorded on both ways, with choose() between
// their results. With plain numbers it just runs.
template <class T, class F>
constexpr auto explored(const F& f) -> decltype(f()) {
  if constexpr (std::is_same_v<T, Traced>) {
    return tracing::explore(f);
  } else {
    return f();
  }
}

}  // namespace mb
