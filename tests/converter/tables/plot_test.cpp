// `mbconvert plot`: tables as they are read, axes, and the picture as XML.
#include "converter/tables/plots/plot.h"

#include <tinyxml2.h>

#include <cmath>
#include <limits>
#include <map>
#include <sstream>

#include "converter/console/exit_code.h"
#include "converter/tables/files/csv.h"
#include "converter/tables/files/glob.h"
#include "converter/tables/plots/plot_panels.h"
#include "tests/support/process.h"
#include "tests/support/test.h"
#include "tests/support/texts/csv_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string errorsOf(const std::string& text) {
  Diagnostics diagnostics;
  CHECK_FALSE(csv(text, diagnostics));
  return textOf(diagnostics);
}

using Points = std::vector<std::pair<double, double>>;

// What a viewer would see.
struct Picture {
  std::vector<Points> polylines;
  std::vector<std::string> strokes;
  int circles = 0;
  std::vector<std::string> words;
  std::map<std::string, double> below;   // x of the labels of the x axis
  std::map<std::string, double> beside;  // y of the labels of the y axis, as their lines are placed
  double height = 0;
};

void collect(const tinyxml2::XMLElement& element, Picture& picture) {
  const std::string name = element.Name();
  if (name == "polyline") {
    Points points;
    std::istringstream text(element.Attribute("points"));
    double x = 0;
    double y = 0;
    for (char comma = 0; text >> x >> comma >> y;) points.emplace_back(x, y);
    picture.polylines.push_back(points);
    picture.strokes.emplace_back(element.Attribute("stroke"));
  }
  if (name == "circle") ++picture.circles;
  if (name == "text") {
    const std::string words = element.GetText() ? element.GetText() : "";
    const std::string anchor = element.Attribute("text-anchor");
    picture.words.push_back(words);
    if (anchor == "end") picture.beside[words] = element.DoubleAttribute("y") - 4;
    if (anchor == "middle") picture.below[words] = element.DoubleAttribute("x");
  }
  for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
    collect(*child, picture);
  }
}

Picture pictureOf(const std::string& svg) {
  tinyxml2::XMLDocument document;
  INFO(svg.substr(0, 500));
  REQUIRE(document.Parse(svg.c_str(), svg.size()) == tinyxml2::XML_SUCCESS);
  const tinyxml2::XMLElement* const root = document.RootElement();
  REQUIRE(std::string(root->Name()) == "svg");
  CHECK(std::string(root->Attribute("xmlns")) == "http://www.w3.org/2000/svg");
  CHECK(root->DoubleAttribute("width") == 800);
  Picture picture;
  picture.height = root->DoubleAttribute("height");
  collect(*root, picture);
  return picture;
}

Plot onePanel(const std::vector<double>& x, const std::vector<double>& y, const std::string& name = "b.y") {
  Plot plot;
  plot.xLabel = "time";
  plot.panels.push_back({{{name, x, y, 0, false}}});
  return plot;
}

}  // namespace

TEST_CASE("a table is read by columns") {
  Diagnostics diagnostics;
  const auto table = csv("time,b.x,\"b.y\"\r\n0,1,-2.5e-3\r\n0.5, nan,+4\n", diagnostics);
  REQUIRE(table);
  CHECK(table->names == std::vector<std::string>{"time", "b.x", "b.y"});
  REQUIRE(table->rows() == 2);
  CHECK(table->columns[0] == std::vector<double>{0, 0.5});
  CHECK(table->columns[1][0] == 1);
  CHECK(std::isnan(table->columns[1][1]));
  CHECK(table->columns[2] == std::vector<double>{-2.5e-3, 4});
}

TEST_CASE("errors in a table are reported with their place") {
  CHECK(contains(errorsOf(""), "t.csv:1:1: error: this table is empty"));
  CHECK(contains(errorsOf("time,x\n"), "no rows"));
  CHECK(contains(errorsOf("time,x\n0,1\n1,two\n"), "t.csv:3:3: error: 'two' for 'x' is not a number"));
  CHECK(contains(errorsOf("time,x\n0,1\n1\n"), "t.csv:3:1: error: 1 value in this row, and 2 columns are named"));
  CHECK(contains(errorsOf("time,x\n0,1,2\n"), "t.csv:2:1: error: 3 values in this row"));
  CHECK(contains(errorsOf("time,x\n0,\n"), "t.csv:2:3: error: no number for 'x'"));
  CHECK(contains(errorsOf("time,x,x\n0,1,2\n"), "t.csv:1:8: error: a second column 'x'"));
  CHECK(contains(errorsOf("0,1\n0.1,1\n"), "t.csv:1:1: error: '0' is a number where a column's name belongs"));
  CHECK(contains(errorsOf("time,x\n0,1\n\n1,1\n"), "t.csv:3:1:"));
  // A file of another kind does not give a message for every line.
  std::string many = "time,x\n";
  for (int k = 0; k < 1000; ++k) many += "a,b\n";
  Diagnostics diagnostics;
  CHECK_FALSE(csv(many, diagnostics));
  CHECK(diagnostics.errorCount() <= 12);
}

TEST_CASE("columns are found by name and pattern") {
  Diagnostics diagnostics;
  const auto table = csv("time,a.x,a.y,b.x\n0,1,2,3\n", diagnostics);
  REQUIRE(table);
  CHECK(findColumns(*table, {"b.x", "*.x"}, 0, diagnostics) == std::vector<int>{3, 1});
  CHECK(findColumns(*table, {"*"}, 0, diagnostics) == std::vector<int>{1, 2, 3});
  CHECK(findColumns(*table, {"time"}, 0, diagnostics) == std::vector<int>{0});
  CHECK(findColumns(*table, {"?.y"}, 0, diagnostics) == std::vector<int>{2});
  CHECK_FALSE(diagnostics.hasErrors());
  CHECK(findColumn(*table, "tine", diagnostics) == -1);
  CHECK(findColumns(*table, {"a.z"}, 0, diagnostics).empty());
  CHECK(findColumn(*table, "a.z", diagnostics) == -1);
  CHECK(contains(textOf(diagnostics), "no column 'a.z'\n  hint: did you mean 'a.x'?"));
  CHECK(contains(textOf(diagnostics), "no column 'tine'\n  hint: did you mean 'time'?"));
  CHECK(contains(textOf(diagnostics), "no column matches 'a.z'\n  hint: did you mean 'a.*'?"));
  CHECK(exitCodeOf(diagnostics) == ExitCode::usage);
  CHECK(matchesPattern("a*b*c", "a_b_bc"));
  CHECK_FALSE(matchesPattern("a?c", "ac"));
}

TEST_CASE("ticks stand at 1, 2 and 5 times powers of ten") {
  const PlotAxis tenth = plotAxis(0, 1, 6);
  CHECK(tenth.labels == std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(plotAxis(-3, 27, 6).labels == std::vector<std::string>{"0", "5", "10", "15", "20", "25"});
  CHECK(plotAxis(0.101, 0.1035, 6).labels ==
        std::vector<std::string>{"0.1010", "0.1015", "0.1020", "0.1025", "0.1030", "0.1035"});
  CHECK(plotAxis(0, 4e7, 4).labels == std::vector<std::string>{"0", "1e+07", "2e+07", "3e+07", "4e+07"});
  CHECK(plotAxis(-2e-8, 0, 4).labels == std::vector<std::string>{"-2.0e-08", "-1.5e-08", "-1.0e-08", "-5.0e-09", "0"});
  for (const double size : {1e-300, 3e-9, 0.7, 42.0, 6.02e23, 1e300}) {
    for (const double low : {-size, 0.0, 0.3 * size}) {
      const PlotAxis axis = plotAxis(low, size, 7);
      INFO(low << " to " << size);
      CHECK(axis.ticks.size() >= 3);
      CHECK(axis.ticks.size() <= 8);
      const double step = axis.ticks[1] - axis.ticks[0];
      const double digit = step / std::pow(10, std::floor(std::log10(step) + 1e-6));
      CHECK(std::min({std::abs(digit - 1), std::abs(digit - 2), std::abs(digit - 5)}) < 1e-5);
    }
  }
  // One value or none still gives a range.
  CHECK(plotAxis(5, 5, 6).low < 5);
  CHECK(plotAxis(5, 5, 6).high > 5);
  CHECK(plotAxis(0, 0, 6).high == 1);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(plotAxis(infinity, -infinity, 6).ticks.size() > 2);
}

TEST_CASE("a line is drawn where its values are on the axes") {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k <= 20; ++k) {
    x.push_back(0.5 * k);
    y.push_back(3 - 0.2 * k);
  }
  const Picture picture = pictureOf(plotSvg(onePanel(x, y)));
  REQUIRE(picture.polylines.size() == 1);
  const Points& points = picture.polylines[0];
  REQUIRE(points.size() == 21);
  // What two labels of an axis say about its scale holds for every point; coordinates have two decimals.
  REQUIRE(picture.below.count("0") == 1);
  REQUIRE(picture.below.count("10") == 1);
  REQUIRE(picture.beside.count("0") == 1);
  REQUIRE(picture.beside.count("3") == 1);
  const double x0 = picture.below.at("0");
  const double perX = (picture.below.at("10") - x0) / 10;
  const double y0 = picture.beside.at("0");
  const double perY = (picture.beside.at("3") - y0) / 3;
  CHECK(perX > 0);
  CHECK(perY < 0);  // up
  for (std::size_t k = 0; k < points.size(); ++k) {
    CHECK(std::abs(points[k].first - (x0 + perX * x[k])) < 0.02);
    CHECK(std::abs(points[k].second - (y0 + perY * y[k])) < 0.02);
    CHECK(points[k].first >= 0);
    CHECK(points[k].first <= 800);
  }
  CHECK(points.front().first == 82);
  CHECK(points.back().first == 782);
  CHECK(std::count(picture.words.begin(), picture.words.end(), "time") == 1);
  CHECK(std::count(picture.words.begin(), picture.words.end(), "b.y") == 2);  // legend and axis
}

TEST_CASE("gaps stay gaps, and a value alone between them is seen") {
  const std::vector<double> x{0, 1, 2, 3, 4, 5, 6};
  const std::vector<double> y{1, 2, kNan, 4, kNan, 6, 7};
  const Picture picture = pictureOf(plotSvg(onePanel(x, y)));
  REQUIRE(picture.polylines.size() == 2);
  CHECK(picture.polylines[0].size() == 2);
  CHECK(picture.polylines[1].size() == 2);
  CHECK(picture.circles == 1);
  const std::vector<double> nothing(7, kNan);
  CHECK(pictureOf(plotSvg(onePanel(x, nothing))).polylines.empty());
}

TEST_CASE("many rows give few points and no lost peak") {
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 100'000; ++k) {
    x.push_back(1e-3 * k);
    y.push_back(std::sin(0.37 * k));
  }
  y[61'803] = 5;
  y[27'182] = -5;
  const Plot plot = onePanel(x, y);
  const std::string svg = plotSvg(plot);
  CHECK(svg.size() < 60'000);
  CHECK(svg == plotSvg(plot));
  const Picture picture = pictureOf(svg);
  const double y0 = picture.beside.at("0");
  const double perY = (picture.beside.at("4") - y0) / 4;
  const auto [low, high] = std::minmax_element(picture.polylines[0].begin(), picture.polylines[0].end(),
                                               [](const auto& a, const auto& b) { return a.second < b.second; });
  CHECK(std::abs(low->second - (y0 + 5 * perY)) < 0.02);
  CHECK(std::abs(high->second - (y0 - 5 * perY)) < 0.02);
  CHECK(std::abs(low->first - (82 + 700 * 61'803 / 99'999.0)) < 0.01);
}

TEST_CASE("panels are stacked, colours differ and names are escaped") {
  const std::vector<double> x{0, 1};
  const std::vector<double> y{0, 1};
  Plot plot;
  plot.title = "a < b & c";
  plot.subtitle = "thin: \"this\"";
  plot.xLabel = "time";
  for (int p = 0; p < 3; ++p) {
    PlotPanel panel;
    for (int k = 0; k < 7; ++k) panel.curves.push_back({"body_with_a_name." + std::to_string(k), x, y, k, false});
    panel.curves.push_back({"body_with_a_name.0", x, y, 0, true});
    plot.panels.push_back(panel);
  }
  const Picture picture = pictureOf(plotSvg(plot));
  REQUIRE(picture.polylines.size() == 24);
  std::vector<std::string> colours(picture.strokes.begin() + 1, picture.strokes.begin() + 8);
  CHECK(picture.strokes[0] == colours[0]);  // the reference first, beneath the curve it goes with
  std::sort(colours.begin(), colours.end());
  CHECK(std::unique(colours.begin(), colours.end()) == colours.end());
  CHECK(picture.polylines[8][0].second > picture.polylines[0][0].second + 190);
  CHECK(picture.polylines[16][0].second < picture.height);
  CHECK(std::count(picture.words.begin(), picture.words.end(), "a < b & c") == 1);
  CHECK(std::count(picture.words.begin(), picture.words.end(), "thin: \"this\"") == 1);
  CHECK(std::count(picture.words.begin(), picture.words.end(), "body_with_a_name.0") == 3);
}

#ifdef MBCONVERT
TEST_CASE("the command draws what a run wrote, compares, and says what is missing") {
  const ScratchFolder folder;
  const std::string program = MBCONVERT;
  REQUIRE(
      runIn(folder, program + " run '" + samplePath("pendulum") + "' --end 2 --step 0.01 --columns @all -q -o a.csv")
          .code == 0);
  REQUIRE(
      runIn(folder, program + " run '" + samplePath("pendulum") + "' --end 1 --step 0.02 --columns @all -q -o b.csv")
          .code == 0);
  const std::string plot = program + " plot a.csv --y bob.x,bob.y --y 'bob.v?' ";
  Outcome outcome = runIn(folder, plot + "--compare b.csv --title Pendulum");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  const Picture picture = pictureOf(readText(folder / "a.svg"));
  CHECK(picture.polylines.size() == 10);
  CHECK(std::count(picture.words.begin(), picture.words.end(), "Pendulum") == 1);
  outcome = runIn(folder, plot + "-o -");
  CHECK(pictureOf(outcome.out).polylines.size() == 5);
  outcome = runIn(folder, program + " plot a.csv --y bob.k -o none.svg");
  CHECK(outcome.code == 2);
  CHECK(contains(outcome.err, "no column matches 'bob.k'"));
  CHECK_FALSE(std::filesystem::exists(folder / "none.svg"));
  CHECK(runIn(folder, program + " plot a.csv").code == 2);
  CHECK(runIn(folder, program + " plot absent.csv --y x").code == 6);
  folder.write("bad.csv", "time,x\n0,1\n1,q\n");
  outcome = runIn(folder, program + " plot bad.csv --y x");
  CHECK(outcome.code == 3);
  CHECK(contains(outcome.err, "bad.csv:3:3: error[E0308]: 'q' for 'x' is not a number"));
}

TEST_CASE("a model file without results is refused as a table") {
  const ScratchFolder folder;
  folder.write("t.csv", "time,x\n0,0\n1,1\n");
  const std::string plot = std::string(MBCONVERT) + " plot ";
  const std::string model = samplePath("pendulum");
  for (const std::string& arguments : {model + " --y x", "t.csv --y x --compare " + model}) {
    const Outcome outcome = runIn(folder, plot + arguments);
    INFO(arguments << "\n" << outcome.err);
    CHECK(outcome.code == 3);
    CHECK(contains(outcome.err, "/model.xml:1:1: error[E0104]: this is a model (mbx) without results"));
  }
}
#endif

TEST_CASE("columns of one unit share a panel") {
  CsvTable table;
  table.names = {"time", "b.x", "b.vx", "b.y", "own", "c.vz", "energy.kinetic", "energy.balance"};
  table.columns.assign(table.names.size(), {0, 1});
  const std::vector<int> all{1, 2, 3, 4, 5, 6, 7};
  // By the endings of a run's columns; one that says nothing joins the first panel.
  CHECK(groupedByUnit(table, all) == std::vector<std::vector<int>>{{1, 3, 4}, {2, 5}, {6, 7}});
  CHECK(unitOf(table, 1).empty());
  // What the table states counts more.
  table.units = {"s", "mm", "mm/s", "m", "mm", "mm/s", "J", ""};
  CHECK(groupedByUnit(table, all) == std::vector<std::vector<int>>{{1, 4}, {2, 5}, {3}, {6}, {7}});
  CHECK(unitOf(table, 3) == "m");
}

TEST_CASE("units stand on the axes") {
  const std::vector<double> x{0, 1};
  const std::vector<double> y{0, 1};
  Plot plot = onePanel(x, y);
  plot.xUnit = "s";
  plot.panels[0].unit = "mm";
  const auto has = [](const Picture& picture, const std::string& word) {
    return std::count(picture.words.begin(), picture.words.end(), word) == 1;
  };
  CHECK(has(pictureOf(plotSvg(plot)), "time in s"));
  CHECK(has(pictureOf(plotSvg(plot)), "b.y in mm"));
  plot.panels[0].curves[0].name = "a_name_that_is_longer_than_the_panel_is_high";
  CHECK(has(pictureOf(plotSvg(plot)), "mm"));
  CHECK(withUnit("kappa", "1") == "kappa");
}

TEST_CASE("a tube reaches as far as its tolerance") {
  const std::vector<double> x{0, 1, 2};
  const std::vector<double> y{0, 4, 8};
  Plot plot = onePanel(x, y);
  plot.panels[0].curves.push_back({"b.y", x, y, 0, true, 1});
  const std::string svg = plotSvg(plot);
  const Picture picture = pictureOf(svg);
  CHECK(picture.polylines.size() == 1);
  const std::size_t at = svg.find("<polygon");
  REQUIRE(at != std::string::npos);
  std::istringstream text(svg.substr(svg.find("points=\"", at) + 8));
  Points points;
  double px = 0;
  double py = 0;
  for (char comma = 0; text >> px >> comma >> py;) points.emplace_back(px, py);
  REQUIRE(points.size() == 6);
  // One unit of the axis above and below every point of the curve.
  const double one = (picture.beside.at("0") - picture.beside.at("8")) / 8;
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK(points[k].second == Approx(picture.polylines[0][k].second - one).margin(0.02));
    CHECK(points[5 - k].second == Approx(picture.polylines[0][k].second + one).margin(0.02));
  }
}

#ifdef MBCONVERT
TEST_CASE("a page shows values by a script that its policy names, and by nothing else") {
  const ScratchFolder folder;
  folder.write("t.csv", "time,b.x,</script>.x,b.vx\n0,1,2,3\n0.5,nan,3,4\n1,2.5,4,5\n");
  const std::string plot = std::string(MBCONVERT) + " plot t.csv --y '*' ";
  Outcome outcome = runIn(folder, plot + "-o t.html --title 'a < b'");
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(outcome.out == "t.html: 3 curves of 3 rows in 2 panels\n");
  const std::string page = readText(folder / "t.html");
  const auto between = [&](const std::string& from, const std::string& to) {
    const std::size_t start = page.find(from) + from.size();
    return page.substr(start, page.find(to, start) - start);
  };
  // OpenSSL says what a browser will compute.
  folder.write("script", between("<script>", "</script>"));
  folder.write("style", between("<style>", "</style>"));
  for (const char* part : {"script", "style"}) {
    const std::string hash = runIn(folder, std::string("openssl dgst -sha256 -binary ") + part + " | base64").out;
    CHECK(contains(page, part + std::string("-src 'sha256-") + hash.substr(0, 44) + "'"));
  }
  CHECK(contains(page, "default-src 'none'"));
  CHECK(contains(page, "<title>a &lt; b</title>"));
  const std::string data = between("id=\"data\">", "</script>");
  CHECK(contains(data, "\\u003c/script>.x"));
  CHECK(contains(data, "\"x\":[0.0,0.5,1.0],\"y\":[1.0,null,2.5]"));
  for (const char* bad : {" style=", "https:", " onload", " src="}) CHECK_FALSE(contains(page, bad));
  CHECK_FALSE(contains(runIn(folder, plot + "-o -").out, "<script"));
  CHECK(runIn(folder, plot + "--mix-units -o t.html").out == "t.html: 3 curves of 3 rows in 1 panel\n");
  outcome = runIn(folder, plot + "--tolerance 0.1 -o t.html");
  CHECK(contains(outcome.err, "--tolerance has no effect"));
}
#endif
