// The first-order behaviour of a joint at a position, in world axes: the motions it allows and those it forbids. For
// any tree, the block of Phi_z of a cut c and a tree joint t on its loop is +- rows(c) * columns(t).
#pragma once

#include <Eigen/Core>

#include "formats/model/cartesian.h"
#include "formats/model/joints/joint_kinematics.h"

namespace mb {

constexpr double kSingularTolerance = 1e-8;  // relative to the largest; smaller singular values count as zero

struct JointColumns {
  Eigen::Matrix<double, 6, Eigen::Dynamic>
      columns;  // twist of M's body relative to F's body per unit z_dot, at the world's origin
  Eigen::Matrix<double, Eigen::Dynamic, 6> rows;  // derivative of the joint's equations by that twist
};

JointColumns jointColumns(const JointType& type, const JointParameters& parameters, const Pose& X_WF, const Pose& X_WM);
// Evaluated at the poses of the model.
JointColumns jointColumns(const CartesianModel& model, const Joint& joint);

}  // namespace mb
