// Published problems compared with the runtime's results as a table: digits reached and digits required.
#include <fmt/format.h>

#include "tests/support/machines/published.h"

using namespace mb::testing;

namespace {

double digits(double error, double size) { return error > 0 ? -std::log10(error / std::max(size, 1e-300)) : 17; }

void print(const PublishedProblem& problem) {
  for (const PublishedRow& row : problem.rows) {
    const double size = row.expected == 0 ? 1 : std::max(1.0, std::abs(row.expected));
    fmt::print("| {} | {} | {:.12g} | {:.14g} | {:.1e} | {:.1f} | {:.1f} |\n", problem.name, row.quantity, row.expected,
               row.found, std::abs(row.found - row.expected), digits(row.allowed, size),
               digits(std::abs(row.found - row.expected), size));
  }
  fmt::print(stderr, "{}: {}, {} steps, {:.3g} s, drift {:.1e}, re-partitions {}, singular passages {}\n", problem.name,
             problem.method, problem.report.steps, problem.report.wallSeconds, problem.report.drift.value,
             problem.report.repartitions, problem.report.singularPassages);
}

}  // namespace

int main() {
  fmt::print("| problem | quantity | reference | found | error | digits required | digits reached |\n");
  fmt::print("|---|---|---|---|---|---|---|\n");
  print(pendulumProblem());
  print(fourBarProblem(2, 10, 1e-3));
  print(fourBarProblem(40, 1, 5e-3));
  print(squeezerProblem());
  print(bricardProblem());
  print(governorProblem(10));
  print(sliderCrankProblem());
  return 0;
}
