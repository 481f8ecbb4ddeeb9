// Compares all solvers: microseconds per evaluation of every machine, and how they grow. See scripts/bench solvers.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "converter/measure/bench_clock.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/machines/machines.h"
#include "tests/support/samples.h"

namespace mb {
namespace {

// The table without the specification, whose speed is not a goal.
std::vector<SolverType> timedSolvers() {
  std::vector<SolverType> types;
  for (const SolverType& type : solverTypes()) {
    if (!type.isSpecification) types.push_back(type);
  }
  return types;
}

struct Contender {
  std::unique_ptr<Solver> solver;
  Workspace w;
};

// By solver, in the order of the table; empty if it refuses the model or is left out because it would take too long.
std::vector<std::optional<double>> measured(const CartesianModel& model, bool onlyFast) {
  const Mechanism m = makeMechanism(testing::convertModel(model).recursive);
  Simulation simulation(m);
  bool goesOn = simulation.start(0, initialState(m));
  for (int k = 0; k < 5 && goesOn; ++k) goesOn = simulation.step(*findRungeKutta("rk4"), 1e-3, 1);
  if (!goesOn) throw std::runtime_error(model.name + ": " + simulation.report().failure->message);
  const StateView y = simulation.state();
  const std::vector<SolverType> types = timedSolvers();
  std::vector<Contender> contenders(types.size());
  Measurable all;
  std::vector<std::size_t> which;
  for (std::size_t k = 0; k < types.size(); ++k) {
    const SolverType& type = types[k];
    if (type.refusal(m, simulation.workspace()) || (onlyFast && type.name != "embedded" && type.name != "maggi-sparse"))
      continue;
    Contender& contender = contenders[k];
    contender.w = simulation.workspace();
    contender.solver = type.make(m);
    contender.solver->chosenAgain(m, contender.w);
    all.calls.push_back([&m, &contender, y] { contender.solver->evaluate(m, 0, y, contender.w); });
    which.push_back(k);
  }
  std::vector<std::optional<double>> result(types.size());
  all.take = [&](std::span<const CallTime> times) {
    for (std::size_t k = 0; k < times.size(); ++k) result[which[k]] = times[k].least;
  };
  measureInTurns(std::span(&all, 1), {60, 1, 1e-3});
  return result;
}

void row(const std::string& name, const std::vector<std::optional<double>>& times) {
  fmt::print("| {} |", name);
  for (const std::optional<double>& time : times) time ? fmt::print(" {:.3g} |", *time) : fmt::print(" – |");
  fmt::print("\n");
  std::fflush(stdout);
}

// log(time) over log(size) between two rows.
void exponents(const std::string& name, const std::vector<std::optional<double>>& from,
               const std::vector<std::optional<double>>& to, double ratio) {
  fmt::print("| {} |", name);
  for (std::size_t k = 0; k < from.size(); ++k) {
    from[k] && to[k] ? fmt::print(" {:.2f} |", std::log(*to[k] / *from[k]) / std::log(ratio)) : fmt::print(" – |");
  }
  fmt::print("\n");
}

int printAll() {
  fmt::print("| µs |");
  const std::vector<SolverType> types = timedSolvers();
  for (const SolverType& type : types) fmt::print(" {} |", type.name);
  fmt::print("\n|---|");
  for (std::size_t k = 0; k < types.size(); ++k) fmt::print("---|");
  fmt::print("\n");
  for (const std::string sample : {"four_bar", "andrews_squeezer", "hmmwv", "car", "van", "truck"}) {
    row("`" + sample + "`", measured(testing::readSample(sample), false));
  }
  row("vehicle, tie rods as distances", measured(testing::wishboneVehicle(false), false));
  row("vehicle, tie rods as bodies", measured(testing::wishboneVehicle(true), false));
  const auto series = [](const std::string& name, const std::vector<int>& sizes, auto make, int slowest) {
    std::vector<std::pair<int, std::vector<std::optional<double>>>> rows;
    for (const int size : sizes) {
      rows.emplace_back(size, measured(make(size), size > slowest));
      row(fmt::format("{} {}", name, size), rows.back().second);
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t l = k + 1; l < rows.size(); ++l) {
        if ((rows[k].first == 10 && rows[l].first >= 100) || (rows[k].first == 100 && rows[l].first >= 500)) {
          exponents(fmt::format("exponent, {} to {}", rows[k].first, rows[l].first), rows[k].second, rows[l].second,
                    static_cast<double>(rows[l].first) / rows[k].first);
        }
      }
    }
  };
  series(
      "four-bars", {1, 10, 100}, [](int n) { return testing::nFourBar(n); }, 100);
  series(
      "chain", {10, 100, 500}, [](int n) { return testing::openChain(n); }, 100);
  return 0;
}

}  // namespace

}  // namespace mb

int main() {
  using namespace mb;
  return printAll();
}
