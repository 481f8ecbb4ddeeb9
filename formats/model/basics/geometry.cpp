#include "formats/model/basics/geometry.h"

#include <cmath>

#include "formats/model/basics/decompositions.h"
#include "formats/model/elementary/elementary.h"

namespace mb {

Matrix3 skew(const Vector3& a) {
  Matrix3 M;
  M << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return M;
}

Matrix3 rotationAbout(int axis, double angle) {
  const double c = elementary::cos(angle);
  const double s = elementary::sin(angle);
  const int a = (axis + 1) % 3;
  const int b = (axis + 2) % 3;
  Matrix3 R = Matrix3::Identity();
  R(a, a) = R(b, b) = c;
  R(b, a) = s;
  R(a, b) = -s;
  return R;
}

Matrix3 rotationOf(const Vector3& rotationVector) {
  const double angle = rotationVector.norm();
  if (angle < 1e-300) return Matrix3::Identity();
  // R = c I + (1 - c) a a^T + sin skew(a)
  const Vector3 axis = rotationVector / angle;
  const double c = elementary::cos(angle);
  const Vector3 weighted = (1 - c) * axis;
  const Vector3 turning = elementary::sin(angle) * axis;
  Matrix3 R;
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3;
    const int other = (a + 2) % 3;
    const double product = a == 2 ? weighted(b) * axis(a) : weighted(a) * axis(b);
    R(a, b) = product - turning(other);
    R(b, a) = product + turning(other);
    R(a, a) = weighted(a) * axis(a) + c;
  }
  return R;
}

Matrix3 rotationBetween(const Vector3& from, const Vector3& to) {
  const Vector3 axis = from.cross(to);
  const double angle = elementary::atan2(axis.norm(), from.dot(to));
  // Opposite directions leave the axis open; any perpendicular one will do.
  const bool isOpen = axis.norm() < 1e-12 * from.norm() * to.norm();
  return rotationOf(angle * (isOpen ? from.unitOrthogonal() : axis.normalized()));
}

Quaternion quaternionOf(const Matrix3& R) {
  Quaternion q(R);
  q.normalize();
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  return q;
}

Vector3 rotationVectorOf(const Matrix3& R) {
  const Quaternion q = quaternionOf(R);
  const double s = q.vec().norm();  // sin(angle / 2)
  const double factor = s < 1e-9 ? 2 / q.w() : 2 * elementary::atan2(s, q.w()) / s;
  return factor * q.vec();
}

Matrix3 nearestRotation(const Matrix3& M) {
  const SingularVectors svd = singularVectors(M);
  Matrix3 U = svd.U;
  const Matrix3 V = svd.V;
  if ((U * V.transpose()).determinant() < 0) U.col(2) = -U.col(2);
  return U * V.transpose();
}

std::optional<Matrix3> rotationFromZX(const Vector3& z, const Vector3& x) {
  const Vector3 y = z.cross(x);
  const double scale = z.norm() * x.norm();
  if (!(scale > 0) || y.norm() <= 1e-9 * scale) return std::nullopt;
  Matrix3 R;
  R.col(2) = z.normalized();
  R.col(1) = y.normalized();
  R.col(0) = R.col(1).cross(R.col(2));
  return R;
}

std::optional<Pose> poseFromPQR(const Vector3& P, const Vector3& Q, const Vector3& R) {
  const std::optional<Matrix3> rotation = rotationFromZX(Q - P, R - P);
  if (!rotation) return std::nullopt;
  return Pose{*rotation, P};
}

std::optional<Matrix3> rotationFromZ(const Vector3& z) {
  const double norm = z.norm();
  if (!(norm > 0)) return std::nullopt;
  // The first of x, y, z at 45 degrees or more to the axis, so that a small change of the axis moves x only a little.
  for (const int axis : {0, 1, 2}) {
    if (std::abs(z(axis)) <= 0.7071 * norm) return rotationFromZX(z, Vector3::Unit(axis));
  }
  return std::nullopt;
}

}  // namespace mb
