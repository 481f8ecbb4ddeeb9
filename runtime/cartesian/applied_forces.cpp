#include "runtime/cartesian/equations.h"
#include "runtime/laws/joint_laws.h"

namespace mb::cartesian {
BodyInertia bodyInertia(const Body& body, const FrameMotion& motion) {
  const MassProperties& properties = body.massProperties;
  const Matrix3& R = motion.X.R;
  return {properties.mass, R * properties.com, R * properties.inertia * R.transpose()};
}

ForceResults lawResults(const CartesianSystem& system, const CartesianState& state, const Kinematics& motions) {
  ForceResults results = makeResults(system.forces, system.library);
  results.angles = state.angles;
  results.inputs = state.inputs;
  seeInputs(system.library.inputs, state.time, state.lawStates, results.inputs, results.stateRates);
  std::vector<CoordinateValue> coordinates;
  for (const CoordinateRef& ref : system.library.coordinates) {
    const CoordinateMotion& motion = motions.coordinates[at(ref.joint.value)];
    coordinates.push_back(coordinateValue(system.model.joints[ref.joint].type, motion, ref.coordinate));
  }
  evaluate(system.forces, system.library, motions.markers, coordinates, state.time, state.lawStates, results);
  return results;
}

AppliedForces appliedForces(const CartesianSystem& system, const CartesianState& state, const Kinematics& motions) {
  const CartesianModel& model = system.model;
  AppliedForces out;
  out.Q = Eigen::VectorXd::Zero(system.columnCount);
  out.jointWrenches.assign(at(model.joints.size()), Vector6::Zero());
  const ForceResults results = lawResults(system, state, motions);
  for (const Action& action : results.actions) {
    if (!action.on.valid()) continue;
    const BodyIndex body = model.markers[action.on].body;
    if (system.columns[body] < 0) continue;
    const Vector3 arm = action.point - state.bodies[at(body.value)].X.p;
    out.Q.segment<3>(system.columns[body]) += action.force;
    out.Q.segment<3>(system.columns[body] + 3) += action.torque + arm.cross(action.force);
  }
  for (const BodyIndex body : system.columns.indexes()) {
    if (state.loads.empty() || system.columns[body] < 0) continue;
    out.Q.segment<6>(system.columns[body]) += state.loads[at(body.value)];
  }
  out.potential = results.potential;
  out.power = results.power;
  out.angles = results.angles;
  out.lawStateRates = results.stateRates;

  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    if (joint.frictions.empty() && joint.limits.empty()) continue;
    const RelativeMotion& motion = motions.joints[at(index.value)];
    const CoordinateMotion& own = motions.coordinates[at(index.value)];
    Eigen::VectorXd tau = Eigen::VectorXd::Zero(own.z_dot.size());
    for (const Friction& friction : joint.frictions) {
      const double q_dot = own.z_dot(friction.coordinate);
      const double force = frictionForce(friction, q_dot);
      tau(friction.coordinate) += force;
      out.power += force * q_dot;
    }
    for (const Limit& limit : joint.limits) {
      const CoordinateValue value = coordinateValue(joint.type, own, limit.coordinate);
      const StopForce stop = stopForce(limit, value.q, value.q_dot);
      tau(limit.coordinate) += stop.force;
      out.potential += stop.potential;
      out.power += stop.power;
    }
    Vector6& wrench = out.jointWrenches[at(index.value)];
    wrench = own.inverse.transpose() * tau;
    if (const int i = system.columns[motion.i]; i >= 0) out.Q.segment<6>(i) += motion.byI.transpose() * wrench;
    if (const int j = system.columns[motion.j]; j >= 0) out.Q.segment<6>(j) += motion.byJ.transpose() * wrench;
  }
  return out;
}

}  // namespace mb::cartesian
