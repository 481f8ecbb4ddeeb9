// Computes the coordinates of a joint from the motion of M in F, for drives, couplers, friction, stops and expressions.
#pragma once

#include <vector>

#include "runtime/cartesian/relative_motion.h"

namespace mb::cartesian {

// Finds the z whose pose is closest to X_FM, starting from the given values, so that branch and turns are kept.
void refit(const JointType& type, const JointParameters& parameters, const Pose& X_FM, std::span<double> z);

// H_dot z_dot for the columns H of the joint (jointColumns): V_dot = H z_ddot + H_dot z_dot.
Vector6 columnBias(const JointType& type, const JointParameters& parameters, std::span<const double> z,
                   const Eigen::VectorXd& z_dot);

// z_dot = inverse V, z_ddot = inverse V_dot + bias. A force tau along the coordinates is the wrench inverse' tau on M
// at the origin of F. If V is a motion of the joint, any left inverse of H gives the same result.
struct CoordinateMotion {
  std::vector<double> z;
  Eigen::VectorXd z_dot;
  Eigen::Matrix<double, Eigen::Dynamic, 6> inverse;
  Eigen::VectorXd bias;
};
CoordinateMotion coordinateMotion(const Joint& joint, const RelativeMotion& motion, std::span<const double> seed);
CoordinateValue coordinateValue(const JointType& type, const CoordinateMotion& motion, int coordinate);

}  // namespace mb::cartesian
