#include "formats/model/basics/decompositions.h"
#include "runtime/cartesian/motion_solver.h"

namespace mb {

using namespace cartesian;

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Wrenches on M at the origin and in the axes of F, one column per set of multipliers.
std::vector<MatrixXd> wrenchesOf(const CartesianSystem& system, const ConstraintEquations& equations,
                                 const MatrixXd& lambda) {
  std::vector<MatrixXd> wrenches(at(system.model.joints.size()), MatrixXd::Zero(6, lambda.cols()));
  for (const ConstraintEquations::Share& share : equations.shares) {
    wrenches[at(share.joint.value)] += share.byTwist.transpose() * lambda.row(share.row);
  }
  return wrenches;
}

// Force and torque on body i in world axes from wrenches in the axes of F.
CartesianAccelerations::Reaction reactionOf(const RelativeMotion& motion, const Vector6& wrench) {
  const Matrix3& R = motion.X_WF.R;
  return {R * wrench.head<3>(), R * (wrench.tail<3>() - motion.X_FM.p.cross(wrench.head<3>()))};
}

void setReactions(const CartesianSystem& system, const MotionSolution& solution, CartesianAccelerations& out) {
  constexpr double kUnique = 1e-6;  // of a unit self-stress
  const ConstraintEquations& equations = solution.equations;
  const std::vector<MatrixXd> wrenches = wrenchesOf(system, equations, solution.lambda);
  const MatrixXd stresses = equations.rowScale.asDiagonal() * solution.selfStresses;
  const std::vector<MatrixXd> changes = wrenchesOf(system, equations, stresses);
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    MatrixXd change = changes[k];
    change.bottomRows<3>() /= system.length;
    out.reactions.push_back(reactionOf(solution.motions.joints[k], wrenches[k] + solution.applied.jointWrenches[k]));
    out.reactions.back().unique = change.size() == 0 || change.cwiseAbs().maxCoeff() < kUnique;
  }
}

// {v_dot; w_dot} by body, from columns.
struct ByBody {
  std::vector<Vector3> v_dot;
  std::vector<Vector3> w_dot;
};
ByBody byBody(const CartesianSystem& system, const VectorXd& accelerations) {
  const auto count = at(system.model.bodies.size());
  ByBody result{std::vector<Vector3>(count, Vector3::Zero()), std::vector<Vector3>(count, Vector3::Zero())};
  for (const BodyIndex body : system.columns.indexes()) {
    const int column = system.columns[body];
    if (column < 0) continue;
    result.v_dot[at(body.value)] = accelerations.segment<3>(column);
    result.w_dot[at(body.value)] = accelerations.segment<3>(column + 3);
  }
  return result;
}

}  // namespace

CartesianAccelerations cartesian::accelerationsOf(const CartesianSystem& system, const CartesianState& state,
                                                  const MotionSolution& solution) {
  CartesianAccelerations out;
  ByBody bodies = byBody(system, solution.accelerations);
  out.v_dot = std::move(bodies.v_dot);
  out.w_dot = std::move(bodies.w_dot);
  MatrixXd open = MatrixXd::Zero(6 * system.model.bodies.size(), solution.undetermined.cols());
  for (const BodyIndex body : system.columns.indexes()) {
    const int column = system.columns[body];
    if (column < 0) continue;
    const VectorXd scale = solution.equations.columnScale.segment(column, 6);
    open.middleRows(6 * body.value, 6) = scale.asDiagonal() * solution.undetermined.middleRows(column, 6);
  }
  out.undetermined = open.cols() > 0 ? orthonormalColumns(open) : open;
  setReactions(system, solution, out);
  out.rows = system.jointRowCount;
  const bool isJointsOnly = system.rowCount == system.jointRowCount;
  out.rank = isJointsOnly ? static_cast<int>(solution.independentRows.size()) : cartesianRank(system, state);
  out.inconsistency = solution.inconsistency;
  out.drivenPower = solution.lambda.dot(solution.equations.rate);
  return out;
}

CartesianAccelerations accelerations(const CartesianSystem& system, const CartesianState& state) {
  return accelerationsOf(system, state, solveMotion(system, state));
}

MotionChange cartesian::changeTo(const CartesianSystem& system, const CartesianState& near,
                                 const MotionSolution& solution) {
  const SolutionChange change = solutionChange(system, near, solution);
  ByBody bodies = byBody(system, change.accelerations);
  MotionChange out{std::move(bodies.v_dot), std::move(bodies.w_dot), {}};
  const std::vector<MatrixXd> wrenches = wrenchesOf(system, solution.equations, change.lambda);
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    out.reactions.push_back(reactionOf(solution.motions.joints[k], wrenches[k] + change.jointWrenches[k]));
  }
  return out;
}

}  // namespace mb
