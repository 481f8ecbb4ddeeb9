#include "converter/verify/round_off.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "converter/verify/random_states.h"
#include "formats/model/basics/disjoint_sets.h"

namespace mb {
namespace {

// A number results from about ten operations along a branch of the tree.
constexpr double kPerturbation = 16 * std::numeric_limits<double>::epsilon();
// The reference factors the equations of all components together, which turns zeros into round-off of the largest.
constexpr double kMixed = 64 * std::numeric_limits<double>::epsilon();
constexpr double kLeastShare = 1e-8;
constexpr double kLeastSize = 1e-6;  // of the largest: massless bodies whose points coincide have no size

Vector3 randomVector(std::mt19937_64& random, double size) {
  Vector3 vector;
  for (int k = 0; k < 3; ++k) vector(k) = size * uniform(random, -1, 1);
  return vector;
}

Scales largestScales(const std::vector<Scales>& scales) {
  Scales largest;
  for (const Scales& scale : scales) {
    for (double Scales::*const member :
         {&Scales::acceleration, &Scales::angularAcceleration, &Scales::force, &Scales::torque}) {
      largest.*member = std::max(largest.*member, scale.*member);
    }
  }
  return largest;
}

Vector6 joined(const Vector3& linear, const Vector3& angular) {
  Vector6 both;
  both << linear, angular;
  return both;
}

void widen(Tolerances::Two& tolerance, const Vector6& change) {
  tolerance.linear = std::max(tolerance.linear, kMargin * change.head<3>().norm());
  tolerance.angular = std::max(tolerance.angular, kMargin * change.tail<3>().norm());
}

void widenBy(const cartesian::MotionChange& change, const StateMapping& mapping, const CartesianState& state,
             Tolerances& tolerances) {
  for (std::size_t k = 0; k < change.v_dot.size(); ++k) {
    widen(tolerances.accelerations[k], joined(change.v_dot[k], change.w_dot[k]));
    if (!mapping.bodies[k].isRod) continue;
    for (const Vector3& end : mapping.bodies[k].ends) {
      const Vector3 atEnd = change.v_dot[k] + change.w_dot[k].cross(state.bodies[k].X.R * end);
      tolerances.rodEnds[k] = std::max(tolerances.rodEnds[k], kMargin * atEnd.norm());
    }
  }
  for (std::size_t k = 0; k < change.reactions.size(); ++k) {
    widen(tolerances.reactions[k], joined(change.reactions[k].force, change.reactions[k].torque));
  }
}

void grow(double& value, double by) { value = std::max(value, by); }

// By the motion and the inertia of a body of the component.
void growByBody(const CartesianModel& model, const SolvedState& solved, BodyIndex index,
                const cartesian::BodyInertia& inertia, Scales& scale) {
  const std::size_t k = at(index.value);
  const FrameMotion& body = solved.state.bodies[k];
  const Vector3& v_dot = solved.accelerations.v_dot[k];
  const Vector3& w_dot = solved.accelerations.w_dot[k];
  if (inertia.mass > 0) grow(scale.size, std::sqrt(inertia.J.trace() / (2 * inertia.mass)));
  grow(scale.speed, body.v.norm());
  grow(scale.turning, body.w.norm());
  grow(scale.acceleration, v_dot.norm() + model.gravity.norm());
  grow(scale.angularAcceleration, w_dot.norm());
  const double turning = w_dot.norm() + body.w.squaredNorm();
  scale.force += inertia.mass * (v_dot.norm() + model.gravity.norm() + turning * inertia.arm.norm());
  scale.torque += inertia.J.norm() * turning;
  if (solved.state.loads.empty()) return;
  scale.force += solved.state.loads[k].head<3>().norm();
  scale.torque += solved.state.loads[k].tail<3>().norm();
}

// Lengths from the points of each component; no scale is far below the largest of its kind.
void finishScales(std::vector<Scales>& scales, const std::vector<std::vector<Vector3>>& points,
                  const Vector3& reference) {
  Scales largest = largestScales(scales);
  for (std::size_t k = 0; k < scales.size(); ++k) {
    for (double Scales::*const member :
         {&Scales::acceleration, &Scales::angularAcceleration, &Scales::force, &Scales::torque}) {
      grow(scales[k].*member, kLeastShare * largest.*member);
    }
    Vector3 middle = Vector3::Zero();
    for (const Vector3& point : points[k]) middle += point / static_cast<double>(points[k].size());
    for (const Vector3& point : points[k]) {
      grow(scales[k].size, (point - middle).norm());
      grow(scales[k].reach, (point - reference).norm());
      grow(scales[k].place, point.norm());
    }
    grow(largest.size, scales[k].size);
  }
  for (Scales& scale : scales) grow(scale.size, kLeastSize * largest.size);
}

}  // namespace

CartesianState blurred(const CartesianSystem& system, const std::vector<int>& components,
                       const std::vector<Scales>& scales, const CartesianState& state, std::mt19937_64& random) {
  CartesianState near = state;
  near.loads.resize(state.bodies.size(), Vector6::Zero());
  for (const BodyIndex index : system.model.bodies.indexes()) {
    if (system.columns[index] < 0) continue;
    const std::size_t k = at(index.value);
    const Scales& scale = scales[at(components[k])];
    FrameMotion& body = near.bodies[k];
    body.X.p += randomVector(random, kPerturbation * (scale.place + scale.reach));
    body.X.R = rotationOf(randomVector(random, kPerturbation)) * body.X.R;
    body.v += randomVector(random, kPerturbation * (scale.speed + scale.turning * scale.reach));
    body.w += randomVector(random, kPerturbation * scale.turning);
    near.loads[k].head<3>() += randomVector(random, kPerturbation * scale.force);
    near.loads[k].tail<3>() += randomVector(random, kPerturbation * (scale.torque + scale.force * scale.reach));
  }
  for (std::vector<double>* numbers : {&near.driveIntegrals, &near.lawStates}) {
    for (double& number : *numbers) number *= 1 + kPerturbation * uniform(random, -1, 1);
  }
  return near;
}

std::vector<int> componentsOf(const CartesianModel& model) {
  DisjointSets sets(model.bodies.size());
  const auto connect = [&](BodyIndex a, BodyIndex b) {
    if (!model.bodies[a].isGround && !model.bodies[b].isGround) sets.unite(a.value, b.value);
  };
  for (const Joint& joint : model.joints) connect(bodyI(model, joint), bodyJ(model, joint));
  for (const Drive& drive : model.drives) {
    if (!drive.coordinate) connect(model.markers[drive.i].body, model.markers[drive.j].body);
  }
  for (const Coupler& coupler : model.couplers) {
    std::optional<BodyIndex> first;
    for (const Coupler::Term& term : coupler.terms) {
      const Joint& joint = model.joints[term.coordinate.joint];
      for (const BodyIndex body : {bodyI(model, joint), bodyJ(model, joint)}) {
        if (model.bodies[body].isGround) continue;
        connect(first.value_or(body), body);
        first = body;
      }
    }
  }
  return connectedSets(std::move(sets)).setOf;
}

double bodySize(const CartesianModel& model) {
  std::vector<std::vector<Vector3>> points(at(model.bodies.size()));
  for (const Marker& marker : model.markers) points[at(marker.body.value)].push_back(marker.X_BM.p);
  const auto spread = [](const std::vector<Vector3>& all) {  // sum of squares
    Vector3 middle = Vector3::Zero();
    for (const Vector3& point : all) middle += point / static_cast<double>(all.size());
    double sum = 0;
    for (const Vector3& point : all) sum += (point - middle).squaredNorm();
    return sum;
  };
  double sum = 0;
  std::size_t count = 0;
  std::vector<Vector3> centres;
  for (const BodyIndex index : model.bodies.indexes()) {
    const Body& body = model.bodies[index];
    if (body.isGround) continue;
    std::vector<Vector3>& own = points[at(index.value)];
    const MassProperties& properties = body.massProperties;
    if (properties.mass > 0) {
      own.push_back(properties.com);
      sum += properties.inertia.trace() / (2 * properties.mass);
    }
    sum += spread(own);
    count += own.size();
    centres.push_back(body.X_WB * properties.com);
  }
  if (sum > 0) return std::sqrt(sum / static_cast<double>(count));
  const double apart = spread(centres);
  return apart > 0 ? std::sqrt(apart / static_cast<double>(centres.size())) : 1;
}

std::vector<Scales> scalesOf(const CartesianSystem& system, const std::vector<int>& components,
                             const SolvedState& solved) {
  const CartesianModel& model = system.model;
  std::vector<Scales> scales(at(model.bodies.size()));
  std::vector<std::vector<Vector3>> points(scales.size());
  const auto addPoint = [&](BodyIndex body, const Vector3& point) {
    if (!model.bodies[body].isGround) points[at(components[at(body.value)])].push_back(point);
  };
  for (const MarkerIndex marker : model.markers.indexes()) {
    addPoint(model.markers[marker].body, solved.solution.motions.markers[at(marker.value)].X.p);
  }
  for (const BodyIndex index : model.bodies.indexes()) {
    if (system.columns[index] < 0) continue;
    const FrameMotion& body = solved.state.bodies[at(index.value)];
    const cartesian::BodyInertia inertia = cartesian::bodyInertia(model.bodies[index], body);
    addPoint(index, body.X.p);
    addPoint(index, body.X.p + inertia.arm);
    growByBody(model, solved, index, inertia, scales[at(components[at(index.value)])]);
  }
  for (const Action& action : cartesian::lawResults(system, solved.state, solved.solution.motions).actions) {
    if (!action.on.valid() || model.bodies[model.markers[action.on].body].isGround) continue;
    Scales& scale = scales[at(components[at(model.markers[action.on].body.value)])];
    scale.force += action.force.norm();
    scale.torque += action.torque.norm();
  }
  for (const JointIndex joint : model.joints.indexes()) {
    const CartesianAccelerations::Reaction& reaction = solved.accelerations.reactions[at(joint.value)];
    for (const BodyIndex body : {bodyI(model, model.joints[joint]), bodyJ(model, model.joints[joint])}) {
      if (model.bodies[body].isGround) continue;
      Scales& scale = scales[at(components[at(body.value)])];
      grow(scale.force, reaction.force.norm());
      grow(scale.torque, reaction.torque.norm());
      break;
    }
  }
  finishScales(scales, points, solved.reference);
  return scales;
}

Tolerances tolerancesOf(const CartesianSystem& system, const StateMapping& mapping, const std::vector<int>& components,
                        const std::vector<Scales>& scales, const SolvedState& solved,
                        std::span<const RecursiveChange> recursiveChanges, std::mt19937_64& random) {
  const CartesianModel& model = system.model;
  Tolerances tolerances;
  tolerances.accelerations.resize(at(model.bodies.size()));
  tolerances.balances.resize(at(model.bodies.size()));
  tolerances.reactions.resize(at(model.joints.size()));
  tolerances.rodEnds.resize(at(model.bodies.size()));
  for (int draw = 0; draw < kDraws; ++draw) {
    const CartesianState near = blurred(system, components, scales, solved.state, random);
    widenBy(cartesian::changeTo(system, near, solved.solution), mapping, solved.state, tolerances);
  }
  for (const RecursiveChange& change : recursiveChanges) {
    widenBy(change.motion, mapping, solved.state, tolerances);
    for (std::size_t k = 0; k < change.balances.size(); ++k) widen(tolerances.balances[k], change.balances[k]);
  }
  const Scales largest = largestScales(scales);
  // Assembling the results rounds once more, whatever the condition; the arms of forces round with world coordinates.
  for (const BodyIndex index : model.bodies.indexes()) {
    const std::size_t k = at(index.value);
    const Scales& scale = scales[at(components[k])];
    const double turning = scale.angularAcceleration + scale.turning * scale.turning;
    Tolerances::Two& acceleration = tolerances.accelerations[k];
    const double put = kMargin * kPerturbation * (scale.acceleration + turning * scale.reach) +
                       kMixed * (largest.acceleration + system.length * largest.angularAcceleration);
    acceleration.linear += put;
    tolerances.rodEnds[k] += put;
    acceleration.angular += kMargin * kPerturbation * turning +
                            kMixed * (largest.acceleration / system.length + largest.angularAcceleration);
    if (system.columns[index] < 0) continue;
    const cartesian::BodyInertia inertia = cartesian::bodyInertia(model.bodies[index], solved.state.bodies[k]);
    const double arm = inertia.arm.norm();
    const double force = inertia.mass * (acceleration.linear + arm * acceleration.angular);
    tolerances.balances[k].linear += force + kMargin * kPerturbation * scale.force;
    tolerances.balances[k].angular +=
        inertia.J.norm() * acceleration.angular + arm * force +
        kMargin * kPerturbation * (scale.torque + scale.force * (scale.reach + scale.place));
  }
  for (const JointIndex joint : model.joints.indexes()) {
    BodyIndex body = bodyI(model, model.joints[joint]);
    if (model.bodies[body].isGround) body = bodyJ(model, model.joints[joint]);
    const Scales& scale = scales[at(components[at(body.value)])];
    tolerances.reactions[at(joint.value)].linear +=
        kMargin * kPerturbation * scale.force + kMixed * (largest.force + largest.torque / system.length);
    tolerances.reactions[at(joint.value)].angular +=
        kMargin * kPerturbation * (scale.torque + scale.force * (scale.reach + scale.place)) +
        kMixed * (largest.torque + largest.force * system.length);
  }
  return tolerances;
}

}  // namespace mb
