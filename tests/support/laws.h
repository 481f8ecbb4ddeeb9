// Shared by the tests of laws: random numbers and frames, derivatives by differences, expressions from text.
#pragma once

#include <random>
#include <string>

#include "formats/model/expressions/expression.h"
#include "runtime/laws/frame_motion.h"
#include "tests/support/test.h"

namespace mb::testing {

class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  double operator()(double low = -1, double high = 1) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Vector3 vector(double size = 1) { return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}; }
  FrameMotion frame() { return {{rotationOf(2 * vector()), vector()}, vector(), vector()}; }

 private:
  std::mt19937 random_;
};

// First and second derivative from four points and the middle; the error is h^4, plus eps / h and eps / h^2.
struct Derivatives {
  double first = 0;
  double second = 0;
};
template <class F>
Derivatives differences(F f, double t, double h) {
  const double m2 = f(t - 2 * h);
  const double m1 = f(t - h);
  const double p1 = f(t + h);
  const double p2 = f(t + 2 * h);
  return {(8 * (p1 - m1) - (p2 - m2)) / (12 * h), (16 * (p1 + m1) - (p2 + m2) - 30 * f(t)) / (12 * h * h)};
}

inline Expression parsed(const std::string& text) {
  ExpressionError error;
  const auto expression = parseExpression(
      text, [](std::string_view) { return std::nullopt; }, error);
  INFO(text << ": " << error.message);
  REQUIRE(expression);
  return *expression;
}

}  // namespace mb::testing
