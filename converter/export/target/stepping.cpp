#include "converter/export/target/stepping.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "converter/conversion/choose_steps.h"

namespace mb {
namespace {

constexpr double kTrialEnd = 1;        // s
constexpr double kLongestStep = 1e-3;  // s: the usual cycle of a rig

// The largest of 1, 2 and 5 times a power of ten that is not above the number.
double roundBelow(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  double best = power;
  for (const double factor : {2.0, 5.0, 10.0}) {
    if (factor * power <= value * (1 + 1e-12)) best = factor * power;
  }
  return best;
}

}  // namespace

ExportStepping exportStepping(const Mechanism& m, const std::string& integrator, std::optional<double> step) {
  ExportStepping stepping;
  stepping.method = findRungeKutta(integrator.empty() ? "rk4" : integrator);
  if (step) {
    stepping.step = *step;
    return stepping;
  }
  const StepChoice choice = chooseSteps(m, kTrialEnd);
  stepping.reason = choice.reason;
  if (choice.solver && integrator.empty()) {
    stepping.method = nullptr;
  } else if (choice.meanStep > 0) {
    stepping.step = std::min(kLongestStep, roundBelow(choice.meanStep / 2));
  }
  return stepping;
}

}  // namespace mb
