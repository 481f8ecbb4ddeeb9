#include "converter/conversion/choose_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

constexpr double kLongestTrial = 0.05;  // s
constexpr int kMostSteps = 1000;        // of a trial
constexpr double kCoarse = 1e-3;
constexpr double kFine = 1e-5;
// The error of a step of order 5 grows with its fifth power, so steps at the coarse tolerance are (kCoarse /
// kFine)^(1/5) = 2.5 times as long where accuracy sets them, and as long where stability does.
constexpr double kHardlyLonger = 1.5;
// Fewer steps, or longer ones, cost less than steps of the implicit method.
constexpr int kFewSteps = 50;
constexpr double kLongStep = 1e-3;  // s
// Steps of the whole run that are so much shorter than those of the trial say that it became stiff, or met a stop.
constexpr double kMuchShorter = 10;

struct Trial {
  double reached = 0;
  long steps = 0;  // rejected ones included
  long evaluations = 0;
  bool isComplete = false;
  double meanStep() const { return steps > 0 ? reached / static_cast<double>(steps) : 0; }
};

Trial tried(Simulation& simulation, const std::vector<double>& start, double end, double tolerance) {
  const RungeKutta& method = *findRungeKutta("dopri5");
  double h = firstStepOf(end);
  bool isRunning = simulation.start(0, start);
  while (isRunning && simulation.time() < end && simulation.report().steps < kMostSteps) {
    isRunning = simulation.step(method, h, end, tolerance, 1e-2 * tolerance);
    h = simulation.nextStep();
  }
  const RunReport& report = simulation.report();
  return {simulation.time(), report.steps + report.rejected, report.evaluations, isRunning};
}

}  // namespace

double firstStepOf(double end) { return std::min(1e-4, 1e-2 * end); }

std::string shorterSteps(const StepChoice& choice, const RunOptions& options, const RunReport& report) {
  if (choice.solver || !(choice.meanStep > 0) || report.steps == 0) return {};
  const double mean = report.time / static_cast<double>(report.steps + report.rejected);
  const double asAccurate = choice.meanStep * elementary::pow(options.relativeTolerance / kFine, 0.2);
  const bool endsAtRows = options.every > 0 && 2 * mean > options.every;
  const bool isMuchShorter = !endsAtRows && mean < kLongStep && kMuchShorter * mean < asAccurate;
  return isMuchShorter ? fmt::format("later {:.2g} s: where that is stiffness, implicit-bdf takes fewer", mean) : "";
}

StepChoice chooseSteps(const Mechanism& m, double end) {
  StepChoice choice;
  const double length = std::min(end, kLongestTrial);
  const std::vector<double> start = initialState(m);
  Simulation simulation(m);
  const Trial coarse = tried(simulation, start, length, kCoarse);
  const Trial fine = coarse.isComplete ? tried(simulation, start, length, kFine) : Trial{};
  choice.evaluations = coarse.evaluations + fine.evaluations;
  if (!coarse.isComplete || !fine.isComplete) {
    choice.reason = "the usual method, because a trial of the start failed";
    return choice;
  }
  const double h = coarse.meanStep();
  choice.meanStep = fine.meanStep();
  const bool isStiff = coarse.steps > kFewSteps && h < kLongStep && h < kHardlyLonger * fine.meanStep();
  if (!isStiff) {
    choice.reason =
        fmt::format("not stiff in the first {:g} s: steps of {:.2g} s on average there", length, fine.meanStep());
    return choice;
  }
  const SolverType* const implicit = findSolver("implicit-bdf");
  const std::string stiff =
      fmt::format("stiff: explicit steps stay at {:.2g} s in the first {:g} s at any tolerance", h, length);
  const std::optional<std::string> refusal = implicit->refusal(m, simulation.workspace());
  if (!refusal) choice.solver = implicit;
  choice.reason = refusal ? fmt::format("{}; implicit-bdf cannot solve it: {}", stiff, *refusal) : stiff;
  return choice;
}

}  // namespace mb
