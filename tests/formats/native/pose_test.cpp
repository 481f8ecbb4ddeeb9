// Every notation of a pose against its closed form.
#include <fmt/format.h>

#include <numbers>

#include "tests/support/texts/native_text.h"

namespace mb {
namespace {

constexpr double kRotationRound = 1e-15 * 8;  // a product of three rotations of entries up to 1

Pose poseOf(const std::string& attributes) {
  const CartesianModel model = nativeModel("<units angle='deg'/><body name='a'><pose " + attributes + "/></body>");
  return bodyOf(model, "a").X_WB;
}

Matrix3 columns(const Vector3& x, const Vector3& y, const Vector3& z) {
  Matrix3 R;
  R << x, y, z;
  return R;
}

const double c30 = std::sqrt(3.0) / 2;
constexpr double s30 = 0.5;

}  // namespace

TEST_CASE("each notation gives the rotation of its definition") {
  // 30 deg about z
  const Matrix3 Rz = columns({c30, s30, 0}, {-s30, c30, 0}, {0, 0, 1});
  const auto check = [](const std::string& attributes, const Matrix3& R) {
    CAPTURE(attributes);
    CHECK((poseOf(attributes).R - R).cwiseAbs().maxCoeff() <= kRotationRound);
  };
  check("", Matrix3::Identity());
  check("quat='cos(15*deg) 0 0 sin(15*deg)'", Rz);
  check("rot='cos(30*deg) -0.5 0 0.5 cos(30*deg) 0 0 0 1'", Rz);
  check("rpy='0 0 30'", Rz);
  check("euler='321: 30 0 0'", Rz);
  check("euler='313: 10 0 20'", Rz);
  check("zx='0 0 2; cos(30*deg) 0.5 7'", Rz);
  check("pqr='0 0 0; 0 0 3; cos(30*deg) 0.5 -1'", Rz);
  check("axes='3: 0 0 5; 1: cos(30*deg) 0.5 2'", Rz);
  check("axes='1: cos(30*deg) 0.5 0; 2: -1 5 0'", Rz);
  check("axes='2: -0.5 cos(30*deg) 0; 3: -1 2*cos(30*deg) 3'", Rz);
  check("axes='3: 0 0 1; 2: -0.5 cos(30*deg) 0'", Rz);
}

TEST_CASE("roll, pitch and yaw are about fixed axes, Euler angles about the body's own") {
  // Roll 90 then yaw 90 about fixed axes: y -> z -> z, x -> x -> y, z -> -y -> x.
  const Matrix3 fixed = columns({0, 1, 0}, {0, 0, 1}, {1, 0, 0});
  CHECK((poseOf("rpy='90 0 90'").R - fixed).cwiseAbs().maxCoeff() <= kRotationRound);
  CHECK((poseOf("euler='321: 90 0 90'").R - fixed).cwiseAbs().maxCoeff() <= kRotationRound);
  // About body axes 1 then 3: x' = Rx(90) (Rz(90) x) = Rx(90) y = z.
  const Matrix3 own = columns({0, 0, 1}, {-1, 0, 0}, {0, -1, 0});
  CHECK((poseOf("euler='132: 90 90 0'").R - own).cwiseAbs().maxCoeff() <= kRotationRound);
}

TEST_CASE("all twelve sequences of Euler angles are the products of their elementary rotations") {
  int count = 0;
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      for (int c = 0; c < 3; ++c) {
        if (a == b || b == c) continue;
        ++count;
        const auto about = [](int axis, double degrees) {
          return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Vector3::Unit(axis)).toRotationMatrix();
        };
        const Matrix3 R = about(a, 20) * about(b, 50) * about(c, -70);
        const Pose X = poseOf(fmt::format("euler='{}{}{}: 20 50 -70'", a + 1, b + 1, c + 1));
        CHECK((X.R - R).cwiseAbs().maxCoeff() <= kRotationRound);
      }
    }
  }
  CHECK(count == 12);
}

TEST_CASE("P, Q and R give the origin, z along PQ and x on the side of R") {
  const Pose X = poseOf("pqr='1 2 3; 1 5 3; 1 9 8'");
  CHECK(X.p == Vector3(1, 2, 3));
  CHECK((X.R - columns({0, 0, 1}, {1, 0, 0}, {0, 1, 0})).cwiseAbs().maxCoeff() <= kRotationRound);
}

TEST_CASE("a quaternion or matrix that is off by its last digits is made exact") {
  const Matrix3 R = poseOf("quat='0.9659258 0 0 0.2588190'").R;
  CHECK((R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff() <= kRotationRound);
  const Matrix3 M = poseOf("rot='0.8660254 -0.5 0 0.5 0.8660254 0 0 0 1'").R;
  CHECK((M.transpose() * M - Matrix3::Identity()).cwiseAbs().maxCoeff() <= kRotationRound);
  CHECK(M(0, 0) == Approx(c30).margin(1e-7));
}

TEST_CASE("poses may refer to bodies and markers that come later, in chains") {
  const CartesianModel model = nativeModel(R"(<units angle='deg'/>
    <body name='a'><pose pos='1 0 0' relative_to='b.m'/></body>
    <body name='b'><pose pos='0 1 0' rpy='0 0 90' relative_to='c'/><marker name='m'><pose pos='2 0 0' rpy='0 0 90'/></marker></body>
    <body name='c'><pose pos='0 0 5' relative_to='ground'/><marker name='k'><pose pos='7 0 0' relative_to='ground'/></marker></body>)");
  // b: at (0, 1, 5), turned by 90; b.m: 2 along b's x, which is y: (0, 3, 5), turned by 180; a: 1 along -x.
  CHECK(distance(bodyOf(model, "a").X_WB, {columns({-1, 0, 0}, {0, -1, 0}, {0, 0, 1}), {-1, 3, 5}}) <= kRotationRound);
  CHECK(distance(model.markers[markerOf(model, "c.k")].X_BM, {Matrix3::Identity(), {7, 0, -5}}) <= kRotationRound);
}

TEST_CASE("a chain of thirty thousand poses is followed without recursion") {
  std::string text;
  const int count = 30000;
  for (int k = 0; k < count; ++k) {
    text += fmt::format("<body name='b{}'><pose pos='1 0 0' relative_to='{}'/></body>\n", k,
                        k + 1 < count ? fmt::format("b{}", k + 1) : "ground");
  }
  CHECK(bodyOf(nativeModel(text), "b0").X_WB.p == Vector3(count, 0, 0));
}

}  // namespace mb
