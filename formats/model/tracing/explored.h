// Code that decides by numbers and may be recorded (traced.h).
#pragma once

#include <type_traits>

namespace mb {

struct Traced;
struct TracedTruth;
template <class T>
struct DualOf;

// Whether numbers of this type record what is done with them.
template <class T>
inline constexpr bool kRecords = false;
template <>
inline constexpr bool kRecords<Traced> = true;
template <class T>
inline constexpr bool kRecords<DualOf<T>> = kRecords<T>;

namespace tracing {
template <class F>
auto explore(const F& f) -> decltype(f());
}

// The result of code that decides by numbers and changes nothing else: recorded on both ways, with choose() between
// their results. With plain numbers it just runs.
template <class T, class F>
constexpr auto explored(const F& f) -> decltype(f()) {
  if constexpr (kRecords<T>) {
    return tracing::explore(f);
  } else {
    return f();
  }
}

// Zero in its derivatives too.
template <class T>
constexpr auto isZero(const T& a) {
  return a == 0.0;
}

}  // namespace mb
