#include "formats/model/checks/plausibility.h"

#include <numbers>

#include "tests/support/test.h"

using namespace mb;

namespace {

// Two steel spheres, a metre apart, each with a marker half way.
CartesianModel spheres() {
  CartesianModel model;
  for (const double x : {0.0, 1.0}) {
    Body body;
    body.name = x == 0 ? "left" : "right";
    body.X_WB.p = {x, 0, 0};
    const double radius = 0.1;
    body.massProperties.mass = 7850 * 4 * std::numbers::pi / 3 * std::pow(radius, 3);
    body.massProperties.inertia = 0.4 * body.massProperties.mass * radius * radius * Matrix3::Identity();
    const BodyIndex index = model.bodies.add(body);
    model.markers.add({body.name + ".m", index, {Matrix3::Identity(), {0.5 - x, 0, 0}}, {}});
  }
  return model;
}

std::vector<Code> codesOf(const CartesianModel& model) {
  Diagnostics diagnostics;
  warnOfImplausible(model, diagnostics);
  CHECK_FALSE(diagnostics.hasErrors());
  std::vector<Code> codes;
  for (const Diagnostic& one : diagnostics.all()) {
    CHECK_FALSE(one.hint.empty());
    codes.push_back(one.code);
  }
  return codes;
}

using Codes = std::vector<Code>;

}  // namespace

TEST_CASE("ordinary bodies, point masses, rods and bodies without mass are plausible") {
  CartesianModel model = spheres();
  CHECK(codesOf(model) == Codes{});
  Body body;
  body.name = "empty";
  model.bodies.add(body);
  body.name = "point";
  body.massProperties.mass = 1000;
  model.bodies.add(body);
  body.name = "rod";
  body.massProperties.inertia = Vector3(0, 80, 80).asDiagonal();
  model.bodies.add(body);
  body.name = "ring";  // no thickness
  body.massProperties.inertia = Vector3(80, 40, 40).asDiagonal();
  model.bodies.add(body);
  CHECK(codesOf(model) == Codes{});
}

TEST_CASE("an inertia in the wrong units is reported once for all bodies") {
  CartesianModel model = spheres();
  for (Body& body : model.bodies) body.massProperties.inertia *= 1e6;  // kg mm^2 taken for kg m^2
  Diagnostics diagnostics;
  warnOfImplausible(model, diagnostics);
  REQUIRE(diagnostics.warningCount() == 2);
  // r = 100 m in a sphere of 32.9 kg: 7850 / 1e9 kg/m^3; gyration sqrt(0.4) 100 m.
  CHECK(diagnostics.all()[0].code == Code::implausibleDensity);
  CHECK(diagnostics.all()[0].message ==
        "body 'left' has the inertia of a body of 200 m, which with 32.88 kg is lighter than air (7.85e-06 kg/m^3); "
        "likewise 1 more body");
  CHECK(diagnostics.all()[1].code == Code::implausibleGyration);
  CHECK(diagnostics.all()[1].message ==
        "body 'left' has a radius of gyration of 63.25 m, and no marker farther than 0.5 m from its centre of mass; "
        "likewise 1 more body");

  model = spheres();
  model.bodies[BodyIndex{1}].massProperties.inertia *= 1e-6;  // the other way round
  CHECK(codesOf(model) == Codes{Code::implausibleDensity});
}

TEST_CASE("masses, sizes, gravity and stiffness have bounds") {
  CartesianModel model = spheres();
  model.bodies[BodyIndex{0}].massProperties.mass = 2e7;
  model.bodies[BodyIndex{0}].massProperties.inertia = 1e9 * Matrix3::Identity();
  model.bodies[BodyIndex{1}].massProperties.mass = 1e-10;
  model.bodies[BodyIndex{1}].massProperties.inertia.setZero();
  CHECK(codesOf(model) == Codes{Code::implausibleValue});

  model = spheres();
  model.bodies[BodyIndex{1}].X_WB.p.x() = 2e5;
  CHECK(codesOf(model) == Codes{Code::implausibleValue});

  model = spheres();
  for (const double g : {0.0, 1.62, 9.81, 24.8}) {
    model.gravity = {0, 0, -g};
    CHECK(codesOf(model) == Codes{});
  }
  for (const double g : {9810.0, 386.1, 32.174, 0.00981}) {
    model.gravity = {0, 0, -g};
    CHECK(codesOf(model) == Codes{Code::implausibleValue});
  }

  model = spheres();
  Tsda spring;
  spring.stiffness = 1e14;
  Force force;
  force.law = spring;
  model.forces.push_back(force);
  CHECK(codesOf(model) == Codes{Code::implausibleValue});
}

TEST_CASE("springs with negative stiffness or length are reported once") {
  CartesianModel model = spheres();
  for (const char* name : {"first", "second"}) {
    Tsda spring;
    spring.i = MarkerIndex{0};
    spring.j = MarkerIndex{1};
    spring.stiffness = -100;
    spring.length = -0.1;
    model.forces.push_back({name, spring, {}});
  }
  Diagnostics diagnostics;
  warnOfImplausible(model, diagnostics);
  REQUIRE(diagnostics.warningCount() == 1);
  CHECK(diagnostics.all()[0].code == Code::implausibleValue);
  CHECK(diagnostics.all()[0].message == "force 'first' has k = -100, length = -0.1; likewise 1 more");
}
