// Bodies fixed to the ground where they start.
#include "graph/normalise/hold_bodies.h"

#include "graph/normalise/merge_welds.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

CartesianModel rolling() {
  return nativeModel(
      "<body name='car'><pose pos='0 0 1' euler='312: 0.5 0 0'/><mass value='9'/><inertia xx='1' yy='1' zz='1'/>"
      "<velocity lin='3 0 0' ang='0 0 2'/></body>"
      "<body name='wheel'><pose pos='2 0 1'/><mass value='1'/><inertia xx='1' yy='1' zz='1'/>"
      "<velocity lin='3 4 0' ang='0 5 2'/></body>");
}

}  // namespace

TEST_CASE("a held body is welded to the ground, and the others keep their motion relative to it") {
  Diagnostics diagnostics;
  const CartesianModel held = holdBodies(rolling(), {"car"}, diagnostics);
  REQUIRE_FALSE(diagnostics.hasErrors());
  REQUIRE(held.joints.size() == 1);
  const Body& wheel = bodyOf(held, "wheel");
  // 3 + 2 x (2, 0, 0) is (3, 4, 0): the wheel's centre rests on the car, and only its spin stays.
  CHECK(wheel.v_WB.norm() < 1e-15);
  CHECK((wheel.w_WB - Vector3(0, 5, 0)).norm() < 1e-15);
  check(held, diagnostics);
  CHECK_FALSE(diagnostics.hasErrors());
  MergeReport report;
  const CartesianModel merged = mergeWelds(held, {}, report, diagnostics);
  CHECK(merged.bodies.size() == 2);
  const Body& ground = bodyOf(merged, "ground");
  REQUIRE(ground.members.size() == 1);
  const Pose X = ground.X_WB * ground.members.front().X_BM;
  CHECK((X.p - Vector3(0, 0, 1)).norm() < 1e-15);
  CHECK((X.R - bodyOf(rolling(), "car").X_WB.R).norm() < 1e-14);
}

TEST_CASE("only bodies that move can be held") {
  Diagnostics diagnostics;
  holdBodies(rolling(), {"cart"}, diagnostics);
  REQUIRE(diagnostics.errorCount() == 1);
  CHECK(contains(toText(diagnostics.all().front()), "there is no body 'cart'"));
  CHECK(contains(toText(diagnostics.all().front()), "car"));
}
