// Accelerations and constraint forces of one state.
#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "runtime/cartesian/equations.h"
#include "runtime/cartesian/row_space.h"

namespace mb::cartesian {

// The factored linear equations of a state: the constraints determine x except for free motions, the free motions are
// in balance, and lambda carries the rest.
struct MotionFactors {
  std::vector<Matrix6> M;
  std::vector<int> rows;  // independent ones
  RowSpace space;
  Eigen::MatrixXd moving;  // free motions with inertia
  Eigen::LDLT<Eigen::MatrixXd> reduced;
  Eigen::VectorXd x;       // solution: scaled accelerations
  Eigen::VectorXd lambda;  // scaled multipliers of the independent rows
};

struct MotionSolution {
  Kinematics motions;
  ConstraintEquations equations;
  AppliedForces applied;
  Eigen::VectorXd accelerations;  // {v_dot; w_dot} of all bodies except the ground
  Eigen::VectorXd lambda;         // by row: the force on M along it is lambda times the row
  Eigen::MatrixXd selfStresses;   // of the scaled rows: changes of lambda / rowScale that do not change the motion
  Eigen::MatrixXd undetermined;   // scaled accelerations that the equations do not determine
  std::vector<int> independentRows;
  double inconsistency = 0;
  MotionFactors factors;
};
// If rows are given, only those are used: a step keeps the rows that are independent where it begins, because its
// stages are off the constraints, where dependent rows contradict each other.
MotionSolution solveMotion(const CartesianSystem& system, const CartesianState& state,
                           const std::vector<int>* rows = nullptr);
// The same equations at a nearby state, solved to first order with the factors of this one: changes of accelerations,
// multipliers and wrenches of friction and stops.
struct SolutionChange {
  Eigen::VectorXd accelerations;
  Eigen::VectorXd lambda;
  std::vector<Vector6> jointWrenches;
};
SolutionChange solutionChange(const CartesianSystem& system, const CartesianState& near,
                              const MotionSolution& solution);

CartesianAccelerations accelerationsOf(const CartesianSystem& system, const CartesianState& state,
                                       const MotionSolution& solution);
// First-order changes of accelerations and reactions when the state is replaced by a nearby one.
struct MotionChange {
  std::vector<Vector3> v_dot;  // by BodyIndex
  std::vector<Vector3> w_dot;
  std::vector<CartesianAccelerations::Reaction> reactions;  // by JointIndex
};
MotionChange changeTo(const CartesianSystem& system, const CartesianState& near, const MotionSolution& solution);

}  // namespace mb::cartesian
