// Compiles the model and its initial state.
#include <cmath>
#include <numbers>

#include "runtime/cartesian/equations.h"

namespace mb {

using namespace cartesian;

namespace {

// Root mean square radius of gyration of the bodies that have mass.
double gyrationLength(const CartesianModel& model) {
  double sum = 0;
  int count = 0;
  for (const Body& body : model.bodies) {
    const MassProperties& properties = body.massProperties;
    if (body.isGround || !(properties.mass > 0)) continue;
    sum += properties.inertia.trace() / (2 * properties.mass) + properties.com.squaredNorm();
    ++count;
  }
  return count > 0 ? std::sqrt(sum / count) : 0;
}

// Root mean square distance of the markers from their body origins: the arms by which angular velocities enter the
// rows. If all markers are at the origins, the radii of gyration are used instead.
double armLength(const CartesianModel& model) {
  double sum = 0;
  int count = 0;
  for (const Marker& marker : model.markers) {
    if (model.bodies[marker.body].isGround) continue;
    sum += marker.X_BM.p.squaredNorm();
    ++count;
  }
  if (sum > 0) return std::sqrt(sum / count);
  const double radius = gyrationLength(model);
  return radius > 0 ? radius : 1;
}

void askForCoordinates(CartesianSystem& system) {
  const CartesianModel& model = system.model;
  const auto ask = [&](const CoordinateRef& ref) { system.joints[ref.joint].isAsked = true; };
  for (const CoordinateRef& ref : system.library.coordinates) ask(ref);
  for (const Drive& drive : model.drives) {
    if (drive.coordinate) ask(*drive.coordinate);
  }
  for (const Coupler& coupler : model.couplers) {
    for (const Coupler::Term& term : coupler.terms) ask(term.coordinate);
  }
  for (const JointIndex joint : model.joints.indexes()) {
    const bool hasLaw = !model.joints[joint].frictions.empty() || !model.joints[joint].limits.empty();
    if (hasLaw) system.joints[joint].isAsked = true;
  }
}

// An angle fitted to a pose is known up to full turns; the user's initial value resolves them.
void countTurns(const Joint& joint, std::span<double> z) {
  const std::vector<CoordinateName> names = coordinateNames(joint.type);
  for (const InitialCoordinate& initial : joint.initials) {
    const int place = positionPlace(joint.type, initial.coordinate);
    if (!initial.value || place < 0 || !names[at(initial.coordinate)].isRotation) continue;
    double& angle = z[at(place)];
    angle = *initial.value + std::remainder(angle - *initial.value, 2 * std::numbers::pi);
  }
}

CartesianState startingState(const CartesianSystem& system) {
  const CartesianModel& model = system.model;
  CartesianState state;
  for (const Body& body : model.bodies) {
    FrameMotion motion{body.X_WB, Vector3::Zero(), Vector3::Zero()};
    if (!body.isGround) {
      motion.v = body.v_WB;
      motion.w = body.w_WB;
    }
    state.bodies.push_back(motion);
  }
  for (const Joint& joint : model.joints) {
    const Pose X_FM = inverse(worldPose(model, joint.j)) * worldPose(model, joint.i);
    std::vector<double> z = fitPosition(joint.type, parametersOf(joint), X_FM).z;
    countTurns(joint, z);
    state.coordinates.insert(state.coordinates.end(), z.begin(), z.end());
  }
  const Kinematics motions = kinematics(system, state);
  for (const Drive& drive : model.drives) {
    CoordinateValue value;
    if (drive.coordinate) {
      const JointIndex joint = drive.coordinate->joint;
      value =
          coordinateValue(model.joints[joint].type, motions.coordinates[at(joint.value)], drive.coordinate->coordinate);
    } else {
      const RelativeMotion motion = relativeMotion(system, state, drive.i, drive.j);
      const Measurement measured = measuredComponent(drive.component, motion.X_FM, motion.V);
      value = {measured.value, measured.row * motion.V};
    }
    state.driveIntegrals.push_back(value.q);
    state.driveIntegrals.push_back(value.q_dot);
  }
  state.inputs = makeInputValues(system.library.inputs);
  state.lawStates.resize(at(system.library.stateCount));
  settleFilters(system.library.inputs, state.time, state.inputs, state.lawStates);
  state.angles.last.resize(at(system.library.angleCount));
  state.angles.now.resize(at(system.library.angleCount));
  state.angles = appliedForces(system, state, motions).angles;
  acceptAngles(state.angles);
  return state;
}

// Couplers without an offset hold at the initial position, whatever the value of their function there.
void setCouplerOffsets(CartesianSystem& system) {
  const CartesianModel& model = system.model;
  const CartesianState state = startingState(system);
  const Kinematics motions = kinematics(system, state);
  std::vector<Jet> stack(at(system.library.stackSize));
  for (std::size_t k = 0; k < model.couplers.size(); ++k) {
    const Coupler& coupler = model.couplers[k];
    const std::optional<Signal>& signal = system.couplerSignals[k];
    double sum = signal ? -valueAt(*signal, system.library, state.time, state.inputs.now, stack).value : 0;
    for (const Coupler::Term& term : coupler.terms) {
      const JointIndex joint = term.coordinate.joint;
      sum +=
          term.factor *
          coordinateValue(model.joints[joint].type, motions.coordinates[at(joint.value)], term.coordinate.coordinate).q;
    }
    system.couplerOffsets.push_back(coupler.offset.value_or(sum));
  }
}

}  // namespace

CartesianSystem makeCartesianSystem(const CartesianModel& model) {
  CartesianSystem system;
  system.model = model;
  const LawScope scope = lawScope(model);
  system.library = makeLibrary(scope);
  system.forces = compileForces(model.forces, scope, system.library);
  system.forces.feedback = compileFeedback(model.drives, scope, system.library);
  for (const Drive& drive : model.drives) {
    system.driveSignals.push_back(followsMotion(drive) ? Signal{ConstantFunction{}}
                                                       : makeSignal(drive.function, scope, system.library));
  }
  for (const Coupler& coupler : model.couplers) {
    std::optional<Signal> signal;
    if (coupler.function) signal = makeSignal(*coupler.function, scope, system.library);
    system.couplerSignals.push_back(std::move(signal));
  }

  for (const Body& body : model.bodies) {
    system.columns.add(body.isGround ? -1 : system.columnCount);
    if (!body.isGround) system.columnCount += 6;
  }
  int position = 0;
  for (const Joint& joint : model.joints) {
    system.joints.add({system.jointRowCount, position, false});
    system.jointRowCount += equationsOf(joint.type);
    position += positionsOf(joint.type);
  }
  system.rowCount = system.jointRowCount + static_cast<int>(model.drives.size() + model.couplers.size());
  system.length = armLength(model);
  askForCoordinates(system);
  setCouplerOffsets(system);
  return system;
}

CartesianState initialState(const CartesianSystem& system) { return startingState(system); }

}  // namespace mb
