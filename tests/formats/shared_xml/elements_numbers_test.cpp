#include <numbers>

#include "formats/model/basics/units.h"
#include "formats/shared_xml/elements_xml.h"
#include "tests/support/test.h"
#include "tests/support/texts/parsed_xml.h"

namespace mb {
namespace {

ElementContext contextWith(const Units& units = {}) {
  ElementContext context;
  context.units = units;
  context.parameters = [](std::string_view name) -> std::optional<double> {
    if (name == "a") return 3;
    if (name == "b") return 4;
    return std::nullopt;
  };
  context.reference = [](ExpressionFunction::Argument, const std::string& name,
                         const SourceRef&) -> std::optional<std::string> { return name; };
  return context;
}

XmlText attribute(std::string_view text) { return {text, {nullptr, 7, 4}, {nullptr, 7, 11}}; }

struct Reading {
  Diagnostics diagnostics;
  std::optional<double> value;
  explicit Reading(std::string_view text, const Dimension& dimension = {}, const Units& units = {})
      : value(readNumber(attribute(text), dimension, contextWith(units), diagnostics)) {}
  const Diagnostic& only() const {
    REQUIRE(diagnostics.all().size() == 1);
    return diagnostics.all().front();
  }
};

}  // namespace

TEST_CASE("a text that is not one finite decimal number is refused with a hint") {
  struct Row {
    const char* text;
    const char* message;
    const char* hint;  // part of it
    int column;
  };
  const Row row = GENERATE(values<Row>({
      {"1.5abc", "'1.5abc' is not a number", "a decimal number like 1.5", 11},
      {"1,5", "'1,5' is not a number", "as in 1.5; numbers of a list are separated by blanks", 11},
      {"1.5,2", "'1.5,2' is not a number", "numbers of a list are separated by blanks", 11},
      {"nan", "'nan' is not a number", "finite", 11},
      {"-NaN", "'-NaN' is not a number", "finite", 11},
      {"inf", "'inf' is not a number", "finite", 11},
      {"-infinity", "'-infinity' is not a number", "finite", 11},
      {"1e400", "'1e400' is out of the range of numbers", "1e+30", 11},
      {"1e-400", "'1e-400' is out of the range of numbers", "1e+30", 11},
      {"2e30", "'2e30' is 2e+30, more than 1e+30", "units", 11},
      {"0x10", "'0x10' is not a number", "a decimal number like 1.5", 11},
      {"", "there is no number", "a decimal number like 1.5", 11},
      {"   ", "there is no number", "a decimal number like 1.5", 11},
      {"1 2", "'1 2' is 2 numbers, expected 1", "a decimal number like 1.5", 13},
      {"5mm", "'5mm' is not a number", "units are declared in <units>; write 5", 11},
      {" 5mm", "'5mm' is not a number", "units are declared in <units>; write 5", 12},
      {"30deg", "'30deg' is not a number", "units are declared in <units>; write 30", 11},
      {"1/0", "'1/0' has no finite constant value", "finite", 11},
      {"2*time", "'2*time' has no finite constant value", "time", 11},
  }));
  CAPTURE(row.text);
  const Reading reading(row.text);
  CHECK_FALSE(reading.value);
  CHECK(reading.only().message == row.message);
  CHECK_THAT(reading.only().hint, Catch::Matchers::Contains(row.hint));
  CHECK(reading.only().at.line == 7);
  CHECK(reading.only().at.column == row.column);
}

TEST_CASE("numbers are decimal or arithmetic over parameters") {
  struct Row {
    const char* text;
    double value;
  };
  const Row row = GENERATE(values<Row>({{"1.5", 1.5},
                                        {"+2", 2},
                                        {"-2e-3", -0.002},
                                        {" 7 ", 7},
                                        {".5", 0.5},
                                        {"(a + b)/2", 3.5},
                                        {"a + b", 7},
                                        {"sqrt(a*a+b*b)", 5},
                                        {"2*pi", 2 * std::numbers::pi},
                                        {"1e30", 1e30}}));
  CAPTURE(row.text);
  const Reading reading(row.text);
  CHECK(reading.diagnostics.all().empty());
  REQUIRE(reading.value);
  CHECK(*reading.value == row.value);
}

TEST_CASE("an error inside arithmetic points to its character") {
  const Reading reading("2*(a+)");
  CHECK_FALSE(reading.value);
  CHECK(reading.only().at.column == 11 + 5);
  CHECK_THAT(reading.only().message, Catch::Matchers::StartsWith("'2*(a+)' is not a number: "));

  const Reading unknown("2*radius");
  CHECK(unknown.only().at.column == 11 + 2);
  CHECK_THAT(unknown.only().message, Catch::Matchers::Contains("radius"));
}

TEST_CASE("an error behind references and line ends points to its character in the file") {
  struct Row {
    const char* xml;
    int line;
    int column;
  };
  const Row row = GENERATE(values<Row>({{"<f x=\"&#x32; &#x2b;foo\"/>", 1, 20},
                                        {"<f x=\"1 2\r3 foo\"/>", 2, 3},
                                        {"<f x=\"1\r\n2\r\n foo\"/>", 3, 2},
                                        {"<f x=\"1\n\rfoo\"/>", 3, 1},
                                        {"<f x=\"1&#10;foo\"/>", 1, 13},
                                        {"<f\r x=\"1&#13;&#xE4;\"/>", 2, 11}}));
  CAPTURE(row.xml);
  ParsedXml parsed(row.xml);
  const XmlText text = *parsed.root.attribute("x");
  CHECK_FALSE(readNumbers(text, 0, {}, contextWith(), parsed.diagnostics));
  REQUIRE(parsed.diagnostics.all().size() == 1);
  CHECK(parsed.diagnostics.all()[0].at.line == row.line);
  CHECK(parsed.diagnostics.all()[0].at.column == row.column);
  const std::vector<XmlText> words = wordsOf(text);
  CHECK(words.back().valueAt.line == row.line);
  CHECK(slice(words.back(), 0).valueAt.column == words.back().valueAt.column);
}

TEST_CASE("a number that is too large only in SI says so") {
  Units units;
  units.length = 1000;
  const Reading reading("1e28", dimension::kLength, units);
  CHECK_FALSE(reading.value);
  CHECK(reading.only().message == "'1e28' is 1e+31 in SI, more than 1e+30");
}

TEST_CASE("lists are split at blanks outside brackets, and only there") {
  Diagnostics diagnostics;
  const auto values =
      readNumbers(attribute(" 0\t(a + b)/2\n max(a, b) "), 3, dimension::kNone, contextWith(), diagnostics);
  CHECK(diagnostics.all().empty());
  REQUIRE(values);
  CHECK(*values == std::vector<double>{0, 3.5, 4});
}

TEST_CASE("a list of the wrong length tells both numbers") {
  Diagnostics diagnostics;
  CHECK_FALSE(readVector(attribute("1 2"), dimension::kNone, contextWith(), diagnostics));
  CHECK_FALSE(readNumbers(attribute(""), 36, dimension::kNone, contextWith(), diagnostics));
  REQUIRE(diagnostics.all().size() == 2);
  CHECK(diagnostics.all()[0].message == "2 numbers, expected 3");
  CHECK(diagnostics.all()[1].message == "0 numbers, expected 36");
}

TEST_CASE("the bad number of a list is pointed at, on its own line") {
  Diagnostics diagnostics;
  CHECK_FALSE(readVector(attribute("1 2,5 3"), dimension::kNone, contextWith(), diagnostics));
  CHECK_FALSE(readVector(attribute("1\n  2\n  x3 4"), dimension::kNone, contextWith(), diagnostics));
  CHECK_FALSE(readVector(attribute("1, 2, 3"), dimension::kNone, contextWith(), diagnostics));
  REQUIRE(diagnostics.all().size() == 3);
  CHECK(diagnostics.all()[0].at.column == 13);
  CHECK(diagnostics.all()[1].at.line == 9);
  CHECK(diagnostics.all()[1].at.column == 3);
  CHECK(diagnostics.all()[2].hint == "numbers of a list are separated by blanks");
}

TEST_CASE("a misspelt word is answered with the nearest one") {
  Diagnostics diagnostics;
  CHECK(readChoice(attribute("akima"), {"linear", "akima"}, diagnostics) == 1);
  CHECK_FALSE(readChoice(attribute("akimma"), {"linear", "akima"}, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].message == "'akimma' is not one of: linear, akima");
  CHECK(diagnostics.all()[0].hint == "did you mean 'akima'?");
}

TEST_CASE("a coordinate that a joint lacks is answered with those it has") {
  Diagnostics diagnostics;
  const JointType& cylindrical = *findJointType("cylindrical");
  CHECK(readCoordinate(attribute("rz"), cylindrical, diagnostics) == 1);
  CHECK_FALSE(readCoordinate(attribute("rx"), cylindrical, diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].message == "a joint of type 'cylindrical' has no coordinate 'rx'");
  CHECK(diagnostics.all()[0].hint == "it has tz, rz");
}

TEST_CASE("an expression in degrees and milliseconds is the same function in SI") {
  Units units;
  units.time = 1e-3;
  units.angle = std::numbers::pi / 180;
  Diagnostics diagnostics;
  const auto expression = readExpression(attribute("90 + 2*time"), dimension::kAngle, contextWith(units), diagnostics);
  REQUIRE(expression);
  // After 5 ms: 90 deg + 2 deg/ms * 5 ms.
  CHECK(valueAt(*expression, 5e-3).value() == Approx(100 * std::numbers::pi / 180).epsilon(1e-15));
}

TEST_CASE("an error in an expression points to its character") {
  Diagnostics diagnostics;
  CHECK_FALSE(readExpression(attribute("1 + sinn(time)"), dimension::kNone, contextWith(), diagnostics));
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].at.column == 11 + 4);
}

}  // namespace mb
