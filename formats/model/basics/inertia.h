// Mass, centre of mass and inertia, and the operations on them that change nothing physical.
#pragma once

#include <string>

#include "formats/model/basics/geometry.h"

namespace mb {

struct MassProperties {
  double mass = 0;
  Vector3 com = Vector3::Zero();      // centre of mass, in the body frame
  Matrix3 inertia = Matrix3::Zero();  // about the centre of mass, in body axes: true tensor entries
  bool asGiven = false;               // moments that no body has are wanted all the same: the source runs with them
};

// The same matter seen from frame A, when it is given in frame B.
MassProperties transformed(const Pose& X_AB, const MassProperties& properties);
MassProperties sum(const MassProperties& a, const MassProperties& b);
// J about a point at distance r from the centre of mass: J_c + m (r.r 1 - r r').
Matrix3 parallelAxis(const Matrix3& inertiaAboutCom, double mass, const Vector3& r);

// Empty when the properties can belong to a body; otherwise what is wrong with them: negative mass, an inertia that is
// not positive semidefinite, or principal moments that break the triangle inequality, unless they are as given.
std::string inertiaDefect(const MassProperties& properties);

}  // namespace mb
