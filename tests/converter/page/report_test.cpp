// `mbconvert report` as users call it: the page holds together, its numbers are those of the run, and its verdict and
// exit code are those of the certificate.
#include <tinyxml2.h>

#include <cmath>
#include <map>
#include <set>

#include "converter/tables/files/csv.h"
#include "tests/converter/page/decoded_page.h"
#include "tests/support/process.h"
#include "tests/support/test.h"
#include "tests/support/texts/csv_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

const std::string kReport = kProgram + " report ";

std::string pageOf(const ScratchFolder& folder, const std::string& arguments, int code = 0) {
  const Outcome outcome = runIn(folder, kReport + arguments + " -o page.html");
  INFO(arguments << "\n" << outcome.out << outcome.err);
  REQUIRE(outcome.code == code);
  return readText(folder / "page.html");
}

const std::vector<double>& columnOf(const CsvTable& table, const std::string& name) {
  const auto found = std::ranges::find(table.names, name);
  REQUIRE(found != table.names.end());
  return table.columns[static_cast<std::size_t>(found - table.names.begin())];
}

// The largest distance between the table and the page, in units of the page, over all bodies and rows.
struct Distances {
  double position = 0;
  double turn = 0;
  std::size_t bodies = 0;
};
Distances distancesOf(const std::string& html, const CsvTable& table) {
  const nlohmann::json data = dataOf(html);
  const nlohmann::json& motion = data.at("motion");
  const auto channels = channelsOf(dataBlock(html, "motionData"), motion.at("rows").get<std::size_t>());
  const std::array<std::string, 7> names{".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"};
  Distances out;
  out.bodies = motion.at("order").size();
  REQUIRE(channels.size() == 7 * out.bodies);
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    const std::size_t k = channel % 7;
    const auto body = data.at("bodies").at(motion.at("order").at(channel / 7).get<std::size_t>());
    const double unit = k < 3 ? motion.at("unitLength").get<double>() : 1.0 / 32767;
    const std::vector<double>& values = columnOf(table, body.at("name").get<std::string>() + names[k]);
    REQUIRE(values.size() == channels[channel].size());
    double& worst = k < 3 ? out.position : out.turn;
    for (std::size_t row = 0; row < values.size(); ++row) {
      worst = std::max(worst, std::abs(channels[channel][row] - values[row] / unit));
    }
  }
  return out;
}

// The page without what is inside scripts and style sheets, as XML. The scripts are too long for std::regex.
std::string skeletonOf(std::string html) {
  for (const std::string name : {"script", "style"}) {
    for (std::size_t open = html.find("<" + name); open != std::string::npos; open = html.find("<" + name, open + 1)) {
      const std::size_t start = html.find('>', open) + 1;
      html.erase(start, html.find("</" + name + ">", start) - start);
    }
  }
  return html.substr(html.find("<html"));
}

std::string base64OfSum(const std::string& digits) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<int> bits;
  for (const char c : digits) {
    const int value = c <= '9' ? c - '0' : c - 'a' + 10;
    for (int k = 3; k >= 0; --k) bits.push_back(value >> k & 1);
  }
  std::string text;
  for (std::size_t at = 0; at < bits.size(); at += 6) {
    int letter = 0;
    for (std::size_t k = 0; k < 6; ++k) letter = 2 * letter + (at + k < bits.size() ? bits[at + k] : 0);
    text += letters[static_cast<std::size_t>(letter)];
  }
  while (text.size() % 4 != 0) text += '=';
  return text;
}
// By a program that shares nothing with this one.
std::string policySourceOf(const ScratchFolder& folder, const std::string& text) {
  folder.write("piece", text);
  const Outcome outcome = runIn(folder, "sha256sum piece");
  return "'sha256-" + base64OfSum(outcome.out.substr(0, 64)) + "'";
}

void checkElements(const tinyxml2::XMLElement& element, std::set<std::string>& ids) {
  for (const tinyxml2::XMLAttribute* one = element.FirstAttribute(); one; one = one->Next()) {
    const std::string name = one->Name();
    INFO(element.Name() << " " << name << "=" << one->Value());
    CHECK(name != "style");
    CHECK(!name.starts_with("on"));
    if (name == "href" || name == "src") CHECK(std::string(one->Value()).starts_with("#"));
    if (name == "id") CHECK(ids.insert(one->Value()).second);
  }
  for (auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
    checkElements(*child, ids);
  }
}

// Crank, rod and a slider that is driven further than the two reach: it locks at (sqrt(8) - 2) / 2 = 0.414 s.
constexpr const char* kLocks = R"(<mbs version="1" name="locking">
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

}  // namespace

TEST_CASE("report: the page stands where the table of the same run says, within half a unit") {
  const ScratchFolder folder;
  const std::string model = "'" + sourcePath("samples/hmmwv_full/half_round_8.xml") + "'";
  const std::string timing = " --end 2 --step 0.001 --every 0.01";
  const Outcome ran = runIn(folder, kProgram + " run " + model + timing + " --columns '*' -o run.csv");
  REQUIRE(ran.code == 0);
  const CsvTable table = tableIn(folder, "run.csv");
  const std::string html = pageOf(folder, model + timing + " --no-verify");
  const Distances found = distancesOf(html, table);
  CHECK(found.bodies == 20);
  constexpr double kHalf = 0.5 + 1e-6;  // and the digits of the table
  CHECK(found.position <= kHalf);
  CHECK(found.turn <= kHalf);

  // The curves too.
  const nlohmann::json data = dataOf(html);
  const auto curves = channelsOf(dataBlock(html, "seriesData"), data.at("motion").at("rows").get<std::size_t>());
  REQUIRE(curves.size() == data.at("series").size());
  std::size_t compared = 0;
  for (std::size_t k = 0; k < curves.size(); ++k) {
    const nlohmann::json& series = data.at("series").at(k);
    if (series.at("name") == "energy.balance") continue;  // the change since the start
    const std::vector<double>& values = columnOf(table, series.at("name"));
    for (std::size_t row = 0; row < values.size(); ++row) {
      CHECK(std::abs(curves[k][row] - values[row] / series.at("scale").get<double>()) <= kHalf);
    }
    ++compared;
  }
  CHECK(compared > 10);

  // A run that exists gives the same motion.
  const std::string shown = pageOf(folder, "run.csv --no-verify --model " + model);
  CHECK(dataBlock(shown, "motionData") == dataBlock(html, "motionData"));
  CHECK(contains(shown, "read from 'run.csv'"));

  // Budgets: a page of a vehicle, and ten seconds of its motion.
  std::size_t bytes = 0;
  for (const char* const block : {"motionData", "seriesData"}) bytes += dataBlock(html, block).size();
  CHECK(5 * bytes < 3'000'000);
  CHECK(html.size() - bytes < 1'500'000);
}

TEST_CASE("report: the page is well-formed, without style attributes and addresses, and its policy names its texts") {
  const ScratchFolder folder;
  const std::string html = pageOf(folder, "'" + samplePath("four_bar") + "' --end 1");
  tinyxml2::XMLDocument document;
  REQUIRE(document.Parse(skeletonOf(html).c_str()) == tinyxml2::XML_SUCCESS);
  std::set<std::string> ids;
  checkElements(*document.RootElement(), ids);
  for (const char* const id : {"verdict", "motion", "tree", "cuts", "base", "mobility", "certificate", "losses",
                               "origin", "view3d", "charts", "timebar", "data"}) {
    INFO(id);
    CHECK(ids.contains(id));
  }
  // The name space of SVG is no address that anybody asks.
  const std::string space = "http://www.w3.org/2000/svg";
  std::string skeleton = skeletonOf(html);
  for (std::size_t at = skeleton.find(space); at != std::string::npos; at = skeleton.find(space)) {
    skeleton.erase(at, space.size());
  }
  CHECK(!contains(skeleton, "://"));

  const std::string policy = html.substr(html.find("Content-Security-Policy"), 400);
  CHECK(contains(policy, "default-src 'none'; script-src '"));
  CHECK(contains(policy, "script-src " + policySourceOf(folder, elementText(html, "<script>", "</script>"))));
  CHECK(contains(policy, "style-src " + policySourceOf(folder, elementText(html, "<style>", "</style>"))));
  CHECK(contains(html, "<strong>EQUIVALENT</strong>"));
  CHECK(contains(html, "mbconvert report "));
}

TEST_CASE("report: the Cartesian run of the verification is as near as its certificate says") {
  const ScratchFolder folder;
  const std::string model = "'" + samplePath("four_bar") + "'";
  const std::string html = pageOf(folder, model + " --end 1");
  const nlohmann::json reference = dataOf(html).at("reference");
  REQUIRE(!reference.is_null());
  const auto channels = channelsOf(dataBlock(html, "referenceData"), reference.at("rows").get<std::size_t>());
  REQUIRE(channels.size() == 7 * reference.at("order").size());
  double farthest = 0;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    if (k % 7 > 2) continue;
    for (const double value : channels[k]) farthest = std::max(farthest, std::abs(value));
  }
  farthest *= reference.at("unitLength").get<double>();
  const Outcome verified = runIn(folder, kProgram + " verify " + model + " --json");
  const auto finding = nlohmann::json::parse(verified.out).at("findings").at("position_error");
  // The recorded run has errors of its own, of its tolerance times the lengths of the machine.
  CHECK(farthest > 0);
  CHECK(farthest <= finding.at("tolerance").get<double>() + 1e-6);
}

TEST_CASE("report: verdict and exit code are those of the certificate") {
  const ScratchFolder folder;
  const std::string model = "'" + samplePath("four_bar") + "'";
  REQUIRE(runIn(folder, kProgram + " verify " + model + " --states 5 --end 0.05 -o good.json").code == 0);
  const auto good = nlohmann::json::parse(readText(folder / "good.json"));

  CHECK(contains(pageOf(folder, model + " --end 0.1 --certificate good.json"), "<strong>EQUIVALENT</strong>"));
  nlohmann::json bad = good;
  bad["verdict"] = "NOT EQUIVALENT";
  bad["findings"]["acceleration_error"]["value"] = 0.125;
  bad["findings"]["acceleration_error"]["holds"] = false;
  folder.write("bad.json", bad.dump());
  const std::string differs = pageOf(folder, model + " --end 0.1 --certificate bad.json", 1);
  CHECK(contains(differs, "<strong>NOT EQUIVALENT</strong>"));
  CHECK(contains(elementText(differs, "<table class=\"grid failing\"", "</table>"), "body accelerations"));
  bad = good;
  bad["verdict"] = "NOT DECIDED";
  bad["findings"]["energy_error"]["decides"] = false;
  folder.write("open.json", bad.dump());
  const std::string open = pageOf(folder, model + " --end 0.1 --certificate open.json", 5);
  CHECK(contains(open, "<strong>NOT DECIDED</strong>"));
  CHECK(contains(elementText(open, "<table class=\"grid failing\"", "</table>"), "energy balance"));
  CHECK(contains(pageOf(folder, model + " --end 0.1 --no-verify"), "<strong>NOT VERIFIED</strong>"));

  const auto refused = [&](const std::string& arguments, int code, const std::string& message) {
    const Outcome outcome = runIn(folder, kReport + arguments + " -o refused.html");
    INFO(arguments << "\n" << outcome.err);
    CHECK(outcome.code == code);
    CHECK(contains(outcome.err, message));
    CHECK(!std::filesystem::exists(folder / "refused.html"));
  };
  refused("'" + samplePath("pendulum") + "' --certificate good.json", 2, "of another conversion");
  refused(model + " --certificate good.json --no-verify", 2, "exclude each other");
  folder.write("none.json", "{\"verdict\": \"FINE\"}");
  refused(model + " --certificate none.json", 3, "no certificate");
  folder.write("back.csv", "time,a\n1,2\n0,3\n");
  refused("back.csv --no-verify --model " + model, 3, "does not increase");
}

TEST_CASE("report: a machine that locks is shown until then") {
  const ScratchFolder folder;
  folder.write("locking.xml", kLocks);
  const std::string html = pageOf(folder, "locking.xml --no-verify");
  CHECK(contains(html, "The run ended at 0.41"));
  const nlohmann::json motion = dataOf(html).at("motion");
  const double end = motion.at("step").get<double>() * (motion.at("rows").get<double>() - 1);
  CHECK(end > 0.40);
  CHECK(end < (std::sqrt(8.0) - 2) / 2);
}

TEST_CASE("report: names cannot end a data block") {
  const ScratchFolder folder;
  folder.write("odd.xml", R"(<mbs version="1" name="a&lt;/script&gt;&amp;&quot;b">
  <body name="ground" ground="true"/>
  <body name="bob"><pose pos="1 0 0"/><mass value="1"/><inertia xx="0.1" yy="0.1" zz="0.1"/></body>
  <joint name="pin" type="revolute" i="bob" j="ground" point="0 0 0" axis="0 1 0"/>
</mbs>
)");
  const std::string html = pageOf(folder, "odd.xml --end 0.1 --no-verify");
  CHECK(dataOf(html).at("name") == "a</script>&\"b");
  tinyxml2::XMLDocument document;
  CHECK(document.Parse(skeletonOf(html).c_str()) == tinyxml2::XML_SUCCESS);
}

TEST_CASE("report: a pattern that matches no column is an error, and nothing is written") {
  const ScratchFolder folder;
  const Outcome outcome =
      runIn(folder, kReport + samplePath("pendulum") + " --no-verify --end 0.1 --columns nobody.x -o page.html");
  INFO(outcome.err);
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "no column of the run matches 'nobody.x'"));
  CHECK_FALSE(std::filesystem::exists(folder / "page.html"));
}

TEST_CASE("report: every joint has a curve, in charts of at most six") {
  const ScratchFolder folder;
  const nlohmann::json data = dataOf(pageOf(folder, "'" + samplePath("track_ring") + "' --no-verify --end 0.02"));
  std::map<std::string, int> charts;
  std::set<std::string> curves;
  std::set<std::string> shown;
  for (const nlohmann::json& series : data.at("series")) {
    ++charts[series.at("group").get<std::string>()];
    curves.insert(series.at("name").get<std::string>());
    if (series.at("shown").get<bool>()) shown.insert(series.at("group").get<std::string>());
  }
  for (const nlohmann::json& joint : data.at("joints")) {
    CHECK(curves.contains(joint.at("name").get<std::string>() + ".q"));
  }
  CHECK(data.at("joints").size() == 80);
  for (const auto& [chart, count] : charts) {
    INFO(chart);
    CHECK(count <= 6);
  }
  CHECK(shown.size() == 3);  // the first angles, energies, their balance
  CHECK(shown.contains("Joint, angle (1 to 6 of 80)"));
}

TEST_CASE("report: a table in the units and axes of the model's file gives the same motion") {
  const ScratchFolder folder;
  const std::string model = "'" + samplePath("units_sae") + "'";  // millimetres and degrees, z down
  const std::string run = kProgram + " run " + model + " --end 0.2 --step 0.001 --every 0.01 --columns '*' -o ";
  REQUIRE(runIn(folder, run + "si.csv").code == 0);
  REQUIRE(runIn(folder, run + "source.csv --units source").code == 0);
  const std::string html = pageOf(folder, "source.csv --no-verify --model " + model);
  const Distances found = distancesOf(html, tableIn(folder, "si.csv"));
  CHECK(found.bodies > 3);
  CHECK(found.position <= 0.5 + 1e-6);
  CHECK(found.turn <= 0.5 + 1e-6);
  CHECK(contains(html, "turned from the axes of the model's file"));
  CHECK_FALSE(contains(pageOf(folder, "si.csv --no-verify --model " + model), "turned from the axes"));

  folder.write("bad.csv", "time,chassis.x\n0,1\n1,2\n");
  folder.write("bad.csv.units", "column,unit\ntime,s\nchassis.x,furlong\n");
  const Outcome bad = runIn(folder, kReport + "bad.csv --no-verify --model " + model + " -o bad.html");
  CHECK(bad.code == 3);
  CHECK(contains(bad.err, "'furlong' of the column 'chassis.x' is no unit"));
  CHECK_FALSE(std::filesystem::exists(folder / "bad.html"));
  folder.write("none.csv", "time,chassis.x\n0,1\n1,2\n");
  const Outcome none = runIn(folder, kReport + "none.csv --no-verify --model " + model + " -o none.html");
  CHECK(none.code == 0);
  CHECK(contains(none.err, "the table says no units: it is taken to be in SI"));
}

TEST_CASE("report: steps and solver are those of a run") {
  const ScratchFolder folder;
  for (const char* const sample : {"stiff_bushings", "four_bar"}) {
    const std::string model = "'" + samplePath(sample) + "'";
    const Outcome ran = runIn(folder, kProgram + " run " + model + " --end 0.1 --json");
    const auto summary = nlohmann::json::parse(ran.out);
    const std::string html = pageOf(folder, model + " --no-verify --end 0.1");
    INFO(ran.out);
    CHECK(contains(html, "solved by " + summary.at("solver").get<std::string>() + ", stepped by " +
                             summary.at("integrator").get<std::string>() + ", "));
  }
  const std::string given =
      pageOf(folder, "'" + samplePath("four_bar") + "' --no-verify --end 0.1 --integrator rk2 --step 0.001");
  CHECK(contains(given, "stepped by rk2 in steps of 0.001 s"));
}

TEST_CASE("report: a settled run has the Cartesian run from the equilibrium beside it, others say why not") {
  const ScratchFolder folder;
  const std::string model = "'" + samplePath("quarter_car") + "'";
  const std::string html = pageOf(folder, model + " --settle --end 0.5");
  const nlohmann::json reference = dataOf(html).at("reference");
  REQUIRE(!reference.is_null());
  CHECK(reference.at("rows").get<int>() > 10);
  const auto channels = channelsOf(dataBlock(html, "referenceData"), reference.at("rows").get<std::size_t>());
  double farthest = 0;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    for (const double value : channels[k]) {
      if (k % 7 < 3) farthest = std::max(farthest, std::abs(value) * reference.at("unitLength").get<double>());
    }
  }
  CHECK(farthest < 1e-5);  // from the start as written it would be the way down to the equilibrium
  CHECK(contains(pageOf(folder, model + " --no-verify --end 0.1"),
                 "The Cartesian run is not shown: nothing was verified"));
}

TEST_CASE("report: a table without the places of bodies, or without its model, is told") {
  const ScratchFolder folder;
  const std::string model = "'" + samplePath("four_bar") + "'";
  REQUIRE(runIn(folder, kProgram + " run " + model + " --end 0.1 --columns @joints -o run.csv").code == 0);
  const Outcome few = runIn(folder, kReport + "run.csv --no-verify --model " + model + " -o few.html");
  CHECK(few.code == 0);
  CHECK(contains(few.err, "stands still in the picture"));
  const Outcome alone = runIn(folder, kReport + "run.csv");
  CHECK(alone.code == 2);
  CHECK(contains(alone.err, "--model MODEL names it"));
  const Outcome near = runIn(folder, kReport + model + " --no-verify --end 0.1 --columns energy.kinetc -o near.html");
  CHECK(contains(near.err, "did you mean 'energy.kinetic'?"));
}
