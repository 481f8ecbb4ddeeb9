#include "formats/asmt/asmt.h"

#include <algorithm>

#include "tests/support/texts/asmt_text.h"

using namespace mb;
using mb::testing::contains;

TEST_CASE("the assembly from which malformed ones are made is valid") { readClean(drivenCrank()); }

TEST_CASE("gears without a carrier, empty limits and invalid rotation orders are errors") {
  AsmtText a = drivenCrank();
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
  CHECK(contains(all, "error[E0701]: the wheels of gear 'g' turn about no common part"));
  CHECK(contains(all, "leave nothing between them: 2 and 1"));
  CHECK(contains(all, "'1 1 3' is not an order of rotations"));
}

TEST_CASE("unknown entries of an assembly that resemble no known ones are losses") {
  std::string text = drivenCrank().text();
  const auto insert = [&](std::string_view before, std::string_view what) { text.insert(text.find(before), what); };
  insert("\t\t\tPrincipalMassMarker\n", "\t\t\tPainting\n\t\t\t\tred\n");
  insert("\tForceTorques\n", "\tWhatever\n");
  insert("\t\ttend\n", "\t\tcorrectorIterations\n\t\t\t3\n");  // lost with the settings
  Diagnostics diagnostics;
  const CartesianModel model = readAsmt(asmtFile(text), {}, diagnostics);
  CHECK_FALSE(diagnostics.hasErrors());
  const auto isLost = [&](std::string_view what) {
    return std::ranges::count_if(model.foreign, [&](const ForeignText& one) { return one.what == what; }) == 1;
  };
  CHECK(isLost("'Painting' in Part 'P'"));
  CHECK(isLost("'Whatever' in Assembly 'A'"));
  CHECK(isLost("settings of the simulation"));
  CHECK(std::ranges::count_if(model.foreign, &ForeignText::changesMotion) == 3);  // and the rigid stop
}

TEST_CASE("a force without functions and a ground that moves are lost") {
  AsmtText a = drivenCrank();
  a.force("GeneralForceTorque", {{"Name", "g"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"MarkerK", "O"}});
  std::string text = a.text();
  text.insert(text.find("\tRefPoints\n"), "\tVelocity3D\n\t\t0 0 1e-20\n\tOmega3D\n\t\t0 0 1\n");
  const CartesianModel model = readClean(text);
  const auto isLost = [&](std::string_view what) {
    return std::ranges::count_if(model.foreign, [&](const ForeignText& one) { return one.what == what; }) == 1;
  };
  CHECK(isLost("GeneralForceTorque 'g'"));
  CHECK(isLost("Omega3D of the assembly"));
  CHECK_FALSE(isLost("Velocity3D of the assembly"));
}

TEST_CASE("control characters in names of an assembly are escaped in remarks") {
  std::string text = drivenCrank().text();
  for (std::size_t place = 0; (place = text.find("/A/P/", place)) != std::string::npos; place += 5)
    text.replace(place, 5, "/A/P\x1b[31m/");
  text.replace(text.find("\t\t\t\tP\n"), 6, "\t\t\t\tP\x1b[31m\n");
  const CartesianModel model = readClean(text);
  const auto hasEscape = [](const std::string& remark) { return remark.find('\x1b') != std::string::npos; };
  CHECK(std::ranges::none_of(model.remarks, hasEscape));
  CHECK(std::ranges::any_of(model.remarks, [](const std::string& one) { return contains(one, "\\x1B"); }));
}
