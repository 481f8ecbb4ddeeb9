// What a joint's row means in numbers. Plain and general, for planning, fitting and checks; the runtime has its own
// fast form.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "formats/model/basics/geometry.h"
#include "formats/model/joints/gap.h"
#include "formats/model/joints/joint_types.h"

namespace mb {

struct JointParameters {
  double length = 0;
  double pitch = 0;
  double angle = 0;
};

// Of a Joint, a Link or a Cut.
template <class JointLike>
JointParameters parametersOf(const JointLike& joint) {
  return {joint.length, joint.pitch, joint.angle};
}

// The length and the angle that hold at a pose, for joints that have them.
double lengthAt(const JointType& type, const Pose& X_FM);
double angleAt(const JointType& type, const Pose& X_FM);

// X_FM for position z (positionsOf(type) numbers).
Pose jointPose(const JointType& type, const JointParameters& parameters, std::span<const double> z);

// Columns H: the twist {v; w} of M in F, at the origin of F and in the axes of F, is H z_dot. v is the velocity of the
// point of M that is now at F's origin, as all velocities of the project refer to one common point.
Eigen::Matrix<double, 6, Eigen::Dynamic> jointColumns(const JointType& type, const JointParameters& parameters,
                                                      std::span<const double> z);

// The zero position: all coordinates 0, quaternions 1.
std::vector<double> zeroPosition(const JointType& type);
// z moved by a small dz (velocitiesOf numbers): added, or multiplied onto quaternions.
void advance(const JointType& type, std::span<double> z, std::span<const double> dz);

// The residuals of the joint's equations for a pose of M in F, and their derivative by the twist of M in F (rows:
// equations; columns {v; w} at the origin and in the axes of F). A pose does not count revolutions: the pitch takes the
// nearest one.
Eigen::VectorXd equationValues(const JointType& type, const JointParameters& parameters, const Pose& X_FM);
Eigen::Matrix<double, Eigen::Dynamic, 6> equationRows(const JointType& type, const JointParameters& parameters,
                                                      const Pose& X_FM);

// Whether an equation measures a length; the others are sines of angles.
bool measuresLength(const Equation& equation);
// The length by which those are made comparable: root mean square distance of points from their centre; 1 when they
// coincide.
double characteristicLength(std::span<const Vector3> points);

// z that brings the joint's own pose closest to X_FM, and what is left.
struct FittedPosition {
  std::vector<double> z;
  Gap gap;
};
FittedPosition fitPosition(const JointType& type, const JointParameters& parameters, const Pose& X_FM);

// Puts the initial values of a Joint, a Link or a Cut into its position; a coordinate inside a ball has none.
template <class JointLike>
void setInitialValues(const JointLike& joint, std::vector<double>& z) {
  for (const auto& initial : joint.initials) {
    const int place = positionPlace(joint.type, initial.coordinate);
    if (initial.value && place >= 0) z[static_cast<std::size_t>(place)] = *initial.value;
  }
}

// z_dot closest to a twist of M in F (at the origin and in the axes of F), and the twist that is left.
struct FittedVelocity {
  std::vector<double> z_dot;
  Vector6 gap = Vector6::Zero();
};
FittedVelocity fitVelocity(const JointType& type, const JointParameters& parameters, std::span<const double> z,
                           const Vector6& twist);

template <class JointLike>
void setInitialRates(const JointLike& joint, std::vector<double>& z_dot) {
  for (const auto& initial : joint.initials) {
    if (initial.rate) z_dot[static_cast<std::size_t>(initial.coordinate)] = *initial.rate;
  }
}

}  // namespace mb
