// Force elements: action and reaction, and the energy balance.
#include <cmath>

#include "runtime/laws/force_set.h"
#include "tests/support/every_force.h"

using namespace mb;
using namespace mb::testing;

namespace {

// Markers on two bodies and one for axes, with a law between them.
struct Bench {
  CartesianModel model;
  MarkerIndex i{0};
  MarkerIndex j{1};
  SplineIndex spring{0};
  SplineIndex damper{1};

  Bench() : model(modelForForces()) {}
};

struct Laws {
  Library library;
  ForceSet set;
  ForceResults results;

  Laws(const CartesianModel& model, const std::vector<Force>& forces) {
    const LawScope scope = lawScope(model);
    library = makeLibrary(scope);
    set = compileForces(forces, scope, library);
    results = makeResults(set, library);
  }
  const ForceResults& at(std::span<const FrameMotion> markers, double time) {
    const std::vector<double> states(static_cast<std::size_t>(library.stateCount), 0.01);
    evaluate(set, library, markers, {}, time, states, results);
    return results;
  }
};

// The frames a little later.
std::array<FrameMotion, 3> moved(const std::array<FrameMotion, 3>& markers, double by) {
  std::array<FrameMotion, 3> result = markers;
  for (FrameMotion& marker : result) {
    marker.X.p += by * marker.v;
    marker.X.R = rotationOf(by * marker.w) * marker.X.R;
  }
  return result;
}

}  // namespace

TEST_CASE("action is reaction: forces and torques about any one point add up to nothing") {
  Numbers random(7);
  const Bench bench;
  for (const Force& force : everyForce()) {
    if (actsFromOutside(force)) continue;
    Laws compiled(bench.model, {force});
    for (int trial = 0; trial < 20; ++trial) {
      const std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
      const ForceResults& results = compiled.at(markers, random());
      Vector3 sum = Vector3::Zero();
      Vector3 torque = Vector3::Zero();
      double size = 0;
      for (const Action& action : results.actions) {
        REQUIRE(action.on.valid());
        sum += action.force;
        torque += action.point.cross(action.force) + action.torque;
        size += action.force.norm() + action.torque.norm();
      }
      INFO(force.name);
      CHECK(size > 0);
      CHECK(sum.norm() < 1e-14 * size);
      CHECK(torque.norm() < 1e-14 * size);
      CHECK(results.actions[0].on == bench.i);
      CHECK(results.actions[1].on == bench.j);
    }
  }
  // Without j the force comes from outside.
  GeneralForce push;
  push.i = bench.i;
  push.force[2] = parsed("5");
  Laws compiled(bench.model, {{"push", push, {}}});
  const std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
  const ForceResults& results = compiled.at(markers, 0);
  CHECK(!results.actions[1].on.valid());
  CHECK((results.actions[0].force - Vector3(0, 0, 5)).norm() < 1e-15);
  CHECK((results.actions[0].point - markers[0].X.p).norm() == 0);
}

TEST_CASE("the power of forces on the bodies is their reported power minus the rate of potential") {
  Numbers random(8);
  const Bench bench;
  for (const Force& force : everyForce()) {
    Laws compiled(bench.model, {force});
    for (int trial = 0; trial < 20; ++trial) {
      const double time = random();
      std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
      // An rsda sees the x axis of i about the z axis of j, which has no direction where the two are parallel. The axes
      // of i and j need not be parallel, and its angle's rate is not that about the axis.
      if (typeOf(force) == Rsda::kType) {
        markers[0].X.R = markers[1].X.R * rotationAbout(2, random(-2, 2)) * rotationAbout(1, random(-1, 1)) *
                         rotationAbout(0, random(-1, 1));
      }
      const ForceResults results = compiled.at(markers, time);
      double given = 0;
      for (const Action& action : results.actions) {
        if (!action.on.valid()) continue;
        const FrameMotion& on = markers[static_cast<std::size_t>(action.on.value)];
        given += action.force.dot(on.v + on.w.cross(action.point - on.X.p)) + action.torque.dot(on.w);
      }
      const Derivatives potential =
          differences([&](double by) { return compiled.at(moved(markers, by), time).potential; }, 0, 1e-3);
      INFO(force.name);
      // Differences of potentials near 30: eps / h, and h^4 times fifth derivatives below 1e3.
      CHECK(given == Approx(results.power - potential.first).margin(1e-8));
    }
  }
}

TEST_CASE("forces are finite where nothing moves and all markers are in one place") {
  const Bench bench;
  for (const Force& force : everyForce()) {
    INFO(force.name);
    Laws compiled(bench.model, {force});
    const ForceResults& results = compiled.at(std::array<FrameMotion, 3>{}, 0);
    for (const Action& action : results.actions) CHECK((action.force.allFinite() && action.torque.allFinite()));
    CHECK(std::isfinite(results.power));
    CHECK(std::isfinite(results.potential));
  }
}

TEST_CASE("the force of a spring is minus the slope of its potential, and dampers only dissipate") {
  Numbers random(9);
  Bench bench;
  Tsda tsda;
  tsda.i = bench.i;
  tsda.j = bench.j;
  tsda.stiffness = 7;
  tsda.length = 0.8;
  tsda.preload = 1.5;
  tsda.spring = bench.spring;
  Laws spring(bench.model, {{"tsda", tsda, {}}});
  const Vector3 u = Vector3(1, -2, 2) / 3;
  const FrameMotion j = random.frame();
  const auto along = [&](double length) {
    return std::array<FrameMotion, 3>{FrameMotion{{Matrix3::Identity(), j.X.p + length * u}, random.vector()}, j, {}};
  };
  for (const double length : {0.1, 0.5, 0.8, 1.3, 2.7, 5.0}) {
    const Vector3 force = spring.at(along(length), 0).actions[0].force;
    const double slope = differences([&](double l) { return spring.at(along(l), 0).potential; }, length, 1e-3).first;
    INFO("length " << length);
    CHECK((force + slope * u).norm() < 1e-8);
    // preload - k (l - length) - spring(l - length), apart.
    const Curve curve =
        makeCurve(Interpolation::cubic, bench.model.splines[bench.spring].x, bench.model.splines[bench.spring].y);
    CHECK(force.dot(u) == Approx(1.5 - 7 * (length - 0.8) - valueOf(curve, length - 0.8)).margin(1e-12));
    CHECK(spring.at(along(length), 0).power == 0);
  }
  // Markers in one place: no direction, no force, nothing undefined.
  const double justBefore = spring.at(along(1e-9), 0).potential;
  const ForceResults& collapsed = spring.at(along(0), 0);
  CHECK(collapsed.actions[0].force.isZero(0));
  CHECK(collapsed.actions[1].force.isZero(0));
  // Its energy does not jump there: a force below 10 N over 1e-9 m.
  CHECK(collapsed.potential == Approx(justBefore).margin(1e-8));

  Rsda rsda;
  rsda.i = bench.i;
  rsda.j = bench.j;
  rsda.stiffness = 3;
  rsda.angle = 0.2;
  rsda.torque = -0.7;
  rsda.spring = bench.spring;
  Laws torsion(bench.model, {{"rsda", rsda, {}}});
  const auto turned = [&](double angle) {
    return std::array<FrameMotion, 3>{FrameMotion{{j.X.R * rotationAbout(2, angle)}}, j, {}};
  };
  // Over more than a turn: the spring goes on winding.
  for (double angle = 0; angle < 8; angle += 0.9) {
    const Vector3 torque = torsion.at(turned(angle), 0).actions[0].torque;
    acceptAngles(torsion.results.angles);
    const double slope = differences([&](double a) { return torsion.at(turned(a), 0).potential; }, angle, 1e-3).first;
    INFO("angle " << angle);
    CHECK((torque + slope * j.X.R.col(2)).norm() < 1e-8);
  }

  Bushing bushing;
  bushing.i = bench.i;
  bushing.j = bench.j;
  bushing.c = {1, 2, 3};
  bushing.ct = {0.4, 0.5, 0.6};
  Tsda damper = tsda;
  damper.stiffness = damper.preload = 0;
  damper.spring = {};
  damper.damping = 2;
  damper.damper = bench.damper;
  for (const Force& force : {Force{"bushing", bushing, {}}, Force{"damper", damper, {}}}) {
    Laws compiled(bench.model, {force});
    for (int trial = 0; trial < 50; ++trial) {
      const std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
      CHECK(compiled.at(markers, 0).power < 0);
      CHECK(compiled.at(markers, 0).potential == 0);
    }
  }
}

TEST_CASE("a bushing acts along the axes of j with the angles of its chosen definition") {
  Bench bench;
  Bushing bushing;
  bushing.i = bench.i;
  bushing.j = bench.j;
  bushing.k = {10, 20, 30};
  bushing.kt = {1, 2, 3};
  const Matrix3 R = rotationOf({0.5, -0.3, 0.9});
  const FrameMotion j{{R, {1, 2, 3}}};
  const Vector3 d(0.1, -0.2, 0.3);
  const Vector3 angles(0.3, -0.2, 0.4);
  const Matrix3 byEuler = rotationAbout(0, angles.x()) * rotationAbout(1, angles.y()) * rotationAbout(2, angles.z());
  struct Case {
    AngleDefinition definition;
    Matrix3 R_ji;
    Vector3 taken;
  };
  for (const Case& row : {Case{AngleDefinition::rotationVector, rotationOf(angles), angles},
                          Case{AngleDefinition::euler123, byEuler, angles},
                          Case{AngleDefinition::projected, rotationAbout(1, 0.7), {0, 0.7, 0}}}) {
    bushing.angles = row.definition;
    Laws compiled(bench.model, {{"bushing", bushing, {}}});
    const std::array<FrameMotion, 3> markers{FrameMotion{{R * row.R_ji, j.X.p + R * d}}, j, {}};
    const Action& action = compiled.at(markers, 0).actions[0];
    CHECK((action.force + R * bushing.k.cwiseProduct(d)).norm() < 1e-13);
    CHECK((action.torque + R * bushing.kt.cwiseProduct(row.taken)).norm() < 1e-13);
  }
}
