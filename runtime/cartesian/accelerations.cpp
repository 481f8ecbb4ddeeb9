#include <Eigen/QR>

#include "runtime/cartesian/motion_solver.h"

namespace mb {

using namespace cartesian;

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Wrenches on M at the origin and in the axes of F, one column for each set of multipliers.
std::vector<MatrixXd> wrenchesOf(const CartesianSystem& system, const ConstraintEquations& equations,
                                 const MatrixXd& lambda) {
  std::vector<MatrixXd> wrenches(at(system.model.joints.size()), MatrixXd::Zero(6, lambda.cols()));
  for (const ConstraintEquations::Share& share : equations.shares) {
    wrenches[at(share.joint.value)] += share.byTwist.transpose() * lambda.row(share.row);
  }
  return wrenches;
}

void setReactions(const CartesianSystem& system, const MotionSolution& solution, CartesianAccelerations& out) {
  constexpr double kUnique = 1e-6;  // of a unit self-stress
  const ConstraintEquations& equations = solution.equations;
  const std::vector<MatrixXd> wrenches = wrenchesOf(system, equations, solution.lambda);
  const MatrixXd stresses = equations.rowScale.asDiagonal() * solution.selfStresses;
  const std::vector<MatrixXd> changes = wrenchesOf(system, equations, stresses);
  for (std::size_t k = 0; k < wrenches.size(); ++k) {
    const RelativeMotion& motion = solution.motions.joints[k];
    const Vector6 wrench = wrenches[k] + solution.applied.jointWrenches[k];
    const Matrix3& R = motion.X_WF.R;
    MatrixXd change = changes[k];
    change.bottomRows<3>() /= system.length;
    CartesianAccelerations::Reaction reaction;
    reaction.force = R * wrench.head<3>();
    reaction.torque = R * (wrench.tail<3>() - motion.X_FM.p.cross(wrench.head<3>()));
    reaction.unique = change.size() == 0 || change.cwiseAbs().maxCoeff() < kUnique;
    out.reactions.push_back(reaction);
  }
}

}  // namespace

CartesianAccelerations accelerations(const CartesianSystem& system, const CartesianState& state) {
  const MotionSolution solution = solveMotion(system, state);
  CartesianAccelerations out;
  const auto bodyCount = at(system.model.bodies.size());
  out.v_dot.assign(bodyCount, Vector3::Zero());
  out.w_dot.assign(bodyCount, Vector3::Zero());
  MatrixXd open = MatrixXd::Zero(6 * system.model.bodies.size(), solution.undetermined.cols());
  for (const BodyIndex body : system.columns.indexes()) {
    const int column = system.columns[body];
    if (column < 0) continue;
    out.v_dot[at(body.value)] = solution.accelerations.segment<3>(column);
    out.w_dot[at(body.value)] = solution.accelerations.segment<3>(column + 3);
    const VectorXd scale = solution.equations.columnScale.segment(column, 6);
    open.middleRows(6 * body.value, 6) = scale.asDiagonal() * solution.undetermined.middleRows(column, 6);
  }
  out.undetermined = open;
  if (open.cols() > 0) {
    const Eigen::HouseholderQR<MatrixXd> orthogonal(open);
    out.undetermined = orthogonal.householderQ() * MatrixXd::Identity(open.rows(), open.cols());
  }
  setReactions(system, solution, out);
  out.rows = system.jointRowCount;
  const bool isJointsOnly = system.rowCount == system.jointRowCount;
  out.rank = isJointsOnly ? static_cast<int>(solution.independentRows.size()) : cartesianRank(system, state);
  out.inconsistency = solution.inconsistency;
  out.drivenPower = solution.lambda.dot(solution.equations.rate);
  return out;
}

}  // namespace mb
