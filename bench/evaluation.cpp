// What one evaluation of the accelerations takes, step by step, in the order of Hidalgo and Garcia de Jalon's table
// [HG12]: evaluation MODEL... measures these models, then planar chains of N four-bars. See scripts/bench-evaluation.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "converter/pipeline.h"
#include "runtime/simulate.h"
#include "tests/support/machines.h"

namespace mb {
namespace {

struct Step {
  const char* number;  // in the table of the paper
  const char* name;
  std::function<void(const Mechanism&, StateView, Workspace&)> run;
};

// The paper's steps as our stages do them. Where a stage does the work of two, the row names both: we factor Phi_z^d
// with the solution for R_z, project the forces of the open chain together with its mass matrix, and reduce and solve
// at once.
const std::array<Step, 8> kSteps{{
    {"1", "b, A, M, M^Sigma",
     [](const Mechanism& m, StateView y, Workspace& w) {
       setPositions(m, y, w);
       setInertias(m, w);
     }},
    {"2", "Phi_z",
     [](const Mechanism& m, StateView y, Workspace& w) {
       setSignals(m, 0, y, w);
       setEquations(m, y, w);
     }},
    {"2, 3", "lu(Phi_z^d), R_z", [](const Mechanism& m, StateView, Workspace& w) { setReduction(m, w); }},
    {"4", "z_dot^d, Z, d", [](const Mechanism& m, StateView y, Workspace& w) { setVelocities(m, y, w); }},
    {"5", "Q, tau", [](const Mechanism& m, StateView y, Workspace& w) { setForces(m, 0, y, w); }},
    {"6", "c = -Phi_z_dot z_dot", [](const Mechanism& m, StateView, Workspace& w) { setGamma(m, w); }},
    {"7, 8", "Q^Sigma, R_d' M^Sigma R_d", [](const Mechanism& m, StateView, Workspace& w) { setOpenChain(m, w); }},
    {"8, 9", "R_z' M R_z, b, z_ddot^i", [](const Mechanism& m, StateView, Workspace& w) { solveMaggi(m, w); }},
}};

// Microseconds a call of each: the least of batches that are long enough for the clock, taken in turns. What else the
// machine does can only add to it.
std::vector<double> microseconds(const std::vector<std::function<void()>>& calls) {
  using Clock = std::chrono::steady_clock;
  constexpr double kBatch = 1e-3;
  constexpr int kRounds = 100;
  const auto timed = [](const std::function<void()>& call, long count) {
    const auto begin = Clock::now();
    for (long k = 0; k < count; ++k) call();
    return std::chrono::duration<double>(Clock::now() - begin).count();
  };
  std::vector<long> counts(calls.size(), 1);
  for (std::size_t k = 0; k < calls.size(); ++k) {
    while (timed(calls[k], counts[k]) < kBatch) counts[k] *= 2;
  }
  std::vector<double> least(calls.size(), std::numeric_limits<double>::infinity());
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t k = 0; k < calls.size(); ++k) {
      least[k] = std::min(least[k], 1e6 * timed(calls[k], counts[k]) / static_cast<double>(counts[k]));
    }
  }
  return least;
}

struct Measured {
  std::string name;
  int bodies = 0;
  int coordinates = 0;
  int rows = 0;
  int rank = 0;
  std::array<double, kSteps.size()> steps{};  // microseconds
  double total = 0;                           // of a whole evaluation, by itself
};

// Nothing when the model cannot be converted or started; standard error says why.
std::optional<Measured> measure(const CartesianModel& model) {
  Diagnostics diagnostics;
  const std::optional<Conversion> conversion = convert(model, {}, diagnostics);
  if (!conversion) {
    for (const Diagnostic& diagnostic : diagnostics.all()) fmt::print(stderr, "{}", toText(diagnostic));
    return std::nullopt;
  }
  const Mechanism m = makeMechanism(conversion->recursive);
  Simulation simulation(m);
  // Measured after some steps: at their initial positions machines have zeros that the motion does not keep.
  bool goesOn = simulation.start(0, initialState(m));
  for (int k = 0; k < 20 && goesOn; ++k) goesOn = simulation.step(*findRungeKutta("rk4"), 1e-3, 1);
  if (!goesOn) {
    fmt::print(stderr, "{}: {}\n", model.name, simulation.report().failure->message);
    return std::nullopt;
  }
  const StateView y = simulation.state();
  Workspace w = simulation.workspace();
  Measured result;
  result.name = model.name;
  result.bodies = m.sourceLinks;
  result.coordinates = m.vCount;
  result.rows = static_cast<int>(m.rows.size());
  for (const BlockWork& block : w.blocks) result.rank += block.partition.rank;
  // Each step finds what the earlier ones left, and leaves the same again.
  std::vector<std::function<void()>> calls;
  for (const Step& step : kSteps) calls.push_back([&] { step.run(m, y, w); });
  calls.push_back([&] { evaluate(m, 0, y, w); });
  const std::vector<double> times = microseconds(calls);
  std::copy_n(times.begin(), kSteps.size(), result.steps.begin());
  result.total = times.back();
  return result;
}

void printBySteps(const std::vector<Measured>& machines) {
  fmt::print("{:34}", "microseconds (and percent)");
  for (const Measured& machine : machines) fmt::print(" {:>18}", machine.name);
  const auto line = [&](const std::string& title, auto value) {
    fmt::print("\n{:34}", title);
    for (const Measured& machine : machines) fmt::print(" {:>18}", value(machine));
  };
  line("bodies", [](const Measured& machine) { return machine.bodies; });
  line("coordinates", [](const Measured& machine) { return machine.coordinates; });
  line("rows, their rank", [](const Measured& machine) { return fmt::format("{}, {}", machine.rows, machine.rank); });
  for (std::size_t k = 0; k < kSteps.size(); ++k) {
    line(fmt::format("{:4}  {}", kSteps[k].number, kSteps[k].name), [&](const Measured& machine) {
      double sum = 0;
      for (const double step : machine.steps) sum += step;
      return fmt::format("{:.2f} ({:2.0f} %)", machine.steps[k], 100 * machine.steps[k] / sum);
    });
  }
  line("whole evaluation", [](const Measured& machine) { return fmt::format("{:.2f}", machine.total); });
  line("evaluations a second", [](const Measured& machine) { return fmt::format("{:.0f}", 1e6 / machine.total); });
  fmt::print("\n");
}

void printGrowth(const std::vector<Measured>& machines) {
  fmt::print("{:8} {:>6} {:>6} {:>5}", "us", "coords", "rows", "rank");
  for (const Step& step : kSteps) fmt::print(" {:>10}", step.number);
  fmt::print(" {:>10} {:>10}\n", "whole", "per second");
  for (const Measured& machine : machines) {
    fmt::print("{:8} {:6} {:6} {:5}", machine.name, machine.coordinates, machine.rows, machine.rank);
    for (const double step : machine.steps) fmt::print(" {:10.2f}", step);
    fmt::print(" {:10.2f} {:10.0f}\n", machine.total, 1e6 / machine.total);
  }
}

}  // namespace
}  // namespace mb

// All loops of the N-four-bar share cranks with their neighbours and make one block.
static mb::CartesianModel chainOf(int windows) {
  mb::CartesianModel model = mb::testing::nFourBar(windows);
  model.name = fmt::format("N = {}", windows);
  return model;
}

int main(int argc, char** argv) {
  std::vector<mb::Measured> samples;
  std::vector<mb::Measured> chains;
  const auto keep = [](std::vector<mb::Measured>& list, const std::optional<mb::Measured>& measured) {
    if (measured) list.push_back(*measured);
    return measured.has_value();
  };
  for (int k = 1; k < argc; ++k) {
    mb::Diagnostics diagnostics;
    const std::optional<mb::CartesianModel> model = mb::readModel(argv[k], diagnostics);
    if (!model || !keep(samples, mb::measure(*model))) {
      fmt::print(stderr, "usage: evaluation MODEL...: '{}' cannot be measured\n", argv[k]);
      return 1;
    }
  }
  for (const int count : {1, 2, 5, 10, 20, 50, 100, 200, 400}) {
    if (!keep(chains, mb::measure(chainOf(count)))) return 1;
  }
  if (!samples.empty()) {
    mb::printBySteps(samples);
    fmt::print("\n");
  }
  mb::printGrowth(chains);
  return 0;
}
