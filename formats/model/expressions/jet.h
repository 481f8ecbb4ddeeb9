// A number with its first and second time derivatives: functions of drives give exact rates and accelerations [HG12 §4:
// Phi_t, Phi_tt].
#pragma once

#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "formats/model/tracing/explored.h"

namespace mb {

template <class T>
struct JetOf {
  T value{};
  T rate{};
  T second{};

  constexpr JetOf() = default;
  constexpr JetOf(T constant) : value(constant) {}  // NOLINT(google-explicit-constructor): numbers are jets
  constexpr JetOf(double constant)                  // NOLINT(google-explicit-constructor)
      requires(!std::is_same_v<T, double>)
      : value(constant) {}
  constexpr JetOf(T v, T d, T dd) : value(v), rate(d), second(dd) {}
  static constexpr JetOf time(T t) { return {t, 1, 0}; }

  friend constexpr auto operator<(const JetOf& a, const JetOf& b) { return a.value < b.value; }
  friend constexpr auto operator>(const JetOf& a, const JetOf& b) { return a.value > b.value; }
  friend constexpr auto operator<=(const JetOf& a, const JetOf& b) { return a.value <= b.value; }
  friend constexpr auto operator>=(const JetOf& a, const JetOf& b) { return a.value >= b.value; }
  friend constexpr auto operator==(const JetOf& a, const JetOf& b) { return a.value == b.value; }

  friend constexpr auto isConstant(const JetOf& a) { return isZero(a.rate) && isZero(a.second); }

  // f(a) from its value and derivatives at a.value. A constant has no rates, even if the slope is infinite.
  friend constexpr JetOf chain(const JetOf& a, T f, T f1, T f2) {
    return explored<T>([&]() -> JetOf {
      if (isConstant(a)) return {f};
      return {f, f1 * a.rate, f1 * a.second + f2 * a.rate * a.rate};
    });
  }

  friend constexpr JetOf operator-(const JetOf& a) { return {-a.value, -a.rate, -a.second}; }
  friend constexpr JetOf operator+(const JetOf& a, const JetOf& b) {
    return {a.value + b.value, a.rate + b.rate, a.second + b.second};
  }
  friend constexpr JetOf operator-(const JetOf& a, const JetOf& b) { return a + -b; }
  friend constexpr JetOf operator*(const JetOf& a, const JetOf& b) {
    return {a.value * b.value, a.rate * b.value + a.value * b.rate,
            a.second * b.value + 2.0 * a.rate * b.rate + a.value * b.second};
  }
  friend constexpr JetOf operator/(const JetOf& a, const JetOf& b) {
    const T x = 1.0 / b.value;
    return a * chain(b, x, -x * x, 2.0 * x * x * x);
  }

  friend JetOf sqrt(const JetOf& a) {
    using std::sqrt;
    const T s = sqrt(a.value);
    return chain(a, s, 0.5 / s, -0.25 / (s * a.value));
  }
  friend JetOf sin(const JetOf& a) {
    using elementary::sin, elementary::cos;
    const T s = sin(a.value);
    return chain(a, s, cos(a.value), -s);
  }
  friend JetOf cos(const JetOf& a) {
    using elementary::sin, elementary::cos;
    const T c = cos(a.value);
    return chain(a, c, -sin(a.value), -c);
  }
  friend JetOf tan(const JetOf& a) { return sin(a) / cos(a); }
  friend JetOf asin(const JetOf& a) {
    using elementary::asin;
    using std::sqrt;
    const T w = 1.0 / (1.0 - a.value * a.value);
    const T root = sqrt(w);
    return chain(a, asin(a.value), root, a.value * w * root);
  }
  friend JetOf acos(const JetOf& a) {
    using elementary::acos, elementary::asin;
    return JetOf(acos(a.value) + asin(a.value)) - asin(a);
  }
  friend JetOf atan(const JetOf& a) {
    using elementary::atan;
    const T w = 1.0 / (1.0 + a.value * a.value);
    return chain(a, atan(a.value), w, -2.0 * a.value * w * w);
  }
  friend JetOf atan2(const JetOf& y, const JetOf& x) {
    using elementary::atan2;
    using std::fabs;
    return explored<T>([&]() -> JetOf {
      if (isConstant(y) && isConstant(x)) return {atan2(y.value, x.value)};
      // The angle differs from the atan of a quotient by a constant; the quotient with the larger divisor is used.
      JetOf angle = fabs(x.value) >= fabs(y.value) ? atan(y / x) : -atan(x / y);
      angle.value = atan2(y.value, x.value);
      return angle;
    });
  }
  friend JetOf sinh(const JetOf& a) {
    using elementary::sinh, elementary::cosh;
    const T s = sinh(a.value);
    return chain(a, s, cosh(a.value), s);
  }
  friend JetOf cosh(const JetOf& a) {
    using elementary::sinh, elementary::cosh;
    const T c = cosh(a.value);
    return chain(a, c, sinh(a.value), c);
  }
  friend JetOf tanh(const JetOf& a) {
    using elementary::tanh;
    const T t = tanh(a.value);
    return chain(a, t, 1.0 - t * t, -2.0 * t * (1.0 - t * t));
  }
  friend JetOf exp(const JetOf& a) {
    using elementary::exp;
    const T e = exp(a.value);
    return chain(a, e, e, e);
  }
  friend JetOf log(const JetOf& a) {
    using elementary::log;
    return chain(a, log(a.value), 1.0 / a.value, -1.0 / (a.value * a.value));
  }
  friend JetOf log10(const JetOf& a) { return log(a) * JetOf(0.43429448190325182765); }
  friend JetOf fabs(const JetOf& a) {
    return explored<T>([&]() -> JetOf { return a.value < 0.0 ? -a : a; });
  }
  // Constant between jumps.
  friend JetOf floor(const JetOf& a) {
    using std::floor;
    return {floor(a.value)};
  }
  friend JetOf ceil(const JetOf& a) {
    using std::ceil;
    return {ceil(a.value)};
  }
  friend JetOf fmod(const JetOf& a, const JetOf& b) {
    using std::fmod, std::trunc;
    JetOf rest = a - JetOf(trunc(a.value / b.value)) * b;
    rest.value = fmod(a.value, b.value);
    return rest;
  }
  friend JetOf pow(const JetOf& a, const JetOf& b) {
    using elementary::pow;
    return explored<T>([&]() -> JetOf {
      if (!isConstant(b)) return exp(b * log(a));
      const T n = b.value;
      // Avoids 0 * inf where low powers of zero have no further derivative.
      const T first = n == 0.0 ? T(0) : n * pow(a.value, n - 1.0);
      const T second = n == 0.0 || n == 1.0 ? T(0) : n * (n - 1.0) * pow(a.value, n - 2.0);
      return chain(a, pow(a.value, n), first, second);
    });
  }
  friend JetOf copysign(const JetOf& a, const JetOf& b) {
    using std::copysign;
    return explored<T>([&]() -> JetOf { return copysign(T(1), a.value) == copysign(T(1), b.value) ? a : -a; });
  }
  friend JetOf choose(const TracedTruth& truth, const JetOf& a, const JetOf& b) requires(kRecords<T>) {
    return {choose(truth, a.value, b.value), choose(truth, a.rate, b.rate), choose(truth, a.second, b.second)};
  }
};
using Jet = JetOf<double>;
template <class T>
inline constexpr bool kRecords<JetOf<T>> = kRecords<T>;

}  // namespace mb
