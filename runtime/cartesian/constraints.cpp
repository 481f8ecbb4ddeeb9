// Constraint rows of joints, drives and couplers.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "runtime/cartesian/equations.h"

namespace mb::cartesian {
namespace {

class Assembly {
 public:
  Assembly(const CartesianSystem& system, const CartesianState& state, const Kinematics& motions)
      : system_(system), state_(state), motions_(motions), stack_(at(system.library.stackSize)) {
    out_.J = Eigen::MatrixXd::Zero(system.rowCount, system.columnCount);
    out_.value = Eigen::VectorXd::Zero(system.rowCount);
    out_.rate = Eigen::VectorXd::Zero(system.rowCount);
    out_.acceleration = Eigen::VectorXd::Zero(system.rowCount);
  }

  ConstraintEquations assembled() {
    for (const JointIndex joint : system_.model.joints.indexes()) addJoint(joint);
    row_ = system_.jointRowCount;
    for (std::size_t k = 0; k < system_.model.drives.size(); ++k, ++row_) addDrive(k);
    for (std::size_t k = 0; k < system_.model.couplers.size(); ++k, ++row_) addCoupler(k);
    setScales();
    return std::move(out_);
  }

 private:
  void addToRow(const RelativeMotion& motion, const RowVector6& byTwist) {
    const int i = system_.columns[motion.i];
    const int j = system_.columns[motion.j];
    if (i >= 0) out_.J.row(row_).segment<6>(i) += byTwist * motion.byI;
    if (j >= 0) out_.J.row(row_).segment<6>(j) += byTwist * motion.byJ;
    out_.acceleration(row_) -= byTwist * motion.bias;
  }

  void addJoint(JointIndex index) {
    const Joint& joint = system_.model.joints[index];
    const RelativeMotion& motion = motions_.joints[at(index.value)];
    const JointParameters parameters = parametersOf(joint);
    const Eigen::VectorXd values = equationValues(joint.type, parameters, motion.X_FM);
    const Eigen::VectorXd biases = equationBiases(joint.type, parameters, motion.X_FM, motion.V);
    const auto rows = equationRows(joint.type, parameters, motion.X_FM);
    row_ = system_.joints[index].row;
    for (int k = 0; k < equationsOf(joint.type); ++k, ++row_) {
      out_.value(row_) = values(k);
      out_.acceleration(row_) = -biases(k);
      addToRow(motion, rows.row(k));
      out_.shares.push_back({row_, index, rows.row(k)});
    }
  }

  // Adds factor times a joint's coordinate to the left side of the row.
  void addCoordinate(const CoordinateRef& ref, double factor) {
    const Joint& joint = system_.model.joints[ref.joint];
    const RelativeMotion& motion = motions_.joints[at(ref.joint.value)];
    const CoordinateMotion& coordinates = motions_.coordinates[at(ref.joint.value)];
    const RowVector6 byTwist = factor * coordinates.inverse.row(ref.coordinate);
    out_.value(row_) += factor * coordinateValue(joint.type, coordinates, ref.coordinate).q;
    out_.acceleration(row_) -= factor * coordinates.bias(ref.coordinate);
    addToRow(motion, byTwist);
    out_.shares.push_back({row_, ref.joint, byTwist});
  }

  void setTarget(const Jet& target) {
    out_.value(row_) -= target.value;
    out_.rate(row_) += target.rate;
    out_.acceleration(row_) += target.second;
  }

  void addDrive(std::size_t k) {
    const Drive& drive = system_.model.drives[k];
    if (drive.coordinate) {
      addCoordinate(*drive.coordinate, 1);
    } else {
      const RelativeMotion motion = relativeMotion(system_, state_, drive.i, drive.j);
      const Measurement measured = measuredComponent(drive.component, motion.X_FM, motion.V);
      out_.value(row_) = measured.value;
      out_.acceleration(row_) = -measured.bias;
      addToRow(motion, measured.row);
    }
    setTarget(driveAt(system_, state_, motions_, k));
    const bool isTurnUnknown = !drive.coordinate && isTurn(drive.component);
    if (isTurnUnknown) out_.value(row_) = std::remainder(out_.value(row_), 2 * std::numbers::pi);
  }

  void addCoupler(std::size_t k) {
    for (const Coupler::Term& term : system_.model.couplers[k].terms) addCoordinate(term.coordinate, term.factor);
    Jet target = system_.couplerOffsets[k];
    const std::optional<Signal>& signal = system_.couplerSignals[k];
    if (signal) target = target + valueAt(*signal, system_.library, state_.time, inputsAt(system_, state_), stack_);
    setTarget(target);
  }

  void setScales() {
    out_.columnScale = Eigen::VectorXd::Ones(system_.columnCount);
    for (int column = 0; column < system_.columnCount; column += 6) {
      out_.columnScale.segment<3>(column + 3).setConstant(1 / system_.length);
    }
    const Eigen::VectorXd norms = (out_.J * out_.columnScale.asDiagonal()).rowwise().norm();
    out_.rowScale = norms.unaryExpr([](double norm) { return norm > 1e-9 ? 1 / norm : 1; });
    // The cosine of an angle that is held at zero has no slope there, and round-off of 1e-16 tilts the axes by 1e-8.
    // Such a row holds by itself and does not constrain the motion.
    constexpr double kFlat = 1e-7;
    for (const JointIndex index : system_.model.joints.indexes()) {
      int row = system_.joints[index].row;
      for (const Equation& equation : system_.model.joints[index].type.equations()) {
        const double usual = measuresLength(equation) ? 1 : 1 / system_.length;
        if (norms(row) < kFlat * usual) out_.rowScale(row) = 0;
        ++row;
      }
    }
  }

  const CartesianSystem& system_;
  const CartesianState& state_;
  const Kinematics& motions_;
  std::vector<Jet> stack_;
  ConstraintEquations out_;
  int row_ = 0;
};

}  // namespace

Kinematics kinematics(const CartesianSystem& system, const CartesianState& state) {
  const CartesianModel& model = system.model;
  Kinematics motions;
  for (const MarkerIndex marker : model.markers.indexes()) {
    motions.markers.push_back(markerMotion(system, state, marker));
  }
  motions.coordinates.resize(at(model.joints.size()));
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    const CartesianSystem::JointLayout& layout = system.joints[index];
    motions.joints.push_back(relativeMotion(system, state, joint.i, joint.j));
    if (!layout.isAsked) continue;
    const std::span<const double> seed{state.coordinates.data() + layout.position, at(positionsOf(joint.type))};
    motions.coordinates[at(index.value)] = coordinateMotion(joint, motions.joints.back(), seed);
  }
  return motions;
}

ConstraintEquations constraintEquations(const CartesianSystem& system, const CartesianState& state,
                                        const Kinematics& motions) {
  return Assembly(system, state, motions).assembled();
}

double residualOf(const ConstraintEquations& equations, const Eigen::VectorXd& residual) {
  return residual.size() > 0 ? residual.cwiseProduct(equations.rowScale).cwiseAbs().maxCoeff() : 0;
}

double rankTolerance(const CartesianSystem& system, double residual) {
  constexpr double kLeast = 1e-9;
  constexpr double kMost = 1e-3;
  return std::clamp(1e3 * residual / system.length, kLeast, kMost);
}

Eigen::VectorXd stateVelocities(const CartesianSystem& system, const CartesianState& state) {
  Eigen::VectorXd velocities(system.columnCount);
  for (const BodyIndex body : system.columns.indexes()) {
    const FrameMotion& motion = state.bodies[at(body.value)];
    if (system.columns[body] >= 0) velocities.segment<6>(system.columns[body]) << motion.v, motion.w;
  }
  return velocities;
}

std::vector<Jet> inputsAt(const CartesianSystem& system, const CartesianState& state) {
  InputValues inputs = state.inputs;
  std::vector<double> rates(state.lawStates.size());
  seeInputs(system.library.inputs, state.time, state.lawStates, inputs, rates);
  return inputs.now;
}

Jet driveAt(const CartesianSystem& system, const CartesianState& state, const Kinematics& motions, std::size_t k) {
  std::vector<Jet> stack(at(system.library.stackSize));
  Jet function = valueAt(system.driveSignals[k], system.library, state.time, inputsAt(system, state), stack);
  if (!system.forces.feedback.empty() && system.forces.feedback[k]) {
    function = lawResults(system, state, motions).feedback[k];
  }
  return prescribed(system.model.drives[k].derivative, function, state.driveIntegrals[2 * k],
                    state.driveIntegrals[2 * k + 1]);
}

}  // namespace mb::cartesian
