#include <algorithm>

#include "formats/asmt/asmt.h"
#include "tests/support/asmt_text.h"
#include "tests/support/bad_inputs.h"

using namespace mb;

namespace {

constexpr Format kAsmt{.name = "asmt",
                       .description = "",
                       .takesTyres = false,
                       .recognises = &looksLikeAsmt,
                       .readCartesian = &readAsmt,
                       .readRecursive = nullptr,
                       .readSeries = nullptr};

// A crank that is driven, with a limit and a force: nothing is wrong with it.
AsmtText good() {
  AsmtText a;
  a.ground("G");
  AsmtText::mark(a.part("P", "0 0 2"), "M", "0 0 -2");
  a.joint("RevoluteJoint", {{"Name", "j"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}});
  a.motion("RotationalMotion", {{"Name", "m"}, {"MotionJoint", "/A/j"}, {"RotationZ", "3*time"}});
  a.limit("RotationLimit", {{"Name", "l"}, {"MotionJoint", "/A/j"}, {"Limit", "1"}, {"Type", "=<"}, {"Tol", "1e-9"}});
  a.force("InLineForceTorque",
          {{"Name", "f"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"tension", "1"}, {"twist", "0"}});
  return a;
}

int lineOf(const std::string& text, std::string_view part) {
  const std::size_t place = text.find(part);
  REQUIRE(place != std::string::npos);
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
}

// The good text with one piece replaced; the error is at the line of `where` in the result.
BadInput damaged(std::string_view name, std::string_view piece, std::string_view by, std::string_view where,
                 std::string_view message) {
  std::string text = good().text();
  const std::size_t place = text.find(piece);
  CAPTURE(name);
  REQUIRE(place != std::string::npos);
  text.replace(place, piece.size(), by);
  const int line = lineOf(text, where);
  return {name, std::move(text), line, message};
}

BadInput withJoint(std::string_view name, std::string_view kind, AsmtText::Values values, std::string_view message,
                   std::string_view where = "") {
  AsmtText a = good();
  a.joint(kind, values);
  std::string text = a.text();
  const int line = lineOf(text, where.empty() ? "\t\t\t" + std::string(kind) + "\n" : std::string(where));
  return {name, std::move(text), line, message};
}

}  // namespace

TEST_CASE("malformed assemblies") {
  {
    Diagnostics diagnostics;
    readAsmt(std::make_shared<const SourceFile>(SourceFile{"good", good().text()}), {}, diagnostics);
    REQUIRE(diagnostics.all().empty());
  }
  const std::vector<BadInput> inputs{
      {"only the first line", "OndselSolver\n", 1, "there is no line 'Assembly'"},
      {"an empty assembly", "OndselSolver\nAssembly\nTimeSeries\n", 2, "the assembly is empty"},
      damaged("a word for a number", "0 0 2\n", "0 zero 2\n", "0 zero 2", "'zero' is not a number"),
      damaged("not a number", "0 0 2\n", "0 0 nan\n", "0 0 nan", "'nan' is not a number"),
      damaged("beyond all numbers", "0 0 2\n", "0 0 1e999\n", "1e999", "'1e999' is not a number"),
      damaged("a decimal comma", "0 0 2\n", "0 0 2,5\n", "2,5", "'2,5' is not a number"),
      damaged("two numbers for a vector", "0 0 2\n", "0 2\n", "\t0 2\n", "three numbers are wanted"),
      damaged("four numbers for a vector", "0 0 2\n", "0 0 2 1\n", "0 0 2 1", "three numbers are wanted"),
      damaged("a key without its vector", "ConstantGravity\n\t\t0 0 -9.81\n", "ConstantGravity\n", "ConstantGravity",
              "'ConstantGravity' has no vector"),
      damaged("a key without its number", "Mass\n\t\t\t\t\t1\n", "Mass\n", "\tMass\n", "'Mass' has no number"),
      damaged("a mass that is no number", "Mass\n\t\t\t\t\t1\n", "Mass\n\t\t\t\t\theavy\n", "heavy",
              "'heavy' is not a number"),
      damaged("a negative mass", "Mass\n\t\t\t\t\t1\n", "Mass\n\t\t\t\t\t-1\n", "\t\tPart\n", "negative"),
      damaged("a negative moment of inertia", "0.1 0.1 0.1", "0.1 0.1 -9", "\t\tPart\n", "the inertia is not positive"),
      damaged("a matrix of two rows", "\n\t\t 0 0 1\n", "\n", "\tRotationMatrix", "a rotation matrix has 3 rows"),
      damaged("a matrix that is no rotation", "\n\t\t 0 0 1\n", "\n\t\t 0 0.1 1\n", "\tRotationMatrix",
              "the matrix is no rotation"),
      damaged("a reflection", "\n\t\t 0 0 1\n", "\n\t\t 0 0 -1\n", "\tRotationMatrix", "reflection"),
      damaged("an assembly among the parts", "\t\tPart\n", "\t\tAssembly\n", "\t\tAssembly\n", "is not a part"),
      damaged("a marker that is not there", "/A/P/M", "/A/P/N", "/A/P/N", "there is no marker '/A/P/N'"),
      damaged("a joint without marker I", "\t\t\t\tMarkerI\n\t\t\t\t\t/A/G\n", "", "\t\t\tRevoluteJoint",
              "'RevoluteJoint' has no MarkerI"),
      damaged("an empty marker J", "MarkerJ\n\t\t\t\t\t/A/P/M\n", "MarkerJ\n", "MarkerJ", "has no MarkerJ"),
      damaged("a joint nobody knows", "RevoluteJoint", "RevolutJoint", "RevolutJoint", "is not a joint"),
      damaged("a motion nobody knows", "RotationalMotion", "RotationMotion", "RotationMotion", "is not a motion"),
      damaged("a limit nobody knows", "RotationLimit", "AngleLimit", "AngleLimit", "is not a limit"),
      damaged("a motion of no joint", "MotionJoint\n\t\t\t\t\t/A/j", "MotionJoint\n\t\t\t\t\t/A/k", "/A/k",
              "there is no joint '/A/k'"),
      damaged("a bracket that stays open", "3*time", "3*(time", "3*(time", "the function RotationZ cannot be read"),
      damaged("a function nobody knows", "3*time", "wobble(time)", "wobble", "the function RotationZ cannot be read"),
      damaged("a comment that stays open", "3*time", "\"3*time", "\"3*time", "a comment is not closed"),
      damaged("an integral", "3*time", "integral(time, time)", "integral", "integrals are not modelled"),
      damaged("pieces that do not fit", "3*time", "piecewise(time, functions(1, 2), transitions(1, 2))", "piecewise",
              "2 functions have 1 transitions"),
      damaged("the distance in a motion", "3*time", "rIJ(self)", "rIJ", "anything but the force's own markers"),
      damaged("a limit that moves", "Limit\n\t\t\t\t\t1\n", "Limit\n\t\t\t\t\ttime\n", "\t\t\t\tLimit\n",
              "is not a constant number"),
      damaged("a limit of no type", "=<", "==", "\tType\n", "'==' is no type of a limit"),
      withJoint("a wheel without radius", "GearJoint",
                {{"Name", "g"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"radiusI", "0"}, {"radiusJ", "2"}},
                "none may be 0"),
      withJoint("wheels on no common part", "GearJoint",
                {{"Name", "g"}, {"MarkerI", "/A/Q/M"}, {"MarkerJ", "/A/P/M"}, {"radiusI", "1"}, {"radiusJ", "2"}},
                "there is no marker '/A/Q/M'", "/A/Q/M"),
      withJoint("a negative distance", "SphSphJoint",
                {{"Name", "d"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"distanceIJ", "-2"}}, "which is negative"),
  };
  checkRefused(kAsmt, inputs);
}

TEST_CASE("wheels that no part carries, limits that leave nothing, orders that are none") {
  AsmtText a = good();
  AsmtText::mark(a.part("Q", "5 0 0"), "M");
  a.joint("GearJoint",
          {{"Name", "g"}, {"MarkerI", "/A/Q/M"}, {"MarkerJ", "/A/P/M"}, {"radiusI", "1"}, {"radiusJ", "2"}});
  a.limit("RotationLimit", {{"Name", "k"}, {"MotionJoint", "/A/j"}, {"Limit", "2"}, {"Type", "=>"}, {"Tol", "1e-9"}});
  a.motion("GeneralMotion", {{"Name", "n"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/Q/M"}, {"RotationOrder", "1 1 3"}});
  Diagnostics diagnostics;
  readAsmt(std::make_shared<const SourceFile>(SourceFile{"bad", a.text()}), {}, diagnostics);
  std::string all;
  for (const Diagnostic& one : diagnostics.all()) all += toText(one);
  CAPTURE(all);
  CHECK(diagnostics.errorCount() == 3);  // reading goes on after each
  CHECK(all.find("error[E0701]: the wheels of gear 'g' turn about no common part") != std::string::npos);
  CHECK(all.find("leave nothing between them: 2 and 1") != std::string::npos);
  CHECK(all.find("'1 1 3' is no order of rotations") != std::string::npos);
}
