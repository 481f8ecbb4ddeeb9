#include "runtime/simulation/methods/runge_kutta.h"

namespace mb {
namespace {

constexpr RungeKutta euler() {
  RungeKutta method;
  method.name = "euler";
  method.order = 1;
  method.stages = 1;
  method.b = {1};
  method.meaning = "explicit Euler, first order";
  return method;
}

constexpr RungeKutta rk2() {
  RungeKutta method;
  method.name = "rk2";
  method.order = 2;
  method.stages = 2;
  method.c = {0, 0.5};
  method.a[1] = {0.5};
  method.b = {0, 1};
  method.meaning = "midpoint rule, second order";
  return method;
}

constexpr RungeKutta rk4() {
  RungeKutta method;
  method.name = "rk4";
  method.order = 4;
  method.stages = 4;
  method.c = {0, 0.5, 0.5, 1};
  method.a[1] = {0.5};
  method.a[2] = {0, 0.5};
  method.a[3] = {0, 0, 1};
  method.b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  method.meaning = "classical Runge-Kutta, fourth order";
  return method;
}

// Dormand, Prince 1980; Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, table 5.2.
constexpr RungeKutta dopri5() {
  RungeKutta method;
  method.name = "dopri5";
  method.order = 5;
  method.stages = 7;
  method.c = {0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
  method.a[1] = {0.2};
  method.a[2] = {3.0 / 40, 9.0 / 40};
  method.a[3] = {44.0 / 45, -56.0 / 15, 32.0 / 9};
  method.a[4] = {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729};
  method.a[5] = {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656};
  method.a[6] = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84};
  method.b = {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0};
  method.error = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  method.isAdaptive = true;
  method.meaning = "Dormand-Prince 5(4), adaptive steps with dense output";
  return method;
}

constexpr std::array kMethods{euler(), rk2(), rk4(), dopri5()};

}  // namespace

std::span<const RungeKutta> rungeKuttaMethods() { return kMethods; }

const RungeKutta* findRungeKutta(std::string_view name) {
  for (const RungeKutta& method : kMethods) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

std::array<double, 7> dormandPrinceWeights(double theta) {
  // Hairer's dense output as weights: y = y0 + theta (dy + (1-theta) (h k1 - dy + theta (2 dy - h k1 - h k7 + (1-theta)
  // h sum d_i k_i))), dy = h sum b_i k_i.
  constexpr std::array<double, 7> d{-12715105075.0 / 11282082432.0,  0,
                                    87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                    701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                    69997945.0 / 29380423.0};
  const std::array<double, 7>& b = kMethods[3].b;
  const double rest = 1 - theta;
  std::array<double, 7> weights{};
  for (std::size_t k = 0; k < 7; ++k) {
    const double first = k == 0 ? 1 : 0;
    const double last = k == 6 ? 1 : 0;
    weights[k] = theta * (b[k] + rest * (first - b[k] + theta * (2 * b[k] - first - last + rest * d[k])));
  }
  return weights;
}

}  // namespace mb
