// Every joint at a position, to first order and in world axes: what it lets move and what it forbids. For any tree, the
// block of Phi_z of a cut c and a tree joint t on its loop is +- rows(c) * columns(t).
#pragma once

#include <Eigen/Core>

#include "formats/model/cartesian.h"
#include "formats/model/joints/joint_kinematics.h"

namespace mb {

constexpr double kSingularTolerance = 1e-8;  // singular values below this share of the largest count as zero

struct LinearJoint {
  Eigen::Matrix<double, 6, Eigen::Dynamic>
      columns;  // twist of M's body against F's body per unit z_dot, at the world's origin
  Eigen::Matrix<double, Eigen::Dynamic, 6> rows;  // derivative of its equations by that twist
};

LinearJoint linearise(const JointType& type, const JointParameters& parameters, const Pose& X_WF, const Pose& X_WM);
// At the poses of the model.
LinearJoint linearise(const CartesianModel& model, const Joint& joint);

}  // namespace mb
