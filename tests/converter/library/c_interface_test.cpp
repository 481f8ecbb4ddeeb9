// mbconvert_c.h from C++: the same answers as mbconvert.h, and no call does harm.
#include <cstring>
#include <thread>

#include "converter/library/mbconvert.h"
#include "converter/library/mbconvert_c.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using mb::testing::contains;
using mb::testing::samplePath;

namespace {

template <class Handle>
struct Freed {
  Handle* handle = nullptr;
  void (*free)(Handle*);
  explicit Freed(void (*function)(Handle*), Handle* first = nullptr) : handle(first), free(function) {}
  Freed(const Freed&) = delete;
  ~Freed() { free(handle); }
};

struct Machine {
  Freed<mbc_diagnostics> messages{mbc_diagnostics_free, mbc_diagnostics_new()};
  Freed<mbc_options> options{mbc_options_free, mbc_options_new()};
  Freed<mbc_model> model{mbc_model_free};
  Freed<mbc_recursive> recursive{mbc_recursive_free};
  Freed<mbc_simulation> simulation{mbc_simulation_free};

  explicit Machine(const std::string& sample) {
    mbc_diagnostics* const d = messages.handle;
    REQUIRE(mbc_load(samplePath(sample).c_str(), options.handle, d, &model.handle) == MBC_OK);
    REQUIRE(mbc_convert(model.handle, options.handle, d, &recursive.handle) == MBC_OK);
    REQUIRE(mbc_simulate(recursive.handle, options.handle, d, &simulation.handle) == MBC_OK);
  }
};

}  // namespace

TEST_CASE("C interface: models, states and values are the same as in C++") {
  Machine c("wishbone_corner");
  mbconvert::Diagnostics messages;
  const auto model = mbconvert::load(samplePath("wishbone_corner"), messages);
  const auto conversion = mbconvert::convert(*model, messages);
  auto machine = mbconvert::Simulation::start(conversion->model, messages);
  REQUIRE(machine);
  CHECK(mbc_version() == std::string(mbconvert::version()));
  CHECK(mbc_version() == std::string(MBC_VERSION));
  CHECK(mbc_model_name(c.model.handle) == model->name());
  CHECK(mbc_recursive_xml(c.recursive.handle) == conversion->model.xml());
  CHECK(mbc_recursive_plan(c.recursive.handle) == conversion->plan.xml);
  mbc_mobility mobility{};
  CHECK(mbc_recursive_mobility(c.recursive.handle, nullptr, &mobility) == MBC_OK);
  CHECK(mobility.dof == conversion->mobility.dof);

  const std::size_t zCount = mbc_position_count(c.simulation.handle);
  const std::size_t vCount = mbc_velocity_count(c.simulation.handle);
  REQUIRE(zCount == machine->positions().size());
  REQUIRE(vCount == machine->velocities().size());
  CHECK(mbc_coordinate_name(c.simulation.handle, 0) == machine->coordinates()[0]);
  CHECK(mbc_coordinate_name(c.simulation.handle, vCount) == std::string());
  REQUIRE(machine->step(1e-3, messages));
  REQUIRE(mbc_step(c.simulation.handle, 1e-3, nullptr) == MBC_OK);
  std::vector<double> z(zCount), z_dot(vCount), z_ddot(vCount);
  mbc_get_state(c.simulation.handle, z.data(), z_dot.data(), z_ddot.data());
  CHECK(std::ranges::equal(z, machine->positions()));
  CHECK(std::ranges::equal(z_dot, machine->velocities()));
  CHECK(std::ranges::equal(z_ddot, machine->accelerations()));
  REQUIRE(mbc_column_count(c.simulation.handle) == machine->columns().size());
  std::vector<double> values(machine->columns().size());
  REQUIRE(mbc_get_values(c.simulation.handle, values.data(), nullptr) == MBC_OK);
  CHECK(std::ranges::equal(values, machine->values()));
  CHECK(mbc_column_name(c.simulation.handle, 1) == machine->columns()[1]);

  // Two states in one call are independent.
  std::vector<double> both(z), rates(z_dot), answers(2 * vCount);
  both.insert(both.end(), z.begin(), z.end());
  for (const double rate : z_dot) rates.push_back(0.5 * rate);
  REQUIRE(mbc_accelerations(c.simulation.handle, 0, 2, both.data(), rates.data(), answers.data(), nullptr) == MBC_OK);
  for (std::size_t k = 0; k < 2; ++k) {
    const std::span<const double> rate(rates.data() + k * vCount, vCount);
    REQUIRE(machine->setState(0, z, rate, messages));
    CHECK(std::ranges::equal(std::span(answers).subspan(k * vCount, vCount), machine->accelerations()));
  }
}

TEST_CASE("C interface: a callback stops a run, and verdicts are returned as statuses") {
  Machine c("four_bar");
  int steps = 0;
  const mbc_on_step stopAtThree = [](mbc_simulation*, void* user) { return ++*static_cast<int*>(user) < 3 ? 1 : 0; };
  CHECK(mbc_run(c.simulation.handle, 1, 1e-3, stopAtThree, &steps, nullptr) == MBC_OK);
  CHECK(steps == 3);
  CHECK(mbc_time(c.simulation.handle) == 2e-3);
  CHECK(mbc_run(c.simulation.handle, 0.01, 1e-3, nullptr, nullptr, nullptr) == MBC_OK);
  CHECK(mbc_time(c.simulation.handle) == Approx(0.01));

  for (const auto& [name, value] : {std::pair("states", "4"), std::pair("end", "0.02")}) {
    REQUIRE(mbc_options_set(c.options.handle, name, value, nullptr) == MBC_OK);
  }
  Freed<mbc_verification> verification{mbc_verification_free};
  CHECK(mbc_verify(c.model.handle, c.recursive.handle, c.options.handle, nullptr, &verification.handle) == MBC_OK);
  REQUIRE(mbc_finding_count(verification.handle) > 4);
  CHECK(mbc_finding_get(verification.handle, 0).level == std::string("states"));
  CHECK(mbc_finding_get(verification.handle, 0).holds == 1);
  CHECK(mbc_finding_get(verification.handle, 1000).name == std::string());
  Machine other("wishbone_corner");
  CHECK(mbc_verify(other.model.handle, c.recursive.handle, c.options.handle, nullptr, nullptr) == MBC_NOT_EQUIVALENT);
}

TEST_CASE("C interface: wrong calls return a status and a message") {
  Freed<mbc_diagnostics> messages{mbc_diagnostics_free, mbc_diagnostics_new()};
  mbc_diagnostics* const d = messages.handle;
  Freed<mbc_options> options{mbc_options_free, mbc_options_new()};
  Freed<mbc_model> model{mbc_model_free};
  CHECK(mbc_load("no/such/file.xml", nullptr, d, &model.handle) == MBC_IO);
  CHECK(model.handle == nullptr);
  REQUIRE(mbc_diagnostics_count(d) == 1);
  const mbc_diagnostic first = mbc_diagnostics_get(d, 0);
  CHECK(first.is_error == 1);
  CHECK(first.file == std::string("no/such/file.xml"));
  CHECK(contains(mbc_diagnostics_text(d), first.message));
  mbc_diagnostics_clear(d);
  CHECK(mbc_diagnostics_count(d) == 0);

  CHECK(mbc_load(nullptr, nullptr, d, &model.handle) == MBC_USAGE);
  CHECK(mbc_convert(nullptr, nullptr, d, nullptr) == MBC_USAGE);
  CHECK(mbc_step(nullptr, 1e-3, d) == MBC_USAGE);
  CHECK(mbc_options_set(options.handle, "bass", "chassis", d) == MBC_USAGE);
  CHECK(mbc_diagnostics_get(d, 3).hint == std::string("did you mean 'base'?"));
  for (const auto& [name, value] : {std::pair("strict", "yes"), std::pair("states", "1.5"), std::pair("states", "-1"),
                                    std::pair("end", "soon"), std::pair("weight", "revolute")}) {
    INFO(name);
    CHECK(mbc_options_set(options.handle, name, value, d) == MBC_USAGE);
  }
  CHECK(mbc_diagnostics_count(d) == 9);
  for (const auto& [name, value] : {std::pair("strict", "1"), std::pair("states", "15"), std::pair("seed", "7"),
                                    std::pair("loop-tolerance", "1e-6"), std::pair("weight", "revolute=1.5")}) {
    INFO(name);
    CHECK(mbc_options_set(options.handle, name, value, d) == MBC_OK);
  }
  mbc_recursive_free(nullptr);
  mbc_simulation_free(nullptr);
}

TEST_CASE("C interface: threads share a model, each with a simulation of its own") {
  Machine c("four_bar");
  std::array<std::vector<double>, 2> ends;
  std::vector<std::thread> threads;
  for (std::vector<double>& end : ends) {
    threads.emplace_back([&] {
      Freed<mbc_simulation> mine{mbc_simulation_free};
      if (mbc_simulate(c.recursive.handle, nullptr, nullptr, &mine.handle) != MBC_OK) return;
      if (mbc_run(mine.handle, 0.05, 1e-3, nullptr, nullptr, nullptr) != MBC_OK) return;
      if (std::strlen(mbc_recursive_xml(c.recursive.handle)) == 0) return;
      end.resize(mbc_velocity_count(mine.handle));
      mbc_get_state(mine.handle, nullptr, end.data(), nullptr);
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_FALSE(ends[0].empty());
  CHECK(ends[0] == ends[1]);
}

TEST_CASE("C interface: inputs are listed and set as in C++") {
  Machine c("crane");
  mbc_simulation* const crane = c.simulation.handle;
  REQUIRE(mbc_input_count(c.recursive.handle) == 2);
  const mbc_input pull = mbc_input_get(c.recursive.handle, 1);
  CHECK(pull.name == std::string("pull"));
  CHECK(pull.unit == std::string("N"));
  CHECK(pull.least == -200);
  CHECK(mbc_input_get(c.recursive.handle, 2).name == std::string());
  const double values[] = {0.1, 25};
  REQUIRE(mbc_set_inputs(crane, values, nullptr) == MBC_OK);
  double now[2] = {};
  mbc_get_inputs(crane, now);
  CHECK(now[1] == 25);
  const double outside[] = {0.1, 1e9};
  CHECK(mbc_set_inputs(crane, outside, c.messages.handle) == MBC_INPUT_REJECTED);
  CHECK(mbc_set_inputs(crane, nullptr, c.messages.handle) == MBC_USAGE);
  CHECK(mbc_step(crane, 1e-3, nullptr) == MBC_OK);
  CHECK(mbc_options_set(c.options.handle, "param", "load=60", nullptr) == MBC_OK);
  CHECK(mbc_options_set(c.options.handle, "param", "load", c.messages.handle) == MBC_USAGE);
}
