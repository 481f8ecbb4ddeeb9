#include "runtime/cartesian/motion_solver.h"

#include <Eigen/Cholesky>
#include <numeric>

namespace mb::cartesian {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Newton and Euler for all bodies, in scaled accelerations x: M x = Q + J' lambda. M is block-diagonal.
struct NewtonEuler {
  std::vector<Matrix6> M;  // by column / 6
  VectorXd Q;              // with gravity and the terms of the velocities
  // Maps accelerations to those that cost momentum: of the centre of mass, and about axes that have inertia, each
  // body's by the measure of its own largest. What it maps to zero the equations cannot tell.
  std::vector<Matrix6> inertial;

  VectorXd times(const VectorXd& x) const {
    VectorXd y(x.size());
    for (std::size_t k = 0; k < M.size(); ++k) y.segment<6>(6 * k) = M[k] * x.segment<6>(6 * k);
    return y;
  }
  static MatrixXd times(const std::vector<Matrix6>& blocks, const MatrixXd& X) {
    MatrixXd Y(X.rows(), X.cols());
    for (std::size_t k = 0; k < blocks.size(); ++k) Y.middleRows<6>(6 * k) = blocks[k] * X.middleRows<6>(6 * k);
    return Y;
  }
};

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

// Splits the free motions into those with inertia and the others.
struct Split {
  MatrixXd moving;
  MatrixXd open;
};
Split splitFreeMotions(const NewtonEuler& equations, const MatrixXd& freeMotions) {
  if (freeMotions.cols() == 0) return {freeMotions, freeMotions};
  constexpr double kMassless = 1e-9;
  const MatrixXd momentum = NewtonEuler::times(equations.inertial, freeMotions);
  // Eigenvectors of the small matrix would square the small numbers; its rows as constraints do not.
  const RowSpace space(momentum, kMassless);
  if (space.rank() == freeMotions.cols()) return {freeMotions, MatrixXd(freeMotions.rows(), 0)};
  const MatrixXd open = freeMotions * space.freeMotions();
  const RowSpace complement(space.freeMotions().transpose(), kMassless);
  return {freeMotions * complement.freeMotions(), open};
}

}  // namespace

MotionSolution solveMotion(const CartesianSystem& system, const CartesianState& state, const std::vector<int>* given) {
  constexpr double kGivenTolerance = 1e-13;  // rows given are all used
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
  const RowSpace space(J, given ? kGivenTolerance : rankTolerance(system, residual));
  const Split split = splitFreeMotions(equations, space.freeMotions());
  const MatrixXd& N = split.moving;
  const MatrixXd reduced = N.transpose() * NewtonEuler::times(equations.M, N);
  const Eigen::LDLT<MatrixXd> solver(reduced);

  // The constraints fix x but for free motions, the free motions balance, and lambda takes the rest. Masses may differ
  // by many orders: the same once more on what is left over, until rounding is all there is.
  VectorXd x = VectorXd::Zero(system.columnCount);
  VectorXd lambda = VectorXd::Zero(J.rows());
  VectorXd unbalanced = equations.Q;
  for (int pass = 0; pass <= kRefinements; ++pass) {
    VectorXd dx = space.leastSolution(target - J * x);
    if (N.cols() > 0) dx += N * solver.solve(N.transpose() * (unbalanced - equations.times(dx)));
    x += dx;
    lambda += space.leastMultipliers(equations.times(dx) - unbalanced);
    unbalanced = equations.Q + J.transpose() * lambda - equations.times(x);
  }

  out.accelerations = constraints.columnScale.cwiseProduct(x);
  out.lambda = VectorXd::Zero(system.rowCount);
  out.lambda(rows) = lambda;
  out.lambda = out.lambda.cwiseProduct(constraints.rowScale);
  out.selfStresses = space.selfStresses();
  out.undetermined = split.open;
  for (const int k : space.independentRows()) out.independentRows.push_back(rows[at(k)]);
  if (J.rows() > 0) out.inconsistency = (target - J * x).cwiseAbs().maxCoeff();
  return out;
}

}  // namespace mb::cartesian
