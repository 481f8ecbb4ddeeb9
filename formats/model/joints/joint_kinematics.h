// Kinematics of the rows of the joint catalogue. Plain and general, for planning, fitting and checks; the runtime has
// its own fast form.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "formats/model/basics/geometry.h"
#include "formats/model/joints/gap.h"
#include "formats/model/joints/joint_fields.h"

namespace mb {

// The length and angle of a pose, for joints that have them.
double lengthAt(const JointType& type, const Pose& X_FM);
double angleAt(const JointType& type, const Pose& X_FM);

// X_FM for position z (positionsOf(type) numbers).
Pose jointPose(const JointType& type, const JointParameters& parameters, std::span<const double> z);

// Columns H: the twist {v; w} of M in F, at the origin and in the axes of F, is H z_dot. v is the velocity of the point
// of M that is now at F's origin: all velocities in the project refer to one common point.
Eigen::Matrix<double, 6, Eigen::Dynamic> jointColumns(const JointType& type, const JointParameters& parameters,
                                                      std::span<const double> z);

// The zero position: all coordinates 0, quaternions 1.
std::vector<double> zeroPosition(const JointType& type);
// Moves z by a small dz (velocitiesOf numbers): added, or multiplied onto quaternions.
void advance(const JointType& type, std::span<double> z, std::span<const double> dz);

// The residuals of the joint's equations for a pose of M in F, and their derivative with respect to the twist of M in F
// (rows: equations; columns {v; w} at the origin and in the axes of F). A pose does not count revolutions, so the pitch
// uses the nearest one.
Eigen::VectorXd equationValues(const JointType& type, const JointParameters& parameters, const Pose& X_FM);
Eigen::Matrix<double, Eigen::Dynamic, 6> equationRows(const JointType& type, const JointParameters& parameters,
                                                      const Pose& X_FM);

// Whether an equation measures a length; the others are sines of angles.
bool measuresLength(const Equation& equation);
// The length that scales residuals: root mean square distance of points from their centre; 1 if they coincide.
double characteristicLength(std::span<const Vector3> points);

// The z whose pose is closest to X_FM, and the remaining gap.
struct FittedPosition {
  std::vector<double> z;
  Gap gap;
};
FittedPosition fitPosition(const JointType& type, const JointParameters& parameters, const Pose& X_FM);

// Puts a joint's initial values into its position; a coordinate of a ball has none.
void setInitialValues(const JointFields& joint, std::vector<double>& z);

// The z_dot closest to a twist of M in F (at the origin and in the axes of F), and the remaining twist.
struct FittedVelocity {
  std::vector<double> z_dot;
  Vector6 gap = Vector6::Zero();
};
FittedVelocity fitVelocity(const JointType& type, const JointParameters& parameters, std::span<const double> z,
                           const Vector6& twist);

void setInitialRates(const JointFields& joint, std::vector<double>& z_dot);

}  // namespace mb
