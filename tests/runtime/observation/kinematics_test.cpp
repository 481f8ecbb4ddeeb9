// Toe, camber and track over wheel travel of two suspensions, by measures of a run and by Newton's method on their
// constraints, from the hardpoints alone.
#include <functional>

#include "formats/model/basics/decompositions.h"
#include "graph/normalise/hold_bodies.h"
#include "tests/support/columns.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// The carrier of the wheel relative to where it starts: a rotation vector about the wheel's centre, and its shift.
struct Carrier {
  Vector3 centre;
  Vector3 shift = Vector3::Zero();
  Matrix3 R = Matrix3::Identity();
  Vector3 operator()(const Vector3& point) const { return centre + shift + R * (point - centre); }
};

using Equations = std::function<Vector6(const Carrier&)>;

// Newton's method with differences; the unknowns are three shifts and three turns.
Carrier solved(Carrier carrier, const Equations& equations) {
  const auto moved = [](Carrier one, const Vector6& x) {
    one.shift += x.head<3>();
    const Vector3 turn = x.tail<3>();
    if (turn.norm() > 0) one.R = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * one.R;
    return one;
  };
  for (int pass = 0; pass < 20; ++pass) {
    const Vector6 now = equations(carrier);
    if (now.norm() < 1e-14) break;
    Matrix6 J;
    constexpr double kStep = 1e-6;
    for (int k = 0; k < 6; ++k) {
      const Vector6 step = kStep * Vector6::Unit(k);
      J.col(k) = (equations(moved(carrier, step)) - equations(moved(carrier, -step))) / (2 * kStep);
    }
    carrier = moved(carrier, -leastSquares(J, now));
  }
  return carrier;
}

// A point on an arm stays on a circle about the hinge.
Eigen::Vector2d onCircle(const Vector3& point, const Vector3& start, const Vector3& hinge, const Vector3& axis) {
  return {(point - start).dot(axis.normalized()), (point - hinge).norm() - (start - hinge).norm()};
}

// Turns of the wheel on the left: y of the carrier is its axis.
void compare(const std::string& path, const Vector3& centre, const Equations& held, double least) {
  Diagnostics diagnostics;
  std::optional<CartesianModel> model = readModel(path, diagnostics);
  INFO(textOf(diagnostics));
  REQUIRE(model);
  const auto rows = rowsOf(convertModel(holdBodies(std::move(*model), {"chassis"}, diagnostics)).recursive, 2, 400);
  Carrier carrier{centre};
  double lowest = 0;
  double highest = 0;
  for (std::size_t k = 0; k < rows.size(); k += 10) {
    const double travel = 1e-3 * rows[k].at("travel");
    carrier = solved(carrier, [&](const Carrier& one) {
      Vector6 values = held(one);
      values(5) = one.shift.z() - travel;
      return values;
    });
    const Vector3 axis = carrier.R.col(1);
    INFO("travel " << travel);
    CHECK(rows[k].at("toe") == Approx(std::atan2(axis.x(), axis.y()) / kDegree).margin(1e-7));
    CHECK(rows[k].at("camber") == Approx(-std::asin(axis.z()) / kDegree).margin(1e-7));
    CHECK(rows[k].at("track_change") == Approx(2e3 * carrier.shift.y()).margin(2e-6));
    lowest = std::min(lowest, travel);
    highest = std::max(highest, travel);
  }
  CHECK(lowest < -least);
  CHECK(highest > least);
}

}  // namespace

TEST_CASE("toe, camber and track of a double wishbone over its travel are those of its constraints") {
  const Vector3 upperHinge(1.530965, 0.462, 0.2205);
  const Vector3 lowerHinge(1.688965, 0.307, 0);
  const Vector3 upper(1.635965, 0.716, 0.215);
  const Vector3 lower(1.652965, 0.787, -0.118);
  const Vector3 outer(1.512965, 0.821, -0.016);
  const Vector3 inner(1.438965, 0.448, 0.054);
  compare(
      sourcePath("samples/wishbone_corner/kinematics.xml"), {1.648965, 0.8758489315885373, -0.026},
      [=](const Carrier& one) {
        Vector6 values;
        values << onCircle(one(upper), upper, upperHinge, {0.22, -0.032, 0.049}),
            onCircle(one(lower), lower, lowerHinge, {1, 0, 0}), (one(outer) - inner).norm() - (outer - inner).norm(), 0;
        return values;
      },
      0.05);
}

TEST_CASE("toe, camber and track of a MacPherson strut over its travel are those of its constraints") {
  const Vector3 front(0.22, 0.52, -0.156);
  const Vector3 rear(-0.3, 0.507, -0.137);
  const Vector3 ball(-0.02165371, 0.94057703, -0.17402826);
  const Vector3 top(-0.115, 0.785, 0.579);
  const Vector3 foot(-0.07402507, 0.8532915, 0.2484536);
  const Vector3 inner(-0.3, 0.52, -0.059);
  const Vector3 outer(-0.2373756, 0.89495045, -0.01605418);
  compare(
      sourcePath("samples/macpherson_steered/kinematics.xml"), {-0.04000015, 0.90999965, -0.0260268},
      [=](const Carrier& one) {
        // The line of the strut, fixed in the knuckle, goes through the top mount.
        const Vector3 along = one.R * (top - foot).normalized();
        const Vector3 aside = (top - one(foot)).cross(along);
        Vector6 values;
        values << onCircle(one(ball), ball, 0.5 * (front + rear), front - rear), aside.x(), aside.y(),
            (one(outer) - inner).norm() - (outer - inner).norm(), 0;
        return values;
      },
      0.03);
}
