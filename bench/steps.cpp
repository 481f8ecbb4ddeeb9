// Whole steps beside their evaluations, for callgrind: steps MACHINE COUNT [evaluations] starts a machine (a file of
// the samples, or four-bars N) and takes COUNT steps of rk4 at 1 ms; with `evaluations` it also evaluates the
// accelerations four times after each step. See scripts/bench steps.
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "converter/conversion/convert.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/machines/machines.h"
#include "tests/support/samples.h"

namespace mb {
namespace {

CartesianModel machine(const std::string& name) {
  const std::string series = "four-bars ";
  if (name.starts_with(series)) return testing::nFourBar(std::atoi(name.c_str() + series.size()));
  Diagnostics diagnostics;
  const std::optional<CartesianModel> model = readModel(MB_SOURCE_DIR "/samples/" + name, diagnostics);
  if (!model) throw std::runtime_error("cannot read " + name);
  return *model;
}

int takeSteps(const std::string& name, int count, bool evaluates) {
  const Mechanism m = makeMechanism(testing::convertModel(machine(name)).recursive);
  Simulation simulation(m);
  bool goesOn = simulation.start(0, initialState(m));
  const std::unique_ptr<Solver> solver = findSolver("embedded")->make(m);
  Workspace w = simulation.workspace();
  solver->chosenAgain(m, w);
  const RungeKutta& method = *findRungeKutta("rk4");
  for (int k = 0; k < count && goesOn; ++k) {
    goesOn = simulation.step(method, 1e-3, 1e3);
    for (int n = 0; n < 4 && evaluates; ++n) solver->evaluate(m, simulation.time(), simulation.state(), w);
  }
  if (goesOn) return 0;
  fmt::print(stderr, "{}: {}\n", name, simulation.report().failure->message);
  return 1;
}

}  // namespace
}  // namespace mb

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  return mb::takeSteps(argv[1], std::atoi(argv[2]), argc > 3);
}
