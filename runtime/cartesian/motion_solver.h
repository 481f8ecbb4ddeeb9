// Accelerations and constraint forces of one state.
#pragma once

#include <vector>

#include "runtime/cartesian/equations.h"
#include "runtime/cartesian/row_space.h"

namespace mb::cartesian {

struct MotionSolution {
  Kinematics motions;
  ConstraintEquations equations;
  AppliedForces applied;
  Eigen::VectorXd accelerations;  // {v_dot; w_dot} of the bodies that are not the ground
  Eigen::VectorXd lambda;         // by row: the force on M along it is lambda times the row
  Eigen::MatrixXd selfStresses;   // of the scaled rows: changes of lambda / rowScale that change no motion
  Eigen::MatrixXd undetermined;   // scaled accelerations that the equations leave open
  std::vector<int> independentRows;
  double inconsistency = 0;
};
// With the rows given, those alone count: a step keeps the rows that are independent where it begins, since away from
// the constraints, where its stages are, dependent rows contradict each other.
MotionSolution solveMotion(const CartesianSystem& system, const CartesianState& state,
                           const std::vector<int>* rows = nullptr);

}  // namespace mb::cartesian
