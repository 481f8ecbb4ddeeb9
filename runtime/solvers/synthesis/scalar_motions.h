// The elementary motions of joints for any scalar, as in positions.cpp.
#pragma once

#include <vector>

#include "runtime/solvers/synthesis/scalar_kernels.h"

namespace mb {

template <class T>
PoseOf<T> operator*(const PoseOf<T>& A, const PoseOf<T>& B) {
  return {A.R * B.R, A.p + A.R * B.p};
}

template <class T>
void turn(Mat3<T>& R, int axis, const T& angle) {
  const T c = cos(angle);
  const T s = sin(angle);
  const Vec3<T> u = R.col((axis + 1) % 3);
  const Vec3<T> v = R.col((axis + 2) % 3);
  R.col((axis + 1) % 3) = c * u + s * v;
  R.col((axis + 2) % 3) = c * v - s * u;
}
// The rotation of a quaternion of any length.
template <class T>
Mat3<T> rotationOf(const T* q) {
  const T s = T(2) / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const T x = s * q[1];
  const T y = s * q[2];
  const T z = s * q[3];
  const T xx = x * q[1], yy = y * q[2], zz = z * q[3];
  const T xy = x * q[2], xz = x * q[3], yz = y * q[3];
  const T wx = x * q[0], wy = y * q[0], wz = z * q[0];
  Mat3<T> R;
  R << T(1) - (yy + zz), xy - wz, xz + wy,  //
      xy + wz, T(1) - (xx + zz), yz - wx,   //
      xz - wy, yz + wx, T(1) - (xx + yy);
  return R;
}

// Moves a frame by the joint's motions; with a nonzero sign, also writes their columns. Bends are not supported.
template <class T>
PoseOf<T> walk(const Mechanism& m, const Mechanism::Link& link, const std::vector<T>& z, PoseOf<T> X_K, int sign,
               std::vector<Vec6<T>>& b) {
  const auto at = [](int value) { return static_cast<std::size_t>(value); };
  const auto column = [&](int v, const Vec3<T>& head, const Vec3<T>& tail) {
    if (sign == 0) return;
    b[at(v)] << head, tail;
    if (sign < 0) b[at(v)] = -b[at(v)];
  };
  for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
    const Mechanism::Motion& motion = m.motions[at(k)];
    const Vec3<T> u = X_K.R.col(motion.axis);
    switch (motion.kind) {
      case MotionKind::rotation:
        if (sign != 0) column(motion.v, X_K.p.cross(u), u);
        turn(X_K.R, motion.axis, z[at(motion.z)]);
        break;
      case MotionKind::translation:
        column(motion.v, u, Vec3<T>::Zero());
        X_K.p += z[at(motion.z)] * u;
        break;
      case MotionKind::ball:
        for (int a = 0; sign != 0 && a < 3; ++a) column(motion.v + a, X_K.p.cross(X_K.R.col(a)), X_K.R.col(a));
        X_K.R = X_K.R * rotationOf(&z[at(motion.z)]);
        break;
      case MotionKind::screw:
        if (sign != 0) column(motion.v, X_K.p.cross(u) + T(motion.constant) * u, u);
        X_K.p += T(motion.constant) * z[at(motion.z)] * u;
        turn(X_K.R, motion.axis, z[at(motion.z)]);
        break;
      case MotionKind::offset: X_K.p += T(motion.constant) * u; break;
      case MotionKind::turn: {
        const Mat3<T> R = X_K.R;
        X_K.R << R.col(1), R.col(2), R.col(0);
        break;
      }
      case MotionKind::bend: break;
    }
  }
  return X_K;
}

}  // namespace mb
