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

// Against differences of the FMU's own functions with four points: the error is h^4.
TEST_CASE("fmu: directional derivatives are those of derivatives and outputs along states", "[fmu]") {
  for (const char* const sample : {"four_bar", "slider_crank", "flyball_governor"}) {
    INFO(sample);
    const Resources resources(sample);
    REQUIRE(resources.table.hasDerivatives);
    Exchange fmu(resources);
    const std::vector<double> x = moved(fmu.states(), 1e-3, fmu.rates(0, fmu.states()));
    std::vector<double> seed;
    for (std::size_t k = 0; k < x.size(); ++k) seed.push_back(std::sin(1.0 + 2.3 * static_cast<double>(k)));
    const std::vector<std::uint32_t> knowns(resources.table.states.begin(), resources.table.states.end());
    std::vector<std::uint32_t> unknowns(resources.table.rates.begin(), resources.table.rates.end());
    const std::size_t exact = unknowns.size();
    for (std::uint32_t k = 0; k < resources.table.all.size(); ++k) {
      if (resources.table.all[k].isOutput) unknowns.push_back(k);
    }
    const auto valuesAt = [&](double h) {
      (void)fmu.rates(0.05, moved(x, h, seed));
      std::vector<double> values(unknowns.size());
      REQUIRE(FMI(fmi3GetFloat64)(fmu.handle, unknowns.data(), unknowns.size(), values.data(), values.size()) == 0);
      return values;
    };
    constexpr double h = 1e-3;
    const auto m2 = valuesAt(-2 * h);
    const auto m1 = valuesAt(-h);
    const auto p1 = valuesAt(h);
    const auto p2 = valuesAt(2 * h);
    const auto before = valuesAt(0);
    std::vector<double> found(unknowns.size());
    REQUIRE(FMI(fmi3GetDirectionalDerivative)(fmu.handle, unknowns.data(), unknowns.size(), knowns.data(),
                                              knowns.size(), seed.data(), seed.size(), found.data(),
                                              found.size()) == 0);
    std::vector<double> after(unknowns.size());
    REQUIRE(FMI(fmi3GetFloat64)(fmu.handle, unknowns.data(), unknowns.size(), after.data(), after.size()) == 0);
    CHECK(after == before);  // the state is as it was
    for (std::size_t k = 0; k < unknowns.size(); ++k) {
      INFO(resources.table.all[unknowns[k]].name);
      const double slope = (8 * (p1[k] - m1[k]) - (p2[k] - m2[k])) / (12 * h);
      const double scale = std::max({1.0, std::abs(before[k]), std::abs(slope)});
      CHECK(std::abs(found[k] - slope) <= (k < exact ? 1e-8 : 1e-7) * scale);
    }
  }
}

TEST_CASE("fmu: directional derivatives are refused where a law has none, and along what is no state", "[fmu]") {
  const Resources turning("satellite");
  CHECK(!turning.table.hasDerivatives);
  Exchange vehicle(turning);
  const std::uint32_t rate = static_cast<std::uint32_t>(turning.table.rates.back());
  const std::uint32_t state = static_cast<std::uint32_t>(turning.table.states.back());
  const double one = 1;
  double found = 0;
  CHECK(FMI(fmi3GetDirectionalDerivative)(vehicle.handle, &rate, 1, &state, 1, &one, 1, &found, 1) == 3);
  CHECK(contains(vehicle.lastMessage(), "no derivatives"));
  const Resources plain("four_bar");
  Exchange bars(plain);
  const std::uint32_t output = plain.reference("rocker.x");
  const std::uint32_t known = static_cast<std::uint32_t>(plain.table.rates.back());
  CHECK(FMI(fmi3GetDirectionalDerivative)(bars.handle, &known, 1, &output, 1, &one, 1, &found, 1) == 3);
  CHECK(contains(bars.lastMessage(), "'rocker.x' is no state"));
  CHECK(FMI(fmi3GetDirectionalDerivative)(bars.handle, &known, 1, &output, 1, &one, 0, &found, 1) == 3);
  Fmi3 steps(plain);
  steps.initialize();
  CHECK(FMI(fmi3GetDirectionalDerivative)(steps.handle, &known, 1, &output, 1, &one, 1, &found, 1) == 3);
}
