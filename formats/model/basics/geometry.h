// Poses in monogram notation: X_AB is the pose of frame B in frame A, p_AB from A's origin to B's.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <optional>

namespace mb {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Quaternion = Eigen::Quaterniond;

struct Pose {
  Matrix3 R = Matrix3::Identity();
  Vector3 p = Vector3::Zero();
};

inline Pose operator*(const Pose& X_AB, const Pose& X_BC) { return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p}; }
inline Vector3 operator*(const Pose& X_AB, const Vector3& p_B) { return X_AB.p + X_AB.R * p_B; }
inline Pose inverse(const Pose& X_AB) { return {X_AB.R.transpose(), -(X_AB.R.transpose() * X_AB.p)}; }
inline bool isIdentity(const Pose& X) { return X.R == Matrix3::Identity() && X.p == Vector3::Zero(); }

Matrix3 skew(const Vector3& a);                                   // skew(a) b = a x b
Matrix3 rotationAbout(int axis, double angle);                    // axis 0, 1, 2
Matrix3 rotationOf(const Vector3& rotationVector);                // exp(skew(v))
Vector3 rotationVectorOf(const Matrix3& R);                       // its inverse, angle in [0, pi]
Quaternion quaternionOf(const Matrix3& R);                        // w >= 0
Matrix3 rotationBetween(const Vector3& from, const Vector3& to);  // the least one that turns one direction to the other
Matrix3 nearestRotation(const Matrix3& M);                        // polar decomposition

// z along the first vector, x in the half-plane of the second; nothing if they are parallel or zero.
std::optional<Matrix3> rotationFromZX(const Vector3& z, const Vector3& x);
// [PRN06] eq. (3): z along PQ, y along PQ x PR, x completes the frame. The paper omits the normalisation.
std::optional<Pose> poseFromPQR(const Vector3& P, const Vector3& Q, const Vector3& R);
// A frame with the given z and an x chosen by rule: the first world axis at 45 degrees or more to z, projected normal
// to it.
std::optional<Matrix3> rotationFromZ(const Vector3& z);

}  // namespace mb
