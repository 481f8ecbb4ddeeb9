// The binary that generated C makes, beside the runtime: values, derivatives, states, instances, tuned numbers.
#include <cmath>
#include <random>

#include "tests/support/driven_fmu.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// The largest difference of what generated C serves, relative to the size of each.
double differenceOf(const std::vector<double>& generated, const std::vector<double>& runtime,
                    const std::vector<std::uint32_t>& served) {
  double worst = 0;
  for (const std::uint32_t k : served) {
    const double one = std::abs(generated[k] - runtime[k]) / std::max(1.0, std::abs(runtime[k]));
    if (!(one <= worst)) worst = one;
  }
  return worst;
}

// Both binaries for one model. Generated C is compiled once.
struct Both {
  Resources resources;
  GeneratedBinary generated;
  explicit Both(const std::string& sample) : resources(sample), generated(resources) {
    resources.served = generated.served;
  }
};
const Both& bothOf(const std::string& sample) {
  static std::map<std::string, Both> all;
  return all.try_emplace(sample, sample).first->second;
}

const char* const kSamples[] = {"four_bar", "satellite"};

}  // namespace

TEST_CASE("generated fmu: Co-Simulation gives the values of the runtime, for two instances at once", "[fmu]") {
  for (const char* const sample : kSamples) {
    INFO(sample);
    const Both& both = bothOf(sample);
    Fmi3 runtime(both.resources);
    runtime.initialize();
    const Using used(both.generated.library);
    Fmi3 left(both.resources);
    Fmi3 right(both.resources);
    left.initialize();
    right.initialize();
    for (int n = 0; n < 40; ++n) {
      REQUIRE(left.step(n * 1e-3, 1e-3) == 0);
      if (n % 2 == 1) REQUIRE(right.step((n - 1) * 1e-3, 2e-3) == 0);
      const Using other(loadedBinary(MB_FMU));
      REQUIRE(runtime.step(n * 1e-3, 1e-3) == 0);
    }
    const std::vector<double> values = left.values();
    CHECK(right.values() == values);
    const Using other(loadedBinary(MB_FMU));
    CHECK(differenceOf(values, runtime.values(), both.generated.served) <= 1e-12);
  }
}

TEST_CASE("generated fmu: derivatives of Model Exchange are those of the runtime, off the start as well", "[fmu]") {
  for (const char* const sample : kSamples) {
    INFO(sample);
    const Both& both = bothOf(sample);
    std::vector<double> x;
    std::vector<double> ours;
    const auto moved = [](std::vector<double> states) {
      for (std::size_t k = 0; k < states.size(); ++k) states[k] += 1e-3 * static_cast<double>(k % 5) - 2e-3;
      return states;
    };
    {
      Exchange runtime(both.resources);
      x = moved(runtime.states());
      ours = runtime.rates(0.01, x);
    }
    const Using used(both.generated.library);
    Exchange generated(both.resources);
    const std::vector<double> theirs = generated.rates(0.01, x);
    double largest = 1;
    for (const double rate : ours) largest = std::max(largest, std::abs(rate));
    for (std::size_t k = 0; k < ours.size(); ++k) CHECK(std::abs(theirs[k] - ours[k]) <= 1e-10 * largest);
    generated.complete();
  }
}

TEST_CASE("generated fmu: states come back with the same bits, in bytes too", "[fmu]") {
  const Both& both = bothOf("satellite");
  const Using used(both.generated.library);
  Fmi3 fmu(both.resources);
  fmu.initialize();
  std::mt19937 random(1);
  double time = 0;
  for (int n = 0; n < 50; ++n) {
    void* state = nullptr;
    REQUIRE(FMI(fmi3GetFMUState)(fmu.handle, &state) == 0);
    std::size_t size = 0;
    REQUIRE(FMI(fmi3SerializedFMUStateSize)(fmu.handle, state, &size) == 0);
    std::vector<std::uint8_t> bytes(size);
    REQUIRE(FMI(fmi3SerializeFMUState)(fmu.handle, state, bytes.data(), size) == 0);
    const int steps = 1 + static_cast<int>(random() % 5);
    REQUIRE(fmu.step(time, steps * 1e-3) == 0);
    const std::vector<double> after = fmu.values();
    REQUIRE(FMI(fmi3SetFMUState)(fmu.handle, state) == 0);
    REQUIRE(fmu.step(time, steps * 1e-3) == 0);
    CHECK(fmu.values() == after);
    Fmi3 other(both.resources);
    void* copy = nullptr;
    REQUIRE(FMI(fmi3DeserializeFMUState)(other.handle, bytes.data(), size, &copy) == 0);
    REQUIRE(FMI(fmi3SetFMUState)(other.handle, copy) == 0);
    REQUIRE(other.step(time, steps * 1e-3) == 0);
    CHECK(other.values() == after);
    bytes[random() % size] ^= 1;
    void* damaged = nullptr;
    CHECK(FMI(fmi3DeserializeFMUState)(other.handle, bytes.data(), size, &damaged) == 3);
    FMI(fmi3FreeFMUState)(other.handle, &copy);
    FMI(fmi3FreeFMUState)(fmu.handle, &state);
    time = fmu.reached;
  }
}

TEST_CASE("generated fmu: what is set acts as in the runtime", "[fmu]") {
  const Both& both = bothOf("four_bar");
  const fmi::Variable& q = both.resources.table.all[at(both.resources.table.states.front())];
  const std::string mass = fmi::structuredName(both.resources.parameters.back().path);
  const auto run = [&](Fmi3& fmu) {
    REQUIRE(fmu.set(q.name, q.start + 0.05) == 0);
    REQUIRE(fmu.set(mass, 1.5 * fmu.value(mass)) == 0);
    fmu.initialize(0.25);
    REQUIRE(fmu.step(0.25, 5e-3) == 0);
    REQUIRE(fmu.set(mass, 3 * fmu.value(mass)) == 0);
    REQUIRE(fmu.step(0.255, 5e-3) == 0);
    return fmu.values();
  };
  Fmi3 runtime(both.resources);
  const std::vector<double> ours = run(runtime);
  const Using used(both.generated.library);
  Fmi3 fmu(both.resources);
  CHECK(differenceOf(run(fmu), ours, both.generated.served) <= 1e-12);
  REQUIRE(FMI(fmi3Reset)(fmu.handle) == 0);
  CHECK(fmu.value(q.name) == Approx(q.start).epsilon(1e-15));
}

TEST_CASE("generated fmu: bad use gets a status and a reason", "[fmu]") {
  const Both& both = bothOf("four_bar");
  const Using used(both.generated.library);
  Fmi3 fmu(both.resources);
  const auto refuses = [&](int status, const char* reason) {
    INFO(fmu.lastMessage());
    CHECK(status == 3);
    CHECK(contains(fmu.lastMessage(), reason));
  };
  refuses(fmu.step(0, 1e-3), "DoStep is not allowed before the initialization");
  fmu.initialize();
  refuses(fmu.step(0, -1e-3), "is no step");
  refuses(fmu.step(0, std::nan("")), "is no step");
  refuses(fmu.step(0.5, 1e-3), "the machine is at 0 s");
  refuses(fmu.set("rocker.x", 1), "is calculated, and cannot be set");
  const std::string mass = both.resources.parameters.front().path;
  refuses(fmu.set(mass, std::nan("")), "which is no finite number");
  refuses(fmu.set(mass, -1), "cannot be below 0");
  refuses(FMI(fmi3EnterContinuousTimeMode)(fmu.handle), "belongs to Model Exchange");
  const std::uint32_t unknown = 1'000'000;
  double number = 0;
  refuses(FMI(fmi3GetFloat64)(fmu.handle, &unknown, 1, &number, 1), "value reference 1000000");
  CHECK(fmu.step(0, 1.5e-3) == 2);
  CHECK(contains(fmu.lastMessage(), "no whole multiple"));
  const Both& other = bothOf("satellite");
  void* state = nullptr;
  {
    const Using theirs(other.generated.library);
    Fmi3 stranger(other.resources);
    REQUIRE(FMI(fmi3GetFMUState)(stranger.handle, &state) == 0);
  }
  refuses(FMI(fmi3SetFMUState)(fmu.handle, state), "another FMU");
  const Using theirs(other.generated.library);
  Fmi3 owner(other.resources);
  CHECK(FMI(fmi3FreeFMUState)(owner.handle, &state) == 0);
  const Fmi3 stranger(other.resources, Fmi3::Kind::coSimulation, "{another token}");
  CHECK(stranger.handle == nullptr);
  CHECK(contains(stranger.lastMessage(), "is not that of this FMU"));
  CHECK(FMI(fmi3Terminate)(nullptr) == 3);
}
