// Chrono vehicles that are complete except for one thing.
#include <filesystem>

#include "formats/chrono/chrono.h"
#include "formats/files/read_file.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

const std::string kBuggyFolder = std::string(MB_SOURCE_DIR) + "/samples/foreign/chrono/buggy/";

std::string textAt(const std::string& path) {
  FileText read = readFileText(path);
  REQUIRE(read.fault.empty());
  return read.text;
}

CartesianModel readAt(const std::string& path, const ReadOptions& options, Diagnostics& diagnostics) {
  return readChrono(std::make_shared<const SourceFile>(SourceFile{path, textAt(path)}), options, diagnostics);
}

// The text without the last of those words.
std::string without(std::string text, const std::string& words) {
  const std::size_t at = text.rfind(words);
  REQUIRE(at != std::string::npos);
  return text.erase(at, words.size());
}

// The buggy in a folder of its own, with another text of one of its files.
Diagnostics readBuggy(const std::string& file, const std::string& text, const ReadOptions& options = {}) {
  const ScratchFolder folder;
  std::filesystem::copy(kBuggyFolder, folder / "buggy", std::filesystem::copy_options::recursive);
  folder.write("buggy/" + file, text);
  Diagnostics diagnostics;
  readAt(folder / "buggy/vehicle/Buggy.json", options, diagnostics);
  return diagnostics;
}

}  // namespace

TEST_CASE("an axle without tyres beside others that have them is reported", "[chrono]") {
  const std::string named = ",\n      \"Tire Input File\": \"buggy/tire/Buggy_Tire.json\"";
  const std::string bareRear = without(textAt(kBuggyFolder + "vehicle/Buggy.json"), named);
  const Diagnostics diagnostics = readBuggy("vehicle/Buggy.json", bareRear);
  CHECK_FALSE(diagnostics.hasErrors());
  REQUIRE(diagnostics.warningCount() == 1);
  const Diagnostic& warning = diagnostics.all().front();
  CHECK(warning.code == Code::missingElement);
  CHECK(contains(warning.message, "the axle has no 'Tire Input File', and others have"));
  CHECK(warning.at.line == 22);  // where the second axle begins
  CHECK_FALSE(warning.hint.empty());
  // Nothing is missing where the command line gives tyres, or where no axle has any.
  CHECK(readBuggy("vehicle/Buggy.json", bareRear, {.tyres = {kBuggyFolder + "tire/Buggy_Tire.json"}}).all().empty());
  CHECK(readBuggy("vehicle/Buggy.json", without(bareRear, named)).all().empty());
}

TEST_CASE("a tyre needs both mass and inertia, and a tyre with neither is reported", "[chrono]") {
  const std::string noMass = without(textAt(kBuggyFolder + "tire/Buggy_Tire.json"), "\"Mass\": 9,");
  const Diagnostics half = readBuggy("tire/Buggy_Tire.json", noMass);
  REQUIRE(half.all().size() == 1);
  CHECK(half.errorCount() == 1);
  CHECK(half.all().front().message == "the member 'Mass' is missing");
  const Diagnostics none = readBuggy("tire/Buggy_Tire.json", without(noMass, "\"Inertia\": [ 0.28, 0.5, 0.28 ],"));
  CHECK_FALSE(none.hasErrors());
  REQUIRE(none.warningCount() == 1);
  CHECK(none.all().front().message == "the tyre has no mass: the wheels are without that of the tyres");
}

TEST_CASE("a brake is not suggested in place of a missing wheel", "[chrono]") {
  const std::string wheel = "\"Right Wheel Input File\": \"buggy/wheel/Buggy_Wheel.json\",\n      \"Left Brake";
  std::string text = textAt(kBuggyFolder + "vehicle/Buggy.json");
  text.replace(text.find(wheel), wheel.size(), "\"Left Brake");
  const Diagnostics diagnostics = readBuggy("vehicle/Buggy.json", text);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(diagnostics.all().front().message == "the member 'Right Wheel Input File' is missing");
  CHECK(diagnostics.all().front().hint == "add \"Right Wheel Input File\": ... to this object");
}

TEST_CASE("a void main component is reported at its place in Chrono's terms", "[chrono]") {
  std::string text = textAt(kBuggyFolder + "chassis/Buggy_Chassis.json");
  const std::string solid = "\"Void\": false";
  text.replace(text.find(solid), solid.size(), "\"Void\": true");
  const Diagnostics diagnostics = readBuggy("chassis/Buggy_Chassis.json", text);
  REQUIRE(diagnostics.errorCount() == 1);
  const Diagnostic& error = diagnostics.all().front();
  CHECK(error.code == Code::impossibleMass);
  CHECK(error.message == "components with \"Void\": true have 640 kg, all others 0 kg");
  CHECK(contains(error.hint, "\"Void\": false"));
  CHECK(error.at.line == 7);
  CHECK(error.at.column == 5);
}
