// Mass, centre of mass and inertia, with transformations that keep the physics.
#pragma once

#include <string>

#include "formats/model/basics/geometry.h"

namespace mb {

struct MassProperties {
  double mass = 0;
  Vector3 com = Vector3::Zero();      // centre of mass, in the body frame
  Matrix3 inertia = Matrix3::Zero();  // about the centre of mass, in body axes: true tensor entries
  bool asGiven = false;               // accepts moments that no body can have, because the source runs with them
};

// The same for any number.
template <class T>
struct MassesOf {
  T mass{};
  Eigen::Matrix<T, 3, 1> com = Eigen::Matrix<T, 3, 1>::Zero();
  Eigen::Matrix<T, 3, 3> inertia = Eigen::Matrix<T, 3, 3>::Zero();
};
template <class T>
Eigen::Matrix<T, 3, 3> parallelAxisOf(const Eigen::Matrix<T, 3, 3>& inertiaAboutCom, const T& mass,
                                    const Eigen::Matrix<T, 3, 1>& r) {
  return inertiaAboutCom + mass * (r.squaredNorm() * Eigen::Matrix<T, 3, 3>::Identity() - r * r.transpose());
}
// Of two bodies, at the centre of mass that both have.
template <class T>
MassesOf<T> sumAbout(const MassesOf<T>& a, const MassesOf<T>& b, const Eigen::Matrix<T, 3, 1>& com) {
  return {a.mass + b.mass, com,
          parallelAxisOf<T>(a.inertia, a.mass, a.com - com) + parallelAxisOf<T>(b.inertia, b.mass, b.com - com)};
}
template <class T>
Eigen::Matrix<T, 3, 1> centreOf(const MassesOf<T>& a, const MassesOf<T>& b) {
  return (a.mass * a.com + b.mass * b.com) / (a.mass + b.mass);
}

// The mass properties in frame A of matter given in frame B.
MassProperties transformed(const Pose& X_AB, const MassProperties& properties);
MassProperties sum(const MassProperties& a, const MassProperties& b);
// J about a point at distance r from the centre of mass: J_c + m (r.r 1 - r r').
inline Matrix3 parallelAxis(const Matrix3& inertiaAboutCom, double mass, const Vector3& r) {
  return parallelAxisOf<double>(inertiaAboutCom, mass, r);
}

// Empty if the properties can belong to a body. Otherwise the defect: negative mass, an inertia that is not positive
// semidefinite, or principal moments that violate the triangle inequality (unless asGiven).
std::string inertiaDefect(const MassProperties& properties);

}  // namespace mb
