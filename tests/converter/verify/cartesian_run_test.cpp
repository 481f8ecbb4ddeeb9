// `verify --run`: the Cartesian run as a table, against a run of the recursive model.
#include "converter/verify/cartesian_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "converter/tables/table_file.h"
#include "tests/support/process.h"
#include "tests/support/test.h"
#include "tests/support/texts/csv_text.h"
#include "tests/support/verify.h"

using namespace mb;
using namespace mb::testing;

namespace {

// The largest difference of the columns with these endings in rows of the same times, without those of the rods.
double differenceOf(const CsvTable& a, const CsvTable& b, const std::vector<std::string>& endings,
                    const std::vector<std::string>& rods) {
  double worst = 0;
  int compared = 0;
  for (std::size_t k = 1; k < a.names.size(); ++k) {
    const std::string body = a.names[k].substr(0, a.names[k].rfind('.'));
    const std::string ending = a.names[k].substr(a.names[k].rfind('.') + 1);
    const auto same = std::ranges::find(b.names, a.names[k]);
    INFO(a.names[k]);
    REQUIRE(same != b.names.end());
    if (std::ranges::count(endings, ending) == 0 || std::ranges::count(rods, body) > 0) continue;
    const std::vector<double>& other = b.columns[static_cast<std::size_t>(same - b.names.begin())];
    for (std::size_t row = 0; row < a.rows(); ++row) worst = std::max(worst, std::abs(a.columns[k][row] - other[row]));
    ++compared;
  }
  CHECK(compared > 0);
  return worst;
}

}  // namespace

TEST_CASE("the table of verify's Cartesian run agrees with a run of the recursive model") {
  const ScratchFolder folder;
  struct Machine {
    std::string sample;
    std::vector<std::string> rods;  // spin about their own axes only in the Cartesian run
  };
  for (const Machine& machine :
       {Machine{"four_bar", {}}, Machine{"weld_and_forces", {}}, Machine{"macpherson_steered", {"tie_rod"}}}) {
    INFO(machine.sample);
    const std::string model = " '" + samplePath(machine.sample) + "' ";
    const Outcome verified =
        runIn(folder, kProgram + " verify" + model + "--states 1 --end 0.02 --run cartesian.csv --json");
    REQUIRE(verified.code == 0);
    const auto findings = nlohmann::json::parse(verified.out).at("findings");
    const CsvTable cartesian = tableIn(folder, "cartesian.csv");
    const std::vector<double>& times = cartesian.columns[0];
    REQUIRE(times.size() > 20);
    // The recursive run that verify takes for the limit has a quarter of the finer Cartesian step.
    const double step = times[1];
    const Outcome ran =
        runIn(folder, fmt::format("{} run{}--end {} --step {} --every {} --columns '*' -o recursive.csv", kProgram,
                                  model, times.back(), step / 4, step));
    INFO(ran.err);
    REQUIRE(ran.code == 0);
    const CsvTable recursive = tableIn(folder, "recursive.csv");
    REQUIRE(recursive.rows() == cartesian.rows());
    for (std::size_t k = 0; k < times.size(); ++k) CHECK(std::abs(recursive.columns[0][k] - times[k]) < 1e-12);
    CHECK(differenceOf(cartesian, recursive, {"x", "y", "z"}, machine.rods) <=
          findings.at("position_error").at("tolerance").get<double>());
    CHECK(differenceOf(cartesian, recursive, {"vx", "vy", "vz"}, machine.rods) <=
          findings.at("velocity_error").at("tolerance").get<double>());
    for (const std::string& rod : machine.rods) CHECK(std::ranges::count(cartesian.names, rod + ".x") == 1);
  }
}

TEST_CASE("the Cartesian run is a value with all bodies at all times") {
  const Conversion conversion = convertModel(readSample("pendulum"));
  VerifyOptions options = quick(1);
  options.trajectories = true;
  CHECK(verify(conversion.source, conversion.recursive, options).trajectory->cartesian.times.empty());
  options.keepsRun = true;
  const Verification verification = verify(conversion.source, conversion.recursive, options);
  const CartesianRun& run = verification.trajectory->cartesian;
  CHECK(run.bodies == std::vector<std::string>{"bob"});
  REQUIRE(run.times.size() > 2);
  CHECK(run.motions.size() == run.times.size());
  CHECK(run.times.back() == Approx(verification.trajectory->end));
  // The bob hangs on a rod of 1 m at every instant, and falls freely at first.
  for (std::size_t k = 0; k < run.times.size(); ++k) CHECK(run.at(k)[0].X.p.norm() == Approx(1));
  CHECK(run.at(1)[0].v.norm() == Approx(9.81 * run.times[1]).epsilon(1e-3));
}

TEST_CASE("a run that cannot be written is refused before the work") {
  const ScratchFolder folder;
  const std::string verify = kProgram + " verify '" + samplePath("pendulum") + "' --states 1 --end 0.01";
  const auto refused = [&](const std::string& options, int code, const std::string& message) {
    const Outcome outcome = runIn(folder, verify + options);
    INFO(options << "\n" << outcome.err);
    CHECK(outcome.code == code);
    CHECK(contains(outcome.err, message));
  };
  refused(" --run none/run.csv", 6, "cannot write 'none/run.csv'");
  refused(" --run run.csv --no-trajectories", 2, "--no-trajectories computes none");
  refused(" --run - --json", 2, "cannot both go to standard output");
  refused(" --run same -o same", 2, "two results were to be written to it");
  CHECK_FALSE(std::filesystem::exists(folder / "run.csv"));
  const Outcome shown = runIn(folder, verify + " --run -");
  CHECK(shown.code == 0);
  CHECK(shown.out.starts_with("time,bob.x,bob.y"));
  CHECK(contains(shown.err, "EQUIVALENT"));
}
