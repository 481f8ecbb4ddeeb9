// A number with its derivative along one direction: code that is a template over its numbers gives exact directional
// derivatives (forward mode). Values are calculated by the operations of plain numbers, so they have the same bits.
// Comparisons are by values. With Traced, the derivative's operations are recorded beside the value's.
#pragma once

#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "formats/model/tracing/traced.h"

namespace mb {

template <class T>
struct DualOf {
  T value{};
  T derivative{};

  constexpr DualOf() = default;
  constexpr DualOf(T constant) : value(constant) {}  // NOLINT(google-explicit-constructor): numbers are duals
  constexpr DualOf(double constant)                  // NOLINT(google-explicit-constructor)
      requires(!std::is_same_v<T, double>)
      : value(constant) {}
  constexpr DualOf(T v, T d) : value(v), derivative(d) {}

  // f(a) by its slope there. What does not change has no derivative, even if the slope is infinite.
  friend DualOf chain(const DualOf& a, const T& f, const T& slope) {
    return {f, explored<T>([&]() -> T { return a.derivative == 0.0 ? T(0) : slope * a.derivative; })};
  }

  DualOf& operator+=(const DualOf& b) { return *this = *this + b; }
  DualOf& operator-=(const DualOf& b) { return *this = *this - b; }
  DualOf& operator*=(const DualOf& b) { return *this = *this * b; }
  DualOf& operator/=(const DualOf& b) { return *this = *this / b; }
  friend DualOf operator-(const DualOf& a) { return {-a.value, -a.derivative}; }
  friend DualOf operator+(const DualOf& a, const DualOf& b) { return {a.value + b.value, a.derivative + b.derivative}; }
  friend DualOf operator-(const DualOf& a, const DualOf& b) { return {a.value - b.value, a.derivative - b.derivative}; }
  friend DualOf operator*(const DualOf& a, const DualOf& b) {
    return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
  }
  friend DualOf operator/(const DualOf& a, const DualOf& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.derivative - quotient * b.derivative) / b.value};
  }

  friend auto operator<(const DualOf& a, const DualOf& b) { return a.value < b.value; }
  friend auto operator>(const DualOf& a, const DualOf& b) { return a.value > b.value; }
  friend auto operator<=(const DualOf& a, const DualOf& b) { return a.value <= b.value; }
  friend auto operator>=(const DualOf& a, const DualOf& b) { return a.value >= b.value; }
  friend auto operator==(const DualOf& a, const DualOf& b) { return a.value == b.value; }
  friend auto operator!=(const DualOf& a, const DualOf& b) { return a.value != b.value; }
  friend auto isZero(const DualOf& a) { return a.value == 0.0 && a.derivative == 0.0; }

  friend DualOf choose(const decltype(T{} < T{}) & truth, const DualOf& a, const DualOf& b) {
    if constexpr (kRecords<T>) {
      return {choose(truth, a.value, b.value), choose(truth, a.derivative, b.derivative)};
    } else {
      return truth ? a : b;
    }
  }

  friend DualOf sqrt(const DualOf& a) {
    using std::sqrt;
    const T root = sqrt(a.value);
    return chain(a, root, 0.5 / root);
  }
  friend DualOf fabs(const DualOf& a) {
    using std::fabs;
    return {fabs(a.value), explored<T>([&]() -> T { return a.value < 0.0 ? -a.derivative : a.derivative; })};
  }
  friend DualOf abs(const DualOf& a) { return fabs(a); }
  friend DualOf sin(const DualOf& a) {
    using elementary::sin, elementary::cos;
    return {sin(a.value), cos(a.value) * a.derivative};
  }
  friend DualOf cos(const DualOf& a) {
    using elementary::sin, elementary::cos;
    return {cos(a.value), -(sin(a.value) * a.derivative)};
  }
  friend DualOf tan(const DualOf& a) {
    using elementary::tan;
    const T t = tan(a.value);
    return {t, (1.0 + t * t) * a.derivative};
  }
  friend DualOf asin(const DualOf& a) {
    using elementary::asin;
    using std::sqrt;
    return chain(a, asin(a.value), T(1.0 / sqrt(1.0 - a.value * a.value)));
  }
  friend DualOf acos(const DualOf& a) {
    using elementary::acos;
    using std::sqrt;
    return chain(a, acos(a.value), T(-1.0 / sqrt(1.0 - a.value * a.value)));
  }
  friend DualOf atan(const DualOf& a) {
    using elementary::atan;
    return {atan(a.value), a.derivative / (1.0 + a.value * a.value)};
  }
  friend DualOf atan2(const DualOf& y, const DualOf& x) {
    using elementary::atan2;
    const T turned = x.value * y.derivative - y.value * x.derivative;
    return {atan2(y.value, x.value), explored<T>([&]() -> T {
              return turned == 0.0 ? T(0) : turned / (x.value * x.value + y.value * y.value);
            })};
  }
  friend DualOf sinh(const DualOf& a) {
    using elementary::sinh, elementary::cosh;
    return {sinh(a.value), cosh(a.value) * a.derivative};
  }
  friend DualOf cosh(const DualOf& a) {
    using elementary::sinh, elementary::cosh;
    return {cosh(a.value), sinh(a.value) * a.derivative};
  }
  friend DualOf tanh(const DualOf& a) {
    using elementary::tanh;
    const T t = tanh(a.value);
    return {t, (1.0 - t * t) * a.derivative};
  }
  friend DualOf exp(const DualOf& a) {
    using elementary::exp;
    const T e = exp(a.value);
    return {e, e * a.derivative};
  }
  friend DualOf log(const DualOf& a) {
    using elementary::log;
    return chain(a, log(a.value), 1.0 / a.value);
  }
  friend DualOf log10(const DualOf& a) {
    using elementary::log10;
    return chain(a, log10(a.value), 0.43429448190325182765 / a.value);
  }
  friend DualOf pow(const DualOf& a, const DualOf& b) {
    using elementary::pow, elementary::log;
    const T power = pow(a.value, b.value);
    const T byBase = explored<T>([&]() -> T {
      if (a.derivative == 0.0 || b.value == 0.0) return T(0);
      return b.value * pow(a.value, b.value - 1.0) * a.derivative;
    });
    const T byExponent = explored<T>(
        [&]() -> T { return b.derivative == 0.0 || power == 0.0 ? T(0) : power * log(a.value) * b.derivative; });
    return {power, byBase + byExponent};
  }
  friend DualOf hypot(const DualOf& a, const DualOf& b) {
    using elementary::hypot;
    const T length = hypot(a.value, b.value);
    return {length, explored<T>([&]() -> T {
              const T along = a.value * a.derivative + b.value * b.derivative;
              return along == 0.0 ? T(0) : along / length;
            })};
  }
  // Constant between jumps.
  friend DualOf floor(const DualOf& a) {
    using std::floor;
    return {floor(a.value)};
  }
  friend DualOf ceil(const DualOf& a) {
    using std::ceil;
    return {ceil(a.value)};
  }
  friend DualOf trunc(const DualOf& a) {
    using std::trunc;
    return {trunc(a.value)};
  }
  friend DualOf fmod(const DualOf& a, const DualOf& b) {
    using std::fmod, std::trunc;
    return {fmod(a.value, b.value), a.derivative - trunc(a.value / b.value) * b.derivative};
  }
  friend DualOf remainder(const DualOf& a, const DualOf& b) {
    using std::remainder;
    const T rest = remainder(a.value, b.value);
    return {rest, a.derivative - (a.value - rest) / b.value * b.derivative};
  }
  friend DualOf copysign(const DualOf& a, const DualOf& b) {
    using std::copysign;
    const T signs = copysign(T(1), a.value) * copysign(T(1), b.value);
    return {copysign(a.value, b.value), signs * a.derivative};
  }
};
using Dual = DualOf<double>;

template <class T>
inline constexpr bool kHasDerivative = false;
template <class T>
inline constexpr bool kHasDerivative<DualOf<T>> = true;

}  // namespace mb
