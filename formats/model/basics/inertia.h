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

// The mass properties in frame A of matter given in frame B.
MassProperties transformed(const Pose& X_AB, const MassProperties& properties);
MassProperties sum(const MassProperties& a, const MassProperties& b);
// J about a point at distance r from the centre of mass: J_c + m (r.r 1 - r r').
Matrix3 parallelAxis(const Matrix3& inertiaAboutCom, double mass, const Vector3& r);

// Empty if the properties can belong to a body. Otherwise the defect: negative mass, an inertia that is not positive
// semidefinite, or principal moments that violate the triangle inequality (unless asGiven).
std::string inertiaDefect(const MassProperties& properties);

}  // namespace mb
