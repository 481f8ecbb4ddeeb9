#include "converter/verify/mapping/state_mapping.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <map>
#include <unordered_map>

#include "formats/model/joints/joint_kinematics.h"
#include "runtime/cartesian/relative_motion.h"

namespace mb {
namespace {

// Sets the spin of a rod about its axis that best meets the equations of its joints: the position first, then the rate.
void fitSpin(const CartesianSystem& system, const StateMapping::BodyRow& row, BodyIndex index, const Pose& initial,
             CartesianState& state) {
  FrameMotion& rod = state.bodies[at(index.value)];
  const Vector3 end = rod.X * row.ends[0];
  // Taken before the frame is replaced, because its origin may lie off the axis.
  const Vector3 v_end = rod.v + rod.w.cross(end - rod.X.p);
  const Vector3 axis = (rod.X * row.ends[1] - end).normalized();
  // Start from the body's pose in the model, turned onto the new axis the shortest way.
  const Vector3 before = (initial.R * (row.ends[1] - row.ends[0])).normalized();
  const Matrix3 R = rotationBetween(before, axis) * initial.R;
  rod.X = {R, end - R * row.ends[0]};
  const FrameMotion unspun = rod;
  const auto turnTo = [&](double angle) {
    const Matrix3 turned = rotationOf(angle * axis);
    rod.X = {turned * unspun.X.R, end + turned * (unspun.X.p - end)};
  };
  const auto residual = [&](bool rates) {
    std::vector<double> values;
    for (const JointIndex index2 : row.joints) {
      const Joint& joint = system.model.joints[index2];
      const JointParameters parameters = parametersOf(joint);
      const cartesian::RelativeMotion motion = cartesian::relativeMotion(system, state, joint.i, joint.j);
      const Eigen::VectorXd own = rates ? Eigen::VectorXd(equationRows(joint.type, parameters, motion.X_FM) * motion.V)
                                        : equationValues(joint.type, parameters, motion.X_FM);
      values.insert(values.end(), own.data(), own.data() + own.size());
    }
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size())));
  };
  double angle = 0;
  for (int iteration = 0; iteration < 20; ++iteration) {
    constexpr double h = 1e-6;
    turnTo(angle + h);
    const Eigen::VectorXd plus = residual(false);
    turnTo(angle - h);
    const Eigen::VectorXd slope = (plus - residual(false)) / (2 * h);
    turnTo(angle);
    if (slope.squaredNorm() < 1e-16) break;  // nothing holds its spin
    const double change = -slope.dot(residual(false)) / slope.squaredNorm();
    angle += std::clamp(change, -0.5, 0.5);
    turnTo(angle);
    if (std::abs(change) < 1e-15) break;
  }
  // The velocity equations are linear in the spin. The frame so far follows the ends without spin.
  const Vector3 w_still = rod.w;
  const auto spinAt = [&](double rate) {
    rod.w = w_still + rate * axis;
    rod.v = v_end + rod.w.cross(rod.X.p - end);
  };
  spinAt(1);
  const Eigen::VectorXd plus = residual(true);
  spinAt(0);
  const Eigen::VectorXd still = residual(true);
  const Eigen::VectorXd slope = plus - still;
  if (slope.squaredNorm() > 1e-16) spinAt(-slope.dot(still) / slope.squaredNorm());
}

// What laws integrate, by the names of forces: the two models list these in orders of their own.
void mapLawStates(const CartesianSystem& system, const Mechanism& mechanism, StateMapping& mapping) {
  std::map<std::string_view, ForceSet::States> given;
  for (std::size_t k = 0; k < mechanism.forces.states.size(); ++k) {
    given.emplace(mechanism.model.forces[k].name, mechanism.forces.states[k]);
  }
  mapping.lawStateOf.assign(at(system.library.stateCount), -1);
  for (std::size_t k = 0; k < system.forces.states.size(); ++k) {
    const Force& force = system.model.forces[k];
    const ForceSet::States states = system.forces.states[k];
    const auto found = given.find(force.name);
    if (states.count > 0 && (found == given.end() || found->second.count != states.count)) {
      mapping.missing.push_back(fmt::format("{} {}", typeOf(force), force.name));
      continue;
    }
    for (int n = 0; n < states.count; ++n) mapping.lawStateOf[at(states.first + n)] = found->second.first + n;
  }
}

// By name, with the states of filters. One that only one model has is reported with the elements.
void mapInputs(const CartesianSystem& system, const Mechanism& mechanism, StateMapping& mapping) {
  const std::vector<CompiledInput>& given = mechanism.library.inputs;
  for (const CompiledInput& input : system.library.inputs) {
    const auto found = std::ranges::find(given, input.name, &CompiledInput::name);
    mapping.inputOf.push_back(found == given.end() ? -1 : static_cast<int>(found - given.begin()));
    if (found == given.end() || input.state < 0 || found->state < 0) continue;
    for (int n = 0; n < 2; ++n) mapping.lawStateOf[at(input.state + n)] = found->state + n;
  }
}

}  // namespace

StateMapping makeMapping(const CartesianSystem& system, const Mechanism& mechanism) {
  const CartesianModel& model = system.model;
  StateMapping mapping;
  std::unordered_map<std::string, BodyPlace> places;
  for (const BodyPlace& place : bodiesOf(mechanism)) places.emplace(place.name, place);
  for (const BodyIndex index : model.bodies.indexes()) {
    const Body& body = model.bodies[index];
    StateMapping::BodyRow row;
    const auto found = places.find(body.name);
    if (found != places.end()) {
      row.place = found->second;
      row.isRod = row.place.rod >= 0;
    } else if (!body.isGround) {
      mapping.missing.push_back("body " + body.name);
    }
    if (row.isRod) {
      const Pose X_BR = inverse(row.place.X_LB);
      row.ends = {X_BR.p, X_BR * Vector3(0, 0, mechanism.model.rods[at(row.place.rod)].length)};
      for (const JointIndex joint : model.joints.indexes()) {
        if (bodyI(model, model.joints[joint]) == index || bodyJ(model, model.joints[joint]) == index) {
          row.joints.push_back(joint);
        }
      }
    }
    mapping.bodies.push_back(std::move(row));
  }
  for (const Joint& joint : model.joints) {
    int link = -1;
    for (const JointPlace& place : mechanism.model.joints) {
      if (place.name != joint.name || !place.link.valid()) continue;
      // A joint of another type has other coordinates, so those of the source are computed from its markers.
      if (typeOf(mechanism.model, place) == joint.type)
        link = place.link.value;
      else
        mapping.missing.push_back(fmt::format("joint {} as {}", joint.name, joint.type.name));
    }
    mapping.linkOfJoint.push_back(link);
  }
  for (const Drive& drive : model.drives) {
    int number = -1;
    for (std::size_t k = 0; k < mechanism.model.drives.size(); ++k) {
      if (mechanism.model.drives[k].name == drive.name) number = static_cast<int>(k);
    }
    if (number < 0) mapping.missing.push_back("drive " + drive.name);
    mapping.driveOf.push_back(number);
  }
  mapLawStates(system, mechanism, mapping);
  mapInputs(system, mechanism, mapping);
  return mapping;
}

CartesianState mapped(const CartesianSystem& system, const CartesianState& initial, const StateMapping& mapping,
                      const Mechanism& mechanism, const Workspace& w, StateView y, double time) {
  CartesianState state = initial;
  state.time = time;
  const std::vector<Vector6> noAccelerations(mechanism.links.size(), Vector6::Zero());
  for (const BodyIndex index : system.model.bodies.indexes()) {
    if (system.model.bodies[index].isGround) continue;
    const BodyMotion motion = motionOf(mechanism, w, noAccelerations, mapping.bodies[at(index.value)].place);
    state.bodies[at(index.value)] = {motion.X, motion.v, motion.w};
  }
  for (const BodyIndex index : system.model.bodies.indexes()) {
    const StateMapping::BodyRow& row = mapping.bodies[at(index.value)];
    if (row.isRod) fitSpin(system, row, index, initial.bodies[at(index.value)].X, state);
  }
  for (const JointIndex index : system.model.joints.indexes()) {
    const Joint& joint = system.model.joints[index];
    double* const z = state.coordinates.data() + system.joints[index].position;
    const int link = mapping.linkOfJoint[at(index.value)];
    if (link >= 0) {
      std::copy_n(y.begin() + mechanism.links[at(link)].z, positionsOf(joint.type), z);
      continue;
    }
    const Pose X_FM = cartesian::relativeMotion(system, state, joint.i, joint.j).X_FM;
    const FittedPosition fitted = fitPosition(joint.type, parametersOf(joint), X_FM);
    std::copy(fitted.z.begin(), fitted.z.end(), z);
  }
  for (std::size_t k = 0; k < mapping.driveOf.size(); ++k) {
    for (std::size_t n = 0; n < 2; ++n) {
      state.driveIntegrals[2 * k + n] =
          mapping.driveOf[k] >= 0 ? y[at(mechanism.integralAt() + 2 * mapping.driveOf[k]) + n] : 0;
    }
  }
  for (std::size_t k = 0; k < mapping.lawStateOf.size(); ++k) {
    state.lawStates[k] = mapping.lawStateOf[k] >= 0 ? y[at(mechanism.lawStateAt() + mapping.lawStateOf[k])] : 0;
  }
  for (std::size_t k = 0; k < mapping.inputOf.size(); ++k) {
    if (mapping.inputOf[k] >= 0) state.inputs.set[k] = w.forces.inputs.set[at(mapping.inputOf[k])];
  }
  return state;
}

}  // namespace mb
