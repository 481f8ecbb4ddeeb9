#include "runtime/cartesian/motion_solver.h"

#include <numeric>

namespace mb::cartesian {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// The Newton-Euler equations of all bodies in scaled accelerations x: M x = Q + J' lambda. M is block-diagonal.
struct NewtonEuler {
  std::vector<Matrix6> M;  // by column / 6
  VectorXd Q;              // including gravity and velocity terms
  // Maps accelerations to those that change momentum: of the centre of mass, and about axes with inertia, each body
  // scaled by its own largest. The equations do not determine what this maps to zero.
  std::vector<Matrix6> inertial;
};

VectorXd times(const std::vector<Matrix6>& blocks, const VectorXd& x) {
  VectorXd y(x.size());
  for (std::size_t k = 0; k < blocks.size(); ++k) y.segment<6>(6 * k) = blocks[k] * x.segment<6>(6 * k);
  return y;
}
MatrixXd timesColumns(const std::vector<Matrix6>& blocks, const MatrixXd& X) {
  MatrixXd Y(X.rows(), X.cols());
  for (std::size_t k = 0; k < blocks.size(); ++k) Y.middleRows<6>(6 * k) = blocks[k] * X.middleRows<6>(6 * k);
  return Y;
}

NewtonEuler newtonEuler(const CartesianSystem& system, const CartesianState& state, const AppliedForces& applied,
                        const VectorXd& columnScale) {
  NewtonEuler equations;
  equations.Q = applied.Q;
  for (const BodyIndex index : system.model.bodies.indexes()) {
    const int column = system.columns[index];
    if (column < 0) continue;
    const FrameMotion& motion = state.bodies[at(index.value)];
    const BodyInertia body = bodyInertia(system.model.bodies[index], motion);
    // {a_c; w_dot} = T {v_dot; w_dot} + {w x (w x arm); 0}, M = T' diag(m, J) T.
    Matrix6 T = Matrix6::Identity();
    T.topRightCorner<3, 3>() = -skew(body.arm);
    Matrix6 atCom = Matrix6::Zero();
    atCom.topLeftCorner<3, 3>().diagonal().setConstant(body.mass);
    atCom.bottomRightCorner<3, 3>() = body.J;
    const Vector3 centripetal = motion.w.cross(motion.w.cross(body.arm));
    Vector6 forces;
    forces << body.mass * (system.model.gravity - centripetal), -motion.w.cross(body.J * motion.w);
    equations.Q.segment<6>(column) += T.transpose() * forces;

    const auto scale = columnScale.segment<6>(column).asDiagonal();
    equations.M.emplace_back(scale * T.transpose() * atCom * T * scale);
    Matrix6 measure = Matrix6::Zero();
    const double largest = body.J.cwiseAbs().maxCoeff();
    if (body.mass > 0) measure.topLeftCorner<3, 3>().setIdentity();
    if (largest > 0) measure.bottomRightCorner<3, 3>() = system.length / largest * body.J;
    equations.inertial.emplace_back(measure * T * scale);
  }
  equations.Q = equations.Q.cwiseProduct(columnScale);
  return equations;
}

// Splits the free motions into those with and without inertia.
struct Split {
  MatrixXd moving;
  MatrixXd open;
};
Split splitFreeMotions(const NewtonEuler& equations, const MatrixXd& freeMotions) {
  if (freeMotions.cols() == 0) return {freeMotions, freeMotions};
  constexpr double kMassless = 1e-9;
  const MatrixXd momentum = timesColumns(equations.inertial, freeMotions);
  // Eigenvectors of the small matrix would square the small numbers; treating its rows as constraints does not.
  const RowSpace space(momentum, kMassless);
  if (space.rank() == freeMotions.cols()) return {freeMotions, MatrixXd(freeMotions.rows(), 0)};
  const MatrixXd open = freeMotions * space.freeMotions();
  const RowSpace complement(space.freeMotions().transpose(), kMassless);
  return {freeMotions * complement.freeMotions(), open};
}

// The correction of x and lambda for the residuals of the constraints and of the balance of forces.
struct Correction {
  VectorXd x;
  VectorXd lambda;
};
Correction correctionFor(const MotionFactors& factors, const VectorXd& missed, const VectorXd& unbalanced) {
  const MatrixXd& N = factors.moving;
  VectorXd dx = factors.space.leastSolution(missed);
  if (N.cols() > 0) dx += N * factors.reduced.solve(N.transpose() * (unbalanced - times(factors.M, dx)));
  return {dx, factors.space.leastMultipliers(times(factors.M, dx) - unbalanced)};
}

}  // namespace

MotionSolution solveMotion(const CartesianSystem& system, const CartesianState& state, const std::vector<int>* given) {
  constexpr double kGivenTolerance = 1e-13;  // given rows are all used
  constexpr int kRefinements = 3;
  MotionSolution out;
  out.motions = kinematics(system, state);
  out.equations = constraintEquations(system, state, out.motions);
  out.applied = appliedForces(system, state, out.motions);
  const ConstraintEquations& constraints = out.equations;
  const NewtonEuler equations = newtonEuler(system, state, out.applied, constraints.columnScale);

  std::vector<int> rows(at(system.rowCount));
  std::iota(rows.begin(), rows.end(), 0);
  if (given) rows = *given;
  const MatrixXd J = scaledRows(constraints)(rows, Eigen::all);
  const VectorXd target = constraints.rowScale.cwiseProduct(constraints.acceleration)(rows);
  const double residual = residualOf(constraints, constraints.value);
  RowSpace space(J, given ? kGivenTolerance : rankTolerance(system, residual));
  Split split = splitFreeMotions(equations, space.freeMotions());
  const MatrixXd reduced = split.moving.transpose() * timesColumns(equations.M, split.moving);
  out.factors = {equations.M,
                 std::move(rows),
                 std::move(space),
                 std::move(split.moving),
                 Eigen::LDLT<MatrixXd>(reduced),
                 VectorXd::Zero(system.columnCount),
                 VectorXd::Zero(J.rows())};

  // Masses may differ by many orders of magnitude, so the residuals are solved again until only round-off remains.
  MotionFactors& factors = out.factors;
  VectorXd unbalanced = equations.Q;
  for (int pass = 0; pass <= kRefinements; ++pass) {
    const Correction correction = correctionFor(factors, target - J * factors.x, unbalanced);
    factors.x += correction.x;
    factors.lambda += correction.lambda;
    unbalanced = equations.Q + J.transpose() * factors.lambda - times(equations.M, factors.x);
  }

  out.accelerations = constraints.columnScale.cwiseProduct(factors.x);
  out.lambda = VectorXd::Zero(system.rowCount);
  out.lambda(factors.rows) = factors.lambda;
  out.lambda = out.lambda.cwiseProduct(constraints.rowScale);
  out.selfStresses = factors.space.selfStresses();
  out.undetermined = split.open;
  for (const int k : factors.space.independentRows()) out.independentRows.push_back(factors.rows[at(k)]);
  if (J.rows() > 0) out.inconsistency = (target - J * factors.x).cwiseAbs().maxCoeff();
  return out;
}

SolutionChange solutionChange(const CartesianSystem& system, const CartesianState& near,
                              const MotionSolution& solution) {
  const Kinematics motions = kinematics(system, near);
  const ConstraintEquations constraints = constraintEquations(system, near, motions);
  const AppliedForces applied = appliedForces(system, near, motions);
  // Converted to the scales of the solution.
  const MotionFactors& factors = solution.factors;
  const VectorXd& columnScale = solution.equations.columnScale;
  const VectorXd& rowScale = solution.equations.rowScale;
  const NewtonEuler equations = newtonEuler(system, near, applied, columnScale);
  const MatrixXd J =
      MatrixXd(rowScale.asDiagonal() * constraints.J * columnScale.asDiagonal())(factors.rows, Eigen::all);
  const VectorXd target = rowScale.cwiseProduct(constraints.acceleration)(factors.rows);
  const Correction correction = correctionFor(
      factors, target - J * factors.x, equations.Q + J.transpose() * factors.lambda - times(equations.M, factors.x));
  SolutionChange change;
  change.accelerations = columnScale.cwiseProduct(correction.x);
  change.lambda = VectorXd::Zero(system.rowCount);
  change.lambda(factors.rows) = correction.lambda;
  change.lambda = change.lambda.cwiseProduct(rowScale);
  for (std::size_t k = 0; k < applied.jointWrenches.size(); ++k) {
    change.jointWrenches.emplace_back(applied.jointWrenches[k] - solution.applied.jointWrenches[k]);
  }
  return change;
}

}  // namespace mb::cartesian
