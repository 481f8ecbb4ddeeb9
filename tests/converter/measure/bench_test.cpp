// `mbconvert bench` as users call it: what it prints and what it refuses. Of times only the presence is checked.
#include <nlohmann/json.hpp>

#include <set>

#include "runtime/solvers/solvers.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;
using nlohmann::json;

namespace {

const std::string kBench = std::string(MBCONVERT) + " bench ";
std::string sample(const std::string& name) { return sourcePath("samples/" + name + "/model.xml"); }

json benchOf(const ScratchFolder& folder, const std::string& model) {
  const Outcome outcome = runIn(folder, kBench + model + " --evaluations 20 --json");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return json::parse(outcome.out);
}

void checkTime(const json& time) {
  CHECK(time.at("least").get<double>() > 0);
  CHECK(time.at("median").get<double>() >= time.at("least").get<double>());
}

// Measured and right, or refused with a reason.
void checkSolver(const json& solver) {
  INFO(solver.dump());
  if (!solver.at("refusal").is_null()) {
    CHECK_FALSE(solver.at("refusal").get<std::string>().empty());
    return;
  }
  checkTime(solver.at("evaluation"));
  checkTime(solver.at("solution"));
  CHECK(solver.at("difference").get<double>() <= 1e-10);
}

}  // namespace

TEST_CASE("bench: every solver is measured or refused with a reason") {
  const ScratchFolder folder;
  for (const std::string model : {"wishbone_corner", "four_bar_chassis"}) {
    INFO(model);
    const json report = benchOf(folder, sample(model));
    CHECK(report.at("evaluations") == 20);
    CHECK(report.at("states") == 20);
    std::set<std::string> names;
    for (const json& solver : report.at("solvers")) {
      names.insert(solver.at("name").get<std::string>());
      checkSolver(solver);
    }
    CHECK(names.size() == mb::solverTypes().size());
    for (const mb::SolverType& type : mb::solverTypes()) CHECK(names.count(std::string(type.name)) == 1);
    REQUIRE(report.at("linear_solvers").at("solvers").size() == 3);
    for (const json& solver : report.at("linear_solvers").at("solvers")) checkSolver(solver);
  }
}

TEST_CASE("bench: redundant rows are refused where the paper's methods have no answer") {
  const ScratchFolder folder;
  const json report = benchOf(folder, sample("four_bar_chassis"));
  REQUIRE(report.at("rank").get<int>() < report.at("rows").get<int>());
  for (const json& solver : report.at("linear_solvers").at("solvers")) {
    CHECK(contains(solver.at("refusal").get<std::string>(), "independent closing equations"));
  }
}

TEST_CASE("bench: steps, operations, runs and step times of a corner") {
  const ScratchFolder folder;
  const json report = benchOf(folder, sample("wishbone_corner"));
  CHECK(report.at("dof") == 7);
  for (const json& column : report.at("steps").at("ours")) {
    INFO(column.at("solver"));
    CHECK(column.at("steps").size() == 8);
    checkTime(column.at("total"));
  }
  for (const json& step : report.at("steps").at("ours").at(0).at("steps")) checkTime(step);
  CHECK(report.at("steps").at("paper").at("columns").size() == 6);

  CHECK(report.at("operations").at("refusal").is_null());
  REQUIRE(report.at("operations").at("subsystems").size() == 1);
  const json& counts = report.at("operations").at("subsystems").at(0);
  for (const char* form : {"cartesian", "joint"}) {
    INFO(form);
    REQUIRE(counts.at(form).at("phases").size() == 6);
    long sum = 0;
    for (const json& phase : counts.at(form).at("phases")) {
      CHECK(phase.at("multiplications").get<long>() > 0);
      CHECK(phase.at("additions").get<long>() > 0);
      sum += phase.at("multiplications").get<long>() + phase.at("additions").get<long>();
    }
    CHECK(counts.at(form).at("total") == sum);
  }

  REQUIRE(report.at("runs").size() == 2);
  for (const json& run : report.at("runs")) {
    CHECK(run.at("failure").is_null());
    CHECK(run.at("time").get<double>() == Approx(0.5));
    CHECK(run.at("steps").get<long>() > 0);
    CHECK(run.at("end_difference").get<double>() < 1e-4);
  }
  CHECK(report.at("runs").at(0).at("steps") == 500);
  const json& jitter = report.at("step_jitter");
  CHECK(jitter.at("solver") == "embedded");
  CHECK(jitter.at("failure").is_null());
  CHECK(jitter.at("steps").get<long>() > 0);
  for (const char* way : {"once", "repeated"}) {
    const json& spread = jitter.at(way);
    CHECK(spread.at("median").get<double>() > 0);
    CHECK(spread.at("p999").get<double>() >= spread.at("median").get<double>());
    CHECK(spread.at("most").get<double>() >= spread.at("p999").get<double>());
  }
}

TEST_CASE("bench: the tables name their papers and where the figures come from") {
  const ScratchFolder folder;
  const Outcome outcome = runIn(folder, kBench + sample("wishbone_corner") + " --evaluations 20");
  REQUIRE(outcome.code == 0);
  for (const char* part : {"[HG12 tables 1, 2]", "3.0 GHz Xeon 5160", "tyres", "2.839", "5.137", "[CYI01 table 2]",
                           "86.2", "[SK table 1]", "8835", "[Pan]", "prints no figures", "p99.9"}) {
    INFO(part);
    CHECK(contains(outcome.out, part));
  }
}

TEST_CASE("bench: a recursive model is read as it is") {
  const ScratchFolder folder;
  REQUIRE(runIn(folder, std::string(MBCONVERT) + " -q " + sample("four_bar") + " -o bar.xml").code == 0);
  CHECK(benchOf(folder, "bar.xml").at("dof") == 1);
  const Outcome planned = runIn(folder, kBench + "bar.xml --base ground");
  CHECK(planned.code == 2);
  CHECK(contains(planned.err, "chosen already"));
}

TEST_CASE("bench: missing files, invalid counts and immobile machines are reported") {
  const ScratchFolder folder;
  CHECK(runIn(folder, kBench + "missing.xml").code == 6);
  CHECK(runIn(folder, kBench + sample("four_bar") + " --evaluations 0").code == 2);
  const json errors = json::parse(runIn(folder, kBench + "missing.xml --json").out);
  CHECK_FALSE(errors.empty());
  folder.write("fixed.xml", R"(<mbs version="1" name="post">
    <body name="a"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
    <joint name="weld" type="fixed" i="a" j="ground" point="0 0 0"/></mbs>)");
  const Outcome fixed = runIn(folder, kBench + "fixed.xml");
  CHECK(fixed.code == 5);
  CHECK(contains(fixed.err, "error[E0911]: nothing in 'post' moves"));
}
