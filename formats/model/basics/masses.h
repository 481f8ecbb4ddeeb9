// Masses of two bodies that become one, for any number: plain ones, or such that record what is done with them.
#pragma once

#include "formats/model/basics/geometry.h"

namespace mb {

// As MassProperties.
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

}  // namespace mb
