// Vehicles on roads: vehicles [SECONDS] settles each, runs it with rk4 at 1 ms and reports the speed relative to real
// time, the time of an evaluation, and the tyres' share of it. See scripts/bench vehicles.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "runtime/simulation/settle.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

struct Vehicle {
  const char* file;
  const char* published;
};
constexpr Vehicle kVehicles[] = {
    {"hmmwv/half_round.xml", "[PRN06] 600 us per update of RK2, 26 % of it in the tyres (Pentium 4, 3.2 GHz)"},
    {"hmmwv_full/half_round_4.xml", "as above"},
    {"hmmwv_full/half_round_6.xml", "as above"},
    {"hmmwv_full/half_round_8.xml", "as above"},
    {"hmmwv_full/lane_change.xml", ""},
    {"van/bumps.xml", "[HG12] 122 us per evaluation (Xeon 5160)"},
    {"van_expanded/bumps.xml", "as above"},
    {"truck/slalom.xml", "[HG12] 257 us per evaluation (Xeon 5160)"},
    {"truck_expanded/slalom.xml", "as above"},
    {"strut_car/lane_change.xml", "[CYI01] 8.98 s for 10 s by Euler's method at 1.2 ms (PowerPC 604, 333 MHz)"},
    {"passenger_car/lane_change.xml", ""},
};

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The tyres of a mechanism alone.
ForceSet tyresOf(const Mechanism& m) {
  ForceSet tyres;
  for (const CompiledForce& force : m.forces.forces) {
    if (tyreOf(force)) tyres.forces.push_back(force);
  }
  return tyres;
}

struct Measured {
  double runSeconds = 1e300;     // smallest of several runs
  double evaluationSeconds = 0;  // one evaluation of the accelerations, mean over the states of a run
  double tyreSeconds = 0;        // the tyres' part of it
  RunReport report;
};

// The smallest time of several repetitions.
double secondsOf(const std::function<void()>& call) {
  constexpr int kRepeats = 20;
  double least = 1e300;
  for (int k = 0; k < kRepeats; ++k) {
    const auto start = std::chrono::steady_clock::now();
    call();
    least = std::min(least, secondsSince(start));
  }
  return least;
}

Measured measure(const Mechanism& m, StateView initial, double end) {
  constexpr int kRuns = 5;
  RunOptions options;
  options.end = end;
  Measured out;
  RunOptions unseen = options;  // nothing is observed on the way
  unseen.every = end;
  for (int run = 0; run < kRuns; ++run) {
    out.report = simulate(m, initial, unseen, [](double, StateView, const Workspace&) { return true; });
    out.runSeconds = std::min(out.runSeconds, out.report.wallSeconds);
  }
  const ForceSet tyres = tyresOf(m);
  ForceResults results = makeResults(m.forces, m.library);
  const std::unique_ptr<Solver> solver = findSolver(out.report.solver)->make(m);
  long count = 0;
  long step = 0;
  simulate(m, initial, options, [&](double time, StateView y, const Workspace& w) {
    if (step++ % 10 != 0) return true;
    out.tyreSeconds +=
        secondsOf([&] { evaluate(tyres, m.library, w.markers, w.coordinates, time, lawStates(m, y), results); });
    Workspace own = w;
    solver->chosenAgain(m, own);
    out.evaluationSeconds += secondsOf([&] { solver->evaluate(m, time, y, own); });
    ++count;
    return true;
  });
  out.tyreSeconds /= static_cast<double>(count);
  out.evaluationSeconds /= static_cast<double>(count);
  return out;
}

void print(const Vehicle& vehicle, double end) {
  Diagnostics diagnostics;
  const std::string path = std::string(MB_SOURCE_DIR "/samples/") + vehicle.file;
  const std::optional<CartesianModel> model = readModel(path, diagnostics);
  const std::optional<Conversion> conversion = model ? convert(*model, {}, diagnostics) : std::nullopt;
  if (!conversion) {
    for (const Diagnostic& diagnostic : diagnostics.all()) fmt::print(stderr, "{}", toText(diagnostic));
    return;
  }
  const Mechanism m = makeMechanism(conversion->recursive);
  std::vector<double> y = initialState(m);
  const SettleReport settled = settle(m, y);
  const Measured out = measure(m, y, end);
  const std::string name = std::filesystem::path(vehicle.file).replace_extension().string();
  fmt::print("| `{}` | {:.0f} | {:.1f} | {:.1f} | {:.1f} | {:.0f} % | {} |\n", name, out.report.time / out.runSeconds,
             1e6 * out.runSeconds / static_cast<double>(out.report.steps), 1e6 * out.evaluationSeconds,
             1e6 * out.tyreSeconds, 100 * out.tyreSeconds / out.evaluationSeconds, vehicle.published);
  if (!settled.converged) fmt::print(stderr, "{} did not settle\n", name);
  if (out.report.failure)
    fmt::print(stderr, "  failed at {} s: {}\n", out.report.failure->time, out.report.failure->message);
}

}  // namespace
}  // namespace mb

int main(int count, char** arguments) {
  const double end = count > 1 ? std::atof(arguments[1]) : 5;
  fmt::print("| | times real time | µs per step | µs per evaluation | of it tyres, µs | share | published |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  for (const mb::Vehicle& vehicle : mb::kVehicles) mb::print(vehicle, end);
}
