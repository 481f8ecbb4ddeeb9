// FMUs for Co-Simulation: the binary against our own run, states that come back, two instances, bad use.
#include <cmath>
#include <limits>

#include "tests/support/driven_fmu.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// The largest difference of two sets of values, relative to the size of each; infinite where one is no number.
double differenceOf(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const double one = std::abs(a[k] - b[k]) / std::max(1.0, std::abs(b[k]));
    worst = one <= worst ? worst : std::isnan(one) ? std::numeric_limits<double>::infinity() : one;
  }
  return worst;
}

// The values of columns and states of our own run after a number of steps; others are NaN.
std::vector<double> ownValues(const Resources& of, int steps) {
  RunOptions options;
  options.step = of.setup.step;
  options.end = steps * of.setup.step;
  options.method = of.setup.method;
  std::vector<double> before;
  std::vector<double> row;
  std::vector<double> values(of.table.all.size(), std::nan(""));
  simulate(of.mechanism, initialState(of.mechanism), options, [&](double time, StateView y, const Workspace& w) {
    evaluateRow(of.mechanism, of.trajectory, time, y, w, before, row);
    before = row;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const fmi::Variable& one = of.table.all[k];
      if (one.source == fmi::Source::column) values[k] = row[at(one.index)] / one.perUnit;
      if (one.source == fmi::Source::state) values[k] = y[at(one.index)] / one.perUnit;
    }
    return true;
  });
  return values;
}

}  // namespace

TEST_CASE("fmu: all functions of both versions are there", "[fmu]") {
  CHECK(std::string(FMI(fmi3GetVersion)()) == "3.0");
  CHECK(std::string(FMI(fmi2GetVersion)()) == "2.0");
  CHECK(std::string(FMI(fmi2GetTypesPlatform)()) == "default");
}

TEST_CASE("fmu: a Co-Simulation goes as our own run", "[fmu]") {
  for (const char* const sample : {"four_bar", "hmmwv_full", "satellite"}) {
    INFO(sample);
    const Resources resources(sample);
    Fmi3 fmu(resources);
    REQUIRE(fmu.handle);
    fmu.initialize();
    constexpr int kSteps = 40;
    for (int n = 0; n < kSteps; ++n) {
      REQUIRE(fmu.step(n * 1e-3, 1e-3) == 0);
      (void)fmu.values();
    }
    std::vector<double> theirs = fmu.values();
    std::vector<double> ours = ownValues(resources, kSteps);
    for (std::size_t k = 0; k < ours.size(); ++k) {
      if (std::isnan(ours[k])) ours[k] = theirs[k] = 0;
    }
    CHECK(differenceOf(theirs, ours) <= 1e-12);
  }
}

TEST_CASE("fmu: inputs act from the step on in which they are set, and keep their bounds", "[fmu]") {
  // The centre of mass of a crane of 50 kg moves as the force on it tells: 1 m in two seconds, whatever the load does.
  const Resources resources("crane");
  Fmi3 fmu(resources);
  fmu.initialize();
  CHECK(fmu.value("pull") == 20);  // its start
  CHECK(fmu.set("pull", 300) != 0);
  CHECK(contains(fmu.lastMessage(), "bounds"));
  CHECK(fmu.value("pull") == 20);
  for (int n = 0; n < 2000; ++n) {
    REQUIRE(fmu.set("pull", n < 1000 ? 50 : -50) == 0);
    REQUIRE(fmu.step(n * 1e-3, 1e-3) == 0);
  }
  // Runge-Kutta's error of fourth order, for a swing of 2 rad/s over 2 s, stays far below.
  CHECK(fmu.value("centre") == Approx(1).margin(1e-8));
}

TEST_CASE("fmu: a state that is set back goes on with the same bits", "[fmu]") {
  const Resources resources("hmmwv_full");
  Fmi3 fmu(resources);
  fmu.initialize();
  for (int n = 0; n < 5; ++n) REQUIRE(fmu.step(n * 1e-3, 1e-3) == 0);
  void* state = nullptr;
  REQUIRE(FMI(fmi3GetFMUState)(fmu.handle, &state) == 0);
  std::size_t size = 0;
  REQUIRE(FMI(fmi3SerializedFMUStateSize)(fmu.handle, state, &size) == 0);
  std::vector<std::uint8_t> bytes(size);
  REQUIRE(FMI(fmi3SerializeFMUState)(fmu.handle, state, bytes.data(), size) == 0);
  const std::vector<double> here = fmu.values();
  const auto goOn = [](Fmi3& one) {
    for (int n = 5; n < 12; ++n) REQUIRE(one.step(n * 1e-3, 1e-3) == 0);
    return one.values();
  };
  const std::vector<double> after = goOn(fmu);

  REQUIRE(FMI(fmi3SetFMUState)(fmu.handle, state) == 0);
  CHECK(fmu.values() == here);
  CHECK(goOn(fmu) == after);

  Fmi3 other(resources);  // a second instance, which has not even been initialized
  void* copy = nullptr;
  REQUIRE(FMI(fmi3DeserializeFMUState)(other.handle, bytes.data(), size, &copy) == 0);
  REQUIRE(FMI(fmi3SetFMUState)(other.handle, copy) == 0);
  CHECK(other.values() == here);
  CHECK(goOn(other) == after);
  CHECK(FMI(fmi3FreeFMUState)(other.handle, &copy) == 0);
  CHECK(copy == nullptr);

  bytes.pop_back();
  CHECK(FMI(fmi3DeserializeFMUState)(other.handle, bytes.data(), bytes.size(), &copy) == 3);
  const Resources foreign("four_bar");
  Fmi3 stranger(foreign);
  CHECK(FMI(fmi3SetFMUState)(stranger.handle, state) == 3);
  CHECK(contains(stranger.lastMessage(), "another FMU"));
  CHECK(FMI(fmi3FreeFMUState)(fmu.handle, &state) == 0);
}

TEST_CASE("fmu: two instances side by side do not touch each other", "[fmu]") {
  const Resources resources("four_bar");
  Fmi3 alone(resources);
  Fmi3 left(resources);
  Fmi3 right(resources);
  for (Fmi3* const one : {&alone, &left, &right}) one->initialize();
  for (int n = 0; n < 20; ++n) REQUIRE(alone.step(n * 1e-3, 1e-3) == 0);
  for (int n = 0; n < 20; ++n) {
    REQUIRE(left.step(n * 1e-3, 1e-3) == 0);
    if (n % 2 == 1) REQUIRE(right.step((n - 1) * 1e-3, 2e-3) == 0);
  }
  CHECK(left.values() == alone.values());
  const auto x = resources.reference("rocker.x");
  CHECK(right.values()[x] == Approx(alone.values()[x]).epsilon(1e-14));
}

TEST_CASE("fmu: a tuned spring acts from the next step on, and a reset brings the old one back", "[fmu]") {
  const Resources resources("quarter_car");
  std::string spring;
  for (const Parameter& one : resources.parameters) {
    if (one.path.ends_with(".k")) spring = fmi::structuredName(one.path);
  }
  REQUIRE(!spring.empty());
  Fmi3 fmu(resources);
  fmu.initialize();
  REQUIRE(fmu.step(0, 1e-2) == 0);
  const std::vector<double> usual = fmu.values();
  REQUIRE(FMI(fmi3Reset)(fmu.handle) == 0);
  fmu.initialize();
  REQUIRE(fmu.set(spring, 0.5 * fmu.value(spring)) == 0);
  REQUIRE(fmu.step(0, 1e-2) == 0);
  CHECK(differenceOf(fmu.values(), usual) > 1e-6);
  REQUIRE(FMI(fmi3Reset)(fmu.handle) == 0);
  fmu.initialize();
  REQUIRE(fmu.step(0, 1e-2) == 0);
  CHECK(fmu.values() == usual);
}

TEST_CASE("fmu: bad use gets a status and a reason", "[fmu]") {
  const Resources resources("four_bar");
  Fmi3 fmu(resources);
  const auto refuses = [&](int status, const char* reason) {
    INFO(fmu.lastMessage());
    CHECK(status == 3);
    CHECK(contains(fmu.lastMessage(), reason));
  };
  refuses(fmu.step(0, 1e-3), "DoStep is not allowed before the initialization");
  refuses(FMI(fmi3ExitInitializationMode)(fmu.handle), "not allowed before the initialization");
  fmu.initialize();
  refuses(fmu.step(0, -1e-3), "is no step");
  refuses(fmu.step(0, std::nan("")), "is no step");
  refuses(fmu.step(0.5, 1e-3), "the machine is at 0 s");
  refuses(fmu.set("rocker.x", 1), "is calculated, and cannot be set");
  const std::string mass = resources.parameters.front().path;
  refuses(fmu.set(mass, std::nan("")), "which is no finite number");
  refuses(fmu.set(mass, -1), "cannot be below 0");
  refuses(FMI(fmi3EnterContinuousTimeMode)(fmu.handle), "belongs to Model Exchange");
  const std::uint32_t unknown = 1'000'000;
  double number = 0;
  refuses(FMI(fmi3GetFloat64)(fmu.handle, &unknown, 1, &number, 1), "value reference 1000000");
  refuses(FMI(fmi3SetFMUState)(fmu.handle, &number), "no state that was given out");
  CHECK(fmu.step(0, 1.5e-3) == 2);  // discarded: nothing happened
  CHECK(fmu.reached == 0);
  CHECK(contains(fmu.lastMessage(), "no whole multiple"));
  CHECK(fmu.step(0, 3e-3) == 0);
  CHECK(fmu.reached == Approx(3e-3));
  CHECK(FMI(fmi3Terminate)(fmu.handle) == 0);
  refuses(fmu.step(3e-3, 1e-3), "not allowed after the end");
  CHECK(FMI(fmi3Terminate)(nullptr) == 3);
}

TEST_CASE("fmu: an instance is made of its own resources only", "[fmu]") {
  const Resources resources("four_bar");
  const Fmi3 stranger(resources, Fmi3::Kind::coSimulation, "{another token}");
  CHECK(stranger.handle == nullptr);
  CHECK(contains(stranger.lastMessage(), "is not that of this FMU"));
  const Fmi3 lost(resources, Fmi3::Kind::coSimulation, "", "/nowhere");
  CHECK(lost.handle == nullptr);
  CHECK(contains(lost.lastMessage(), "setup.xml"));
  const Resources damaged("four_bar");
  damaged.folder.write(fmi::kModelFile, "<recursive");
  const Fmi3 broken(damaged);
  CHECK(broken.handle == nullptr);
  CHECK(contains(broken.lastMessage(), fmi::kModelFile));
}
