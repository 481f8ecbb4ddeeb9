// Roads in XML. The expected numbers are converted by hand from millimetres.
#include <limits>

#include "formats/shared_xml/elements_xml.h"
#include "tests/support/test.h"
#include "tests/support/texts/parsed_xml.h"

namespace mb {
namespace {

using testing::contains;

ElementContext contextInMillimetres() {
  ElementContext context;
  context.units.length = 1e-3;
  return context;
}

Road read(const std::string& text) {
  ParsedXml xml(text);
  const auto road = readRoad(xml.root, contextInMillimetres());
  INFO(toText(xml.diagnostics));
  REQUIRE(road);
  REQUIRE_FALSE(xml.diagnostics.hasErrors());
  return *road;
}

std::string written(const Road& road) {
  XmlWriter xml;
  writeRoad(xml, road, {});
  return std::move(xml).text();
}

constexpr const char* kAllPieces = R"(<road name="r" height="100" friction="0.8">
  <half-round x="1000" radius="203.2" count="3" spacing="5000"/>
  <bump x="20000" length="400" height="-80"/>
  <sine x="30000" length="3000" amplitude="50" wavelength="300"/>
  <patch x0="1000" y1="-500" friction="0.3"/>
  <ramp x="40000" length="2000" height="500"/>
  <profile interpolation="akima" x="0 10 20" z="0 1 0"/>
  <profile x="0 10" z="0 1"/>
  <grid x="0" y="-1000" dx="500" dy="250" columns="2" z="0 1 2 3 4 5"/>
  <patch x0="1" x1="2" y0="3" y1="4" friction="0"/>
</road>)";

}  // namespace

TEST_CASE("roads are read in the file's units") {
  const Road road = read(kAllPieces);
  CHECK(road.name == "r");
  CHECK(road.height == Approx(0.1));
  CHECK(road.friction == 0.8);
  REQUIRE(road.pieces.size() == 7);
  const auto& round = std::get<HalfRound>(road.pieces[0]);
  CHECK(round.x == Approx(1));
  CHECK(round.radius == Approx(0.2032));
  CHECK(round.count == 3);
  CHECK(round.spacing == Approx(5));
  const auto& bump = std::get<Bump>(road.pieces[1]);
  CHECK(bump.x == Approx(20));
  CHECK(bump.length == Approx(0.4));
  CHECK(bump.height == Approx(-0.08));
  CHECK(bump.count == 1);
  const auto& sine = std::get<SineRoad>(road.pieces[2]);
  CHECK(sine.length == Approx(3));
  CHECK(sine.amplitude == Approx(0.05));
  CHECK(sine.wavelength == Approx(0.3));
  const auto& ramp = std::get<Ramp>(road.pieces[3]);
  CHECK(ramp.length == Approx(2));
  CHECK(ramp.height == Approx(0.5));
  const auto& akima = std::get<RoadProfile>(road.pieces[4]);
  CHECK(akima.interpolation == Interpolation::akima);
  CHECK(akima.x.back() == Approx(0.02));
  CHECK(akima.z[1] == Approx(0.001));
  CHECK(std::get<RoadProfile>(road.pieces[5]).interpolation == Interpolation::linear);
  const auto& grid = std::get<RoadGrid>(road.pieces[6]);
  CHECK(grid.y == Approx(-1));
  CHECK(grid.dx == Approx(0.5));
  CHECK(grid.dy == Approx(0.25));
  CHECK(grid.columns == 2);
  CHECK(grid.z.size() == 6);
  CHECK(grid.z[5] == Approx(0.005));
  REQUIRE(road.patches.size() == 2);
  CHECK(road.patches[0].x0 == Approx(1));
  CHECK(road.patches[0].x1 == std::numeric_limits<double>::infinity());
  CHECK(road.patches[0].y0 == -std::numeric_limits<double>::infinity());
  CHECK(road.patches[0].y1 == Approx(-0.5));
  CHECK(road.patches[0].friction == 0.3);
  CHECK(road.patches[1].friction == 0);
}

TEST_CASE("a road written and read again is the same text") {
  const std::string first = written(read(kAllPieces));
  ParsedXml xml(first);
  const auto again = readRoad(xml.root, {});  // written in SI
  INFO(first << toText(xml.diagnostics));
  REQUIRE(again);
  CHECK(written(*again) == first);
  CHECK(again->pieces.size() == 7);
  CHECK(again->patches.size() == 2);
  CHECK(contains(written(read("<road name=\"plain\"/>")), "<road name=\"plain\"/>"));
}

TEST_CASE("a faulty road is refused at the faulty element, with a hint") {
  struct Row {
    const char* child;
    const char* message;  // part of it
    const char* hint;
  };
  const Row row = GENERATE(values<Row>({
      {"<half-round x='0' radius='0'/>", "the radius of a half-round is 0", "omit the piece"},
      {"<half-round x='0' radius='-1'/>", "it must be above 0", "omit the piece"},
      {"<half-round x='0'/>", "<half-round> has no attribute 'radius'", "add radius="},
      {"<half-round x='0' radius='1' count='0'/>", "the count of a half-round is 0", "number of repetitions"},
      {"<half-round x='0' radius='1' count='2.5'/>", "'2.5' is not a whole number", "a number like"},
      {"<half-round x='0' radius='1' count='2'/>", "2 times a half-round with the spacing 0", "distance from one"},
      {"<half-round x='0' radius='100' count='2' spacing='1'/>", "at most 4 may overlap", "units"},
      {"<half-round x='0' radius='1' colour='2'/>", "<half-round> has no attribute 'colour' here", "attributes here"},
      {"<bump x='0' length='0' height='1'/>", "the length of a bump is 0", "omit the piece"},
      {"<sine x='0' length='10' amplitude='1' wavelength='0'/>", "the wavelength of a sine is 0", ""},
      {"<sine x='0' length='10' amplitude='1' wavelength='4'/>", "2.5 waves ends in a jump", "whole multiple"},
      {"<ramp x='0' length='-1' height='1'/>", "the length of a ramp is -0.001", ""},
      {"<profile x='0 1' z='0'/>", "2 x and 1 z", "one z for each x"},
      {"<profile x='0' z='0'/>", "at least 2 points", "height="},
      {"<profile x='0 1 1' z='0 1 2'/>", "point 2 is at 0.001 and point 3 at 0.001", "a little apart"},
      {"<profile interpolation='kubic' x='0 1' z='0 1'/>", "kubic", "cubic"},
      {"<grid x='0' y='0' dx='1' dy='1' columns='2' z='1 2 3'/>", "2 columns has 3 heights", "whole rows"},
      {"<grid x='0' y='0' dx='1' dy='1' columns='2' z='1 2'/>", "2 columns has 2 heights", "at least 2 rows"},
      {"<grid x='0' y='0' dx='1' dy='0' columns='2' z='1 2 3 4'/>", "the dy of a grid is 0", ""},
      {"<grid x='0' y='0' dx='1' dy='1' z='1 2 3 4'/>", "a grid of 0 columns has 4 heights", "whole rows"},
      {"<patch friction='-1'/>", "friction is -1", "factor"},
      {"<patch x0='2' x1='1' friction='1'/>", "is empty", "x0 must be below x1"},
      {"<patch x0='2'/>", "no attribute 'friction'", ""},
      {"<halfround x='0' radius='1'/>", "<halfround> does not belong in <road>", "did you mean 'half-round'"},
      {"<wall/>", "<wall> does not belong in <road>", "half-round, bump, sine, ramp, profile, grid, patch"},
  }));
  ParsedXml xml("<road name='r'>\n " + std::string(row.child) + "\n</road>");
  const auto road = readRoad(xml.root, contextInMillimetres());
  INFO(row.child << "\n" << toText(xml.diagnostics));
  REQUIRE(xml.diagnostics.all().size() == 1);
  const Diagnostic& error = xml.diagnostics.all().front();
  CHECK(contains(error.message, row.message));
  CHECK(contains(error.hint, row.hint));
  CHECK(error.at.line == 2);
  // An extra attribute is reported, and the road is still read.
  const bool isSurplus = contains(error.message, "here");
  CHECK(road.has_value() == isSurplus);
}

TEST_CASE("a road's own numbers are checked") {
  ParsedXml xml("<road name='r' friction='-0.1'/>");
  CHECK_FALSE(readRoad(xml.root, contextInMillimetres()));
  REQUIRE(xml.diagnostics.all().size() == 1);
  CHECK(xml.diagnostics.all().front().message == "road 'r': friction is -0.1, it must not be negative");

  Road road;
  road.name = "r";
  road.height = std::numeric_limits<double>::quiet_NaN();
  road.pieces.push_back(HalfRound{0, std::numeric_limits<double>::infinity(), 1, 0});
  road.pieces.push_back(RoadProfile{Interpolation::linear, {0, 1}, {0, std::numeric_limits<double>::quiet_NaN()}});
  Diagnostics diagnostics;
  check(road, diagnostics);
  CHECK(diagnostics.errorCount() == 3);
}

}  // namespace mb
