// `mbconvert compare`: tables as other tools write them, and differences that are known beforehand.
#include "converter/report/compare_report.h"
#include "converter/tables/table_file.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "converter/tables/compare_columns.h"
#include "tests/support/brief.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"
#include "tests/support/texts/csv_text.h"

using namespace mb;
using mb::testing::brief;
using mb::testing::contains;
using mb::testing::csv;

namespace {

using Function = std::function<double(double)>;
struct Column {
  std::string name;
  Function value;
};

std::vector<double> times(double start, double step, int count) {
  std::vector<double> result;
  for (int k = 0; k < count; ++k) result.push_back(start + k * step);
  return result;
}

CsvTable tableOf(const std::vector<double>& time, const std::vector<Column>& columns,
                 const std::string& timeName = "time") {
  CsvTable table;
  table.file = std::make_shared<const SourceFile>(SourceFile{"t.csv", {}});
  table.names = {timeName};
  table.columns = {time};
  for (const Column& column : columns) {
    table.names.push_back(column.name);
    table.columns.emplace_back();
    for (const double t : time) table.columns.back().push_back(column.value(t));
  }
  return table;
}

TableComparison compared(const CsvTable& ours, const CsvTable& theirs, const CompareOptions& options = {}) {
  Diagnostics diagnostics;
  const auto result = compareTables(ours, theirs, options, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(toText(diagnostic));
  REQUIRE(result);
  return *result;
}

std::string errorOf(const CsvTable& ours, const CsvTable& theirs, const CompareOptions& options = {}) {
  Diagnostics diagnostics;
  CHECK_FALSE(compareTables(ours, theirs, options, diagnostics));
  REQUIRE(diagnostics.hasErrors());
  CHECK_FALSE(diagnostics.all()[0].hint.empty());
  return brief(diagnostics.all()[0]);
}

CompareOptions mapped(const std::vector<std::string>& maps) {
  CompareOptions options;
  for (const std::string& text : maps) {
    const auto map = parseColumnMap(text);
    REQUIRE(map);
    options.maps.push_back(*map);
  }
  return options;
}

const Function kSine = [](double t) { return std::sin(t); };

}  // namespace

TEST_CASE("tables of other tools are read: comments, tabs, blanks, semicolons, Fortran's numbers") {
  const std::string text = GENERATE(
      "# Case01\n#\nTime\tX_Pos\tY_Pos\n+0.000000E+00\t+2.000000E+00\t-2.5E-17\n+1.0E-02\t+1.5E+00\t+3.0E+00\n",
      "# Case01\r\nTime\tX_Pos\tY_Pos\t\r\n0\t2\t-2.5e-17\t\r\n\r\n.01\t1.5\t3\t\r\n",
      "\n  Time   X_Pos  \"Y_Pos\"\n  0.0D+00  2.0d0  -2.5D-17\n# between\n\n  1.0D-02   1.5 3.\n",
      "Time;X_Pos;Y_Pos\n0;2;-2.5e-17\n0.01;1.5;3\n", "# run 7\n# Time X_Pos Y_Pos\n0 2 -2.5e-17\n0.01 1.5 3\n",
      "# Time, X_Pos, Y_Pos\n0,2,-2.5e-17\n0.01,1.5,3\n");
  CAPTURE(text);
  Diagnostics diagnostics;
  const auto table = csv(text, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) UNSCOPED_INFO(toText(diagnostic));
  REQUIRE(table);
  CHECK(table->names == std::vector<std::string>{"Time", "X_Pos", "Y_Pos"});
  CHECK(table->columns[0] == std::vector<double>{0, 0.01});
  CHECK(table->columns[1] == std::vector<double>{2, 1.5});
  CHECK(table->columns[2] == std::vector<double>{-2.5e-17, 3});
}

TEST_CASE("errors in a table have their place, whatever separates its numbers") {
  const auto firstError = [](const std::string& text) {
    Diagnostics diagnostics;
    CHECK_FALSE(csv(text, diagnostics));
    REQUIRE(diagnostics.hasErrors());
    CHECK_FALSE(diagnostics.all()[0].hint.empty());
    return brief(diagnostics.all()[0]);
  };
  CHECK(contains(firstError("# c\nTime\tx\n0\tone\n"), "t.csv:3:3: error: 'one' for 'x' is not a number"));
  CHECK(contains(firstError("Time x\n0 1\n 1  two\n"), "t.csv:3:5: error: 'two' for 'x'"));
  CHECK(contains(firstError("Time x\n0 1 2\n"), "t.csv:2:1: error: 3 values in this row, and 2 columns are named"));
  CHECK(contains(firstError("# a b c\n0 1\n1 2\n"), "'0' is a number where a column's name belongs"));
  CHECK(contains(firstError("# only\n# comments\n"), "empty"));
  CHECK(contains(firstError("\"time\" \"x\n0 1\n1 1 1\n"), "t.csv:3:1: error: 3 values"));
}

TEST_CASE("a map names a column, its sign and its factor") {
  const auto check = [](const char* text, const char* ours, double factor, const char* theirs) {
    CAPTURE(text);
    const auto map = parseColumnMap(text);
    REQUIRE(map);
    CHECK(map->ours == ours);
    CHECK(map->factor == factor);
    CHECK(map->theirs == theirs);
  };
  check("a.x=X", "a.x", 1, "X");
  check("a.x = -X", "a.x", -1, "X");
  check("a.x=0.001*X_Pos", "a.x", 0.001, "X_Pos");
  check("a.x=-1e-3 * X", "a.x", -1e-3, "X");
  check("a.x=1*-odd", "a.x", -1, "odd");
  check("a.x=x*y", "a.x", 1, "x*y");
  for (const char* text : {"", "a", "=X", "a=", "a=-", "a=0*X", "a=2*"}) {
    CAPTURE(text);
    CHECK_FALSE(parseColumnMap(text));
  }
  CHECK(toText(*parseColumnMap("a=-X")) == "-X");
  CHECK(toText(*parseColumnMap("a=0.001*X")) == "0.001*X");
}

TEST_CASE("the worst difference of a column is given relative to its range, with its time") {
  const auto time = times(0, 0.1, 101);
  // Off by 1e-3 in one row only; the reference runs from -2 to 2 about 10.
  const CsvTable theirs = tableOf(time, {{"b.x", [](double t) { return 10 + 2 * std::cos(M_PI * t); }}});
  CsvTable ours = theirs;
  ours.columns[1][37] += 1e-3;
  const TableComparison result = compared(ours, theirs);
  REQUIRE(result.columns.size() == 1);
  const ComparedColumn& column = result.columns[0];
  CHECK(column.difference == Approx(1e-3).epsilon(1e-10));
  CHECK(column.time == time[37]);
  CHECK(column.scale == Approx(4).epsilon(1e-14));
  CHECK(column.relative == Approx(2.5e-4).epsilon(1e-10));
  CHECK_FALSE(column.isWithin);
  CHECK_FALSE(result.isWithin());
  CHECK(result.rows == 101);
  CHECK(result.interpolated == 0);
  CompareOptions loose;
  loose.tolerance = 2.6e-4;
  CHECK(compared(ours, theirs, loose).isWithin());
  CompareOptions absolute;
  absolute.absoluteTolerance = 1.1e-3;
  CHECK(compared(ours, theirs, absolute).isWithin());
}

TEST_CASE("columns are paired by map, by name, and by name ignoring case") {
  const auto time = times(0, 0.5, 5);
  const CsvTable ours = tableOf(time, {{"b.x", kSine}, {"b.Y", kSine}, {"b.z", kSine}, {"u", kSine}, {"U", kSine}});
  const CsvTable theirs = tableOf(time,
                                  {{"Z_mm", [](double t) { return -1000 * std::sin(t); }},
                                   {"B.y", kSine},
                                   {"b.x", kSine},
                                   {"extra", kSine},
                                   {"u", kSine}},
                                  "TIME");
  const TableComparison result = compared(ours, theirs, mapped({"b.z=-0.001*z_MM"}));
  REQUIRE(result.columns.size() == 4);
  CHECK(result.columns[0].map.theirs == "b.x");
  CHECK(result.columns[1].map.theirs == "B.y");
  CHECK(result.columns[2].map.theirs == "Z_mm");
  CHECK(result.columns[3].map.ours == "u");
  CHECK(result.onlyOurs == std::vector<std::string>{"U"});
  CHECK(result.onlyTheirs == std::vector<std::string>{"extra"});
  CHECK(result.isWithin());
}

TEST_CASE("tables with the maximum number of columns are paired") {
  CsvTable ours;
  CsvTable theirs;
  ours.names = {"time", "same"};
  theirs.names = {"time", "Same"};
  for (int k = 0; k < 19'000; ++k) {
    ours.names.push_back("A" + std::to_string(k));
    theirs.names.push_back("b" + std::to_string(k));
  }
  Diagnostics diagnostics;
  const std::optional<ColumnPairs> pairs = pairColumns(ours, theirs, {}, diagnostics);
  REQUIRE(pairs);
  REQUIRE(pairs->columns.size() == 1);
  CHECK(pairs->columns[0].map.theirs == "Same");
  CHECK(pairs->onlyOurs.size() == 19'000);
}

TEST_CASE("the finer table is interpolated at the times of the coarser one, by cubics") {
  // A cubic is met exactly, at the ends too; times in ms, and only 1 to 2 s in common.
  const Function cubic = [](double t) { return t * t * t - 2 * t * t + 1; };
  const CsvTable coarse = tableOf(times(1, 0.07, 30), {{"a", cubic}});
  CsvTable fine = tableOf(times(0, 0.05, 41), {{"a", cubic}});
  for (double& t : fine.columns[0]) t *= 1000;
  const CompareOptions options = mapped({"time=0.001*time"});
  const TableComparison result = compared(coarse, fine, options);
  CHECK(result.atOurTimes);
  CHECK(result.rows == 15);
  CHECK(result.start == 1);
  CHECK(result.end == Approx(1.98));
  CHECK(result.interpolated >= 11);
  CHECK(result.columns[0].difference < 1e-14);

  // A sine: the error of cubic interpolation is at most 9/384 h^4 within the middle of four points, more at the ends.
  const TableComparison sine =
      compared(tableOf(times(0, 0.01, 1001), {{"a", kSine}}), tableOf(times(0, 0.033, 300), {{"a", kSine}}));
  CHECK_FALSE(sine.atOurTimes);
  CHECK(sine.columns[0].difference < 1.0 / 24 * 1e-8);
  CHECK(sine.columns[0].difference > 0);
}

TEST_CASE("rows may be matched to the nearest instead, within half a step") {
  CompareOptions nearest;
  nearest.align = Alignment::nearest;
  // Times off by 1e-4 of ours: the values belong to the same step.
  std::vector<double> shifted = times(0, 0.1, 11);
  for (double& t : shifted) t += 1e-4;
  CsvTable theirs = tableOf(times(0, 0.1, 11), {{"a", kSine}});
  theirs.columns[0] = shifted;
  const TableComparison result = compared(tableOf(times(0, 0.1, 21), {{"a", kSine}}), theirs, nearest);
  CHECK(result.rows == 11);
  CHECK(result.columns[0].difference == 0);
  // A gap in the finer table leaves rows without a partner.
  CsvTable gap = tableOf(times(0, 0.01, 101), {{"a", kSine}});
  for (auto& column : gap.columns) column.erase(column.begin() + 40, column.begin() + 60);
  const TableComparison gappy = compared(gap, tableOf(times(0, 0.1, 11), {{"a", kSine}}), nearest);
  CHECK(gappy.rows == 9);
  CHECK(gappy.unmatched == 2);
}

TEST_CASE("a constant column is measured on the scale of columns of its kind") {
  const auto time = times(0, 0.1, 11);
  const Function zero = [](double) { return 0; };
  const Function noise = [](double t) { return 1e-17 * std::sin(50 * t); };
  const Function two = [](double) { return 2; };
  const CsvTable theirs = tableOf(time, {{"b.x", kSine}, {"b.y", noise}, {"b.z", two}, {"c.x", noise}, {"n", noise}});
  const CsvTable ours = tableOf(time, {{"b.x", kSine}, {"b.y", zero}, {"b.z", two}, {"c.x", zero}, {"n", zero}});
  const TableComparison result = compared(ours, theirs);
  const double range = std::sin(1.0);
  CHECK(result.columns[1].isConstant);
  CHECK(result.columns[1].scale == Approx(range));  // of b.x
  CHECK(result.columns[2].isConstant);
  CHECK(result.columns[2].scale == 2);  // its own size is larger
  CHECK(result.columns[3].isConstant);
  CHECK(result.columns[3].scale == Approx(range));  // of the positions of others
  CHECK_FALSE(result.columns[4].isConstant);        // nothing to measure it by
  CHECK_FALSE(result.columns[4].isWithin);
  CHECK(result.worst()->map.ours == "n");

  // Zero compared with zero is no difference; compared with anything else it is.
  const CsvTable flat = tableOf(time, {{"a", zero}});
  CHECK(compared(flat, flat).isWithin());
  const TableComparison off = compared(tableOf(time, {{"a", [](double) { return 1e-9; }}}), flat);
  CHECK(off.columns[0].relative == std::numeric_limits<double>::infinity());
  CHECK_FALSE(off.isWithin());
}

TEST_CASE("a quaternion and its negative are one rotation") {
  const auto time = times(0, 0.05, 81);
  const auto q0 = [](double t) { return std::cos(t); };
  const auto q3 = [](double t) { return std::sin(t); };
  const Function zero = [](double) { return 0; };
  const CsvTable ours = tableOf(times(0, 0.1, 41), {{"b.qw", q0}, {"b.qx", zero}, {"b.qy", zero}, {"b.qz", q3}});
  // Theirs jumps to w >= 0 whenever it can.
  const auto sign = [](double t) { return std::cos(t) < 0 ? -1.0 : 1.0; };
  const CsvTable theirs = tableOf(
      time, {{"e0", [&](double t) { return sign(t) * q0(t); }}, {"e1", zero}, {"e2", zero}, {"e3", [&](double t) {
                                                                                               return sign(t) * q3(t);
                                                                                             }}});
  const auto maps = GENERATE(std::vector<std::string>{"b.qw=e0", "b.qx=e1", "b.qy=e2", "b.qz=e3"},
                             std::vector<std::string>{"b.qw=-e0", "b.qx=-e1", "b.qy=-e2", "b.qz=-e3"});
  CHECK(compared(ours, theirs, mapped(maps)).isWithin());
  // Three of the four columns are not a quaternion.
  CHECK_FALSE(compared(ours, theirs, mapped({"b.qw=e0", "b.qy=e2", "b.qz=e3"})).isWithin());
  // A different rotation is reported.
  CHECK_FALSE(compared(ours, theirs, mapped({"b.qw=e0", "b.qx=e1", "b.qy=e2", "b.qz=-e3"})).isWithin());
}

TEST_CASE("a reference with few digits is recognised and its rounding is given") {
  const auto time = times(0, 0.1, 30);
  CsvTable theirs = tableOf(time, {{"a", [](double t) { return 2 * std::cos(t); }}});
  const CsvTable ours = theirs;
  for (double& value : theirs.columns[1]) value = std::stod(fmt::format("{:.5e}", value));
  const TableComparison result = compared(ours, theirs);
  CHECK(result.digits == 6);
  CHECK(result.columns[0].rounding == Approx(5e-6));
  CHECK(result.columns[0].difference <= 5e-6 * (1 + 1e-9));
  CHECK(result.columns[0].difference > 0);
  CHECK(compared(ours, ours).digits == 0);

  // The digits are those of the numbers as written, before the factor of a map: four of up to 34.38 degrees.
  const double radian = std::acos(-1.0) / 180;
  const CsvTable angles = tableOf(time, {{"a", [](double t) { return 0.6 * std::cos(t); }}});
  CsvTable degrees = tableOf(time, {{"d", [&](double t) { return 0.6 * std::cos(t) / radian; }}});
  for (double& value : degrees.columns[1]) value = std::stod(fmt::format("{:.3e}", value));
  const TableComparison turned = compared(angles, degrees, mapped({fmt::format("a={}*d", radian)}));
  CHECK(turned.digits == 4);
  CHECK(turned.columns[0].rounding == Approx(0.005 * radian));
}

TEST_CASE("tables that cannot be compared are an error with a hint") {
  const auto time = times(0, 0.1, 5);
  const CsvTable table = tableOf(time, {{"a", kSine}});
  CHECK(contains(errorOf(table, tableOf(time, {{"b", kSine}})), "no column in common"));
  CHECK(contains(errorOf(table, tableOf(time, {{"a", kSine}}, "t")), "no column 'time'"));
  CHECK(contains(errorOf(tableOf(time, {{"a", kSine}}, "t"), table), "no column 'time'"));
  CHECK(
      contains(errorOf(table, tableOf(times(1, 0.1, 5), {{"a", kSine}})), "no time in common: 0 to 0.4 and 1 to 1.4"));
  CHECK(contains(errorOf(table, table, mapped({"a=c"})), "no column 'c'"));
  CHECK(contains(errorOf(table, table, mapped({"a=a", "A=a"})), "twice"));
  CsvTable broken = table;
  broken.columns[1][3] = std::numeric_limits<double>::quiet_NaN();
  CHECK(contains(errorOf(table, broken), "column 'a' has no finite number at time 0.3"));
  // The range of such a column is no number, and whatever is measured by it seems to be nothing.
  CsvTable endless = table;
  endless.columns[1] = {1e308, -1e308, 1e308, -1e308, 1e308};
  CsvTable other = endless;
  other.columns[1][2] = 5e307;
  CHECK(contains(errorOf(other, endless), "column 'a' is 1e+308 at time 0"));
  broken = table;
  std::swap(broken.columns[0][1], broken.columns[0][2]);
  CHECK(contains(errorOf(broken, table), "the time runs back from 0.2 to 0.1 in row 3"));
  broken = table;
  broken.columns[0][0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(contains(errorOf(broken, table), "row 1 has no time"));
  // No row of the first lies in the time of the second.
  CHECK(contains(errorOf(tableOf({0, 1}, {{"a", kSine}}), tableOf({0.4, 0.6}, {{"a", kSine}})), "no row"));
}

TEST_CASE("the errors of a table that is compared with itself are reported once") {
  const mb::testing::ScratchFolder folder;
  for (const char* text : {"time,x\n0,q\n", "time,x\n1,0\n0,0\n", "t,x\n0,0\n", ""}) {
    CAPTURE(text);
    const std::string path = folder.write("t.csv", text);
    Diagnostics diagnostics;
    CHECK_FALSE(compareFiles(path, path, {}, diagnostics));
    CHECK(diagnostics.errorCount() == 1);
  }
}

TEST_CASE("missing values outside the common time are ignored, and repeated times are counted") {
  CsvTable ours = tableOf(times(0, 0.1, 51), {{"a", kSine}});
  ours.columns[1][50] = std::numeric_limits<double>::quiet_NaN();
  CsvTable theirs = tableOf(times(0, 0.1, 11), {{"a", kSine}});
  for (auto& column : theirs.columns) column.insert(column.begin() + 5, column[5]);
  const TableComparison result = compared(ours, theirs);
  CHECK(result.rows == 11);
  CHECK(result.repeatedTimes == 1);
  CHECK(result.isWithin());
}

TEST_CASE("the report says what was compared, what was left out, and the verdict") {
  const auto time = times(0, 0.1, 11);
  const TableComparison result = compared(
      tableOf(time, {{"b.x", kSine}, {"b.v", kSine}}),
      tableOf(time, {{"X", [](double t) { return 1000 * std::sin(t) + 1; }}, {"w", kSine}}), mapped({"b.x=0.001*X"}));
  const std::string text = comparisonText(result, {}, {"a.csv", "b.txt"});
  CHECK(contains(text, "a.csv against b.txt"));
  CHECK(contains(text, "0.001*X"));
  CHECK(contains(text, "11 rows of 11 and 11"));
  CHECK(contains(text, "1 column of the first: b.v"));
  CHECK(contains(text, "1 column of the second: w"));
  CHECK(contains(text, "NOT WITHIN: 1 of 1 column beyond 1e-06"));
  const auto json = nlohmann::json::parse(comparisonJson(result, {}, {"a.csv", "b.txt"}));
  CHECK_FALSE(json["within"].get<bool>());
  CHECK(json["columns"][0]["theirs"] == "X");
  CHECK(json["columns"][0]["difference"].get<double>() == Approx(1e-3).epsilon(1e-9));
  CHECK(json["only_ours"] == std::vector<std::string>{"b.v"});
}
