// Spatial algebra about the reference point: motions {v; w}, forces {f; t}. The scalar is a template parameter, so that
// operations can be counted; the functions are declared inline, because compilers give that weight. The kernel of the
// default solver has its own version (embedded/kernel/lanes.h), which works on four numbers side by side and is
// compiled once per processor family.
#pragma once

#include <Eigen/Geometry>

#include "runtime/mechanism/workspace.h"

namespace mb {

template <class T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Vec6 = Eigen::Matrix<T, 6, 1>;

template <class T>
inline Vec6<T> crossMotion(const Vec6<T>& Z, const Vec6<T>& m) {
  Vec6<T> result;
  const Vec3<T> v = Z.template head<3>();
  const Vec3<T> w = Z.template tail<3>();
  result.template head<3>() = w.cross(m.template head<3>()) + v.cross(m.template tail<3>());
  result.template tail<3>() = w.cross(m.template tail<3>());
  return result;
}
template <class T>
inline Vec6<T> crossForce(const Vec6<T>& Z, const Vec6<T>& f) {
  Vec6<T> result;
  const Vec3<T> v = Z.template head<3>();
  const Vec3<T> w = Z.template tail<3>();
  result.template head<3>() = w.cross(f.template head<3>());
  result.template tail<3>() = w.cross(f.template tail<3>()) + v.cross(f.template head<3>());
  return result;
}
template <class T>
inline Vec6<T> apply(const SpatialInertiaOf<T>& inertia, const Vec6<T>& Z) {
  Vec6<T> result;
  const Vec3<T> v = Z.template head<3>();
  const Vec3<T> w = Z.template tail<3>();
  result.template head<3>() = inertia.m * v - inertia.h.cross(w);
  result.template tail<3>() = inertia.h.cross(v) + inertia.I * w;
  return result;
}
// Newton and Euler about the reference point: the force that a body with the motion Z needs for the acceleration A.
template <class T>
inline Vec6<T> neededForce(const SpatialInertiaOf<T>& inertia, const Vec6<T>& Z, const Vec6<T>& A) {
  return apply(inertia, A) + crossForce(Z, apply(inertia, Z));
}
template <class T>
inline Vec6<T> wrenchAt(const Vec3<T>& point, const Vec3<T>& force) {
  Vec6<T> result;
  result.template head<3>() = force;
  result.template tail<3>() = point.cross(force);
  return result;
}
template <class T>
inline Vec3<T> velocityAt(const Vec6<T>& Z, const Vec3<T>& point) {
  const Vec3<T> w = Z.template tail<3>();
  return Z.template head<3>() + w.cross(point);
}

// The same for double, which also accepts expressions.
inline Vector6 crossMotion(const Vector6& Z, const Vector6& m) { return crossMotion<double>(Z, m); }
inline Vector6 crossForce(const Vector6& Z, const Vector6& f) { return crossForce<double>(Z, f); }
inline Vector6 apply(const SpatialInertia& inertia, const Vector6& Z) { return apply<double>(inertia, Z); }
inline Vector6 neededForce(const SpatialInertia& inertia, const Vector6& Z, const Vector6& A) {
  return neededForce<double>(inertia, Z, A);
}
inline Vector6 wrenchAt(const Vector3& point, const Vector3& force) { return wrenchAt<double>(point, force); }
inline Vector3 velocityAt(const Vector6& Z, const Vector3& point) { return velocityAt<double>(Z, point); }

}  // namespace mb
