#include <filesystem>

#include "formats/chrono/data_files.h"
#include "formats/json/located_json.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;
using namespace mb::chrono;

namespace {

std::shared_ptr<const SourceFile> jsonFile(std::string text) {
  return std::make_shared<const SourceFile>(SourceFile{"t.json", std::move(text)});
}

JsonValue parsed(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<JsonValue> value = parseJson(jsonFile(text), diagnostics);
  for (const Diagnostic& one : diagnostics.all()) UNSCOPED_INFO(toText(one));
  REQUIRE(value);
  return std::move(*value);
}

// The value at that place, and what it is in the file.
void checkPlace(const JsonValue& value, int line, int column, const std::string& source) {
  CAPTURE(source);
  CHECK(value.at.line == line);
  CHECK(value.at.column == column);
  CHECK(sourceText(value) == source);
}

}  // namespace

TEST_CASE("JSON values have the right place after comments of both kinds", "[chrono]") {
  const JsonValue root =
      parsed("\xEF\xBB\xBF// head\n{ /* a\n b */ \"A\": [1, -2.5e1,\n   true], // tail\n  \"B\": \"x\" }\n");
  Diagnostics diagnostics;
  const std::vector<JsonValue>& items = requireArray(root, "A", diagnostics);
  REQUIRE(items.size() == 3);
  CHECK(items[1].number == -25);
  CHECK(items[1].at.line == 3);
  CHECK(items[1].at.column == 16);
  CHECK(items[2].at.line == 4);
  CHECK(items[2].at.column == 4);
  CHECK(text(root, "B", diagnostics) == "x");
  CHECK(sourceText(items[1]) == "-2.5e1");
  CHECK(diagnostics.all().empty());
}

TEST_CASE("JSON values end at the right character, whatever follows them", "[chrono]") {
  const JsonValue root =
      parsed("[[1,[-2.5\n]],{\"a\\\"\\\\\":[]},\r\n\t3e2/*c*/,// ,:\"[\n true,\"\\\"\"/**/ , {} , 7 ]");
  REQUIRE(root.items.size() == 7);
  CHECK(root.begin == 0);
  CHECK(root.end == root.at.file->text.size());
  checkPlace(root.items[0], 1, 2, "[1,[-2.5\n]]");
  checkPlace(root.items[0].items[0], 1, 3, "1");
  checkPlace(root.items[0].items[1], 1, 5, "[-2.5\n]");
  checkPlace(root.items[0].items[1].items[0], 1, 6, "-2.5");
  checkPlace(root.items[1], 2, 4, "{\"a\\\"\\\\\":[]}");
  const JsonMember& member = root.items[1].members.at(0);
  CHECK(member.name == "a\"\\");
  CHECK(member.at.line == 2);
  CHECK(member.at.column == 5);
  checkPlace(member.value, 2, 13, "[]");
  checkPlace(root.items[2], 3, 2, "3e2");
  checkPlace(root.items[3], 4, 2, "true");
  checkPlace(root.items[4], 4, 7, "\"\\\"\"");
  checkPlace(root.items[5], 4, 18, "{}");
  checkPlace(root.items[6], 4, 23, "7");
  checkPlace(parsed("// a number at the end of the file\r12"), 2, 1, "12");
}

TEST_CASE("JSON strings may contain escapes and bytes that are not UTF-8", "[chrono]") {
  const JsonValue root = parsed(
      "{\"A\": \"a\\\"\\\\\\/\\n\\u00e4\\u20AC\\ud83d\\ude00\xC3\xA4\", \"B\": \"R\xFC"
      "ckw\xE4rts\", \"C\": 1}");
  Diagnostics diagnostics;
  CHECK(text(root, "A", diagnostics) == "a\"\\/\n\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\xC3\xA4");
  CHECK(text(root, "B", diagnostics) == "R?ckw?rts");
  checkPlace(require(root, "C", diagnostics), 1, 69, "1");
}

TEST_CASE("JSON errors are reported at the faulty piece", "[chrono]") {
  struct Row {
    std::string text;
    int line, column;
    std::string message;
  };
  const std::vector<Row> rows{
      {"{\"A\": [1, 2,\n ]}", 2, 2, "a value is expected here, not ']'"},
      {"{\"A\": 1 , // c\n}", 2, 1, "the name of a member is expected here, not '}'"},
      {"[1 /* c */ 25]", 1, 12, "',' or ']' is expected here, not '25'"},
      {"[01]", 1, 3, "',' or ']' is expected here, not '1'"},
      {"[1,\n,2]", 2, 1, "a value is expected here, not ','"},
      {"{\"A\":\n: 1}", 2, 1, "a value is expected here, not ':'"},
      {"{\"A\", 1}", 1, 5, "':' is expected here, not ','"},
      {"{\"object key\": object key}", 1, 16, "a value is expected here, not 'object'"},
      {"{} \"x\"", 1, 4, "after the end of the JSON value"},
      {"{},", 1, 3, "after the end of the JSON value"},
      {"[\"\\n\\q\"]", 1, 6, "must be followed by one of"},
      {"[\"a\tb\"]", 1, 4, "a control character inside a text"},
      {"[\"\\udc00\"]", 1, 8, "half of a surrogate pair"},
      {std::string("{}\n\0{", 5), 2, 1, "after the end of the JSON value"},
      {"[1, 2 // more", 1, 14, "',' or ']' is expected here, but the file ends"},
      {"[1 / 2]", 1, 4, "',' or ']' is expected here, not '/'"},
      {"[\r1,\r\"x\r\"]", 3, 3, "no closing '\"' on its line"},
      {"[\"x\r\n\"]", 1, 4, "no closing '\"' on its line"},
      {"\xEF\xBB\xBF[,1]", 1, 2, "a value is expected here, not ','"},
      {std::string("[\0]", 3), 1, 2, std::string("a value is expected here, not '\0'", 32)},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    Diagnostics diagnostics;
    CHECK_FALSE(parseJson(jsonFile(row.text), diagnostics));
    REQUIRE(diagnostics.errorCount() == 1);
    const Diagnostic& error = diagnostics.all().front();
    CAPTURE(error.message);
    CHECK(error.at.line == row.line);
    CHECK(error.at.column == row.column);
    CHECK(contains(error.message, row.message));
    CHECK(!error.hint.empty());
  }
}

TEST_CASE("a duplicate member is reported, and the first one counts", "[chrono]") {
  Diagnostics diagnostics;
  const std::optional<JsonValue> root = parseJson(jsonFile("{\"A\": 1,\n \"A\": 2}"), diagnostics);
  REQUIRE(root);
  REQUIRE(diagnostics.warningCount() == 1);
  CHECK(diagnostics.all().front().at.line == 2);
  CHECK(number(*root, "A", diagnostics) == 1);
}

TEST_CASE("unused members are listed without the members inside them", "[chrono]") {
  const JsonValue root = parsed(R"({"A": {"x": 1, "y": 2}, "B": {"z": 3}, "C": [{"u": 4}]})");
  Diagnostics diagnostics;
  number(requireObject(root, "A", diagnostics), "x", diagnostics);
  requireArray(root, "C", diagnostics);
  std::vector<std::string> names;
  for (const UnusedMember& unused : unusedMembers(root)) names.push_back(unused.member->name);
  CHECK(names == std::vector<std::string>{"y", "B", "u"});
}

TEST_CASE("a missing member is reported once, with the name that may be meant", "[chrono]") {
  const JsonValue root = parsed("{\n \"Spring Coeficient\": 5 }");
  Diagnostics diagnostics;
  CHECK(number(root, "Spring Coefficient", diagnostics) == 0);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(contains(diagnostics.all().front().hint, "Spring Coeficient"));
  // Reading from a missing member gives no further message.
  const JsonValue& absent = requireObject(root, "Shock", diagnostics);
  CHECK(diagnostics.errorCount() == 2);
  CHECK(vector3(absent, "Location", diagnostics).norm() == 0);
  CHECK(diagnostics.errorCount() == 2);
}

TEST_CASE("a different valid member is not suggested for a missing one", "[chrono]") {
  struct Row {
    std::string has, wanted;
  };
  for (const Row& row : std::vector<Row>{{"Right Brake Input File", "Right Wheel Input File"},
                                         {"Location Chassis Back", "Location Chassis Front"},
                                         {"Body2", "Body1"},
                                         {"UMAX", "UMIN"}}) {
    CAPTURE(row.has, row.wanted);
    const JsonValue root = parsed("{\"" + row.has + "\": 1}");
    Diagnostics diagnostics;
    require(root, row.wanted, diagnostics);
    REQUIRE(diagnostics.errorCount() == 1);
    CHECK(diagnostics.all().front().hint == "add \"" + row.wanted + "\": ... to this object");
  }
}

TEST_CASE("a misspelt member is recognised by the missing member it resembles", "[chrono]") {
  struct Row {
    std::string member, asked;
    bool isMeant;
  };
  for (const Row& row : std::vector<Row>{{"Antirolbar Input File", "Antirollbar Input File", true},
                                         {"Anti-Roll Bar Input File", "Antirollbar Input File", true},
                                         {"Tyre Input File", "Tire Input File", true},
                                         {"Camber Angle (dge)", "Camber Angle (deg)", true},
                                         {"Vehicle Frame Inertia", "Vehicle-Frame Inertia", true},
                                         {"Right Brake Input File", "Left Brake Input File", false},
                                         {"Body2", "Body1", false},
                                         {"Location Clamp B", "Location Clamp A", false},
                                         {"UMAX", "UMIN", false},
                                         {"Mass", "Size", false},
                                         {"Colour", "Spring Curve Data", false}}) {
    CAPTURE(row.member, row.asked);
    const JsonValue root = parsed("{\"" + row.member + "\": 1}");
    CHECK_FALSE(has(root, row.asked));
    CHECK(meantBy(unusedMembers(root).front()) == (row.isMeant ? row.asked : ""));
  }
}

TEST_CASE("duplicate members count towards the limit and are found quickly", "[chrono]") {
  std::string text = "{";
  for (int k = 0; k < 9'990; ++k) text += "\"" + std::to_string(k) + "\": 1, ";
  for (int k = 0; k < 100; ++k) text += "\"5000\": 1, ";
  Diagnostics diagnostics;
  CHECK_FALSE(parseJson(jsonFile(text + "\"end\": 1}"), diagnostics));
  CHECK(diagnostics.warningCount() == 10);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all().back().code == Code::tooMany);
}

TEST_CASE("quaternions have w first and unit length up to rounding", "[chrono]") {
  const JsonValue root = parsed(
      R"({"q": [0.7071, 0, 0, 0.7071], "long": [1, 0, 0, 1], "short": [0.7, 0, 0, 0.7], "zero": [0, 0, 0, 0],
          "three": [1, 0, 0]})");
  Diagnostics diagnostics;
  const Matrix3 R = rotation(root, "q", diagnostics);  // a quarter turn about z
  CHECK((R * Vector3::UnitX() - Vector3::UnitY()).norm() < 1e-15);
  CHECK(diagnostics.all().empty());
  for (const char* const name : {"long", "short", "zero"}) rotation(root, name, diagnostics);
  REQUIRE(diagnostics.errorCount() == 3);
  CHECK(diagnostics.all()[0].message == "'long' is not a rotation: its length is 1.41421, must be 1");
  for (const Diagnostic& one : diagnostics.all()) CHECK(one.code == Code::notARotation);
  rotation(root, "three", diagnostics);
  CHECK(diagnostics.errorCount() == 4);
}

TEST_CASE("files are found from the folder of the one that names them, with leading folders dropped", "[chrono]") {
  const std::string buggy = std::string(MB_SOURCE_DIR) + "/samples/foreign/chrono/buggy/";
  const std::string from = buggy + "vehicle/Buggy.json";
  CHECK(locate("buggy/wheel/Buggy_Wheel.json", from).path == buggy + "wheel/Buggy_Wheel.json");
  CHECK(locate("vehicle/buggy/wheel/Buggy_Wheel.json", from).path == buggy + "wheel/Buggy_Wheel.json");
  CHECK(locate("other\\wheel\\Buggy_Wheel.json", from).path == buggy + "wheel/Buggy_Wheel.json");
  CHECK(locate("Buggy.json", from).path == from);
  // A bare name is not taken from a folder above.
  CHECK_FALSE(locate("Buggy_Wheel.json", from).path);
  CHECK_FALSE(locate("buggy/wheel/None.json", from).path);
  CHECK(locate("buggy/wheel/Buggy_Wheel.json", from).isAbove);
  CHECK_FALSE(locate("Buggy.json", from).isAbove);
}

TEST_CASE("outside its folder a vehicle reads only vehicle data and reveals nothing of other files", "[chrono]") {
  const mb::testing::ScratchFolder folder;
  for (const std::string name : {"car/vehicle", "car/wheel", "car/.git", "other/wheel"}) {
    std::filesystem::create_directories(folder / name);
  }
  const std::string good = R"({"Type": "Wheel", "Template": "Wheel"})";
  folder.write("car/wheel/good.json", good);
  folder.write("car/wheel/good.cfg", good);
  folder.write("car/.git/good.json", good);
  folder.write("other/wheel/good.json", good);
  folder.write("car/wheel/secret.json", "password = 1234");
  folder.write("car/vehicle/secret.txt", "password = 1234");
  struct Row {
    std::string name;
    std::optional<Code> code;
  };
  for (const Row& row : std::vector<Row>{{"car/wheel/good.json", {}},
                                         {"wheel/good.json", {}},
                                         {"data/wheel/good.json", {}},
                                         {"other/wheel/good.json", {}},
                                         {"data/other/wheel/gone.json", Code::unknownName},
                                         {"car/wheel/good.cfg", Code::unknownName},
                                         {"car/.git/good.json", Code::outsideFolder},
                                         {"car/wheel/secret.json", Code::otherKindOfFile},
                                         {"secret.txt", Code::otherKindOfFile}}) {
    CAPTURE(row.name);
    Diagnostics diagnostics;
    const auto file = std::make_shared<const SourceFile>(
        SourceFile{folder / "car/vehicle/v.json", "{\"Input File\": \"" + row.name + "\"}"});
    const auto object = parseJson(file, diagnostics);
    REQUIRE(object);
    DataFiles files(diagnostics);
    CHECK((files.part(*object, "Input File", "Wheel") != nullptr) == !row.code);
    CHECK(diagnostics.errorCount() == (row.code ? 1 : 0));
    if (!row.code) continue;
    CHECK(diagnostics.all().front().code == *row.code);
    CHECK_FALSE(contains(toText(diagnostics.all().front()), "1234"));
  }
}
