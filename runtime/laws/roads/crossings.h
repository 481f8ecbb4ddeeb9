// Finds all zeros of a smooth function of one variable in an interval. Allocates nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace mb::crossings {

// A function's value and derivative.
struct Value {
  double value = 0;
  double slope = 0;
};

// The value changes its sign between t0 and t1: Newton iterations where they stay inside, otherwise bisection. An
// integral of the value that ends there is off by the square of the remaining error.
template <class F>
double crossing(const F& f, double t0, const Value& v0, double t1, const Value& v1) {
  constexpr double kNear = 1e-10;
  const bool isPositive0 = v0.value > 0;
  double t = t0 + (t1 - t0) * v0.value / (v0.value - v1.value);
  for (int k = 0; k < 60; ++k) {
    const Value v = f(t);
    ((v.value > 0) == isPositive0 ? t0 : t1) = t;
    double next = t - v.value / v.slope;
    const bool isBetween = (next - t0) * (next - t1) < 0;
    if (!isBetween) next = 0.5 * (t0 + t1);
    const double step = std::abs(next - t);
    t = next;
    if (step < kNear) break;
  }
  return t;
}

struct Roots {
  std::array<double, 24> t{};
  int count = 0;
  void add(double root) {
    if (count < static_cast<int>(t.size())) t[static_cast<std::size_t>(count++)] = root;
  }
};

// Both ends have the same sign and slope towards zero, so there is an extremum between them. Adds the two roots beside
// it if it is beyond zero. Its position is off by at most kNear, its value by the square.
template <class F>
void rootsAtExtremum(const F& f, double t0, const Value& v0, double t1, const Value& v1, Roots& roots) {
  constexpr double kNear = 1e-6;
  const double sign = v0.value > 0 ? 1 : -1;
  double low = t0;
  double high = t1;
  Value lowValue = v0;
  Value highValue = v1;
  for (bool isSecant = true; std::abs(high - low) > kNear; isSecant = !isSecant) {
    const double secant = lowValue.slope / (lowValue.slope - highValue.slope);
    const double t = low + (isSecant ? std::clamp(secant, 0.01, 0.99) : 0.5) * (high - low);
    const Value v = f(t);
    if (sign * v.value <= 0) {
      roots.add(crossing(f, t0, v0, t, v));
      roots.add(crossing(f, t, v, t1, v1));
      return;
    }
    const bool isBefore = (v.slope > 0) == (lowValue.slope > 0);
    (isBefore ? low : high) = t;
    (isBefore ? lowValue : highValue) = v;
  }
}

// Samples at equal intervals between t0 and t1, in either order: finds all roots if there is at most one extremum
// between two samples. Returns whether the function is positive at t0; it changes its sign at each root.
template <class F>
bool findRoots(const F& f, double t0, double t1, int looks, Roots& roots) {
  double left = t0;
  Value v0 = f(left);
  const bool isPositive = v0.value > 0;
  for (int k = 1; k <= looks; ++k) {
    const double right = k == looks ? t1 : t0 + (t1 - t0) * k / looks;
    const Value v1 = f(right);
    const double towards = (v0.value > 0 ? -1 : 1) * (t1 > t0 ? 1 : -1);
    if ((v0.value > 0) != (v1.value > 0))
      roots.add(crossing(f, left, v0, right, v1));
    else if (towards * v0.slope > 0 && towards * v1.slope < 0)
      rootsAtExtremum(f, left, v0, right, v1, roots);
    left = right;
    v0 = v1;
  }
  return isPositive;
}

}  // namespace mb::crossings
