// A number with its first and second time derivatives: functions of drives give exact rates and accelerations [HG12 §4:
// Phi_t, Phi_tt].
#pragma once

#include <cmath>
#include <compare>

namespace mb {

struct Jet {
  double value = 0;
  double rate = 0;
  double second = 0;

  constexpr Jet() = default;
  constexpr Jet(double constant) : value(constant) {}  // NOLINT(google-explicit-constructor): numbers are jets
  constexpr Jet(double v, double d, double dd) : value(v), rate(d), second(dd) {}
  static constexpr Jet time(double t) { return {t, 1, 0}; }

  friend constexpr auto operator<=>(const Jet& a, const Jet& b) { return a.value <=> b.value; }
  friend constexpr bool operator==(const Jet& a, const Jet& b) { return a.value == b.value; }
};

constexpr bool isConstant(const Jet& a) { return a.rate == 0 && a.second == 0; }

// f(a) from its value and derivatives at a.value. A constant has no rates, even if the slope is infinite.
constexpr Jet chain(const Jet& a, double f, double f1, double f2) {
  if (isConstant(a)) return {f};
  return {f, f1 * a.rate, f1 * a.second + f2 * a.rate * a.rate};
}

constexpr Jet operator-(const Jet& a) { return {-a.value, -a.rate, -a.second}; }
constexpr Jet operator+(const Jet& a, const Jet& b) {
  return {a.value + b.value, a.rate + b.rate, a.second + b.second};
}
constexpr Jet operator-(const Jet& a, const Jet& b) { return a + -b; }
constexpr Jet operator*(const Jet& a, const Jet& b) {
  return {a.value * b.value, a.rate * b.value + a.value * b.rate,
          a.second * b.value + 2 * a.rate * b.rate + a.value * b.second};
}
constexpr Jet operator/(const Jet& a, const Jet& b) {
  const double x = 1 / b.value;
  return a * chain(b, x, -x * x, 2 * x * x * x);
}

inline Jet sqrt(const Jet& a) {
  const double s = std::sqrt(a.value);
  return chain(a, s, 0.5 / s, -0.25 / (s * a.value));
}
inline Jet sin(const Jet& a) {
  const double s = std::sin(a.value);
  return chain(a, s, std::cos(a.value), -s);
}
inline Jet cos(const Jet& a) {
  const double c = std::cos(a.value);
  return chain(a, c, -std::sin(a.value), -c);
}
inline Jet tan(const Jet& a) { return sin(a) / cos(a); }
inline Jet asin(const Jet& a) {
  const double w = 1 / (1 - a.value * a.value);
  return chain(a, std::asin(a.value), std::sqrt(w), a.value * w * std::sqrt(w));
}
inline Jet acos(const Jet& a) { return Jet(std::acos(a.value) + std::asin(a.value)) - asin(a); }
inline Jet atan(const Jet& a) {
  const double w = 1 / (1 + a.value * a.value);
  return chain(a, std::atan(a.value), w, -2 * a.value * w * w);
}
inline Jet atan2(const Jet& y, const Jet& x) {
  if (isConstant(y) && isConstant(x)) return {std::atan2(y.value, x.value)};
  // The angle differs from the atan of a quotient by a constant; the quotient with the larger divisor is used.
  const bool flat = std::fabs(x.value) >= std::fabs(y.value);
  Jet angle = flat ? atan(y / x) : -atan(x / y);
  angle.value = std::atan2(y.value, x.value);
  return angle;
}
inline Jet sinh(const Jet& a) {
  const double s = std::sinh(a.value);
  return chain(a, s, std::cosh(a.value), s);
}
inline Jet cosh(const Jet& a) {
  const double c = std::cosh(a.value);
  return chain(a, c, std::sinh(a.value), c);
}
inline Jet tanh(const Jet& a) {
  const double t = std::tanh(a.value);
  return chain(a, t, 1 - t * t, -2 * t * (1 - t * t));
}
inline Jet exp(const Jet& a) {
  const double e = std::exp(a.value);
  return chain(a, e, e, e);
}
inline Jet log(const Jet& a) { return chain(a, std::log(a.value), 1 / a.value, -1 / (a.value * a.value)); }
inline Jet log10(const Jet& a) { return log(a) * Jet(0.43429448190325182765); }
inline Jet fabs(const Jet& a) { return a.value < 0 ? -a : a; }
// Constant between jumps.
inline Jet floor(const Jet& a) { return {std::floor(a.value)}; }
inline Jet ceil(const Jet& a) { return {std::ceil(a.value)}; }
inline Jet fmod(const Jet& a, const Jet& b) {
  Jet rest = a - Jet(std::trunc(a.value / b.value)) * b;
  rest.value = std::fmod(a.value, b.value);
  return rest;
}
inline Jet pow(const Jet& a, const Jet& b) {
  if (!isConstant(b)) return exp(b * log(a));
  const double n = b.value;
  // Avoids 0 * inf where low powers of zero have no further derivative.
  const double first = n == 0 ? 0 : n * std::pow(a.value, n - 1);
  const double second = n == 0 || n == 1 ? 0 : n * (n - 1) * std::pow(a.value, n - 2);
  return chain(a, std::pow(a.value, n), first, second);
}
inline Jet copysign(const Jet& a, const Jet& b) { return std::signbit(a.value) == std::signbit(b.value) ? a : -a; }

}  // namespace mb
