// A whole run: steps to the end, with samples on the way.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "runtime/simulation/implicit_simulation.h"
#include "runtime/simulation/passed_limits.h"
#include "runtime/simulation/run_failures.h"
#include "runtime/simulation/simulate.h"
#include "runtime/simulation/step_watch.h"

namespace mb {
RunReport simulate(const Mechanism& mechanism, StateView initial, const RunOptions& options, const OnSample& onSample) {
  if (options.solver && options.solver->integrates) return simulateImplicit(mechanism, initial, options, onSample);
  const RungeKutta& method = options.method ? *options.method : *findRungeKutta("rk4");
  Simulation simulation(mechanism, options.solver);
  const auto clockStart = std::chrono::steady_clock::now();
  const auto finish = [&] {
    RunReport report = simulation.report();
    report.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - clockStart).count();
    return report;
  };
  if (!simulation.start(0, initial) || !onSample(0, simulation.state(), simulation.workspace())) return finish();

  const double slack = 1e-9 * options.step;
  Workspace sampled = method.isAdaptive && options.every > 0 ? makeWorkspace(mechanism) : Workspace{};
  std::vector<double> y(initial.begin(), initial.end());
  std::vector<char> passed(mechanism.limits.size());
  StepWatch watch(mechanism, simulation.state(), simulation.signals());
  long sample = 1;
  double h = options.step;
  while (simulation.time() < options.end - slack && !isStopped(options)) {
    // Fixed steps end at whole multiples, so that round-off of the time does not accumulate.
    const double end = method.isAdaptive
                           ? options.end
                           : std::min(options.end, static_cast<double>(simulation.report().steps + 1) * options.step);
    const double length = method.isAdaptive ? h : end - simulation.time();
    const double before = simulation.time();
    if (!simulation.step(method, length, end, options.relativeTolerance, options.absoluteTolerance)) {
      if (!method.isAdaptive)
        blameStep(mechanism, options, {before, length, simulation.stateBefore()}, simulation.report());
      break;
    }
    watch.note(simulation.time() - before, simulation.state(), simulation.signals(), simulation.report());
    h = simulation.nextStep();
    notePassedLimits(mechanism, simulation.state(), passed, simulation.report().passedLimits);
    bool goOn = true;
    if (!(options.every > 0)) {
      goOn = onSample(simulation.time(), simulation.state(), simulation.workspace());
    } else {
      for (double due = static_cast<double>(sample) * options.every; goOn && due <= simulation.time() + slack;
           due = static_cast<double>(++sample) * options.every) {
        if (std::abs(due - simulation.time()) <= slack) {
          goOn = onSample(simulation.time(), simulation.state(), simulation.workspace());
        } else if (method.isAdaptive && simulation.sampleWithin(due, y, sampled)) {
          goOn = onSample(due, y, sampled);
        }
      }
    }
    if (!goOn) break;
  }
  return finish();
}

}  // namespace mb
