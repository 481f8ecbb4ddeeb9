// Whole runs: the implicit method against the explicit one, and how evenly the explicit steps are timed.
#include <algorithm>
#include <chrono>

#include "converter/measure/bench.h"
#include "runtime/observation/observe.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

constexpr double kEnd = 0.5;  // s
constexpr double kStep = 1e-3;
constexpr double kTolerance = 1e-6;
constexpr int kRunRounds = 9;
constexpr std::size_t kMostSteps = 5000;
constexpr double kLongest = 2;  // s of wall-clock time
constexpr int kBefore = 20;     // steps that are not counted
constexpr int kPasses = 5;
constexpr double kFar = 1e3;  // s: later than the end of any run

std::vector<Vector3> placesOf(const Mechanism& m, const Workspace& w) {
  std::vector<Vector6> A;
  linkAccelerations(m, w, A);
  std::vector<Vector3> places;
  for (const BodyPlace& body : movingBodies(m)) places.push_back(motionOf(m, w, A, body).X.p);
  return places;
}

// Microseconds per step of one run, in order. The run is the same each time.
std::vector<double> stepTimes(const Mechanism& m, std::size_t most, StepJitter& jitter) {
  using Clock = std::chrono::steady_clock;
  const RungeKutta& method = *findRungeKutta("rk4");
  Simulation simulation(m);
  std::vector<double> times;
  times.reserve(most);
  bool goesOn = simulation.start(0, initialState(m));
  for (int k = 0; k < kBefore && goesOn; ++k) goesOn = simulation.step(method, kStep, kFar);
  double sum = 0;
  while (goesOn && times.size() < most && sum < kLongest) {
    const auto begin = Clock::now();
    goesOn = simulation.step(method, kStep, kFar);
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    sum += seconds;
    if (goesOn) times.push_back(1e6 * seconds);
  }
  jitter.solver = simulation.report().solver;
  if (!goesOn) jitter.failure = simulation.report().failure->message;
  return times;
}

StepSpread spreadOf(std::span<double> times) {
  return {quantile(times, 0.5), quantile(times, 0.999), quantile(times, 1)};
}

}  // namespace

std::vector<RunFigures> measureRuns(const Mechanism& m) {
  RunOptions fixed;
  fixed.end = kEnd;
  fixed.step = kStep;
  RunOptions implicitly;
  implicitly.end = kEnd;
  implicitly.step = 1e-4;
  implicitly.solver = findSolver("implicit-bdf");
  implicitly.relativeTolerance = kTolerance;
  implicitly.absoluteTolerance = 1e-2 * kTolerance;
  std::vector<RunFigures> runs(2);
  runs[0].settings = "rk4, steps of 1 ms";
  runs[1].settings = "bdf, tolerance 1e-6";
  std::array<std::vector<Vector3>, 2> places;
  for (int round = 0; round < kRunRounds; ++round) {
    for (std::size_t k = 0; k < runs.size(); ++k) {
      const RunOptions& options = k == 0 ? fixed : implicitly;
      const RunReport report = simulate(m, initialState(m), options, [&](double time, StateView, const Workspace& w) {
        if (time > kEnd - 1e-9) places[k] = placesOf(m, w);
        return true;
      });
      if (round == 0 || report.wallSeconds < runs[k].report.wallSeconds) runs[k].report = report;
    }
  }
  runs[0].name = runs[0].report.solver;
  runs[1].name = implicitly.solver->name;
  for (std::size_t n = 0; n < std::min(places[0].size(), places[1].size()); ++n) {
    runs[1].endDifference = std::max(runs[1].endDifference, (places[1][n] - places[0][n]).norm());
  }
  return runs;
}

StepJitter measureJitter(const Mechanism& m) {
  StepJitter jitter;
  std::vector<double> once = stepTimes(m, kMostSteps, jitter);
  std::vector<double> least = once;
  for (jitter.runs = 1; jitter.runs < kPasses; ++jitter.runs) {
    const std::vector<double> again = stepTimes(m, once.size(), jitter);
    for (std::size_t k = 0; k < again.size(); ++k) least[k] = std::min(least[k], again[k]);
  }
  jitter.steps = once.size();
  jitter.once = spreadOf(once);
  jitter.repeated = spreadOf(least);
  return jitter;
}

}  // namespace mb
