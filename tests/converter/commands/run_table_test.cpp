// The table that `mbconvert run` writes: its columns by default, their units, its digits, and its binary form.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "converter/conversion/choose_steps.h"
#include "converter/tables/table_file.h"
#include "formats/model/basics/units.h"
#include "tests/support/process.h"
#include "tests/support/test.h"
#include "tests/support/texts/csv_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

// Runs a sample with these options; the table is left in the folder.
Outcome ran(const ScratchFolder& folder, const std::string& sample, const std::string& options) {
  const Outcome outcome =
      runIn(folder, kProgram + " run " + samplePath(sample) + " --end 0.02 --step 0.001 " + options);
  INFO(options << "\n" << outcome.err);
  REQUIRE(outcome.code == 0);
  return outcome;
}

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string unitOf(const CsvTable& table, const std::string& column) {
  Diagnostics diagnostics;
  return table.units.at(static_cast<std::size_t>(findColumn(table, column, diagnostics)));
}

}  // namespace

TEST_CASE("run table: by default it has what a person reads first") {
  const ScratchFolder folder;
  // One freedom, whose independent coordinate tells all.
  CHECK(firstLine(ran(folder, "pendulum", "-o -").out) == "time,pivot.q,energy.balance");
  // What an option asks for is there, too.
  CHECK(contains(ran(folder, "pendulum", "-o - --reactions").out, "time,pivot.q,pivot.fx,"));
  CHECK(contains(ran(folder, "pendulum", "-o - --accelerations").out, "time,bob.ax,"));
  CHECK(ran(folder, "pendulum", "-o - --columns @main").out == ran(folder, "pendulum", "-o -").out);
  // A vehicle has its body, its driven and independent joints, the loads of its tyres.
  const std::string road = sourcePath("samples/hmmwv_full/half_round_8.xml");
  const std::string car = runIn(folder, kProgram + " run " + road + " -q --end 0.002 --step 0.001 -o -").out;
  for (const std::string name : {"chassis.x", "chassis.vx", "chassis.qw", "fl_tyre.fz", "rr_tyre.kappa"}) {
    INFO(name);
    CHECK(contains(firstLine(car), "," + name + ","));
  }
  CHECK_FALSE(contains(firstLine(car), "fl_tyre.camber"));
  CHECK_FALSE(contains(firstLine(car), "knuckle"));
}

TEST_CASE("run table: presets are groups of columns") {
  const ScratchFolder folder;
  const auto names = [&](const std::string& columns) {
    return firstLine(ran(folder, "pendulum", "-o - --columns " + columns).out);
  };
  CHECK(names("@joints") == "time,pivot.q,pivot.qd");
  CHECK(names("@energy,bob.x") ==
        "time,bob.x,energy.kinetic,energy.potential,energy.work_forces,energy.work_drives,energy.balance");
  CHECK(names("@bodies") ==
        "time,bob.x,bob.y,bob.z,bob.qw,bob.qx,bob.qy,bob.qz,bob.vx,bob.vy,bob.vz,bob.wx,bob.wy,bob.wz");
  CHECK(contains(names("@all"), "bob.x,"));
  CHECK(contains(names("@reactions --reactions"), "time,pivot.fx,"));
  // One that fits other models is no error, but said.
  const Outcome none = ran(folder, "pendulum", "-o - --columns @forces");
  CHECK(firstLine(none.out) == "time");
  CHECK(contains(none.err, "no columns of '@forces'"));
  CHECK(contains(ran(folder, "pendulum", "-o - --columns @reactions").err, "--reactions"));
}

TEST_CASE("run table: units stand beside it, or in it, or nowhere") {
  const ScratchFolder folder;
  ran(folder, "pendulum", "-o si.csv --columns @all --accelerations --reactions");
  const CsvTable si = tableIn(folder, "si.csv");
  for (const auto& [column, unit] : std::vector<std::pair<std::string, std::string>>{{"time", "s"},
                                                                                     {"bob.x", "m"},
                                                                                     {"bob.qw", "1"},
                                                                                     {"bob.vx", "m/s"},
                                                                                     {"bob.wx", "rad/s"},
                                                                                     {"bob.ax", "m/s^2"},
                                                                                     {"bob.alx", "rad/s^2"},
                                                                                     {"pivot.q", "rad"},
                                                                                     {"pivot.fx", "N"},
                                                                                     {"pivot.tx", "N*m"},
                                                                                     {"energy.balance", "J"}}) {
    INFO(column);
    CHECK(unitOf(si, column) == unit);
  }
  CHECK(readText(folder / "si.csv.units").starts_with("column,unit\ntime,s\nbob.x,m\n"));
  // The lines of the table are the same with a line of units, and nothing stands beside it.
  ran(folder, "pendulum", "-o line.csv --columns @all --accelerations --reactions --header units");
  CHECK_FALSE(std::filesystem::exists(folder / "line.csv.units"));
  std::string line = readText(folder / "line.csv");
  const std::size_t names = line.find('\n') + 1;
  CHECK(line.substr(names).starts_with("s,m,m,m,1,1,1,1,m/s,"));
  CHECK(tableIn(folder, "line.csv").units == si.units);
  CHECK(line.erase(names, line.find('\n', names) + 1 - names) == readText(folder / "si.csv"));
  // Standard output and other places that are no files.
  const ScratchFolder other;
  ran(other, "pendulum", "-o - > /dev/null");
  ran(other, "pendulum", "-o /dev/null");
  CHECK(std::filesystem::is_empty(other.path()));
}

TEST_CASE("run table: a table in the units of the source is compared with one in SI by its units") {
  const ScratchFolder folder;
  const std::string columns = "--columns '*_hinge.q,energy.*,lower_arm.vx' -o ";  // x is forward in both
  ran(folder, "units_sae", columns + "si.csv");
  ran(folder, "units_sae", "--units source " + columns + "own.csv");
  ran(folder, "units_sae", "--units source --header units " + columns + "line.csv");
  const CsvTable own = tableIn(folder, "own.csv");
  CHECK(unitOf(own, "lower_arm.vx") == "mm/s");
  CHECK(unitOf(own, "lower_arm_hinge.q") == "deg");
  CHECK(unitOf(own, "energy.balance") == "N*mm");
  for (const std::string pair : {"si.csv own.csv", "own.csv si.csv", "si.csv line.csv", "line.csv own.csv"}) {
    INFO(pair);
    CHECK(runIn(folder, kProgram + " compare --tolerance 1e-12 " + pair).code == 0);
  }
  // Without the units they differ.
  std::filesystem::remove(folder / "own.csv.units");
  CHECK(runIn(folder, kProgram + " compare si.csv own.csv").code == 1);
  // Other quantities of the same name are no difference to be measured.
  folder.write("own.csv.units", "column,unit\ntime,s\nlower_arm.vx,kg\n");
  CHECK(
      contains(runIn(folder, kProgram + " compare si.csv own.csv").err, "the units beside the table are not its own"));
  folder.write("a.csv", "time,x\ns,m\n0,1\n1,2\n");
  folder.write("b.csv", "time;x\n[s];[N]\n0;1\n1;2\n");
  const Outcome refused = runIn(folder, kProgram + " compare a.csv b.csv");
  CHECK(refused.code == 3);
  CHECK(contains(refused.err, "'x' is in N here and 'x' in m in the other table"));
}

TEST_CASE("run table: --digits rounds the numbers") {
  const ScratchFolder folder;
  ran(folder, "pendulum", "-o all.csv --columns @all");
  ran(folder, "pendulum", "-o few.csv --columns @all --digits 4");
  const CsvTable all = tableIn(folder, "all.csv");
  const CsvTable few = tableIn(folder, "few.csv");
  for (std::size_t k = 0; k < all.names.size(); ++k) {
    for (std::size_t row = 0; row < all.rows(); ++row) {
      // Half a unit of the fourth digit is at most 5e-4 of the number.
      CHECK(few.columns[k][row] == Approx(all.columns[k][row]).epsilon(5.0001e-4).margin(0));
    }
  }
  CHECK(contains(readText(folder / "few.csv"), "\n0.01,"));
  CHECK(std::filesystem::file_size(folder / "few.csv") < std::filesystem::file_size(folder / "all.csv"));
}

TEST_CASE("run table: the binary form holds the numbers of the text to the last bit") {
  const ScratchFolder folder;
  const std::string columns = " --columns @all --accelerations --reactions";
  ran(folder, "wishbone_corner", "-o t.csv" + columns);
  ran(folder, "wishbone_corner", "-o t.npy" + columns);
  const CsvTable text = tableIn(folder, "t.csv");
  const CsvTable binary = tableIn(folder, "t.npy");
  CHECK(binary.names == text.names);
  CHECK(binary.units == text.units);
  CHECK(binary.columns == text.columns);
  CHECK(runIn(folder, kProgram + " compare --tolerance 0 t.csv t.npy").code == 0);
  CHECK(runIn(folder, kProgram + " plot t.npy --y '*.z' -o t.svg").code == 0);
  CHECK(contains(ran(folder, "pendulum", "-o warned.npy --digits 3").err, "--digits have no effect"));
}

TEST_CASE("run table: another reader of the binary form finds the numbers of the text") {
  const ScratchFolder folder;
  ran(folder, "pendulum", "-o t.csv --columns @all");
  ran(folder, "pendulum", "-o t.npy --columns @all");
  // The first python3 need not be the one that Debian's numpy belongs to.
  const std::array<std::string, 2> pythons{"python3", "/usr/bin/python3"};
  const auto python = std::ranges::find_if(
      pythons, [&](const std::string& one) { return runIn(folder, one + " -c 'import numpy'").code == 0; });
  if (python == pythons.end()) {
    WARN("skipped: python3 with numpy is not installed");
    return;
  }
  folder.write("read.py",
               "import csv, numpy\n"
               "table = numpy.load('t.npy')\n"
               "rows = list(csv.reader(open('t.csv')))\n"
               "assert list(table.dtype.names) == rows[0]\n"
               "assert [[float(n) for n in row] for row in rows[1:]] == [list(row) for row in table.tolist()]\n");
  CHECK(runIn(folder, *python + " read.py").err.empty());
}

TEST_CASE("run table: a run that fails leaves the table and the units that were there") {
  const ScratchFolder folder;
  folder.write("t.csv", "old");
  folder.write("t.csv.units", "old units");
  const std::string run = kProgram + " run " + samplePath("pendulum") + " --end 3 --step 1 -o t.csv";
  REQUIRE(runIn(folder, run + " --werror").code == 5);
  CHECK(readText(folder / "t.csv") == "old");
  CHECK(readText(folder / "t.csv.units") == "old units");
  REQUIRE(runIn(folder, run).code == 0);
  CHECK(readText(folder / "t.csv").starts_with("time,pivot.q"));
  CHECK(readText(folder / "t.csv.units") == "column,unit\ntime,s\npivot.q,rad\nenergy.balance,J\n");
}

TEST_CASE("run table: a text that is too large to be read is refused, with a hint at the binary form") {
  const ScratchFolder folder;
  folder.write("t.csv", "");
  std::filesystem::resize_file(folder / "t.csv", 257 * 1024 * 1024);  // without blocks on the disk
  const Outcome outcome = runIn(folder, kProgram + " plot t.csv --y a -o t.svg");
  CHECK(outcome.code != 0);
  CHECK(contains(outcome.err, "the limit is 256 MB"));
  CHECK(contains(outcome.err, "a .npy file"));
  CHECK_FALSE(std::filesystem::exists(folder / "t.svg"));
}

TEST_CASE("a run whose steps became much shorter than those of its trial says so") {
  StepChoice choice;
  choice.meanStep = 2e-3;  // at a tolerance of 1e-5; steps of order 5 are 4 times shorter at 1e-8
  RunOptions options;
  options.relativeTolerance = 1e-8;
  RunReport report;
  report.time = 1;
  report.steps = 10'000;
  CHECK(shorterSteps(choice, options, report).empty());
  report.steps = 100'000;
  CHECK(contains(shorterSteps(choice, options, report), "later 1e-05 s"));
  options.every = 1e-5;  // its rows make them short
  CHECK(shorterSteps(choice, options, report).empty());
}

TEST_CASE("run without --step chooses the method and says why") {
  const ScratchFolder folder;
  const auto ranWith = [&](const std::string& sample, const std::string& options) {
    const Outcome outcome = runIn(folder, kProgram + " run " + samplePath(sample) + " --json --end 0.1 " + options);
    INFO(outcome.err);
    REQUIRE(outcome.code == 0);
    return nlohmann::json::parse(outcome.out);
  };
  // Bushings of 1e8 N/m, which the implicit method was written for.
  const auto stiff = ranWith("stiff_bushings", "");
  CHECK(stiff["solver"] == "implicit-bdf");
  CHECK(stiff["choice"]["reason"].get<std::string>().starts_with("stiff: explicit steps stay at "));
  CHECK(stiff["choice"]["evaluations"].get<long>() > 0);
  const auto explicitly = ranWith("stiff_bushings", "--integrator dopri5 --tolerance 1e-6");
  CHECK(explicitly["choice"].is_null());
  CHECK(stiff["steps"].get<long>() < explicitly["steps"].get<long>() / 2);
  // Fast, but by its motion: shorter steps are more accurate there.
  for (const std::string sample : {"pendulum", "andrews_squeezer", "hmmwv", "van"}) {
    const auto plain = ranWith(sample, "");
    INFO(sample);
    CHECK(plain["integrator"] == "dopri5");
    CHECK(plain["choice"]["reason"].get<std::string>().starts_with("not stiff in the first 0.05 s: "));
  }
  // What the user gives is not chosen.
  CHECK(ranWith("pendulum", "--solver implicit-bdf")["choice"].is_null());
  CHECK(ranWith("pendulum", "--step 0.01")["integrator"] == "rk4");
  const std::string run = kProgram + " run " + samplePath("pendulum") + " --end 1";
  CHECK(contains(runIn(folder, run).out, "pendulum: 1 s by dopri5, chosen steps, embedded\n  chosen    dopri5, not "));
  CHECK(contains(runIn(folder, run + " --integrator rk4").err, "rk4 has fixed steps, and --step H is missing"));
}

TEST_CASE("run without --step reaches the pendulum's position by elliptic functions") {
  const ScratchFolder folder;
  const Outcome outcome =
      runIn(folder, kProgram + " run " + samplePath("pendulum") + " -q --end 1 -o t.csv --columns bob.x --every 1");
  REQUIRE(outcome.code == 0);
  CHECK(tableIn(folder, "t.csv").columns[1].back() == Approx(0.986291751132).margin(1e-7));
}

TEST_CASE("run table: measures are the same from the recursive file as from its source") {
  const ScratchFolder folder;
  const std::string source = sourcePath("samples/macpherson_steered/kinematics.xml");
  REQUIRE(runIn(folder, kProgram + " " + source + " -o converted.xml").code == 0);
  const auto measured = [&](const std::string& model) {
    return runIn(folder, kProgram + " run " + model + " -q --end 0.1 --step 0.001 --columns @measures,@forces -o -")
        .out;
  };
  const std::string direct = measured(source);
  CHECK(contains(firstLine(direct), ",toe,"));
  CHECK(measured("converted.xml") == direct);
}
