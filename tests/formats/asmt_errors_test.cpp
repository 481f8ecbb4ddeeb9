#include "formats/asmt/asmt.h"
#include "tests/support/asmt_text.h"

using namespace mb;

namespace {

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

}  // namespace

TEST_CASE("the assembly that the malformed ones are made from is sound") { readClean(good()); }

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
