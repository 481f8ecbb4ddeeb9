// Drives and couplers against what the joints leave free: contradictions are reported before anything runs, and both
// sides of verify count alike.
#include "runtime/assembly/prescribed.h"

#include "converter/verify/verify.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"
#include "tests/support/verify.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::string lightBody(const std::string& name, const std::string& at) {
  return "<body name='" + name + "'><pose pos='" + at +
         "'/><mass value='1'/><inertia xx='0.1' yy='0.1' zz='0.1'/></body>\n";
}
std::string motion(const std::string& name, const std::string& joint, const std::string& function,
                   const std::string& rest = {}) {
  return "<motion name='" + name + "' joint='" + joint + "' function='" + function + "' " + rest + "/>\n";
}

// A lever locked by a guide that is oblique to its hinge.
const std::string kLocked = lightBody("a", "0.5 0 0") + hinge("h", "a", "ground", "0 0 0") +
                            "<joint name='s' type='translational' i='a' j='ground' point='1 0 0' axis='1 0 1'/>\n";
// A parallelogram in the plane of x and z, cranks of 1 m.
const std::string kParallelogram = lightBody("left", "0 0 0.5") + lightBody("right", "2 0 0.5") +
                                   lightBody("top", "1 0 1") + hinge("l", "left", "ground", "0 0 0") +
                                   hinge("r", "right", "ground", "2 0 0") + hinge("lt", "top", "left", "0 0 1") +
                                   hinge("rt", "top", "right", "2 0 1");
// As above, the right crank of 2 m: no parallelogram.
const std::string kFourBar = lightBody("left", "0 0 0.5") + lightBody("right", "2 0 1") + lightBody("top", "1 0 1.5") +
                             hinge("l", "left", "ground", "0 0 0") + hinge("r", "right", "ground", "2 0 0") +
                             hinge("lt", "top", "left", "0 0 1") + hinge("rt", "top", "right", "2 0 2");
// A slider-crank at its dead centre.
const std::string kDeadCentre = lightBody("crank", "0.5 0 0") + lightBody("rod", "2 0 0") +
                                lightBody("slider", "3 0 0") + hinge("foot", "crank", "ground", "0 0 0") +
                                hinge("pin", "rod", "crank", "1 0 0") + hinge("end", "slider", "rod", "3 0 0") +
                                "<joint name='guide' type='translational' i='slider' j='ground' point='3 0 0' "
                                "axis='1 0 0'/>\n";

std::string errorOf(const std::string& elements) {
  Diagnostics diagnostics;
  CHECK_FALSE(convert(nativeModel(elements), {}, diagnostics));
  REQUIRE(diagnostics.errorCount() == 1);
  const auto error = std::ranges::find(diagnostics.all(), Severity::error, &Diagnostic::severity);
  CHECK(classOf(error->code) == ErrorClass::model);
  CHECK(error->at.line > 0);
  return error->message + " (" + error->hint + ")";
}

void checkCounts(const std::string& elements, int dof, int prescribed, const std::string& remark) {
  const Conversion conversion = convertModel(nativeModel(elements));
  CHECK(conversion.mobility.dof == dof);
  CHECK(conversion.mobility.prescribed == prescribed);
  const bool isTold =
      std::ranges::any_of(conversion.remarks, [&](const std::string& it) { return contains(it, remark); });
  CHECK(isTold == !remark.empty());
  VerifyOptions options;
  options.states = 2;
  options.end = 0.05;
  options.trajectories = false;
  const Verification verification = verify(conversion.source, conversion.recursive, options);
  CHECK(verification.counts.dofCartesian == dof);
  CHECK(verification.counts.dofRecursive == dof);
  CHECK(verification.equivalent());
}

}  // namespace

TEST_CASE("a drive of a locked loop is a contradiction that names the drive and the loop") {
  for (const std::string& drive :
       {motion("d", "h", "0.1*(1-cos(time))"), motion("d", "h", "0.1*time"), motion("d", "h", "step(time, 3, 0, 4, 1)"),
        motion("d", "h", "1", "derivative='1'"), motion("d", "h", "time^2", "derivative='2'"),
        std::string("<coupler name='d' terms='h:2' function='0.1*time'/>\n")}) {
    INFO(drive);
    const std::string error = errorOf(kLocked + drive);
    CHECK(contains(error, "'d' contradicts the loop of 's'"));
  }
}

TEST_CASE("a drive or coupler that holds a locked loop where it is changes nothing") {
  checkCounts(kLocked + motion("d", "h", "0"), 0, 0, "drive 'd' holds what the loop of 's' holds already");
  checkCounts(kLocked + "<coupler name='c' terms='h:2'/>\n", 0, 0,
              "coupler 'c' holds what the loop of 's' holds already");
}

TEST_CASE("the error for a drive that a locked loop cannot start with names the joints") {
  const std::string error = errorOf(kLocked + motion("d", "h", "0.2"));
  CHECK(contains(error, "'d'"));
  CHECK(contains(error, "'s'"));
}

TEST_CASE("several drives on a loop of one freedom must agree") {
  const std::string same = "0.3*sin(2*time)";
  checkCounts(kParallelogram + motion("d", "l", same), 1, 1, "");
  checkCounts(kParallelogram + motion("d", "l", same) + motion("e", "r", same), 1, 1,
              "drive 'd', drive 'e' agree, and 1 of them says nothing new");
  checkCounts(kParallelogram + motion("d", "l", "0.3*time") + motion("e", "r", "0.3", "derivative='1'"), 1, 1,
              "nothing new");
  const std::string other = errorOf(kParallelogram + motion("d", "l", same) + motion("e", "r", "0.3*sin(time)"));
  CHECK(contains(other, "drive 'd', drive 'e' contradict each other on the loop of"));
  CHECK(contains(other, "1 freedom"));
  CHECK(contains(errorOf(kFourBar + motion("d", "l", same) + motion("e", "r", same)), "contradict each other"));
  CHECK(contains(errorOf(kParallelogram + motion("d", "l", same) + "<coupler name='c' terms='l:1 r:-2'/>"),
                 "contradict each other"));
  checkCounts(kParallelogram + "<coupler name='c' terms='l:1 r:-1'/>", 1, 0, "coupler 'c' holds what the loop of");
}

TEST_CASE("a drive that is dependent on the loop only at the initial position is accepted") {
  // The slider can move inwards, but not outwards.
  Diagnostics diagnostics;
  CHECK(convert(nativeModel(kDeadCentre + motion("d", "guide", "-0.1*(1-cos(time))")), {}, diagnostics));
  CHECK(contains(errorOf(kDeadCentre + motion("d", "guide", "0.1*(1-cos(time))")), "'d' contradicts the loop of"));
}
