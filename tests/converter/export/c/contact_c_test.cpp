// The contact of wheels with roads as generated C makes it: compiled as strictly as its users compile it, and asked at
// many places for the bits of the runtime.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

#include "converter/export/c/c_shared.h"
#include "converter/export/c/writer/c_functions.h"
#include "runtime/laws/roads/contact.h"
#include "runtime/recording/recorded_model.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

constexpr double kRadius = 0.47;
constexpr int kInputs = 6;
constexpr int kResults = 2 * (MB_FRICTION + 1) + 3;
using Place = std::array<double, kInputs>;

std::vector<RoadSurface> roads() {
  Road level;
  level.height = 0.1;
  level.friction = 0.8;
  Road rounds;
  rounds.pieces = {HalfRound{1, 0.2, 3, 0.3}, HalfRound{5, 0.1, 2, 0.15}};
  Road waves;
  waves.pieces = {SineRoad{0, 8, 0.2, 2}, Bump{4, 1, 0.1, 2, 1.5}, Ramp{6, 1, -0.2}};
  Road profile;
  profile.pieces = {RoadProfile{Interpolation::akima, {0, 1, 2, 3, 5, 8}, {0, 0.1, 0.05, 0.3, 0.1, 0}}};
  profile.patches = {{2, 3, 0, 1, 0.2}, {2.5, 6, -0.1, std::numeric_limits<double>::infinity(), 0.5}};
  Road grid;
  RoadGrid heights{0, -2, 0.5, 0.5, 12, {}};
  std::mt19937_64 random(2);
  for (int k = 0; k < 12 * 9; ++k) heights.z.push_back(0.1 * static_cast<double>(random() % 100) / 100);
  grid.pieces = {heights, HalfRound{2, 0.15, 1, 0}};
  std::vector<RoadSurface> surfaces;
  for (const Road& road : {level, rounds, waves, profile, grid}) surfaces.push_back(makeRoadSurface(road));
  return surfaces;
}

// Wheels over the road, in it and under it, some of them lying, and places that are no numbers.
std::vector<Place> places() {
  std::mt19937_64 random(5);
  const auto between = [&](double a, double b) { return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53; };
  std::vector<Place> found;
  for (int k = 0; k < 400; ++k) {
    const double yaw = k % 3 == 0 ? 0 : between(-3, 3);
    const double camber = k % 2 == 0 ? 0 : between(-0.2, 0.2);
    const double z = between(0.3, 0.8) - (k % 10 == 0 ? 0.7 : 0);
    found.push_back({between(-1, 8), between(-2, 2), z, -std::sin(yaw) * std::cos(camber),
                     std::cos(yaw) * std::cos(camber), std::sin(camber)});
  }
  found.push_back({0, 0, 0.4, 0, 0, 1});
  found.push_back({0, std::nan(""), 0.4, 0, 1, 0});
  return found;
}

// What both contacts and the height are, recorded on places that are inputs.
std::vector<int> recorded(Trace& trace, const RoadSurface& road, const Discs& discs) {
  const auto input = [&](int k) { return Traced::of(trace.input(k)); };
  const WheelPlaceOf<Traced> wheel{{input(0), input(1), input(2)}, {input(3), input(4), input(5)}};
  std::vector<int> nodes;
  for (const ContactOf<Traced>& c : {discContact(road, wheel, discs), pointContact(road, wheel, kRadius)}) {
    nodes.push_back(choose(c.touches, Traced(1), Traced(0)).node);
    for (const Three<Traced>& part : {c.point, c.normal, c.heading}) {
      for (const Traced number : {part.x, part.y, part.z}) nodes.push_back(number.node);
    }
    nodes.push_back(c.deflection.node);
    nodes.push_back(c.friction.node);
  }
  const RoadPointOf<Traced> point = heightAt(road, input(0), input(1));
  for (const Traced number : {point.height, point.slopeX, point.slopeY}) nodes.push_back(number.node);
  return nodes;
}

std::vector<double> calculated(const RoadSurface& road, const Discs& discs, const Place& at) {
  const WheelPlace wheel{{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
  std::vector<double> numbers;
  for (const Contact& c : {discContact(road, wheel, discs), pointContact(road, wheel, kRadius)}) {
    numbers.push_back(c.touches ? 1 : 0);
    for (const Three<double>& part : {c.point, c.normal, c.heading})
      numbers.insert(numbers.end(), {part.x, part.y, part.z});
    numbers.insert(numbers.end(), {c.deflection, c.friction});
  }
  const RoadPoint point = heightAt(road, at[0], at[1]);
  numbers.insert(numbers.end(), {point.height, point.slopeX, point.slopeY});
  return numbers;
}

bool isRun(const std::string& command) { return std::system(command.c_str()) == 0; }

std::string programText(const Trace& trace, const std::vector<std::vector<int>>& nodes) {
  std::string text = "#include <stdio.h>\n#include \"mb_lanes.h\"\n" + constantsText(trace);
  std::string calls;
  for (std::size_t r = 0; r < nodes.size(); ++r) {
    std::vector<CResult> results;
    for (std::size_t k = 0; k < nodes[r].size(); ++k) results.push_back({{"out", static_cast<int>(k)}, nodes[r][k]});
    CFunctionOptions options;
    options.name = fmt::format("road{}", r);
    options.parameters = "const real_t* at, real_t* out";
    options.arguments = "places[k], out";
    options.input = [](int k) { return CPlace{"at", k}; };
    options.mostStatements = 5;  // so that results of a call are used in other parts
    const CFunctions functions = cFunctions(trace, results, options);
    text += functions.text;
    calls += fmt::format("  for (k = 0; k < COUNT; ++k) {{\n{}  show(out);\n  }}\n", functions.calls);
  }
  text += fmt::format("#define COUNT {}\nstatic const real_t places[COUNT][{}] = {{\n", places().size(), kInputs);
  for (const Place& place : places()) {
    text += "  {";
    for (const double number : place) text += "(real_t)" + cNumber(number) + ", ";
    text += "},\n";
  }
  return text + fmt::format(R"(}};
static void show(const real_t* out) {{
  int k;
  for (k = 0; k < {0}; ++k) printf("%.17g\n", (double)out[k]);
}}
int main(void) {{
  real_t work[1000];
  real_t out[{0}];
  int k;
{1}  return 0;
}}
)",
                            kResults, calls);
}

}  // namespace

TEST_CASE("a recorded contact has the bits of the runtime's, interpreted and in compiled C") {
  const std::vector<RoadSurface> surfaces = roads();
  const Discs discs = makeDiscs(kRadius, 0.3, 4);
  Trace trace;
  const Recording recording(trace);
  std::vector<std::vector<int>> nodes;
  std::vector<double> expected;
  int touching = 0;
  for (const RoadSurface& road : surfaces) {
    nodes.push_back(recorded(trace, road, discs));
    for (const Place& place : places()) {
      const std::vector<double> values = valuesOf(trace, place);
      const std::vector<double> numbers = calculated(road, discs, place);
      REQUIRE(numbers.size() == nodes.back().size());
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        const double value = values[static_cast<std::size_t>(nodes.back()[k])];
        if (!(value == numbers[k]) && !std::isnan(numbers[k])) CHECK(value == numbers[k]);
      }
      expected.insert(expected.end(), numbers.begin(), numbers.end());
      touching += numbers[0] != 0;
    }
  }
  CHECK(touching > 500);
  for (const std::string compiler : {"gcc", "clang"}) {
    if (!isRun("command -v " + compiler + " >/dev/null")) {
      WARN("no " + compiler + ": contacts in C are not compiled by it");
      continue;
    }
    const auto scratch = std::filesystem::temp_directory_path() / ("mbconvert-contact-" + std::to_string(::getpid()));
    std::filesystem::create_directories(scratch);
    for (const GeneratedFile& file : sharedFiles(trace)) std::ofstream(scratch / file.name) << file.text;
    std::ofstream(scratch / "contact.c") << programText(trace, nodes);
    const std::string in = "cd '" + scratch.string() + "' && ";
    const std::string flags = " -std=c99 -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -Werror ";
    CHECK(isRun(in + compiler + flags + "-DMB_FLOAT -fsyntax-only contact.c"));
    REQUIRE(isRun(in + compiler + flags + "-O1 -ffp-contract=off contact.c -lm -o contact && ./contact > found"));
    std::ifstream found(scratch / "found");
    std::string number;
    std::size_t next = 0;
    for (; next < expected.size() && found >> number; ++next) {
      const double value = std::strtod(number.c_str(), nullptr);
      if (!(value == expected[next]) && !std::isnan(expected[next])) CHECK(value == expected[next]);
    }
    CHECK(next == expected.size());
    std::filesystem::remove_all(scratch);
  }
}
