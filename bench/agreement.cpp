// Distance of the solvers from maggi-dense at random states: agreement [STATES], by default 1,000 per sample.
#include <fmt/format.h>

#include <cstdlib>

#include "runtime/solvers/solvers.h"
#include "tests/support/agreement.h"
#include "tests/support/samples.h"

using namespace mb;
using namespace mb::testing;

int main(int argc, char** argv) {
  const int states = argc > 1 ? std::atoi(argv[1]) : 1000;
  fmt::print("| sample | states |");
  for (const SolverType& type : solverTypes()) {
    if (type.name != "maggi-dense") fmt::print(" {} |", type.name);
  }
  fmt::print(" condition |\n");
  for (std::size_t k = 0; k < solverTypes().size() + 2; ++k) fmt::print("|---");
  fmt::print("|\n");
  double worst = 0;
  for (const std::string& sample : sampleNames()) {
    const auto found = agreements(convertModel(readSample(sample)).recursive, states);
    fmt::print("| `{}` | {} |", sample, found.at("maggi-dense").states);
    double condition = 1;
    for (const SolverType& type : solverTypes()) {
      if (type.name == "maggi-dense") continue;
      const Agreement& agreement = found.at(std::string(type.name));
      if (!agreement.refusal.empty()) {
        fmt::print(" – |");
        continue;
      }
      fmt::print(" {:.0e} |", agreement.worst);
      worst = std::max(worst, agreement.worst);
      condition = std::max(condition, agreement.condition);
    }
    fmt::print(" {:.0e} |\n", condition);
    std::fflush(stdout);
  }
  fmt::print(stderr, "worst: {:.1e}\n", worst);
  return 0;
}
