// A whole run with implicit steps, with samples on the way.
#include <algorithm>
#include <chrono>
#include <cmath>

#include "runtime/simulation/implicit_simulation.h"
#include "runtime/simulation/passed_limits.h"

namespace mb {
RunReport simulateImplicit(const Mechanism& mechanism, StateView initial, const RunOptions& options,
                           const OnSample& onSample) {
  ImplicitSimulation simulation(mechanism);
  const auto clockStart = std::chrono::steady_clock::now();
  const auto finish = [&] {
    RunReport report = simulation.report();
    report.solver = "implicit-bdf";
    report.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - clockStart).count();
    return report;
  };
  InputPlayer player(options.inputs, simulation.inputs());
  if (!simulation.start(0, initial) || !onSample(0, simulation.state(), simulation.workspace())) return finish();

  const double slack = 1e-9 * options.step;
  Workspace sampled = options.every > 0 ? makeWorkspace(mechanism) : Workspace{};
  std::vector<double> y(initial.begin(), initial.end());
  std::vector<char> passed(mechanism.limits.size());
  long sample = 1;
  double h = options.step;
  bool goOn = true;
  while (goOn && !isStopped(options) && simulation.time() < options.end - slack &&
         simulation.setInputs(player.at(simulation.time())) &&
         simulation.step(h, std::min(options.end, player.nextChange()), options.relativeTolerance,
                         options.absoluteTolerance)) {
    h = simulation.nextStep();
    notePassedLimits(mechanism, simulation.state(), passed, simulation.report().passedLimits);
    if (!(options.every > 0)) {
      goOn = onSample(simulation.time(), simulation.state(), simulation.workspace());
      continue;
    }
    for (double due = static_cast<double>(sample) * options.every; goOn && due <= simulation.time() + slack;
         due = static_cast<double>(++sample) * options.every) {
      if (std::abs(due - simulation.time()) <= slack) {
        goOn = onSample(simulation.time(), simulation.state(), simulation.workspace());
      } else if (simulation.sampleWithin(due, y, sampled)) {
        goOn = onSample(due, y, sampled);
      }
    }
  }
  return finish();
}

}  // namespace mb
