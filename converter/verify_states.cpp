#include "converter/verify_states.h"

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "converter/random_states.h"
#include "runtime/cartesian/equations.h"
#include "runtime/reactions.h"

namespace mb {
namespace {

void keepWorst(Finding& finding, double value, const std::string& where) {
  if (value <= finding.value || std::isnan(finding.value)) return;
  finding.value = value;
  finding.where = where;
}

// The joint, drive or coupler that a row of the Cartesian equations belongs to.
std::string nameOfRow(const CartesianSystem& system, int row) {
  const CartesianModel& model = system.model;
  if (row >= system.jointRowCount) {
    const auto k = at(row - system.jointRowCount);
    return k < model.drives.size() ? "drive " + model.drives[k].name
                                   : "coupler " + model.couplers[k - model.drives.size()].name;
  }
  std::string name;
  for (const JointIndex joint : model.joints.indexes()) {
    if (system.joints[joint].row <= row && equationsOf(model.joints[joint].type) > 0) name = model.joints[joint].name;
  }
  return "joint " + name;
}

void compareConstraints(const Pair& pair, const CartesianState& state, Verification::States& states) {
  const auto kinematics = cartesian::kinematics(pair.system, state);
  const auto equations = cartesian::constraintEquations(pair.system, state, kinematics);
  const Eigen::VectorXd rate = equations.J * cartesian::stateVelocities(pair.system, state) - equations.rate;
  for (int row = 0; row < pair.system.rowCount; ++row) {
    const double scale = equations.rowScale(row) / pair.system.length;  // by the size of the mechanism
    keepWorst(states.position, scale * std::abs(equations.value(row)), nameOfRow(pair.system, row));
    keepWorst(states.velocity, scale * std::abs(rate(row)), nameOfRow(pair.system, row));
  }
}

// Accelerations of a body frame, of the ends for a removed rod: its spin is not the recursive model's business.
struct Accelerated {
  std::string name;
  Vector3 cartesian;
  Vector3 recursive;
};

Vector3 pointAcceleration(const Vector3& v_dot, const Vector3& w_dot, const Vector3& w, const Vector3& r) {
  return v_dot + w_dot.cross(r) + w.cross(w.cross(r));
}

std::vector<Accelerated> bodyAccelerations(const Pair& pair, const CartesianState& state,
                                           const CartesianAccelerations& a, const std::vector<BodyMotion>& motions) {
  const CartesianModel& model = pair.system.model;
  // Where the equations leave directions open, the Cartesian side is taken nearest to the recursive one.
  Eigen::VectorXd difference = Eigen::VectorXd::Zero(a.undetermined.rows());
  if (a.undetermined.cols() > 0) {
    for (const BodyIndex index : model.bodies.indexes()) {
      if (pair.mapping.bodies[at(index.value)].isRod || model.bodies[index].isGround) continue;
      difference.segment<3>(6 * index.value) = motions[at(index.value)].v_dot - a.v_dot[at(index.value)];
      difference.segment<3>(6 * index.value + 3) = motions[at(index.value)].w_dot - a.w_dot[at(index.value)];
    }
    difference = a.undetermined * (a.undetermined.transpose() * difference);
  }
  std::vector<Accelerated> all;
  for (const BodyIndex index : model.bodies.indexes()) {
    const Body& body = model.bodies[index];
    const std::size_t k = at(index.value);
    if (body.isGround) continue;
    const BodyMotion& motion = motions[k];
    const StateMapping::BodyRow& row = pair.mapping.bodies[k];
    Vector3 v_dot = a.v_dot[k];
    Vector3 w_dot = a.w_dot[k];
    if (difference.size() > 0) {
      v_dot += difference.segment<3>(6 * index.value);
      w_dot += difference.segment<3>(6 * index.value + 3);
    }
    if (!row.isRod) {
      all.push_back({body.name, v_dot, motion.v_dot});
      all.push_back({body.name, pair.system.length * w_dot, pair.system.length * motion.w_dot});
      continue;
    }
    for (const Vector3& end : row.ends) {
      const FrameMotion& there = state.bodies[k];
      const Vector3 inRod = motion.X.R * end;  // the recursive rod has its own spin, but the same ends
      all.push_back({body.name, pointAcceleration(v_dot, w_dot, there.w, there.X.R * end),
                     pointAcceleration(motion.v_dot, motion.w_dot, motion.w, inRod)});
    }
  }
  return all;
}

struct NamedWrench {
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  bool isUnique = true;
  bool forceOnly = false;  // at the end of a rod
};

// Reactions of the recursive model in the Cartesian sense: on body i, about the origin of marker i.
std::unordered_map<std::string, NamedWrench> recursiveReactions(const Pair& pair, const Workspace& w) {
  const Reactions reactions = reactionsOf(pair.mechanism, w);
  std::unordered_map<std::string, NamedWrench> result;
  for (const Reaction& reaction : reactions.joints) {
    NamedWrench& wrench = result[reaction.joint];  // parts of one name add up
    wrench.force += reaction.force;
    wrench.torque += reaction.torque;
    wrench.isUnique = wrench.isUnique && reaction.isUnique;
  }
  for (const RodEndForce& end : reactions.rodEnds) {
    const std::optional<JointIndex> joint = findJoint(pair.system.model, end.joint);
    if (!joint) continue;
    const bool rodIsI =
        pair.system.model.bodies[bodyI(pair.system.model, pair.system.model.joints[*joint])].name == end.rod;
    result[end.joint] = {rodIsI ? Vector3(-end.force) : end.force, Vector3::Zero(), end.isUnique, true};
  }
  return result;
}

void compareReactions(const Pair& pair, const CartesianAccelerations& a,
                      const std::unordered_map<std::string, NamedWrench>& recursive, double forceScale,
                      Verification::States& states) {
  const CartesianModel& model = pair.system.model;
  states.reactionsCompared = states.reactionsOpen = 0;
  for (const JointIndex index : model.joints.indexes()) {
    const auto found = recursive.find(model.joints[index].name);
    const CartesianAccelerations::Reaction& reaction = a.reactions[at(index.value)];
    if (found == recursive.end() || !found->second.isUnique || !reaction.unique) {
      ++states.reactionsOpen;
      continue;
    }
    ++states.reactionsCompared;
    double error = (reaction.force - found->second.force).norm();
    if (!found->second.forceOnly) {
      error = std::max(error, (reaction.torque - found->second.torque).norm() / pair.system.length);
    }
    keepWorst(states.reaction, error / forceScale, "joint " + model.joints[index].name);
  }
}

// Newton and Euler for every body, with the recursive accelerations and reactions and the Cartesian masses and forces:
// what does not balance names the body that is wrong.
void compareBalance(const Pair& pair, const CartesianState& state, const std::vector<BodyMotion>& motions,
                    const std::unordered_map<std::string, NamedWrench>& reactions, double forceScale,
                    Verification::States& states) {
  const CartesianModel& model = pair.system.model;
  const auto kinematics = cartesian::kinematics(pair.system, state);
  cartesian::AppliedForces applied = cartesian::appliedForces(pair.system, state, kinematics);
  for (const JointIndex index : model.joints.indexes()) {
    // Friction and stops are part of the joints' reactions here.
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
    // A removed rod's spin is unknown; a welded or fused joint's share is not told apart.
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
    // The force of a drive between markers is in no joint.
    if (drive.coordinate) continue;
    isKnown[at(model.markers[drive.i].body.value)] = isKnown[at(model.markers[drive.j].body.value)] = false;
  }
  for (const BodyIndex index : model.bodies.indexes()) {
    const std::size_t k = at(index.value);
    if (model.bodies[index].isGround || !isKnown[k]) continue;
    const double error = std::max(missing[k].head<3>().norm(), missing[k].tail<3>().norm() / pair.system.length);
    keepWorst(states.balance, error / forceScale, "body " + model.bodies[index].name);
  }
}

}  // namespace

Pair makePair(const Mechanism& mechanism, const CartesianSystem& system) {
  return {mechanism, system, initialState(system), makeMapping(system, mechanism)};
}

std::vector<Vector6> randomLoads(const Pair& pair, const CartesianState& state, std::mt19937_64& random) {
  constexpr double kAcceleration = 10;  // m/s^2, and of points at the machine's size when it turns
  const CartesianModel& model = pair.system.model;
  std::vector<Vector6> loads(at(model.bodies.size()), Vector6::Zero());
  for (const BodyIndex index : model.bodies.indexes()) {
    Vector6 a;
    for (int k = 0; k < 6; ++k) a(k) = kAcceleration * uniform(random, -1, 1);
    if (model.bodies[index].isGround || pair.mapping.bodies[at(index.value)].isRod) continue;
    const cartesian::BodyInertia inertia = cartesian::bodyInertia(model.bodies[index], state.bodies[at(index.value)]);
    const Vector3 force = inertia.mass * a.head<3>();
    const Vector3 torque = inertia.J * a.tail<3>() / pair.system.length;
    loads[at(index.value)] << force, torque + inertia.arm.cross(force);
  }
  return loads;
}

std::vector<Vector6> onLinks(const Pair& pair, const CartesianState& state, const Vector3& point) {
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

void compareState(const Pair& pair, const Workspace& w, const CartesianState& state, Verification::States& states) {
  const CartesianModel& model = pair.system.model;
  compareConstraints(pair, state, states);
  const CartesianAccelerations a = accelerations(pair.system, state);
  std::vector<Vector6> A;
  linkAccelerations(pair.mechanism, w, A);
  std::vector<BodyMotion> motions;
  for (const StateMapping::BodyRow& row : pair.mapping.bodies) {
    motions.push_back(motionOf(pair.mechanism, w, A, row.place));
  }
  const std::vector<Accelerated> all = bodyAccelerations(pair, state, a, motions);
  double largest = 1e-300;
  for (const Accelerated& one : all) largest = std::max({largest, one.cartesian.norm(), one.recursive.norm()});
  largest = std::max(largest, 1e-3 * model.gravity.norm());
  // Bodies that turn in balance have no acceleration at all: l w^2 is what one would be made of.
  for (const FrameMotion& body : state.bodies) {
    largest = std::max(largest, 1e-3 * pair.system.length * body.w.squaredNorm());
  }
  for (const Accelerated& one : all) {
    keepWorst(states.acceleration, (one.cartesian - one.recursive).norm() / largest, "body " + one.name);
  }
  const auto reactions = recursiveReactions(pair, w);
  double forceScale = 1e-300;
  for (const auto& [name, wrench] : reactions) {
    forceScale = std::max({forceScale, wrench.force.norm(), wrench.torque.norm() / pair.system.length});
  }
  for (const CartesianAccelerations::Reaction& reaction : a.reactions) {
    forceScale = std::max({forceScale, reaction.force.norm(), reaction.torque.norm() / pair.system.length});
  }
  for (const BodyIndex index : model.bodies.indexes()) {
    if (model.bodies[index].isGround) continue;
    forceScale = std::max(forceScale, model.bodies[index].massProperties.mass * largest);
  }
  compareReactions(pair, a, reactions, forceScale, states);
  compareBalance(pair, state, motions, reactions, forceScale, states);
  ++states.count;
}

}  // namespace mb
