#include "formats/model/basics/geometry.h"

#include <numbers>
#include <random>

#include "tests/support/matrices.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::difference;

namespace {

constexpr double kGeometryRoundOff = 1e-14;  // a few operations on numbers of order one

Vector3 randomVector(std::mt19937& random, double scale) {
  std::uniform_real_distribution<double> uniform(-scale, scale);
  const double x = uniform(random);
  const double y = uniform(random);
  return {x, y, uniform(random)};
}

}  // namespace

TEST_CASE("a triad by three points has z along PQ, y along PQ x PR and unit axes") {
  // [PRN06 Eq. 3], with P, Q, R that are not at unit distances.
  const std::optional<Pose> X = poseFromPQR({1, 2, 3}, {1, 2, 8}, {4, 2, 9});
  REQUIRE(X);
  CHECK(X->p == Vector3(1, 2, 3));
  CHECK(difference(X->R, Matrix3::Identity()) < kGeometryRoundOff);

  const std::optional<Pose> turned = poseFromPQR({0, 0, 0}, {2, 0, 0}, {1, 0, 5});  // z forward, x up
  REQUIRE(turned);
  CHECK((turned->R.col(2) - Vector3(1, 0, 0)).norm() < kGeometryRoundOff);
  CHECK((turned->R.col(0) - Vector3(0, 0, 1)).norm() < kGeometryRoundOff);
  CHECK((turned->R.col(1) - Vector3(0, -1, 0)).norm() < kGeometryRoundOff);
}

TEST_CASE("three points in a line make no triad") {
  CHECK_FALSE(poseFromPQR({0, 0, 0}, {1, 1, 1}, {2, 2, 2}));
  CHECK_FALSE(poseFromPQR({0, 0, 0}, {0, 0, 0}, {1, 0, 0}));
}

TEST_CASE("a rotation vector survives the conversion to a matrix and back") {
  std::mt19937 random(3);
  for (int k = 0; k < 1000; ++k) {
    const Vector3 v = randomVector(random, 1.8);  // within pi
    CHECK((rotationVectorOf(rotationOf(v)) - v).norm() < 1e-13);
  }
  for (const double angle : {0.0, 1e-300, 1e-12, 1e-8, 1e-4, 3.0, std::numbers::pi}) {
    const Vector3 v = angle * Vector3(1, 2, 2) / 3;
    INFO(angle);
    const Vector3 back = rotationVectorOf(rotationOf(v));
    const double error = std::min((back - v).norm(), angle > 3.1 ? (back + v).norm() : 1e300);  // pi is -pi
    CHECK(error <= 1e-14 + 1e-15 * angle);
  }
}

TEST_CASE("a rotation about an axis turns the next axis towards the one after") {
  const double angle = 0.3;
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3 a = Vector3::Unit((axis + 1) % 3);
    const Vector3 b = Vector3::Unit((axis + 2) % 3);
    const Matrix3 R = rotationAbout(axis, angle);
    CHECK((R * a - (std::cos(angle) * a + std::sin(angle) * b)).norm() < kGeometryRoundOff);
    CHECK(difference(R, rotationOf(angle * Vector3::Unit(axis))) < kGeometryRoundOff);
  }
}

TEST_CASE("a frame with a given z is a rotation and does not jump with a small change of z") {
  std::mt19937 random(4);
  for (int k = 0; k < 1000; ++k) {
    const Vector3 z = randomVector(random, 1);
    const std::optional<Matrix3> R = rotationFromZ(z);
    REQUIRE(R);
    CHECK((R->col(2) - z.normalized()).norm() < kGeometryRoundOff);
    CHECK(difference(R->transpose() * *R, Matrix3::Identity()) < kGeometryRoundOff);
    CHECK(R->determinant() > 0);
  }
  for (int axis = 0; axis < 3; ++axis) {
    const Matrix3 exact = *rotationFromZ(Vector3::Unit(axis));
    for (int k = 0; k < 20; ++k) {
      CHECK(difference(*rotationFromZ(Vector3::Unit(axis) + randomVector(random, 1e-9)), exact) < 1e-8);
    }
  }
  CHECK_FALSE(rotationFromZ(Vector3::Zero()));
}

TEST_CASE("the rotation between two directions turns one to the other about their common perpendicular") {
  std::mt19937 random(6);
  for (int k = 0; k < 100; ++k) {
    const Vector3 from = randomVector(random, 1);
    const Vector3 to = k % 3 == 0 ? Vector3(-2 * from) : k % 3 == 1 ? Vector3(3 * from) : randomVector(random, 1);
    const Matrix3 R = rotationBetween(from, to);
    CHECK((R * from.normalized() - to.normalized()).norm() < kGeometryRoundOff);
    CHECK(std::abs(R.trace() - 1 - 2 * from.dot(to) / (from.norm() * to.norm())) < kGeometryRoundOff);
  }
}

TEST_CASE("poses compose and invert") {
  std::mt19937 random(5);
  const Pose X_AB{rotationOf(randomVector(random, 2)), randomVector(random, 3)};
  const Pose X_BC{rotationOf(randomVector(random, 2)), randomVector(random, 3)};
  const Vector3 p_C = randomVector(random, 3);
  CHECK(((X_AB * X_BC) * p_C - X_AB * (X_BC * p_C)).norm() < 10 * kGeometryRoundOff);
  const Pose I = X_AB * inverse(X_AB);
  CHECK(difference(I.R, Matrix3::Identity()) < kGeometryRoundOff);
  CHECK(I.p.norm() < 10 * kGeometryRoundOff);
}

TEST_CASE("the nearest rotation of a matrix with rounding is the rotation it came from") {
  std::mt19937 random(6);
  for (int k = 0; k < 100; ++k) {
    const Matrix3 R = rotationOf(randomVector(random, 1.8));
    const Matrix3 rounded = (R * 1e6).array().round() / 1e6;
    const Matrix3 back = nearestRotation(rounded);
    CHECK(difference(back, R) < 1e-6);
    CHECK(difference(back.transpose() * back, Matrix3::Identity()) < kGeometryRoundOff);
  }
}

TEST_CASE("the skew matrix of a times b is the cross product") {
  const Vector3 a(1, -2, 3);
  const Vector3 b(4, 5, -6);
  CHECK(skew(a) * b == a.cross(b));
}
