#include "formats/model/basics/inertia.h"

#include "tests/support/matrices.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;
using mb::testing::difference;

namespace {

constexpr double kInertiaRoundOff = 1e-13;

Matrix3 boxInertia(double mass, double a, double b, double c) {  // sides along x, y, z
  return mass / 12 * Vector3(b * b + c * c, a * a + c * c, a * a + b * b).asDiagonal();
}

}  // namespace

TEST_CASE("a uniform bar has m l^2 / 3 about its end") {
  const double m = 3;
  const double l = 2;
  const Matrix3 central = Vector3(0, m * l * l / 12, m * l * l / 12).asDiagonal();
  const Matrix3 atEnd = parallelAxis(central, m, {l / 2, 0, 0});
  const Matrix3 expected = Vector3(0, m * l * l / 3, m * l * l / 3).asDiagonal();
  CHECK(difference(atEnd, expected) < kInertiaRoundOff);
}

TEST_CASE("the products of inertia of a box about its corner are -m a b / 4") {
  const double m = 5;
  const Vector3 side(1, 2, 3);
  const Matrix3 J = parallelAxis(boxInertia(m, side.x(), side.y(), side.z()), m, side / 2);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const double moment = m / 3 * (side.squaredNorm() - side(i) * side(i));
      CHECK(J(i, j) == Approx(i == j ? moment : -m / 4 * side(i) * side(j)));
    }
  }
}

TEST_CASE("two half boxes make the whole box") {
  const MassProperties left{2, {-0.5, 0, 0}, boxInertia(2, 1, 3, 4)};
  const MassProperties right{2, {0.5, 0, 0}, boxInertia(2, 1, 3, 4)};
  const MassProperties whole = sum(left, right);
  CHECK(whole.mass == 4);
  CHECK(whole.com.norm() < kInertiaRoundOff);
  CHECK(difference(whole.inertia, boxInertia(4, 2, 3, 4)) < kInertiaRoundOff);
}

TEST_CASE("a massless part adds its inertia and moves nothing") {
  const MassProperties body{2, {1, 0, 0}, boxInertia(2, 1, 1, 1)};
  const MassProperties whole = sum(body, {});
  CHECK(whole.com == body.com);
  CHECK(difference(whole.inertia, body.inertia) < kInertiaRoundOff);
  CHECK(sum({}, {}).com == Vector3::Zero());  // not 0 / 0
}

TEST_CASE("a quarter turn about z exchanges the moments about x and y") {
  const MassProperties turned =
      transformed({rotationAbout(2, std::acos(-1.0) / 2), {0, 0, 7}}, {6, {1, 0, 0}, boxInertia(6, 1, 2, 3)});
  CHECK((turned.com - Vector3(0, 1, 7)).norm() < kInertiaRoundOff);
  CHECK(difference(turned.inertia, boxInertia(6, 2, 1, 3)) < kInertiaRoundOff);
}

TEST_CASE("physically impossible inertias are detected") {
  const auto defect = [](double mass, double x, double y, double z) {
    return inertiaDefect({mass, Vector3::Zero(), Vector3(x, y, z).asDiagonal()});
  };
  CHECK(defect(0, 0, 0, 0).empty());
  CHECK(defect(1, 1, 1, 2).empty());                   // a thin disc: the limit of the triangle inequality
  CHECK(defect(1, 0, 1, 1).empty());                   // a thin bar
  CHECK(defect(1, 0.083333, 0.25, 0.333333).empty());  // typed with six digits
  CHECK(contains(defect(-1, 1, 1, 1), "negative"));
  CHECK(contains(defect(1, -1, 2, 2), "not positive"));
  CHECK(contains(defect(1, 1, 1, 2.1), "2.1"));
  CHECK(contains(defect(1, 1, 1, 2.1), "less than"));
}

TEST_CASE("the triangle inequality is tested on principal moments, not on the diagonal") {
  Matrix3 J = boxInertia(1, 1, 1, 1);
  J(0, 1) = J(1, 0) = 0.1;  // the diagonal is harmless; principal moments 1/15, 1/6, 4/15 are not
  CHECK_FALSE(inertiaDefect({1, Vector3::Zero(), J}).empty());
}
