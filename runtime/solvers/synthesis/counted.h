// A double that counts its operations as Song and Kim's table 1 does [SK]: multiplications with divisions, additions
// with subtractions. Roots and trigonometric functions are counted separately. Changes of sign and comparisons are
// free.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <compare>

namespace mb {

struct OperationCounts {
  long multiplications = 0;
  long additions = 0;
  long functions = 0;
};

struct Counted {
  double value = 0;

  Counted() = default;
  Counted(double v) : value(v) {}  // NOLINT(google-explicit-constructor): Eigen makes constants this way

  static OperationCounts& counts() {
    thread_local OperationCounts total;
    return total;
  }
  Counted& operator+=(const Counted& b) { return *this = *this + b; }
  Counted& operator-=(const Counted& b) { return *this = *this - b; }
  Counted& operator*=(const Counted& b) { return *this = *this * b; }
  Counted& operator/=(const Counted& b) { return *this = *this / b; }

  friend Counted operator+(const Counted& a, const Counted& b) {
    ++counts().additions;
    return {a.value + b.value};
  }
  friend Counted operator-(const Counted& a, const Counted& b) {
    ++counts().additions;
    return {a.value - b.value};
  }
  friend Counted operator*(const Counted& a, const Counted& b) {
    ++counts().multiplications;
    return {a.value * b.value};
  }
  friend Counted operator/(const Counted& a, const Counted& b) {
    ++counts().multiplications;
    return {a.value / b.value};
  }
  friend Counted operator-(const Counted& a) { return {-a.value}; }
  friend bool operator==(const Counted& a, const Counted& b) { return a.value == b.value; }
  friend auto operator<=>(const Counted& a, const Counted& b) { return a.value <=> b.value; }

  friend double valueOf(const Counted& a) { return a.value; }
  friend Counted sqrt(const Counted& a) { return function(std::sqrt(a.value)); }
  friend Counted sin(const Counted& a) { return function(std::sin(a.value)); }
  friend Counted cos(const Counted& a) { return function(std::cos(a.value)); }

 private:
  static Counted function(double result) {
    ++counts().functions;
    return {result};
  }
};

}  // namespace mb

namespace Eigen {

template <>
struct NumTraits<mb::Counted> : NumTraits<double> {
  using Real = mb::Counted;
  using NonInteger = mb::Counted;
  using Nested = mb::Counted;
  using Literal = mb::Counted;
  enum { RequireInitialization = 1 };
};

}  // namespace Eigen
