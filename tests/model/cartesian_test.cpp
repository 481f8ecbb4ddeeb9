#include "formats/model/cartesian.h"

#include <algorithm>
#include <limits>

#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

MarkerIndex addMarker(CartesianModel& model, BodyIndex body, const std::string& name) {
  Marker marker;
  marker.name = model.bodies[body].name + "." + name;
  marker.body = body;
  return model.markers.add(marker);
}

BodyIndex addBody(CartesianModel& model, const std::string& name) {
  Body body;
  body.name = name;
  body.massProperties = {2, Vector3::Zero(), Matrix3::Identity()};
  return model.bodies.add(body);
}

JointIndex addJoint(CartesianModel& model, const std::string& name, std::string_view type, BodyIndex i, BodyIndex j) {
  Joint joint;
  joint.name = name;
  joint.type = *findJointType(type);
  joint.i = addMarker(model, i, name + "_i");
  joint.j = addMarker(model, j, name + "_j");
  joint.length = 1;
  joint.pitch = 1;
  return model.joints.add(joint);
}

// ground --revolute "hinge"-- bar --spherical "ball"-- tip
struct Pendulum {
  CartesianModel model;
  BodyIndex ground = addBody(model, "ground");
  BodyIndex bar = addBody(model, "bar");
  BodyIndex tip = addBody(model, "tip");
  JointIndex hinge = addJoint(model, "hinge", "revolute", bar, ground);
  JointIndex ball = addJoint(model, "ball", "spherical", tip, bar);

  Pendulum() { model.bodies[ground].isGround = true; }
  MarkerIndex barMarker() const { return model.joints[hinge].i; }
  MarkerIndex groundMarker() const { return model.joints[hinge].j; }
};

Diagnostics checked(const CartesianModel& model) {
  Diagnostics diagnostics;
  check(model, diagnostics);
  return diagnostics;
}

// Exactly one error, with this text in it.
void checkError(const CartesianModel& model, const std::string& part, ErrorClass expected = ErrorClass::input) {
  const Diagnostics diagnostics = checked(model);
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += toText(diagnostic);
  INFO("expected: " << part << "\nfound: " << text);
  CHECK(diagnostics.errorCount() == 1);
  CHECK(contains(text, part));
  CHECK(classOf(diagnostics.firstError()->code) == expected);
}

Expression parsedFunction(const std::string& text) {
  ExpressionError error;
  const std::optional<Expression> expression = parseExpression(text, {}, error);
  INFO(error.message);
  REQUIRE(expression);
  return *expression;
}

Drive driveOf(JointIndex joint, TimeFunction function) {
  Drive drive;
  drive.name = "motor";
  drive.coordinate = CoordinateRef{joint, 0};
  drive.function = std::move(function);
  return drive;
}

}  // namespace

TEST_CASE("a pendulum with a ball at its end is a good model") {
  const Pendulum p;
  CHECK_FALSE(checked(p.model).hasErrors());
}

TEST_CASE("bodies and joints are found by name, also those that were merged into others") {
  Pendulum p;
  Member member;
  member.name = "bracket";
  p.model.bodies[p.bar].members.push_back(member);
  p.model.joints[p.ball].fusedFrom = {"lower_ball", "upper_ball"};
  CHECK(findBody(p.model, "tip") == p.tip);
  CHECK(findBody(p.model, "bracket") == p.bar);
  CHECK_FALSE(findBody(p.model, "nobody"));
  CHECK(findJoint(p.model, "hinge") == p.hinge);
  CHECK(findJoint(p.model, "upper_ball") == p.ball);
  CHECK_FALSE(findJoint(p.model, "bar"));
}

TEST_CASE("a free-floating machine is a model") {
  Pendulum p;
  p.model.bodies[p.ground].isGround = false;
  CHECK_FALSE(checked(p.model).hasErrors());
}

TEST_CASE("a model without bodies is refused, and one of the ground alone") {
  CartesianModel model;
  checkError(model, "no bodies");
  Body ground;
  ground.name = "ground";
  ground.isGround = true;
  model.bodies.add(ground);
  checkError(model, "no bodies but the ground");
}

TEST_CASE("names are unique in their kind") {
  Pendulum p;
  SECTION("bodies") {
    p.model.bodies[p.tip].name = "bar";
    checkError(p.model, "already a body 'bar'");
  }
  SECTION("a body and a welded one") {
    Member member;
    member.name = "tip";
    p.model.bodies[p.bar].members.push_back(member);
    checkError(p.model, "already a body 'tip'");
  }
  SECTION("markers") {
    p.model.markers[p.barMarker()].name = p.model.markers[p.groundMarker()].name;
    checkError(p.model, "already a marker 'ground.hinge_j'");
  }
  SECTION("joints") {
    p.model.joints[p.ball].name = "hinge";
    checkError(p.model, "already a joint 'hinge'");
  }
  SECTION("drives") {
    p.model.drives = {driveOf(p.hinge, ConstantFunction{1}), driveOf(p.hinge, ConstantFunction{1})};
    checkError(p.model, "already a drive 'motor'");
  }
  SECTION("a joint may have the name of a body") {
    p.model.joints[p.ball].name = "bar";
    CHECK_FALSE(checked(p.model).hasErrors());
  }
  SECTION("and not empty") {
    p.model.bodies[p.tip].name = "";
    checkError(p.model, "a body has no name");
  }
}

TEST_CASE("references that lead nowhere are refused") {
  Pendulum p;
  SECTION("a marker on no body") {
    addMarker(p.model, p.bar, "loose");
    p.model.markers[MarkerIndex{p.model.markers.size() - 1}].body = BodyIndex{17};
    checkError(p.model, "marker 'bar.loose' is on a body that does not exist");
  }
  SECTION("a joint without its marker") {
    p.model.joints[p.hinge].j = MarkerIndex{};
    checkError(p.model, "joint 'hinge' has no marker j");
  }
  SECTION("a drive of no joint") {
    p.model.drives = {driveOf(JointIndex{9}, ConstantFunction{})};
    checkError(p.model, "names a joint that does not exist");
  }
  SECTION("a drive of a coordinate the joint does not have") {
    p.model.drives = {driveOf(p.hinge, ConstantFunction{})};
    p.model.drives[0].coordinate->coordinate = 1;
    checkError(p.model, "names coordinate 2 of joint 'hinge', which has 1");
  }
  SECTION("a spring without its end") {
    Tsda law;
    law.i = p.barMarker();
    p.model.forces.push_back({"spring", law, {}});
    checkError(p.model, "force 'spring' has no marker 'j'");
  }
  SECTION("a force on the ground needs no second marker") {
    GeneralForce law;
    law.i = p.barMarker();
    p.model.forces.push_back({"push", law, {}});
    CHECK_FALSE(checked(p.model).hasErrors());
  }
  SECTION("names inside an expression") {
    GeneralForce law;
    law.i = p.barMarker();
    p.model.splines.add({"curve", Interpolation::linear, {0, 1}, {0, 1}, {}});
    law.force[0] = parsedFunction("dm(bar.hinge_i, tip.ball_i)*spline(curve, joint(hinge.rz))");
    p.model.forces.push_back({"push", law, {}});
    CHECK_FALSE(checked(p.model).hasErrors());
    const auto refuses = [&](const std::string& text, const std::string& part) {
      std::get<GeneralForce>(p.model.forces[0].law).force[0] = parsedFunction(text);
      checkError(p.model, part);
    };
    refuses("dm(bar.nothing)", "uses marker 'bar.nothing', which does not exist");
    refuses("spline(curv, 1)", "uses spline 'curv', which does not exist");
    refuses("joint(hinge.rx)", "uses coordinate 'hinge.rx', which does not exist");
    refuses("joint(hinge)", "uses coordinate 'hinge', which does not exist");
  }
}

TEST_CASE("a joint between two markers of one body is refused by name") {
  Pendulum p;
  addJoint(p.model, "knot", "revolute", p.bar, p.bar);
  checkError(p.model, "joint 'knot' connects body 'bar' to itself");
}

TEST_CASE("there is one ground at most") {
  Pendulum p;
  p.model.bodies[p.tip].isGround = true;
  checkError(p.model, "bodies 'ground' and 'tip' are both the ground");
}

TEST_CASE("masses and inertias must be physically possible") {
  Pendulum p;
  MassProperties& properties = p.model.bodies[p.bar].massProperties;
  SECTION("no mass at all is legal") {
    properties = {};
    CHECK_FALSE(checked(p.model).hasErrors());
  }
  SECTION("negative mass") {
    properties.mass = -1;
    checkError(p.model, "body 'bar': the mass is -1 kg");
  }
  SECTION("not a number") {
    properties.mass = kNan;
    checkError(p.model, "not finite");
  }
  SECTION("triangle inequality") {
    properties.inertia = Vector3(1, 1, 3).asDiagonal();
    checkError(p.model, "body 'bar': no body has principal moments 1, 1, 3");
  }
  SECTION("asymmetric") {
    properties.inertia(0, 1) = 0.1;
    checkError(p.model, "not symmetric");
  }
}

TEST_CASE("frames are right-handed and orthonormal to the digits people type") {
  Pendulum p;
  Matrix3& R = p.model.markers[p.barMarker()].X_BM.R;
  SECTION("rounded to seven digits") {
    R = (rotationOf({0.3, 0.4, 0.5}) * 1e7).array().round() / 1e7;
    CHECK_FALSE(checked(p.model).hasErrors());
  }
  SECTION("rounded to three digits") {
    R = (rotationOf({0.3, 0.4, 0.5}) * 1e3).array().round() / 1e3;
    checkError(p.model, "axes of marker 'bar.hinge_i' are not orthonormal");
  }
  SECTION("left-handed") {
    R.col(1) = -R.col(1);
    checkError(p.model, "left-handed");
  }
  SECTION("not finite") {
    R(0, 0) = kNan;
    checkError(p.model, "not finite");
  }
}

TEST_CASE("a distance has a length and a screw a pitch") {
  Pendulum p;
  const JointIndex rod = addJoint(p.model, "rod", "distance", p.tip, p.ground);
  const JointIndex screw = addJoint(p.model, "thread", "screw", p.tip, p.ground);
  CHECK_FALSE(checked(p.model).hasErrors());
  SECTION("length") {
    p.model.joints[rod].length = 0;
    checkError(p.model, "length of joint 'rod' is 0 m");
  }
  SECTION("pitch") {
    p.model.joints[screw].pitch = 0;
    checkError(p.model, "pitch of joint 'thread' is 0 m");
  }
  SECTION("a negative pitch is left-handed") {
    p.model.joints[screw].pitch = -0.01;
    CHECK_FALSE(checked(p.model).hasErrors());
  }
}

TEST_CASE("one component of a ball cannot be driven, coupled, limited or set") {
  Pendulum p;
  SECTION("drive") {
    p.model.drives = {driveOf(p.ball, ConstantFunction{})};
    checkError(p.model, "drive 'motor' cannot drive one component of a ball: joint 'ball'", ErrorClass::model);
  }
  SECTION("coupler") {
    Coupler coupler;
    coupler.name = "gear";
    coupler.terms = {{{p.hinge, 0}, 1}, {{p.ball, 2}, -1}};
    p.model.couplers = {coupler};
    checkError(p.model, "cannot couple one component of a ball: joint 'ball'", ErrorClass::model);
  }
  SECTION("limit") {
    p.model.joints[p.ball].limits = {{1, -1.0, 1.0, 0, 0}};
    checkError(p.model, "cannot give one component of a ball a limit", ErrorClass::model);
  }
  SECTION("initial value") {
    p.model.joints[p.ball].initials = {{1, 0.5, std::nullopt}};
    checkError(p.model, "cannot give one component of a ball an initial value", ErrorClass::model);
  }
  SECTION("but its rate can be given") {
    p.model.joints[p.ball].initials = {{1, std::nullopt, 0.5}};
    CHECK_FALSE(checked(p.model).hasErrors());
  }
  SECTION("and the translations beside a ball can be driven") {
    const JointIndex slot = addJoint(p.model, "slot", "in-line", p.tip, p.ground);
    p.model.drives = {driveOf(slot, ConstantFunction{})};
    CHECK_FALSE(checked(p.model).hasErrors());
  }
}

TEST_CASE("limits leave room between them") {
  Pendulum p;
  p.model.joints[p.hinge].limits = {{0, 1.0, 1.0, 0, 0}};
  checkError(p.model, "limits of joint 'hinge' leave no room: lower 1, upper 1");
  p.model.joints[p.hinge].limits = {{0, 1.0, std::nullopt, 0, 0}};
  CHECK_FALSE(checked(p.model).hasErrors());
  p.model.joints[p.hinge].limits = {{3, 1.0, 2.0, 0, 0}};
  checkError(p.model, "is for coordinate 4, it has 1");
}

TEST_CASE("splines and tables increase and have two columns of the same length") {
  Pendulum p;
  const auto withSpline = [&](std::vector<double> x, std::vector<double> y) {
    CartesianModel model = p.model;
    model.splines.add({"curve", Interpolation::akima, std::move(x), std::move(y), {}});
    return model;
  };
  CHECK_FALSE(checked(withSpline({0, 1, 2}, {5, 5, 5})).hasErrors());
  checkError(withSpline({0, 1, 1}, {0, 1, 2}), "spline 'curve' must increase: point 2 is at 1 and point 3 at 1");
  checkError(withSpline({0}, {0}), "at least 2 points, has 1");
  checkError(withSpline({0, 1}, {0}), "2 abscissas and 1 values");
  checkError(withSpline({0, 1}, {0, kNan}), "point 2 of spline 'curve' is not finite");

  p.model.drives = {driveOf(p.hinge, TableFunction{Interpolation::linear, {0, 2, 1}, {0, 0, 0}})};
  checkError(p.model, "the table of drive 'motor' must increase");
}

TEST_CASE("a drive must be a valid function of time") {
  Pendulum p;
  SECTION("step backwards") {
    p.model.drives = {driveOf(p.hinge, StepFunction{2, 0, 1, 5})};
    checkError(p.model, "steps from t0 = 2 to t1 = 1");
  }
  SECTION("expression of time") {
    p.model.drives = {driveOf(p.hinge, parsedFunction("sin(2*time)"))};
    CHECK_FALSE(checked(p.model).hasErrors());
  }
  SECTION("expression of the mechanism") {
    p.model.drives = {driveOf(p.hinge, parsedFunction("dm(bar.hinge_i)"))};
    checkError(p.model, "function of time alone");
  }
  SECTION("third derivative") {
    p.model.drives = {driveOf(p.hinge, ConstantFunction{})};
    p.model.drives[0].derivative = 3;
    checkError(p.model, "derivative 3");
  }
  SECTION("between markers of one body") {
    Drive drive;
    drive.name = "motor";
    drive.i = p.barMarker();
    drive.j = p.model.joints[p.ball].j;
    p.model.drives = {drive};
    checkError(p.model, "on the same body");
  }
}
