// mbconvert.h against the inner functions it stands on, and against what is known of the samples.
#include "converter/library/mbconvert.h"

#include <cmath>
#include <fstream>

#include "formats/recursive/recursive_xml.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using mb::testing::contains;
using mb::testing::convertModel;
using mb::testing::readSample;
using mb::testing::readText;
using mb::testing::samplePath;

namespace {

mbconvert::CartesianModel loaded(const std::string& sample) {
  mbconvert::Diagnostics messages;
  const auto model = mbconvert::load(samplePath(sample), messages);
  INFO(toText(messages));
  REQUIRE(model);
  return *model;
}

mbconvert::Conversion converted(const std::string& sample, const mbconvert::ConvertOptions& options = {}) {
  mbconvert::Diagnostics messages;
  auto conversion = mbconvert::convert(loaded(sample), messages, options);
  INFO(toText(messages));
  REQUIRE(conversion);
  return *conversion;
}

mbconvert::Simulation started(const mbconvert::RecursiveModel& model,
                              const mbconvert::SimulationOptions& options = {}) {
  mbconvert::Diagnostics messages;
  auto simulation = mbconvert::Simulation::start(model, messages, options);
  INFO(toText(messages));
  REQUIRE(simulation);
  return std::move(*simulation);
}

std::vector<double> copied(std::span<const double> values) { return {values.begin(), values.end()}; }

// A state of the inner simulation, split as the library's.
struct InnerState {
  std::vector<double> positions;
  std::vector<double> velocities;
  std::vector<double> accelerations;
};
InnerState innerState(const mb::Mechanism& m, mb::StateView y, const mb::Workspace& w) {
  return {copied(y.first(static_cast<std::size_t>(m.zCount))),
          copied(y.subspan(static_cast<std::size_t>(m.velocityAt()), static_cast<std::size_t>(m.vCount))), w.z_ddot};
}
void checkSame(const mbconvert::Simulation& ours, const InnerState& inner) {
  CHECK(copied(ours.positions()) == inner.positions);
  CHECK(copied(ours.velocities()) == inner.velocities);
  CHECK(copied(ours.accelerations()) == inner.accelerations);
}

}  // namespace

TEST_CASE("library: the HMMWV converts to what the program writes, with plan and mobility by name") {
  const mbconvert::CartesianModel model = loaded("hmmwv");
  CHECK(model.name() == "hmmwv");
  const mbconvert::Conversion conversion = converted("hmmwv");
  const mb::Conversion inner = convertModel(readSample("hmmwv"));
  CHECK(conversion.model.xml() == mb::writeRecursive(inner.recursive));
  // [PRN06]: a chassis with six degrees of freedom, and one for every wheel's suspension.
  CHECK(conversion.mobility.dof == 10);
  CHECK(conversion.mobility.coordinates - conversion.mobility.rank == 10);
  REQUIRE(conversion.plan.bases.size() == 1);
  CHECK(conversion.plan.bases[0].body == "chassis");
  CHECK(conversion.plan.tree.size() == inner.plan.tree.size());
  CHECK(conversion.plan.cuts.size() == inner.plan.cuts.size());
  int equations = 0;
  for (const mbconvert::Plan::Cut& cut : conversion.plan.cuts) {
    CHECK_FALSE(cut.loop.empty());
    CHECK_FALSE(cut.reason.empty());
    equations += cut.equations;
  }
  CHECK(equations == conversion.mobility.equations);
  CHECK(conversion.plan.weight == conversion.plan.leastWeight);

  mbconvert::Diagnostics messages;
  const auto mobility = mbconvert::mobilityOf(conversion.model, messages);
  REQUIRE(mobility);
  CHECK(mobility->dof == 10);
  CHECK(mobility->prescribed == conversion.mobility.prescribed);
}

TEST_CASE("library: starting, stepping and running give the same bits as the inner functions") {
  const mbconvert::Conversion conversion = converted("wishbone_corner");
  const mb::Mechanism m = mb::makeMechanism(convertModel(readSample("wishbone_corner")).recursive);
  mbconvert::Diagnostics messages;

  SECTION("fixed steps") {
    mbconvert::Simulation ours = started(conversion.model);
    mb::Simulation theirs(m);
    REQUIRE(theirs.start(0, mb::initialState(m)));
    CHECK(ours.solver() == theirs.report().solver);
    CHECK(ours.coordinates().size() == static_cast<std::size_t>(m.vCount));
    checkSame(ours, innerState(m, theirs.state(), theirs.workspace()));
    REQUIRE(ours.step(1e-3, messages));
    REQUIRE(theirs.step(*mb::findRungeKutta("rk4"), 1e-3, 1e-3));
    checkSame(ours, innerState(m, theirs.state(), theirs.workspace()));
    CHECK(ours.time() == 1e-3);
  }
  SECTION("a run is the same as the program's, with a shortened last step") {
    mb::RunOptions options;
    options.end = 0.0205;
    InnerState last;
    std::vector<double> times;
    mb::simulate(m, mb::initialState(m), options, [&](double time, mb::StateView y, const mb::Workspace& w) {
      times.push_back(time);
      last = innerState(m, y, w);
      return true;
    });
    mbconvert::Simulation ours = started(conversion.model);
    std::vector<double> seen;
    REQUIRE(ours.run(0.0205, 1e-3, messages, [&](mbconvert::Simulation& now) {
      seen.push_back(now.time());
      return true;
    }));
    CHECK(seen == times);
    checkSame(ours, last);
  }
  SECTION("adaptive steps end at the requested time") {
    for (const char* integrator : {"dopri5", ""}) {
      mbconvert::SimulationOptions options{.solver = *integrator ? "" : "implicit-bdf", .integrator = integrator};
      options.tolerance = 1e-9;
      mbconvert::Simulation chosen = started(conversion.model, options);
      mbconvert::Simulation fixed = started(conversion.model);
      for (int k = 0; k < 5; ++k) REQUIRE(chosen.step(0.01, messages));
      REQUIRE(fixed.run(0.05, 1e-4, messages));
      CHECK(chosen.time() == Approx(0.05).epsilon(1e-12));
      // Both come near the motion: a Runge-Kutta method of order 4 and a tolerance of 1e-9 over 0.05 s.
      for (std::size_t k = 0; k < fixed.positions().size(); ++k) {
        CHECK(std::abs(chosen.positions()[k] - fixed.positions()[k]) < 1e-6);
      }
    }
  }
  SECTION("a saved state can be restored") {
    mbconvert::Simulation ours = started(conversion.model);
    REQUIRE(ours.run(0.05, 1e-3, messages));
    const std::vector<double> z = copied(ours.positions());
    const std::vector<double> z_dot = copied(ours.velocities());
    const std::vector<double> z_ddot = copied(ours.accelerations());
    mbconvert::Simulation other = started(conversion.model);
    REQUIRE(other.setState(ours.time(), z, z_dot, messages));
    mb::Simulation theirs(m);
    std::vector<double> y = mb::initialState(m);
    std::copy(z.begin(), z.end(), y.begin());
    std::copy(z_dot.begin(), z_dot.end(), y.begin() + m.velocityAt());
    REQUIRE(theirs.start(ours.time(), y));
    checkSame(other, innerState(m, theirs.state(), theirs.workspace()));
    double largest = 0;
    for (const double value : z_ddot) largest = std::max(largest, std::abs(value));
    for (std::size_t k = 0; k < z_ddot.size(); ++k) {
      CHECK(std::abs(other.accelerations()[k] - z_ddot[k]) < 1e-9 * largest);  // closed to 1e-13, times stiff springs
    }
  }
}

TEST_CASE("library: columns are named and valued as in the program's table") {
  mbconvert::SimulationOptions options;
  options.showsAccelerations = true;
  mbconvert::Simulation machine = started(converted("wishbone_corner").model, options);
  const std::vector<std::string>& columns = machine.columns();
  const std::span<const double> values = machine.values();
  REQUIRE(columns.size() == values.size());
  CHECK(columns[0] == "time");
  mbconvert::Diagnostics messages;
  REQUIRE(machine.step(1e-3, messages));
  CHECK(machine.values()[0] == 1e-3);
}

TEST_CASE("library: a converted model is equivalent, a changed one is not") {
  const mbconvert::CartesianModel model = loaded("wishbone_corner");
  mbconvert::VerifyOptions few;
  few.states = 8;
  few.end = 0.02;
  mbconvert::Diagnostics messages;
  const mbconvert::Verification same = mbconvert::verify(model, converted("wishbone_corner").model, messages, few);
  CHECK(toText(messages).empty());
  CHECK(toText(same.verdict) == "EQUIVALENT");
  CHECK(same.dofCartesian == same.dofRecursive);
  CHECK(same.findings.size() >= 5);
  for (const mbconvert::Finding& finding : same.findings) {
    INFO(finding.level << ": " << finding.name << ' ' << finding.where);
    CHECK(finding.holds);
  }
  const mbconvert::Verification other = mbconvert::verify(model, converted("four_bar").model, messages, few);
  CHECK(toText(other.verdict) == "NOT EQUIVALENT");
  CHECK_FALSE(other.missing.empty());
}

TEST_CASE("library: options take effect, and wrong ones are errors") {
  mbconvert::Diagnostics messages;
  SECTION("the plan's XML is a plan file") {
    const auto folder = std::filesystem::temp_directory_path() / "mbconvert_library_plan.xml";
    const mbconvert::Conversion plain = converted("wishbone_corner");
    const std::string kept = plain.plan.cuts.at(0).loop.at(0);
    const mbconvert::Conversion other = converted("wishbone_corner", {.cut = {kept}});
    CHECK(std::ranges::any_of(other.plan.cuts, [&](const auto& cut) { return cut.name == kept; }));
    std::ofstream(folder) << other.plan.xml;
    CHECK(converted("wishbone_corner", {.planFile = folder.string()}).model.xml() == other.model.xml());
    std::filesystem::remove(folder);
  }
  SECTION("an unknown name") {
    CHECK_FALSE(mbconvert::convert(loaded("wishbone_corner"), messages, {.base = {"nobody"}}));
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].isError);
    CHECK(contains(messages[0].message, "nobody"));
    CHECK(messages[0].status == 2);
  }
  SECTION("a missing file and a file of another kind") {
    CHECK_FALSE(mbconvert::load("no/such/file.xml", messages));
    CHECK_FALSE(mbconvert::loadRecursive(samplePath("four_bar"), messages));
    REQUIRE(messages.size() == 2);
    CHECK(messages[0].status == 6);
    CHECK(messages[0].file == "no/such/file.xml");
    CHECK(messages[1].line == 1);
    CHECK(hasErrors(messages));
    CHECK(contains(toText(messages), messages[1].code));
  }
  SECTION("solvers, integrators, states, steps") {
    const mbconvert::RecursiveModel model = converted("four_bar").model;
    CHECK_FALSE(mbconvert::Simulation::start(model, messages, {.solver = "magi"}));
    CHECK_FALSE(mbconvert::Simulation::start(model, messages, {.integrator = "rk5"}));
    CHECK_FALSE(mbconvert::Simulation::start(model, messages, {.solver = "implicit-bdf", .integrator = "rk4"}));
    CHECK_FALSE(mbconvert::Simulation::start(model, messages, {.tolerance = 1e-6}));
    mbconvert::Simulation machine = started(model);
    const std::vector<double> none;
    CHECK_FALSE(machine.setState(0, none, none, messages));
    CHECK_FALSE(machine.step(-1, messages));
    CHECK_FALSE(machine.run(1, std::nan(""), messages));
    CHECK(messages.size() == 7);
    for (const mbconvert::Diagnostic& one : messages) {
      CHECK(one.isError);
      CHECK_FALSE(one.hint.empty());
    }
    CHECK(contains(messages[0].hint, "maggi"));
    CHECK(machine.step(1e-3, messages));  // its state is unchanged
  }
}

TEST_CASE("library: a recursive model that was written is loaded again") {
  const mbconvert::Conversion conversion = converted("four_bar");
  const std::string path = (std::filesystem::temp_directory_path() / "mbconvert_library_four_bar.xml").string();
  mbconvert::Diagnostics messages;
  REQUIRE(conversion.model.write(path, messages));
  CHECK(readText(path) == conversion.model.xml());
  const auto again = mbconvert::loadRecursive(path, messages);
  std::filesystem::remove(path);
  INFO(toText(messages));
  REQUIRE(again);
  CHECK(again->xml() == conversion.model.xml());
  CHECK_FALSE(conversion.model.write("/no/such/folder/model.xml", messages));
  CHECK(messages.back().status == 6);
}

TEST_CASE("library: inputs are listed, set between steps, and refused where they may not go") {
  const mbconvert::Conversion conversion = converted("crane");
  const std::vector<mbconvert::Input> inputs = conversion.model.inputs();
  REQUIRE(inputs.size() == 2);
  CHECK(inputs[0].name == "hoist");
  CHECK(inputs[0].filter == 0.05);
  CHECK(inputs[1].unit == "N");
  CHECK(inputs[1].most == 200);
  mbconvert::Simulation crane = started(conversion.model);
  mbconvert::Diagnostics messages;
  CHECK(copied(crane.inputs()) == std::vector<double>{0, 20});
  const auto place = std::ranges::find(crane.columns(), "centre") - crane.columns().begin();
  for (int k = 0; k < 200; ++k) {
    REQUIRE(crane.setInputs(std::array{0.2, k < 100 ? 50.0 : -50.0}, messages));
    REQUIRE(crane.step(0.01, messages));
  }
  // The centre of mass moves as 50 N on 50 kg, whatever the load does.
  CHECK(crane.values()[static_cast<std::size_t>(place)] == Approx(1).epsilon(1e-6));  // steps of a fifth of the filter
  CHECK(messages.empty());
  CHECK_FALSE(crane.setInputs(std::array{0.0, 500.0}, messages));
  CHECK(contains(toText(messages), "'pull' is set to 500 N; it goes from -200 N to 200 N"));
  CHECK_FALSE(crane.setInputs(std::array{0.0, std::nan("")}, messages));
  CHECK_FALSE(crane.setInputs(std::array{0.0}, messages));
  CHECK(copied(crane.inputs()) == std::vector<double>{0.2, -50});
  // A filter rests where another state is taken over.
  const std::vector<double> z = copied(crane.positions());
  REQUIRE(crane.setState(0, z, std::vector<double>(3), messages));
  CHECK(std::abs(crane.positions().back() - 0.2) < 1e-12);
}

TEST_CASE("library: parameters are set when a model is loaded") {
  mbconvert::Diagnostics messages;
  const auto heavy = mbconvert::load(samplePath("crane"), messages, {.parameters = {{"load", "0.06 t"}}});
  INFO(toText(messages));
  REQUIRE(heavy);
  CHECK_FALSE(mbconvert::load(samplePath("crane"), messages, {.parameters = {{"loads", "60"}}}));
  CHECK(contains(toText(messages), "did you mean 'load'"));
  const auto conversion = mbconvert::convert(*heavy, messages);
  REQUIRE(conversion);
  CHECK(contains(conversion->model.xml(), "<set-parameter name=\"load\" value=\"0.06 t\"/>"));
}
