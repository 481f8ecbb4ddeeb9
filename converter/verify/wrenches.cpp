#include "converter/verify/wrenches.h"

#include <Eigen/Geometry>

#include "converter/verify/random_states.h"
#include "runtime/observation/reactions.h"

namespace mb {

NamedWrenches recursiveReactions(const ModelPair& pair, const CartesianState& state, const Workspace& w) {
  const Reactions reactions = reactionsOf(pair.mechanism, w);
  NamedWrenches result;
  for (const Reaction& reaction : reactions.joints) {
    NamedWrench& wrench = result[reaction.joint];  // contributions under one name add up
    wrench.force += reaction.force;
    wrench.torque += reaction.torque;
    wrench.isUnique = wrench.isUnique && reaction.isUnique;
  }
  for (const RodEndForce& end : reactions.rodEnds) {
    const std::optional<JointIndex> joint = findJoint(pair.system.model, end.joint);
    if (!joint) continue;
    const Marker& i = pair.system.model.markers[pair.system.model.joints[*joint].i];
    const double sign = pair.system.model.bodies[i.body].name == end.rod ? -1 : 1;
    const Vector3 arm = end.point - state.bodies[at(i.body.value)].X * i.X_BM.p;
    const Vector3 torque = end.isHinge ? Vector3(end.torque + arm.cross(end.force)) : Vector3::Zero();
    result[end.joint] = {sign * end.force, sign * torque, end.isUnique, !end.isHinge};
  }
  return result;
}

std::vector<std::optional<Vector6>> unbalanced(const ModelPair& pair, const SolvedState& solved,
                                               const std::vector<BodyMotion>& motions, const NamedWrenches& reactions) {
  const CartesianModel& model = pair.system.model;
  const CartesianState& state = solved.state;
  const cartesian::Kinematics& kinematics = solved.solution.motions;
  cartesian::AppliedForces applied = solved.solution.applied;
  for (const JointIndex index : model.joints.indexes()) {
    // Friction and stops count as reactions of the joints here.
    const cartesian::RelativeMotion& joint = kinematics.joints[at(index.value)];
    const Vector6& wrench = applied.jointWrenches[at(index.value)];
    if (const int i = pair.system.columns[joint.i]; i >= 0) applied.Q.segment<6>(i) -= joint.byI.transpose() * wrench;
    if (const int j = pair.system.columns[joint.j]; j >= 0) applied.Q.segment<6>(j) -= joint.byJ.transpose() * wrench;
  }
  std::vector<Vector6> missing(at(model.bodies.size()), Vector6::Zero());  // about the origin of the body frame
  std::vector<bool> isKnown(at(model.bodies.size()), true);
  for (const BodyIndex index : model.bodies.indexes()) {
    const int column = pair.system.columns[index];
    if (column < 0) continue;
    const std::size_t k = at(index.value);
    const cartesian::BodyInertia inertia = cartesian::bodyInertia(model.bodies[index], state.bodies[k]);
    const Vector3& w = state.bodies[k].w;
    const Vector3 a_com = pointAcceleration(motions[k].v_dot, motions[k].w_dot, w, inertia.arm);
    const Vector3 force = inertia.mass * (a_com - model.gravity);
    const Vector3 torque = inertia.J * motions[k].w_dot + w.cross(inertia.J * w) + inertia.arm.cross(force);
    missing[k] << force, torque;
    missing[k] -= applied.Q.segment<6>(column);
    // The spin of a removed rod is unknown, and so is the share of a welded or fused joint.
    if (pair.mapping.bodies[k].isRod) isKnown[k] = false;
  }
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    const auto found = reactions.find(joint.name);
    const BodyIndex i = bodyI(model, joint);
    const BodyIndex j = bodyJ(model, joint);
    if (found == reactions.end()) {
      if (dofOf(joint.type) < 6 || equationsOf(joint.type) > 0) isKnown[at(i.value)] = isKnown[at(j.value)] = false;
      continue;
    }
    const Vector3 point = kinematics.markers[at(joint.i.value)].X.p;
    const auto add = [&](BodyIndex body, double sign) {
      Vector6& sum = missing[at(body.value)];
      const Vector3 force = sign * found->second.force;
      sum.head<3>() -= force;
      sum.tail<3>() -= sign * found->second.torque + (point - state.bodies[at(body.value)].X.p).cross(force);
    };
    add(i, 1);
    add(j, -1);
  }
  for (const Drive& drive : model.drives) {
    // The force of a drive between markers belongs to no joint.
    if (drive.coordinate) continue;
    isKnown[at(model.markers[drive.i].body.value)] = isKnown[at(model.markers[drive.j].body.value)] = false;
  }
  std::vector<std::optional<Vector6>> left(missing.size());
  for (const BodyIndex index : model.bodies.indexes()) {
    const std::size_t k = at(index.value);
    if (!model.bodies[index].isGround && isKnown[k]) left[k] = missing[k];
  }
  return left;
}

std::vector<Vector6> randomLoads(const ModelPair& pair, const CartesianState& state, std::mt19937_64& random) {
  constexpr double kAcceleration = 10;  // m/s^2; for rotations, of points at the machine's size
  const CartesianModel& model = pair.system.model;
  std::vector<Vector6> loads(at(model.bodies.size()), Vector6::Zero());
  for (const BodyIndex index : model.bodies.indexes()) {
    Vector6 a;
    for (int k = 0; k < 6; ++k) a(k) = kAcceleration * uniform(random, -1, 1);
    if (model.bodies[index].isGround || pair.mapping.bodies[at(index.value)].isRod) continue;
    const cartesian::BodyInertia inertia = cartesian::bodyInertia(model.bodies[index], state.bodies[at(index.value)]);
    const Vector3 force = inertia.mass * a.head<3>();
    const Vector3 torque = inertia.J * a.tail<3>() / pair.size;
    loads[at(index.value)] << force, torque + inertia.arm.cross(force);
  }
  return loads;
}

std::vector<Vector6> onLinks(const ModelPair& pair, const CartesianState& state, const Vector3& point) {
  std::vector<Vector6> wrenches(pair.mechanism.links.size(), Vector6::Zero());
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    const int link = pair.mapping.bodies[at(index.value)].place.link;
    if (link < 0) continue;
    const Vector6& load = state.loads[at(index.value)];
    const Vector3 force = load.head<3>();
    wrenches[at(link)] += wrenchAt(state.bodies[at(index.value)].X.p - point, force);
    wrenches[at(link)].tail<3>() += load.tail<3>();
  }
  return wrenches;
}

}  // namespace mb
