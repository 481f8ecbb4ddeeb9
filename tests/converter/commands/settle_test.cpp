// `mbconvert settle` and `mbconvert run --settle` as users call them.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb::testing;
using nlohmann::json;

namespace {

std::string quotedSample(const std::string& name) { return " '" + samplePath(name) + "' "; }

// The largest of the numbers of a table, without its first column.
double largestIn(const std::string& csv) {
  double largest = 0;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    while (std::getline(cells, cell, ',')) largest = std::max(largest, std::abs(std::stod(cell)));
  }
  return largest;
}

}  // namespace

TEST_CASE("settle writes a model that starts without accelerations") {
  const ScratchFolder folder;
  Outcome outcome = runIn(folder, kProgram + " settle" + quotedSample("hmmwv") + "-o s.recursive.xml --json");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const json summary = json::parse(outcome.out);
  CHECK(summary["converged"] == true);
  CHECK(summary["free_directions"] == 3);
  CHECK(summary["residual"].get<double>() <= 1e-9);
  CHECK(summary["output"] == "s.recursive.xml");
  const std::string rows = " --end 0.001 --step 0.001 --every 0.001 --accelerations --columns 'chassis.a?' -q -o -";
  const std::string first = kProgram + " run s.recursive.xml" + rows + " | head -2";
  CHECK(largestIn(runIn(folder, first).out) < 1e-7);
  CHECK(largestIn(runIn(folder, kProgram + " run" + quotedSample("hmmwv") + rows + " | head -2").out) > 1);
  // The same without the file between.
  CHECK(runIn(folder, kProgram + " run --settle" + quotedSample("hmmwv") + rows).out ==
        runIn(folder, kProgram + " run s.recursive.xml" + rows).out);
}

TEST_CASE("a machine that does not settle is an error, and nothing is written") {
  const ScratchFolder folder;
  Outcome outcome = runIn(folder, kProgram + " settle" + quotedSample("wishbone_corner") + "-o s.recursive.xml");
  CHECK(outcome.code == 5);
  CHECK(contains(outcome.err, "error[E0907]"));
  CHECK(contains(outcome.err, "'wishbone_corner' does not settle: nothing holds 'chassis.tz' against gravity"));
  CHECK_FALSE(std::filesystem::exists(folder / "s.recursive.xml"));
  outcome = runIn(folder, kProgram + " run --settle --end 1 --step 0.01 -o t.csv" + quotedSample("wishbone_corner"));
  CHECK(outcome.code == 5);
  CHECK_FALSE(std::filesystem::exists(folder / "t.csv"));
}

TEST_CASE("settle --time gives the loads at that time") {
  const ScratchFolder folder;
  // The quarter car, its rail driven.
  const auto loadOf = [&](const std::string& function, const std::string& time) {
    const std::string copy =
        "cp -r '" + std::filesystem::path(samplePath("quarter_car")).parent_path().string() + "' .";
    const std::string drive = "sed -i 's|</mbs>|<motion joint=\"rail\" function=\"" + function + "\"/></mbs>|' ";
    const Outcome outcome =
        runIn(folder, copy + " && " + drive + "quarter_car/on_road.xml && " + kProgram +
                          " settle quarter_car/on_road.xml --json --time " + time + "; rm -r quarter_car");
    INFO(outcome.err);
    return json::parse(outcome.out)["loads"]["tyre"].get<double>();
  };
  const double lowered = loadOf("-0.02", "0");
  CHECK(lowered > loadOf("0", "0") + 100);
  CHECK(loadOf("-0.02*step(time, 0, 0, 0.5, 1)", "1") ==
        Approx(lowered).epsilon(1e-6));  // both within the tolerance of settling
}

TEST_CASE("wheel loads are aligned in a column, whatever the wheels are called") {
  const ScratchFolder folder;
  const std::string copy = "cp -r '" + std::filesystem::path(samplePath("hmmwv")).parent_path().string() + "' car && ";
  const std::string rename = "sed -i 's/\"rr_tyre\"/\"tyre_of_the_rear_right_wheel\"/' car/half_round.xml && ";
  const Outcome outcome = runIn(folder, copy + rename + kProgram + " settle car/half_round.xml");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.out, "tyre_of_the_rear_right_wheel"));
  std::istringstream lines(outcome.out);
  std::vector<std::size_t> widths;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  load ")) widths.push_back(line.size());
  }
  REQUIRE(widths.size() == 4);
  CHECK(std::ranges::all_of(widths, [&](std::size_t width) { return width == widths[0]; }));
}
