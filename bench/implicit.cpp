// Time of a stiff model with the implicit method and with explicit ones: implicit [MODEL [SECONDS]], by default the
// bundled stiff_bushings. Explicit Runge-Kutta of order 4 runs with the longest stable step, found by bisection on
// steps a factor of sqrt(2) apart.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "runtime/observation/observe.h"
#include "runtime/simulation/implicit_simulation.h"

namespace mb {
namespace {

constexpr double kEvery = 0.01;  // s between samples

// Positions of all bodies, by sample.
using Track = std::vector<Vector3>;
using Run = std::function<RunReport(double every, const OnSample& onSample)>;

Track trackOf(const Mechanism& m, const Run& run) {
  const std::vector<BodyPlace> bodies = movingBodies(m);
  Track track;
  std::vector<Vector6> A;
  run(kEvery, [&](double, StateView, const Workspace& w) {
    linkAccelerations(m, w, A);
    for (const BodyPlace& body : bodies) track.push_back(motionOf(m, w, A, body).X.p);
    return true;
  });
  return track;
}

double difference(const Track& a, const Track& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, (a[k] - b[k]).norm());
  return most;
}

struct Setting {
  const Mechanism& m;
  double end;

  RunOptions options(double step, double tolerance, double every) const {
    RunOptions result;
    result.end = end;
    result.step = step;
    result.every = every;
    result.relativeTolerance = tolerance;
    result.absoluteTolerance = 0.01 * tolerance;
    return result;
  }
  Run implicitly(double tolerance) const {
    return [*this, tolerance](double every, const OnSample& onSample) {
      return simulateImplicit(m, initialState(m), options(1e-4, tolerance, every), onSample);
    };
  }
  Run explicitly(const char* method, double step, double tolerance) const {
    return [*this, method, step, tolerance](double every, const OnSample& onSample) {
      RunOptions given = options(step, tolerance, every);
      given.method = findRungeKutta(method);
      return simulate(m, initialState(m), given, onSample);
    };
  }
  // With fixed step and order, as in real time.
  Run held(int order, double step) const {
    return [*this, order, step](double every, const OnSample& onSample) {
      ImplicitSimulation simulation(m);
      const auto clockStart = std::chrono::steady_clock::now();
      bool goesOn = simulation.start(0, initialState(m)) && onSample(0, simulation.state(), simulation.workspace());
      simulation.hold(order);
      const long steps = std::lround(end / step);
      const long between = every > 0 ? std::lround(every / step) : 1;
      for (long k = 1; goesOn && k <= steps; ++k) {
        goesOn = simulation.step(step, static_cast<double>(k) * step, 1e-6, 1e-8);
        if (goesOn && k % between == 0) {
          goesOn = onSample(simulation.time(), simulation.state(), simulation.workspace());
        }
      }
      RunReport report = simulation.report();
      report.wallSeconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - clockStart).count();
      return report;
    };
  }
};

bool goOn(double, StateView, const Workspace&) { return true; }

bool isStable(const RunReport& report) { return !report.failure && report.energyWorst < 0.01 * report.energyScale; }

// Steps per sample, so that samples coincide with steps.
int stepsOf(int power) { return static_cast<int>(std::ceil(std::pow(2, 0.5 * power) - 1e-9)); }

// The smallest power of sqrt(2) whose steps are stable; 30 if none is.
int stablePower(const Setting& setting) {
  int unstable = -1;
  int stable = 30;
  while (stable - unstable > 1) {
    const int middle = (stable + unstable) / 2;
    const bool holds = isStable(setting.explicitly("rk4", kEvery / stepsOf(middle), 0)(0, goOn));
    (holds ? stable : unstable) = middle;
  }
  return stable;
}

void printRow(const Mechanism& m, const std::string& name, const Run& run, const Track& reference) {
  constexpr int kRounds = 5;
  RunReport report;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    report = run(0, goOn);
    least = std::min(least, report.wallSeconds);
  }
  if (report.failure) {
    fmt::print("| {} | {} |\n", name, report.failure->message);
    return;
  }
  fmt::print("| {} | {} | {} | {:.2g} | {:.1f} | {:.1e} |\n", name, report.steps, report.evaluations,
             report.largestStep, 1e3 * least, difference(trackOf(m, run), reference));
}

int measure(const std::string& path, double end) {
  Diagnostics diagnostics;
  const std::optional<CartesianModel> model = readModel(path, diagnostics);
  const std::optional<Conversion> conversion = model ? convert(*model, {}, diagnostics) : std::nullopt;
  if (!conversion) {
    for (const Diagnostic& diagnostic : diagnostics.all()) fmt::print(stderr, "{}", toText(diagnostic));
    return 1;
  }
  const Mechanism m = makeMechanism(conversion->recursive);
  const Setting setting{m, end};
  const Track reference = trackOf(m, setting.explicitly("dopri5", 1e-5, 1e-11));
  fmt::print("{}: {} coordinates, {} closing equations, {} s; differences of positions against dopri5 at 1e-11\n\n",
             model->name, m.vCount, m.rows.size(), end);
  fmt::print("| | steps | evaluations | longest step, s | ms | positions off by, m |\n|---|---|---|---|---|---|\n");
  for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7}) {
    printRow(m, fmt::format("implicit {:.0e}", tolerance), setting.implicitly(tolerance), reference);
  }
  for (const double step : {1e-3, 5e-4}) {
    printRow(m, fmt::format("order 2 held, {} ms", 1e3 * step), setting.held(2, step), reference);
  }
  const int power = stablePower(setting);
  const double step = kEvery / stepsOf(power);
  printRow(m, "rk4, longest stable step", setting.explicitly("rk4", step, 0), reference);
  printRow(m, "dopri5 1e-06", setting.explicitly("dopri5", 1e-4, 1e-6), reference);
  return 0;
}

}  // namespace
}  // namespace mb

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : MB_SOURCE_DIR "/samples/stiff_bushings/model.xml";
  return mb::measure(path, argc > 2 ? std::atof(argv[2]) : 2);
}
