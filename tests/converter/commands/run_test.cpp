// `mbconvert run` as users call it: the table, its columns and units, the summary, what is refused.
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;
using nlohmann::json;

namespace {

const std::string kRun = std::string(MBCONVERT) + " run ";

struct Csv {
  std::string header;
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> columns;
  double first(const std::string& name) const { return columns.at(name).front(); }
  double last(const std::string& name) const { return columns.at(name).back(); }
  std::size_t rows() const { return columns.at("time").size(); }
};

Csv parseCsv(const std::string& text) {
  Csv csv;
  std::istringstream lines(text);
  std::getline(lines, csv.header);
  std::istringstream header(csv.header);
  for (std::string name; std::getline(header, name, ',');) csv.names.push_back(name);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    std::size_t k = 0;
    for (std::string cell; std::getline(cells, cell, ',');) csv.columns[csv.names.at(k++)].push_back(std::stod(cell));
    REQUIRE(k == csv.names.size());
  }
  return csv;
}

Csv tableOf(const ScratchFolder& folder, const std::string& arguments) {
  const std::string all = contains(arguments, "--columns") ? "" : " --columns @all";
  const Outcome outcome = runIn(folder, kRun + arguments + all + " -q -o -");
  INFO(arguments << "\n" << outcome.err);
  REQUIRE(outcome.code == 0);
  return parseCsv(outcome.out);
}

// Crank, rod and a slider that is driven further than the two reach: it locks at (sqrt(8) - 2) / 2 = 0.414 s.
constexpr const char* kLocking = R"(<mbs version="1" name="locking">
  <gravity vector="0 0 0"/>
  <body name="ground" ground="true"/>
  <body name="crank"><pose pos="0.5 0 0.5"/><mass value="1"/><inertia xx="0.1" yy="0.1" zz="0.1"/></body>
  <body name="rod"><pose pos="1.5 0 0.5"/><mass value="1"/><inertia xx="0.1" yy="0.1" zz="0.1"/></body>
  <body name="slider"><pose pos="2 0 0"/><mass value="1"/><inertia xx="0.1" yy="0.1" zz="0.1"/></body>
  <joint name="bearing" type="revolute" i="crank" j="ground" point="0 0 0" axis="0 1 0"/>
  <joint name="crank_pin" type="revolute" i="rod" j="crank" point="1 0 1" axis="0 1 0"/>
  <joint name="slider_pin" type="revolute" i="slider" j="rod" point="2 0 0" axis="0 1 0"/>
  <joint name="guide" type="translational" i="slider" j="ground" point="2 0 0" axis="1 0 0"/>
  <motion name="pull" joint="guide" function="2*time"/>
</mbs>
)";

// A nut that sinks and turns its spindle. Nut and thread share a name: bodies and joints may.
constexpr const char* kJack = R"(<mbs version="1" name="jack">
  <gravity vector="0 0 -9.81"/>
  <body name="ground" ground="true"/>
  <body name="spindle"><mass value="1"/><inertia xx="0.01" yy="0.01" zz="0.01"/></body>
  <body name="nut"><pose pos="0.1 0 0"/><mass value="5"/><inertia xx="0.01" yy="0.01" zz="0.01"/></body>
  <joint name="bearing" type="revolute" i="spindle" j="ground" point="0 0 0" axis="0 0 1"/>
  <joint name="guide" type="translational" i="nut" j="ground" point="0.1 0 0" axis="0 0 1"/>
  <joint name="nut" type="screw" i="nut" j="spindle" point="0 0 0" axis="0 0 1" pitch="0.05"/>
</mbs>
)";

}  // namespace

TEST_CASE("run: the columns of a pendulum") {
  const ScratchFolder folder;
  const std::string run = samplePath("pendulum") + " --end 0.02 --step 0.01";
  CHECK(tableOf(folder, run).header ==
        "time,bob.x,bob.y,bob.z,bob.qw,bob.qx,bob.qy,bob.qz,bob.vx,bob.vy,bob.vz,bob.wx,bob.wy,bob.wz,pivot.q,pivot.qd,"
        "energy.kinetic,energy.potential,energy.work_forces,energy.work_drives,energy.balance");
  const Csv more = tableOf(folder, run + " --reactions --accelerations");
  CHECK(more.header ==
        "time,bob.x,bob.y,bob.z,bob.qw,bob.qx,bob.qy,bob.qz,bob.vx,bob.vy,bob.vz,bob.wx,bob.wy,bob.wz,bob.ax,bob.ay,"
        "bob.az,bob.alx,bob.aly,bob.alz,pivot.q,pivot.qd,pivot.fx,pivot.fy,pivot.fz,pivot.tx,pivot.ty,pivot.tz,"
        "pivot.unique,energy.kinetic,energy.potential,energy.work_forces,energy.work_drives,energy.balance");
  // At the start it falls freely and the bar carries nothing.
  CHECK(more.first("bob.ay") == Approx(-9.81));
  CHECK(more.first("bob.alz") == Approx(9.81));
  CHECK(more.first("pivot.fy") == Approx(0).margin(1e-12));
  CHECK(more.first("pivot.unique") == 1);
}

TEST_CASE("run: the pendulum is where elliptic functions say") {
  const ScratchFolder folder;
  const Csv csv = tableOf(folder, samplePath("pendulum") + " --end 1 --step 0.001 --every 0.5");
  CHECK(csv.columns.at("time") == std::vector<double>{0, 0.5, 1});
  CHECK(csv.last("bob.x") == Approx(0.986291751132).margin(1e-11));
  CHECK(csv.last("bob.y") == Approx(-0.165010853126).margin(1e-11));
  CHECK(csv.last("bob.vx") == Approx(0.296905515916).margin(1e-10));
  CHECK(csv.last("bob.vy") == Approx(1.77464364111).margin(1e-10));
  // It started at x = -1 and has turned by q.
  CHECK(csv.last("bob.x") == Approx(-std::cos(csv.last("pivot.q"))).margin(1e-12));
  CHECK(csv.last("bob.qz") == Approx(std::sin(csv.last("pivot.q") / 2)).margin(1e-12));
  CHECK(csv.last("energy.potential") == Approx(9.81 * csv.last("bob.y")).margin(1e-12));
  CHECK(csv.last("energy.balance") == Approx(0).margin(1e-11));
}

TEST_CASE("run: an adaptive method gives rows at any time") {
  const ScratchFolder folder;
  const Csv csv = tableOf(
      folder, samplePath("pendulum") + " --end 1 --step 0.01 --integrator dopri5 --tolerance 1e-11 --every 0.25");
  CHECK(csv.columns.at("time") == std::vector<double>{0, 0.25, 0.5, 0.75, 1});
  CHECK(csv.last("bob.x") == Approx(0.986291751132).margin(1e-9));
  CHECK(tableOf(folder, samplePath("pendulum") + " --end 1 --step 0.01 --integrator dopri5").rows() == 1001);
}

TEST_CASE("run: --units source is in the units and axes of the file") {
  const ScratchFolder folder;
  const std::string run = samplePath("units_sae") + " --end 0.02 --step 0.001 --reactions --accelerations";
  const Csv si = tableOf(folder, run);
  const Csv own = tableOf(folder, run + " --units source");
  REQUIRE(si.header == own.header);
  // As the file says: millimetres, x forward, y right, z down.
  CHECK(own.first("wheel.x") == Approx(1648.965));
  CHECK(own.first("wheel.y") == Approx(-910));
  CHECK(own.first("wheel.z") == Approx(26));
  CHECK(own.first("wheel.qw") == Approx(1));
  CHECK(own.first("chassis.vx") == Approx(4470.4));

  constexpr double kDegrees = 180 / std::numbers::pi;
  const auto follows = [&](const std::string& name, double factor) {
    INFO(name);
    CHECK(own.last(name) == Approx(factor * si.last(name)).epsilon(1e-12).margin(1e-9));
  };
  for (const std::string body : {"chassis", "wheel", "lower_arm"}) {
    for (const std::string vector : {".", ".v", ".a"}) {
      follows(body + vector + "x", 1000);
      follows(body + vector + "y", -1000);
      follows(body + vector + "z", -1000);
    }
    for (const std::string vector : {".w", ".al"}) {
      follows(body + vector + "x", kDegrees);
      follows(body + vector + "y", -kDegrees);
      follows(body + vector + "z", -kDegrees);
    }
  }
  follows("time", 1);
  follows("upper_arm_hinge.q", kDegrees);
  follows("upper_arm_hinge.qd", kDegrees);
  follows("tie_rod.q.tx", 1000);
  follows("lower_ball.qx", 1);
  follows("lower_ball.fz", -1);
  follows("lower_arm_hinge.ty", -1000);
  follows("energy.kinetic", 1000);
  // A quaternion in axes turned by half a turn about x.
  const double side = si.last("wheel.qw") * own.last("wheel.qx") > 0 ? 1 : -1;
  CHECK(own.last("wheel.qx") == Approx(side * si.last("wheel.qw")).margin(1e-12));
  CHECK(own.last("wheel.qw") == Approx(-side * si.last("wheel.qx")).margin(1e-12));
}

TEST_CASE("run: --columns picks by pattern and keeps the order of the table") {
  const ScratchFolder folder;
  const std::string run = samplePath("pendulum") + " --end 0.02 --step 0.01 --columns ";
  CHECK(tableOf(folder, run + "'energy.balance,bob.?'").header == "time,bob.x,bob.y,bob.z,energy.balance");
  CHECK(tableOf(folder, run + "'*.q*d'").header == "time,pivot.qd");
  CHECK(tableOf(folder, run + "time").header == "time");
}

TEST_CASE("run: a joint and a tyre with the same name have separate columns") {
  const ScratchFolder folder;
  const std::string sample = std::filesystem::path(samplePath("quarter_car")).parent_path().string();
  REQUIRE(runIn(folder, "cp -r '" + sample + "' car && sed -i 's/joint name=\"rail\"/joint name=\"tyre\"/' car/*.xml")
              .code == 0);
  const Csv csv = tableOf(folder, "car/on_road.xml --end 0.001 --step 0.001 --reactions");
  CHECK(csv.columns.size() == csv.names.size());  // none twice
  CHECK(csv.columns.contains("tyre.fx"));
  CHECK(csv.columns.contains("tyre.joint.fx"));
}

TEST_CASE("run: drives with constants at the edge of a function's domain run") {
  const ScratchFolder folder;
  const auto positionAfterASecond = [&](const std::string& function) {
    folder.write("m.xml",
                 "<mbs version='1' name='m'><body name='b'><mass value='1'/><inertia xx='1' yy='1' zz='1'/></body>"
                 "<joint name='j' type='revolute' i='b' j='ground' point='0 0 0' axis='0 0 1'/>"
                 "<motion joint='j' function='" +
                     function + "'/></mbs>");
    return tableOf(folder, "m.xml --end 1 --step 0.01 --columns j.q").last("j.q");
  };
  CHECK(positionAfterASecond("2*acos(-1)*time") == Approx(2 * std::numbers::pi));
  CHECK(positionAfterASecond("asin(1)*time") == Approx(std::numbers::pi / 2));
  CHECK(positionAfterASecond("sqrt(0) + time") == Approx(1));
  CHECK(positionAfterASecond("0^0.5 + time") == Approx(1));
}

TEST_CASE("run: coordinates and reactions are the same whichever joint is cut") {
  const ScratchFolder folder;
  const std::string corner = samplePath("wishbone_corner") + " --end 0.02 --step 0.0005 --every 0.005 --reactions";
  const Csv one = tableOf(folder, corner);
  const Csv other = tableOf(folder, corner + " --cut lower_ball");
  REQUIRE(one.names.size() == other.names.size());
  for (const std::string& name : one.names) {
    INFO(name);
    for (std::size_t k = 0; k < one.rows(); ++k) {
      CHECK(other.columns.at(name)[k] == Approx(one.columns.at(name)[k]).epsilon(1e-7).margin(1e-6));
    }
  }
  for (const double balance : one.columns.at("energy.balance")) {
    CHECK(balance == Approx(one.first("energy.balance")).epsilon(1e-9));
  }

  // Several turns: poses do not count them.
  const std::string jack = folder.write("jack.xml", kJack) + " --end 1.5 --step 0.005 --every 0.1";
  const Csv turned = tableOf(folder, jack + " --cut guide");
  CHECK(turned.last("bearing.q") > 30);
  CHECK(turned.last("nut.joint.q") == Approx(-turned.last("bearing.q")));
  CHECK(turned.last("nut.z") == Approx(0.05 / (2 * std::numbers::pi) * turned.last("nut.joint.q")));
  for (const std::string cut : {"bearing", "nut"}) {
    const Csv again = tableOf(folder, jack + " --cut " + cut);
    INFO(cut);
    CHECK(again.last("bearing.q") == Approx(turned.last("bearing.q")).epsilon(1e-9));
    CHECK(again.last("nut.joint.q") == Approx(turned.last("nut.joint.q")).epsilon(1e-9));
  }
}

TEST_CASE("run: a recursive file runs as the Cartesian model it came from, byte for byte") {
  const ScratchFolder folder;
  const std::string how = " -q --end 0.02 --step 0.001 --reactions --accelerations --columns @all -o ";
  for (const char* sample : {"macpherson_steered", "units_sae"}) {
    INFO(sample);
    REQUIRE(runIn(folder, std::string(MBCONVERT) + " -q " + samplePath(sample) + " -o r.xml").code == 0);
    REQUIRE(runIn(folder, kRun + samplePath(sample) + how + "a.csv").code == 0);
    REQUIRE(runIn(folder, kRun + "r.xml" + how + "b.csv").code == 0);
    REQUIRE(runIn(folder, kRun + "-" + how + "c.csv < r.xml").code == 0);
    const std::string whole = readText(folder / "a.csv");
    CHECK(whole.size() > 10'000);
    CHECK(readText(folder / "b.csv") == whole);
    CHECK(readText(folder / "c.csv") == whole);
  }
  CHECK(runIn(folder, kRun + "r.xml --end 0.01 --step 0.001 --base wheel").code == 2);
}

TEST_CASE("run: the summary goes where the table does not") {
  const ScratchFolder folder;
  const std::string run = kRun + samplePath("four_bar") + " --end 0.1 --step 0.001";
  const Outcome only = runIn(folder, run);
  CHECK(only.code == 0);
  CHECK(contains(only.out, "100; 401 evaluations"));
  CHECK(std::filesystem::is_empty(folder.path()));
  const Outcome both = runIn(folder, run + " -o -");
  CHECK(both.out.rfind("time,", 0) == 0);
  CHECK(contains(both.err, "100; 401 evaluations"));
  CHECK(runIn(folder, run + " -q -o -").err.empty());

  const json summary = json::parse(runIn(folder, run + " --json -o t.csv").out);
  CHECK(summary["name"] == "four_bar");
  CHECK(summary["integrator"] == "rk4");
  CHECK(summary["time"].get<double>() == Approx(0.1));
  CHECK(summary["steps"] == 100);
  CHECK(summary["evaluations"] == 401);
  CHECK(summary["output"]["rows"] == 101);
  CHECK(summary["failure"].is_null());
  CHECK(summary["drift"]["value"].get<double>() < 1e-12);
  CHECK_FALSE(summary["drift"]["at"].get<std::string>().empty());
  CHECK(summary["energy"]["relative"].get<double>() < 1e-6);
  CHECK(summary["real_time_factor"].get<double>() > 0);
  CHECK(parseCsv(readText(folder / "t.csv")).rows() == 101);
}

TEST_CASE("run: wrong usage is reported and nothing is written") {
  const ScratchFolder folder;
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    const Outcome outcome = runIn(folder, kRun + samplePath("pendulum") + " -o t.csv " + arguments);
    INFO(arguments << "\n" << outcome.out << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, message));
    CHECK(std::filesystem::is_empty(folder.path()));
  };
  refused("--step 0.01", "--end T is missing");
  refused("--end 1 --step 0", "'0' is not a number above 0");
  refused("--end nan --step 0.1", "'nan' is not a number above 0");
  refused("--end 1 --step 2", "longer than the run");
  refused("--end 1 --step 0.01 --every 0.015", "no whole multiple");
  refused("--end 1 --step 0.01 --every 2", "longer than the run");
  refused("--end 1 --step 0.01 --integrator rk5", "'rk5' is none of euler, rk2, rk4, dopri5");
  refused("--end 1 --step 0.01 --solver other", "'other' is none of auto, embedded, maggi-dense,");
  refused("--end 1 --step 0.01 --solver implicit-bdf --integrator rk4", "implicit-bdf has steps of its own");
  refused("--end 1 --step 0.01 --tolerance 1e-6", "dopri5");
  refused("--end 1 --step 0.01 --columns bbo.x", "did you mean 'bob.x'?");
  refused("--end 1 --step 0.01 --columns 'bob.x,pivto.*'", "did you mean 'pivot.*'?");
  refused("--end 1 --step 0.01 --columns '*.fx'", "--reactions");
  refused("--end 1 --step 0.01 --columns @body", "no preset of columns is called '@body'");
  refused("--end 1 --step 0.01 --digits 18", "--digits");
  CHECK(runIn(folder, kRun + samplePath("pendulum") + " --end 1 --step 0.01 -o none/t.csv").code == 6);
  CHECK(runIn(folder, kRun + "none.xml --end 1 --step 0.01").code == 6);
}

TEST_CASE("run: a warning treated as an error keeps the table from being written unless it is asked for") {
  const ScratchFolder folder;
  // A step that is far too long for the motion: the energy departs.
  const std::string run = kRun + samplePath("pendulum") + " --end 3 --step 1";
  REQUIRE(contains(runIn(folder, run + " -o table.csv").err, "warning[W0910]"));
  CHECK(std::filesystem::exists(folder / "table.csv"));
  CHECK(runIn(folder, run + " -o none.csv --werror").code == 5);
  CHECK_FALSE(std::filesystem::exists(folder / "none.csv"));
  CHECK(runIn(folder, run + " -o kept.csv --werror --keep-partial").code == 5);
  CHECK(std::filesystem::exists(folder / "kept.csv"));
}

TEST_CASE("run: a passed limit without stiffness and a step that became too small are reported") {
  const ScratchFolder folder;
  const auto pendulumWith = [&](const std::string& inJoint, const std::string& elements) {
    return folder.write("pendulum.xml", R"(<mbs version="1" name="pendulum">
      <body name="a"><pose pos="1 0 0"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
      <joint name="h" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0">)" +
                                            inJoint + "</joint>" + elements + "</mbs>");
  };
  const Outcome passed =
      runIn(folder, kRun + pendulumWith(R"(<limit lower="-0.5" upper="0.5"/>)", "") + " --end 1 --step 0.01");
  CHECK(passed.code == 0);
  CHECK(contains(passed.err, "warning[W0909]: 'h.rz' went beyond its limits"));
  const Outcome slips = runIn(
      folder, kRun + pendulumWith(R"(<friction coulomb="1" stiction="20"/>)", "") + " --end 0.1 --step 0.01 --werror");
  CHECK(slips.code == 5);
  CHECK(contains(slips.err, "[E0913]: the steps are too long for the friction of 'h.rz'"));
  const Outcome jumps = runIn(folder, kRun + pendulumWith("", "<motion name='m' joint='h' function='floor(2*time)'/>") +
                                          " --end 1 --step 0.01");
  CHECK(contains(jumps.err, "pendulum.xml:"));
  CHECK(contains(jumps.err, "warning[W0914]: the function of 'm' jumps by 1 within a step"));
  // An impact of 1e9 N within a picosecond: no step above round-off is accurate enough.
  const std::string blow =
      "<force name='f' type='general' i='a' point='1 0 0' fz='step(time, 0.5, 0, 0.500000000001, 1e9)'/>";
  const Outcome failed = runIn(folder, kRun + pendulumWith("", blow) + " --end 1 --step 0.01 --integrator dopri5");
  CHECK(failed.code == 5);
  CHECK(contains(failed.err, "error[E0905]"));
  CHECK(contains(failed.err, "the step became too small"));
}

TEST_CASE("run: a run that fails writes nothing, or with --keep-partial what there is") {
  const ScratchFolder folder;
  const std::string run = kRun + folder.write("lock.xml", kLocking) + " --end 1 --step 0.005 -o t.csv";
  folder.write("t.csv", "old");
  const Outcome failed = runIn(folder, run);
  CHECK(failed.code == 5);
  CHECK(contains(failed.err, "lock.xml:"));
  CHECK(contains(failed.err, "failed at 0.41"));
  CHECK(contains(failed.err, "hint:"));
  CHECK(contains(failed.out, "failed"));
  CHECK(readText(folder / "t.csv") == "old");

  const Outcome kept = runIn(folder, run + " --json --keep-partial");
  CHECK(kept.code == 5);
  const json summary = json::parse(kept.out);
  CHECK(summary["failure"]["time"].get<double>() == Approx(0.41).margin(0.01));
  const Csv csv = parseCsv(readText(folder / "t.csv"));
  CHECK(csv.last("time") == Approx(0.41));
  CHECK(csv.last("guide.q") == Approx(0.82));
}

TEST_CASE("run: more steps or rows than can be counted are refused before anything is read") {
  const ScratchFolder folder;
  const std::string model = samplePath("pendulum");
  for (const std::string options : {"--step 1e-300", "--step 1e-13", "--step 0.1 --every 1e-12 --integrator dopri5",
                                    "--step 1 --every 1e-300 --solver implicit-bdf"}) {
    const Outcome outcome = runIn(folder, kRun + model + " --end 1 -o t.csv " + options);
    INFO(options << "\n" << outcome.err);
    CHECK(outcome.code == 2);
    CHECK(contains(outcome.err, "error[E0801]: --"));
    CHECK(contains(outcome.err, " of a run of 1 s, more than 1e+"));
  }
}

TEST_CASE("run: a signal ends a run, and with --keep-partial its rows are written") {
  const ScratchFolder folder;
  // The model comes through a pipe, behind more blanks than it holds: whoever could write them all knows that the
  // program reads, and holds signals back.
  folder.write("blanks", "<!--" + std::string(1'000'000, ' ') + "-->");
  folder.write("m.xml", R"(<mbs version="1" name="m">
    <body name="bob"><pose pos="1 0 0"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
    <joint name="pivot" type="revolute" i="bob" j="ground" point="0 0 0" axis="0 1 0"/></mbs>)");
  const std::string run = kRun + "- --end 1e6 --step 1e-3 -o t.csv --keep-partial <pipe & run=$!; ";
  const Outcome outcome = runIn(folder, "mkfifo pipe && { " + run +
                                            "exec 3>pipe; cat blanks >&3; kill -TERM $run; cat m.xml >&3; exec 3>&-; "
                                            "wait $run; }");
  INFO(outcome.err);
  CHECK(outcome.code == 128 + 15);
  CHECK(contains(outcome.err, "mbconvert: interrupted at 0 s, 1 row written"));
  CHECK(parseCsv(readText(folder / "t.csv")).rows() == 1);
}
