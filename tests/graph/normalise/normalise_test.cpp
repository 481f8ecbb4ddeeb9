// What happens before planning: welds, parallel joints, rods.
#include "graph/normalise/fuse_joints.h"
#include "graph/normalise/lock_joints.h"
#include "graph/normalise/merge_welds.h"
#include "graph/plan/rods.h"
#include "tests/graph/models.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;
using namespace mb::test;

namespace {

Builder twoBodies() {
  Builder b;
  b.body("frame", 100);
  b.body("door", 10, {0.5, 0, 1});
  return b;
}

CartesianModel fused(const CartesianModel& model) {
  FuseReport report;
  return fuseJoints(model, {}, report);
}

std::string onlyType(const CartesianModel& model) {
  REQUIRE(model.joints.size() == 1);
  return std::string(model.joints[JointIndex{0}].type.name);
}

RodSearch rodsOf(const CartesianModel& model, double tolerance = 1e-6) {
  Diagnostics diagnostics;
  RodOptions options;
  options.tolerance = tolerance;
  const RodSearch search = findRods(model, options, diagnostics);
  CHECK(diagnostics.all().empty());
  return search;
}

// frame -U- bar -S- wheel, and the wheel held to the frame otherwise.
Builder withBar(const char* innerJoint) {
  Builder b;
  b.body("frame", 100);
  b.body("wheel", 20, {0, 1, 0});
  b.bar("bar", 3, {0, 0, 0}, {0, 0.8, 0});
  b.joint("inner", innerJoint, "bar", "frame", {0, 0, 0}, Vector3::UnitX(), Vector3::UnitZ());
  b.joint("outer", "spherical", "wheel", "bar", {0, 0.8, 0});
  return b;
}

}  // namespace

TEST_CASE("two coaxial hinges of a door are one revolute") {
  Builder b = twoBodies();
  b.joint("top", "revolute", "door", "frame", {0, 0, 2});
  b.joint("bottom", "revolute", "frame", "door", {0, 0, 0.2});  // listed the other way round
  FuseReport report;
  const CartesianModel model = fuseJoints(b.model, {}, report);
  CHECK(onlyType(model) == "revolute");
  CHECK(model.joints[JointIndex{0}].fusedFrom == std::vector<std::string>{"bottom", "top"});
  REQUIRE(report.remarks.size() == 1);
  CHECK(contains(report.remarks[0], "5 of their 10 equations are redundant"));
}

TEST_CASE("hinges that are not coaxial stay two joints unless they lock the door") {
  Builder b = twoBodies();
  b.joint("top", "revolute", "door", "frame", {0, 0, 2});
  b.joint("side", "revolute", "door", "frame", {0.3, 0, 0.2});
  CHECK(onlyType(fused(b.model)) == "fixed");
}

TEST_CASE("primitives compose to the joints that engineers mean by them") {
  struct Case {
    const char* first;
    const char* second;
    const char* together;
  };
  const Case cases[] = {{"in-line", "parallel", "cylindrical"},
                        {"in-line", "orientation", "translational"},
                        {"spherical", "parallel", "revolute"},
                        {"in-plane", "parallel", "planar"},
                        {"spherical", "orientation", "fixed"},
                        {"planar", "in-line", "revolute"},
                        {"cylindrical", "translational", "translational"},
                        {"in-plane", "in-line", "spherical"}};
  for (const Case& c : cases) {
    INFO(c.first << " + " << c.second);
    Builder b = twoBodies();
    b.joint("a", c.first, "door", "frame", {0.1, 0.2, 0.3}, {0.2, -0.3, 1});
    b.joint("b", c.second, "door", "frame", {0.1, 0.2, 0.3}, {0.2, -0.3, 1});
    CHECK(onlyType(fused(b.model)) == c.together);
  }
}

TEST_CASE("five bars on one carrier look like a screw for an instant and are not fused") {
  Builder b = twoBodies();
  const Vector3 ends[5][2] = {{{0, 0, 0}, {1, 0.1, 0}},
                              {{0, 0, 1}, {1, 0.2, 1.1}},
                              {{0, 1, 0}, {1.1, 1, 0.3}},
                              {{0, 1, 1}, {0.9, 0.8, 1}},
                              {{0.5, 0, 0}, {0.7, 1, 0.4}}};
  for (int k = 0; k < 5; ++k) b.distance(numbered("bar", k), "door", "frame", ends[k][1], ends[k][0]);
  CHECK(fused(b.model).joints.size() == 5);
}

TEST_CASE("a joint that a drive refers to keeps its coordinate when it is fused") {
  Builder b = twoBodies();
  b.joint("a_top", "revolute", "door", "frame", {0, 0, 2});
  const JointIndex driven = b.joint("z_bottom", "revolute", "door", "frame", {0, 0, 0.2});
  Drive drive;
  drive.name = "motor";
  drive.coordinate = CoordinateRef{driven, 0};
  b.model.drives.push_back(drive);
  const CartesianModel model = fused(b.model);
  REQUIRE(model.joints.size() == 1);
  CHECK(model.joints[JointIndex{0}].name == "z_bottom");
  CHECK(model.drives[0].coordinate->joint == JointIndex{0});
}

TEST_CASE("welding two halves of a bar gives the whole bar") {
  // Half bars of m/2 and l/2: together J = m l^2 / 12 about the middle, the centre of mass in the middle.
  const double m = 4;
  const double l = 2;
  Builder b;
  b.bar("left", m / 2, {-l / 2, 0, 0}, {0, 0, 0});
  b.bar("right", m / 2, {0, 0, 0}, {l / 2, 0, 0});
  b.joint("weld", "fixed", "right", "left", {0, 0, 0});
  MergeReport report;
  Diagnostics diagnostics;
  const CartesianModel model = mergeWelds(b.model, {}, report, diagnostics);
  CHECK(diagnostics.all().empty());
  REQUIRE(model.bodies.size() == 1);
  const Body& body = model.bodies[BodyIndex{0}];
  CHECK(body.name == "left");  // equal masses: the first by name
  REQUIRE(body.members.size() == 1);
  CHECK(body.members[0].name == "right");
  CHECK((body.X_WB * body.massProperties.com).norm() < 1e-15);
  const Matrix3 expected = Vector3(0, m * l * l / 12, m * l * l / 12).asDiagonal();
  CHECK((body.massProperties.inertia - expected).norm() < 1e-14);
  CHECK(model.joints.empty());
}

TEST_CASE("frames that are joined have the digits of the most exact one") {
  Builder b;
  b.body("frame", 100);
  b.body("arm", 10, {1, 0, 0});
  b.body("hand", 1, {2, 0, 0});
  b.joint("weld", "fixed", "hand", "arm", {1.5, 0, 0});
  b.joint("pin", "spherical", "hand", "frame", {2, 0, 1});
  const auto digits = [&](const std::string& marker) -> int& {
    const auto found = std::ranges::find(b.model.markers, marker, &Marker::name);
    REQUIRE(found != b.model.markers.end());
    return found->digits;
  };
  digits("hand.weld") = 6;
  digits("arm.weld") = 4;
  digits("hand.pin") = 3;
  digits("frame.pin") = 5;

  Diagnostics diagnostics;
  MergeReport report;
  const CartesianModel merged = mergeWelds(b.model, {}, report, diagnostics);
  REQUIRE(merged.joints.size() == 1);
  CHECK(merged.markers[merged.joints[JointIndex{0}].i].digits == 6);
  CHECK(merged.markers[merged.joints[JointIndex{0}].j].digits == 5);

  const CartesianModel locked = lockJoints(b.model, {JointIndex{1}}, diagnostics);
  CHECK(locked.markers[locked.joints[JointIndex{1}].i].digits == 5);

  Builder door = twoBodies();
  door.joint("ball", "spherical", "door", "frame", {0.1, 0.2, 0.3});
  door.joint("parallel", "parallel", "door", "frame", {0.1, 0.2, 0.3}, {0.2, -0.3, 1});
  for (Marker& marker : door.model.markers) marker.digits = marker.name == "door.ball" ? 7 : 4;
  const CartesianModel hinge = fused(door.model);
  REQUIRE(onlyType(hinge) == "revolute");
  CHECK(hinge.markers[hinge.joints[JointIndex{0}].i].digits == 7);
  CHECK(hinge.markers[hinge.joints[JointIndex{0}].j].digits == 7);
  CHECK(diagnostics.all().empty());
}

TEST_CASE("a uniform bar with a cross and a ball is a rod with the textbook's inertia") {
  const RodSearch search = rodsOf(withBar("universal").model);
  REQUIRE(search.rods.size() == 1);
  const RodCandidate& rod = search.rods[0];
  CHECK(rod.length == Approx(0.8).epsilon(1e-15));
  // a = c = m/3, b = m/6 for a uniform bar.
  const double Jl2 = rod.transverseInertia / (rod.length * rod.length);
  CHECK(rod.mass * (1 - rod.s) * (1 - rod.s) + Jl2 == Approx(rod.mass / 3).epsilon(1e-14));
  CHECK(rod.mass * rod.s * (1 - rod.s) - Jl2 == Approx(rod.mass / 6).epsilon(1e-14));
}

// A bar along y from the frame's origin to the wheel, with a cross or constant velocity joint whose frames are given.
Builder withCross(const char* type, bool barIsI, const Matrix3& onBar, const Matrix3& onFrame) {
  Builder b;
  b.body("frame", 100);
  b.body("wheel", 20, {0, 1, 0});
  b.bar("bar", 3, {0, 0, 0}, {0, 0.8, 0});
  const JointIndex inner = b.joint("inner", type, barIsI ? "bar" : "frame", barIsI ? "frame" : "bar", {0, 0, 0});
  b.joint("outer", "spherical", "wheel", "bar", {0, 0.8, 0});
  b.model.markers[b.model.joints[inner].i].X_BM.R = barIsI ? onBar : onFrame;
  b.model.markers[b.model.joints[inner].j].X_BM.R = barIsI ? onFrame : onBar;
  return b;
}

TEST_CASE("a bar with a cross is a rod only where its arm is perpendicular to the bar") {
  // The arms: z of both frames of a universal joint, y of F and x of M of a Hooke joint.
  const auto withAxis = [](int column, const Vector3& axis) {
    Matrix3 R = Matrix3::Zero();
    R.col(column) = axis.normalized();
    R.col((column + 1) % 3) = *rotationFromZ(axis) * Vector3::UnitX();
    R.col((column + 2) % 3) = R.col(column).cross(R.col((column + 1) % 3));
    return R;
  };
  const auto search = [&](const char* type, bool barIsI, const Vector3& onBar, const Vector3& onFrame) {
    const bool isHooke = std::string_view(type) == "hooke";
    const auto column = [&](bool isI) { return !isHooke ? 2 : isI ? 0 : 1; };
    return rodsOf(withCross(type, barIsI, withAxis(column(barIsI), onBar), withAxis(column(!barIsI), onFrame)).model);
  };
  const auto isRod = [&](const char* type, const Vector3& onBar, const Vector3& onFrame) {
    const RodSearch asI = search(type, true, onBar, onFrame);
    const RodSearch asJ = search(type, false, onBar, onFrame);
    CHECK(asI.rods.size() == asJ.rods.size());
    CHECK(asI.refused.size() == 1 - asI.rods.size());
    if (!asI.rods.empty()) CHECK_FALSE(asI.rods[0].bound.empty());
    return !asI.rods.empty();
  };
  for (const char* const type : {"universal", "hooke"}) {
    INFO(type);
    CHECK(isRod(type, {1, 0, 0}, {0, 0, 1}));          // perpendicular to the bar, the other arm too
    CHECK(isRod(type, {1, 0, 0}, {0, 1, 1}));          // the other arm oblique
    CHECK(isRod(type, {1, 1e-4, 0}, {0, 0, 1}));       // written with four digits
    CHECK_FALSE(isRod(type, {0, 1, 0}, {1, 0, 0}));    // along the bar: the cross constrains its direction
    CHECK_FALSE(isRod(type, {1, 0.1, 0}, {0, 0, 1}));  // oblique: the bar comes no closer than 5.7 deg to the other arm
    CHECK_FALSE(isRod(type, {1, 0, 0}, {0, 1, 0}));    // in line with the other arm: the spin has no effect
  }
  CHECK(isRod("constant-velocity", {0, 1, 0}, {0, 1, 0.3}));
  CHECK(isRod("constant-velocity", {0, -1, 0}, {0, -1, 0.3}));
  CHECK_FALSE(isRod("constant-velocity", {1, 0, 0}, {1, 0, 0}));      // the spin is a bend
  CHECK_FALSE(isRod("constant-velocity", {0, 1, 0}, {0, -1, 1e-3}));  // folded back
  CHECK(search("universal", true, {1, 0, 0}, {0, 1, 1}).rods[0].bound ==
        "as long as it is not in line with the arm of 'inner' on 'frame' (now 45 deg off it)");
  CHECK(
      contains(search("universal", true, {1, 0.1, 0}, {0, 0, 1}).refused[0].reason, "5.71 deg off the perpendicular"));
}

TEST_CASE("the reason why a bar is not a rod is reported") {
  const auto reasonOf = [](const CartesianModel& model) {
    const RodSearch search = rodsOf(model);
    CHECK(search.rods.empty());
    return search.refused.empty() ? std::string() : search.refused[0].reason;
  };
  SECTION("its centre of mass off the line") {
    Builder b = withBar("universal");
    b.model.bodies[b.find("bar")].massProperties.com.x() = 0.01;
    CHECK(contains(reasonOf(b.model), "10 mm off the line"));
  }
  SECTION("axial inertia with a cross at one end") {
    Builder b = withBar("universal");
    b.model.bodies[b.find("bar")].massProperties.inertia(1, 1) = 0.01;
    CHECK(contains(reasonOf(b.model), "axial inertia"));
    CHECK(rodsOf(b.model, 0.1).rods.size() == 1);
  }
  SECTION("an inertia that is not round") {
    Builder b = withBar("spherical");
    b.model.bodies[b.find("bar")].massProperties.inertia(0, 0) *= 1.5;
    CHECK(contains(reasonOf(b.model), "not the same all round"));
  }
  SECTION("a spring on it") {
    Builder b = withBar("spherical");
    Tsda spring;
    spring.i = b.marker("bar.middle", b.find("bar"), {});
    spring.j = b.marker("frame.seat", b.find("frame"), {});
    b.model.forces.push_back({"spring", spring, {}});
    CHECK(contains(reasonOf(b.model), "force"));
  }
}

TEST_CASE("a body that is asked to be a rod is refused, or removed with a warning") {
  RodOptions options;
  options.mode = RodOptions::Mode::listed;
  Builder b = withBar("universal");
  SECTION("it is not a bar between two balls") {
    options.bodies = {"wheel"};
    Diagnostics diagnostics;
    CHECK(findRods(b.model, options, diagnostics).rods.empty());
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].severity == Severity::error);
    CHECK(diagnostics.all()[0].code == Code::notARod);
    CHECK(contains(diagnostics.all()[0].message, "it has 1 joints"));
  }
  SECTION("its cross holds more than a distance") {
    options.bodies = {"bar"};
    b = withCross("universal", true, *rotationFromZ(Vector3::UnitY()), *rotationFromZ(Vector3::UnitX()));
    Diagnostics diagnostics;
    CHECK(findRods(b.model, options, diagnostics).rods.empty());
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].code == Code::notARod);
  }
  SECTION("its centre of mass is off the line") {
    options.bodies = {"bar"};
    b.model.bodies[b.find("bar")].massProperties.com.x() = 0.01;
    Diagnostics diagnostics;
    CHECK(findRods(b.model, options, diagnostics).rods.size() == 1);
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all()[0].severity == Severity::warning);
    CHECK(diagnostics.all()[0].code == Code::rodChangesMachine);
    CHECK(contains(diagnostics.all()[0].message, "10 mm off the line"));
  }
}

TEST_CASE("a bar between two balls with axial inertia is a rod as long as it does not spin") {
  Builder b = withBar("spherical");
  b.model.bodies[b.find("bar")].massProperties.inertia(1, 1) = 0.01;
  CHECK(rodsOf(b.model).rods.size() == 1);
  b.model.bodies[b.find("bar")].w_WB = Vector3(0, 2, 0);
  CHECK(rodsOf(b.model).rods.empty());
}

TEST_CASE("a massless strut between a hinge and a ball becomes an edge with two equations") {
  Builder b;
  b.body("frame", 100);
  b.body("wheel", 20, {0, 1, 0});
  b.body("strut", 0, {0, 0.5, 0});
  b.joint("a_hinge", "revolute", "strut", "frame", {0.2, 0, 0}, Vector3::UnitX());
  b.joint("z_ball", "spherical", "wheel", "strut", {0, 0.8, 0.6});
  const RodSearch search = rodsOf(b.model);
  REQUIRE(search.rods.size() == 1);
  const RodCandidate& rod = search.rods[0];
  CHECK(rod.isHinged);
  CHECK(rod.length == Approx(1.0).epsilon(1e-15));  // from the ball to the axis, not to the hinge's marker
  CHECK(equationsOf(closingType(rod)) == 2);
  CHECK((rod.ends[1].p - Vector3(0, 0, 0)).norm() < 1e-15);  // the foot of the ball on the axis
  CHECK(b.model.joints[rod.joints[0]].name == "z_ball");
  b.model.bodies[b.find("strut")].massProperties.mass = 0.1;
  CHECK(rodsOf(b.model).rods.empty());
}
