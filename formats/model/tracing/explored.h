// Code that decides by numbers, or that many places share, and may be recorded (traced.h).
#pragma once

#include <array>
#include <string>
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
template <class F, std::size_t N>
auto callRecorded(const std::string& name, const std::array<Traced, N>& arguments, const F& f)
    -> decltype(f(arguments));
}  // namespace tracing

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

// The array of results of code with an array of arguments. It is recorded once for each name, and generated code calls
// it as a function: whatever it depends on besides its arguments belongs into the name. Otherwise it just runs.
template <class T, class F, std::size_t N>
constexpr auto procedure(const std::string& name, const std::array<T, N>& arguments, const F& f)
    -> decltype(f(arguments)) {
  if constexpr (std::is_same_v<T, Traced>) {
    return tracing::callRecorded(name, arguments, f);
  } else {
    return f(arguments);
  }
}

// Zero in its derivatives too.
template <class T>
constexpr auto isZero(const T& a) {
  return a == 0.0;
}

}  // namespace mb
