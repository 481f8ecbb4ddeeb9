// Accelerations and constraint forces of one state.
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "runtime/cartesian/equations.h"
#include "runtime/cartesian/row_space.h"

namespace mb::cartesian {

// The linear equations of a state, factored: the constraints fix x but for free motions, the free motions balance, and
// lambda takes the rest.
struct MotionFactors {
  std::vector<Matrix6> M;
  std::vector<int> rows;  // that count
  RowSpace space;
  Eigen::MatrixXd moving;  // free motions with inertia
  Eigen::LDLT<Eigen::MatrixXd> reduced;
  Eigen::VectorXd x;       // solution: scaled accelerations
  Eigen::VectorXd lambda;  // scaled multipliers of the rows that count
};

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
  MotionFactors factors;
};
// With the rows given, those alone count: a step keeps the rows that are independent where it begins, since away from
// the constraints, where its stages are, dependent rows contradict each other.
MotionSolution solveMotion(const CartesianSystem& system, const CartesianState& state,
                           const std::vector<int>* rows = nullptr);
// The same equations at a state next to it, solved to first order by the factors of the first: changes of
// accelerations, multipliers and wrenches of friction and stops.
struct SolutionChange {
  Eigen::VectorXd accelerations;
  Eigen::VectorXd lambda;
  std::vector<Vector6> jointWrenches;
};
SolutionChange solutionChange(const CartesianSystem& system, const CartesianState& near,
                              const MotionSolution& solution);

CartesianAccelerations accelerationsOf(const CartesianSystem& system, const CartesianState& state,
                                       const MotionSolution& solution);
// What accelerations and reactions change by, to first order, where the state is replaced by one next to it.
struct MotionChange {
  std::vector<Vector3> v_dot;  // by BodyIndex
  std::vector<Vector3> w_dot;
  std::vector<CartesianAccelerations::Reaction> reactions;  // by JointIndex
};
MotionChange changeTo(const CartesianSystem& system, const CartesianState& near, const MotionSolution& solution);

}  // namespace mb::cartesian
