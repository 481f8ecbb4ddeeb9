// Explicit Runge-Kutta methods as tables.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace mb {

struct RungeKutta {
  std::string_view name;
  int order = 0;
  int stages = 0;
  std::array<double, 7> c{};
  std::array<std::array<double, 6>, 7> a{};
  std::array<double, 7> b{};
  std::array<double, 7> error{};  // b minus the embedded method's b; zeros without one
  bool isAdaptive = false;
  std::string_view meaning;
};

std::span<const RungeKutta> rungeKuttaMethods();
const RungeKutta* findRungeKutta(std::string_view name);

// Dormand and Prince's continuous extension: weights of the seven stages at theta in [0, 1] of the step.
std::array<double, 7> dormandPrinceWeights(double theta);

}  // namespace mb
