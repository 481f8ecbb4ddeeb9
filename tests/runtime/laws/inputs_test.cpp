// Inputs: what laws see of them, the filter against its closed form, and both sides of a machine that uses them.
#include <cmath>

#include "formats/native/native.h"
#include "runtime/laws/inputs/inputs.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

struct Filtered {
  int stateCount = 0;
  std::vector<CompiledInput> inputs;
  InputValues values;
  std::vector<double> states;
  std::vector<double> rates;

  explicit Filtered(double lag) {
    Table<InputIndex, Input> table;
    table.add({"plain", "", 3, {}, {}, 0, {}});
    table.add({"slow", "", 1, {}, {}, lag, {}});
    inputs = compileInputs(table, stateCount);
    values = makeInputValues(inputs);
    states.resize(static_cast<std::size_t>(stateCount));
    rates.resize(states.size());
    settleFilters(inputs, 0, values, states);
  }
  void see(double time) { seeInputs(inputs, time, states, values, rates); }
  // One step of the classical Runge-Kutta method.
  void step(double time, double h) {
    const std::vector<double> y = states;
    std::vector<double> sum(states.size());
    for (const auto& [share, c] : {std::pair{1.0, 0.0}, {2.0, 0.5}, {2.0, 0.5}, {1.0, 1.0}}) {
      for (std::size_t n = 0; n < y.size(); ++n) states[n] = y[n] + c * h * rates[n];
      see(time + c * h);
      for (std::size_t n = 0; n < y.size(); ++n) sum[n] += share * rates[n];
    }
    for (std::size_t n = 0; n < y.size(); ++n) states[n] = y[n] + h / 6 * sum[n];
  }
};

}  // namespace

TEST_CASE("an input begins at its start, and a held value has no rates") {
  Filtered one(0.1);
  CHECK(one.stateCount == 2);
  one.see(0);
  CHECK(one.values.now[0] == Jet(3));
  CHECK(one.values.now[1].value == 1);
  CHECK(one.values.now[1].rate == 0);
  CHECK(one.values.now[1].second == 0);
  one.values.set[0] = -2;
  one.see(7);
  CHECK(one.values.now[0].value == -2);
  CHECK(one.values.now[0].rate == 0);
}

TEST_CASE("a filter answers a step as two equal lags do") {
  constexpr double kLag = 0.1;
  Filtered one(kLag);
  one.values.set[1] = 4;
  const double h = 1e-3;
  one.see(0);
  for (int k = 0; k < 300; ++k) {
    one.step(k * h, h);
    one.see((k + 1) * h);
    const double s = (k + 1) * h / kLag;
    const Jet& now = one.values.now[1];
    // 1 + 3 (1 - (1 + s) e^-s): the error of the method is 1/120 (h/T)^4 per unit of s.
    CHECK(std::abs(now.value - (1 + 3 * (1 - (1 + s) * std::exp(-s)))) < 3e-9);
    CHECK(std::abs(now.rate - 3 * s * std::exp(-s) / kLag) < 3e-8);
    CHECK(std::abs(now.second - 3 * (1 - s) * std::exp(-s) / (kLag * kLag)) < 3e-6);
  }
}

TEST_CASE("an input that follows a curve has the curve's rates, and keeps its ends beyond them") {
  Filtered one(0.1);
  const std::vector<double> x{0, 1, 2, 3, 4};
  const std::vector<double> y{0, 1, 4, 9, 16};
  const auto curve = std::make_shared<const Curve>(makeCurve(Interpolation::akima, x, y));
  one.values.follows[0] = curve;
  one.see(1.7);
  const Jet expected = valueOf(*curve, Jet::time(1.7));
  CHECK(one.values.now[0].value == expected.value);
  CHECK(one.values.now[0].rate == expected.rate);
  CHECK(one.values.now[0].second == expected.second);
  one.see(9);
  CHECK(one.values.now[0].value == 16);
  CHECK(one.values.now[0].rate == 0);
  one.see(-1);
  CHECK(one.values.now[0].value == 0);
}
