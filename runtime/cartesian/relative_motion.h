// The motion of one marker relative to another, and the scalars that constraints measure on it.
//
// Names that only the reference uses are in the namespace cartesian, so that they never clash with the recursive
// runtime.
#pragma once

#include "formats/model/joints/joint_kinematics.h"
#include "runtime/cartesian/reference.h"

namespace mb::cartesian {

using RowVector6 = Eigen::Matrix<double, 1, 6>;

// Marker i (frame M) relative to marker j (frame F). V = {v; w} is the twist of M in F at the origin and in the axes of
// F: v is the velocity of the point of M's body that is now at F's origin.
struct RelativeMotion {
  BodyIndex i;
  BodyIndex j;
  Pose X_WF;
  Pose X_FM;
  Vector6 V = Vector6::Zero();
  Vector6 bias = Vector6::Zero();  // V_dot when neither body frame accelerates
  Matrix6 byI = Matrix6::Zero();   // V = byI {v_i; w_i} + byJ {v_j; w_j}, and likewise V_dot - bias
  Matrix6 byJ = Matrix6::Zero();
};
FrameMotion markerMotion(const CartesianSystem& system, const CartesianState& state, MarkerIndex marker);
RelativeMotion relativeMotion(const CartesianSystem& system, const CartesianState& state, MarkerIndex i, MarkerIndex j);

// C_dot V for the rows C of the joint's equations (equationRows), so that Phi_dd = C V_dot + C_dot V.
Eigen::VectorXd equationBiases(const JointType& type, const JointParameters& parameters, const Pose& X_FM,
                               const Vector6& V);

// A scalar s of the relative pose: s_dot = row V, s_ddot = row V_dot + bias.
struct Measurement {
  double value = 0;
  RowVector6 row = RowVector6::Zero();
  double bias = 0;
};
// tx ty tz rx ry rz of a drive between markers: the position of M along an axis of F, or the angle about one.
Measurement measuredComponent(int component, const Pose& X_FM, const Vector6& V);

}  // namespace mb::cartesian
