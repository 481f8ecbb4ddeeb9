// FMUs for Model Exchange: derivatives against the runtime's accelerations, and an integration by the test itself.
#include <cmath>
#include <numeric>

#include "runtime/evaluation/partition.h"
#include "runtime/simulation/simulate.h"
#include "tests/support/driven_fmu.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::vector<double> moved(const std::vector<double>& x, double h, const std::vector<double>& dx) {
  std::vector<double> to(x);
  for (std::size_t k = 0; k < x.size(); ++k) to[k] += h * dx[k];
  return to;
}

}  // namespace

TEST_CASE("fmu: derivatives of Model Exchange are the runtime's rates", "[fmu]") {
  for (const char* const sample : {"four_bar", "hmmwv_full", "satellite", "flyball_governor"}) {
    INFO(sample);
    const Resources resources(sample);
    Exchange fmu(resources);
    Simulation simulation(resources.mechanism);
    REQUIRE(simulation.start(0, initialState(resources.mechanism)));
    std::vector<double> rates(at(resources.mechanism.stateSize()));
    stateRates(resources.mechanism, simulation.state(), simulation.workspace(), rates);
    const std::vector<double> theirs = fmu.rates(0, fmu.states());
    REQUIRE(theirs.size() == resources.table.states.size());
    double largest = 1;
    for (const double rate : rates) largest = std::max(largest, std::abs(rate));
    for (std::size_t k = 0; k < theirs.size(); ++k) {
      const fmi::Variable& state = resources.table.all[at(resources.table.states[k])];
      INFO(state.name);
      CHECK(std::abs(theirs[k] - rates[at(state.index)]) <= 1e-10 * largest);
    }
  }
}

// The classical method of order 4 on the independent states alone comes to where the runtime comes, which integrates
// all coordinates and projects them: both have errors of order 4.
TEST_CASE("fmu: an importer that integrates the states comes to where our run comes", "[fmu]") {
  const Resources resources("four_bar", 1e-3);
  Exchange fmu(resources);
  std::vector<double> x = fmu.states();
  constexpr int kSteps = 200;
  constexpr double h = 1e-3;
  for (int n = 0; n < kSteps; ++n) {
    const double t = n * h;
    const auto k1 = fmu.rates(t, x);
    const auto k2 = fmu.rates(t + h / 2, moved(x, h / 2, k1));
    const auto k3 = fmu.rates(t + h / 2, moved(x, h / 2, k2));
    const auto k4 = fmu.rates(t + h, moved(x, h, k3));
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
    (void)fmu.rates(t + h, x);
    fmu.complete();
    x = fmu.states();
  }
  Fmi3 steps(resources);
  steps.initialize();
  REQUIRE(steps.step(0, kSteps * h) == 0);
  for (const char* const name : {"rocker.x", "rocker.z", "crank.wy"}) {
    INFO(name);
    CHECK(fmu.value(name) == Approx(steps.value(name)).margin(1e-8));
  }
}

TEST_CASE("fmu: states of Model Exchange come back with the same bits", "[fmu]") {
  const Resources resources("hmmwv_full");
  Exchange fmu(resources);
  std::vector<double> x = fmu.states();
  x = moved(x, 1e-3, fmu.rates(0, x));
  const std::vector<double> rates = fmu.rates(1e-3, x);
  const std::vector<double> values = fmu.values();
  void* state = nullptr;
  REQUIRE(FMI(fmi3GetFMUState)(fmu.handle, &state) == 0);
  (void)fmu.rates(2e-3, moved(x, 1e-3, rates));
  fmu.complete();
  REQUIRE(FMI(fmi3SetFMUState)(fmu.handle, state) == 0);
  CHECK(fmu.values() == values);
  CHECK(fmu.states() == x);
  CHECK(FMI(fmi3FreeFMUState)(fmu.handle, &state) == 0);
}

TEST_CASE("fmu: the start values of states can be set, and the other coordinates follow", "[fmu]") {
  const Resources resources("four_bar");
  const fmi::Variable& q = resources.table.all[at(resources.table.states.front())];
  Fmi3 fmu(resources);
  REQUIRE(fmu.set(q.name, q.start + 0.05) == 0);
  fmu.initialize();
  CHECK(fmu.value(q.name) == Approx(q.start + 0.05).epsilon(1e-14));
  CHECK(fmu.step(0, 1e-3) == 0);
  CHECK(fmu.set(q.name, 0) == 3);
}
