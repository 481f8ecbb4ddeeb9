// Projection of positions and velocities onto the constraints by the least change.
#include <algorithm>
#include <limits>

#include "runtime/cartesian/equations.h"
#include "runtime/cartesian/row_space.h"

namespace mb {

using namespace cartesian;

namespace {

ConstraintEquations equationsAt(const CartesianSystem& system, const CartesianState& state) {
  return constraintEquations(system, state, kinematics(system, state));
}

CartesianState moved(const CartesianSystem& system, CartesianState state, const Eigen::VectorXd& dq) {
  for (const BodyIndex body : system.columns.indexes()) {
    const int column = system.columns[body];
    if (column < 0) continue;
    Pose& X = state.bodies[at(body.value)].X;
    X.p += dq.segment<3>(column);
    // Normalised, so that round-off of many small rotations does not add up.
    X.R = quaternionOf(rotationOf(dq.segment<3>(column + 3)) * X.R).toRotationMatrix();
  }
  return state;
}

// The least dq with J dq = b, with angles multiplied by the length of the system.
Eigen::VectorXd leastChange(const ConstraintEquations& equations, const Eigen::VectorXd& b, double tolerance) {
  const RowSpace space(scaledRows(equations), tolerance);
  return equations.columnScale.cwiseProduct(space.leastSolution(equations.rowScale.cwiseProduct(b)));
}

void refitAll(const CartesianSystem& system, CartesianState& state) {
  for (const JointIndex index : system.model.joints.indexes()) {
    const Joint& joint = system.model.joints[index];
    const Pose X_FM = relativeMotion(system, state, joint.i, joint.j).X_FM;
    const std::span<double> z{state.coordinates.data() + system.joints[index].position, at(positionsOf(joint.type))};
    refit(joint.type, parametersOf(joint), X_FM, z);
  }
}

// The residual that round-off of the coordinates alone causes.
double roundOff(const CartesianSystem& system, const CartesianState& state) {
  double largest = system.length;
  for (const FrameMotion& body : state.bodies) largest = std::max(largest, body.X.p.norm());
  return 4 * std::numeric_limits<double>::epsilon() * largest;
}

}  // namespace

Projection projectPositions(const CartesianSystem& system, CartesianState& state) {
  constexpr int kIterations = 50;
  ConstraintEquations equations = equationsAt(system, state);
  double residual = residualOf(equations, equations.value);
  Projection result{residual, residual, 0};
  const double enough = roundOff(system, state);
  bool isStrict = false;  // uses every row that is not dependent beyond doubt
  while (residual > enough && result.iterations < kIterations) {
    ++result.iterations;
    const double tolerance = rankTolerance(system, isStrict ? 0 : residual);
    CartesianState trial = moved(system, state, leastChange(equations, -equations.value, tolerance));
    ConstraintEquations trialEquations = equationsAt(system, trial);
    const double trialResidual = residualOf(trialEquations, trialEquations.value);
    const bool isProgress = trialResidual < 0.5 * residual;
    if (trialResidual < residual) {
      state = std::move(trial);
      equations = std::move(trialEquations);
      residual = trialResidual;
    }
    if (!isProgress && isStrict) break;
    isStrict = !isProgress;
  }
  refitAll(system, state);
  result.residualAfter = residual;
  return result;
}

Projection projectVelocities(const CartesianSystem& system, CartesianState& state) {
  const ConstraintEquations equations = equationsAt(system, state);
  const RowSpace space(scaledRows(equations), rankTolerance(system, residualOf(equations, equations.value)));
  Eigen::VectorXd velocities = stateVelocities(system, state);
  const auto residual = [&]() -> Eigen::VectorXd { return equations.rate - equations.J * velocities; };
  Projection result{residualOf(equations, residual()), 0, 0};
  // The equations are linear; the second pass removes the rounding of the first.
  for (result.iterations = 0; result.iterations < 2; ++result.iterations) {
    const Eigen::VectorXd scaled = equations.rowScale.cwiseProduct(residual());
    velocities += equations.columnScale.cwiseProduct(space.leastSolution(scaled));
  }
  result.residualAfter = residualOf(equations, residual());
  for (const BodyIndex body : system.columns.indexes()) {
    const int column = system.columns[body];
    if (column < 0) continue;
    FrameMotion& motion = state.bodies[at(body.value)];
    motion.v = velocities.segment<3>(column);
    motion.w = velocities.segment<3>(column + 3);
  }
  return result;
}

namespace {

int rankOfRows(const CartesianSystem& system, const CartesianState& state, int rows) {
  const ConstraintEquations equations = equationsAt(system, state);
  const double residual = residualOf(equations, equations.value);
  return RowSpace(scaledRows(equations).topRows(rows), rankTolerance(system, residual)).rank();
}

}  // namespace

int cartesianRank(const CartesianSystem& system, const CartesianState& state) {
  return rankOfRows(system, state, system.jointRowCount);
}

int prescribedRank(const CartesianSystem& system, const CartesianState& state) {
  if (system.rowCount == system.jointRowCount) return 0;
  return rankOfRows(system, state, system.rowCount) - cartesianRank(system, state);
}

}  // namespace mb
