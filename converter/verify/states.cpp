#include "converter/verify/states.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "converter/verify/mapping/cartesian_rows.h"
#include "converter/verify/random_states.h"
#include "converter/verify/wrenches.h"
#include "runtime/cartesian/equations.h"

namespace mb {
namespace {

// Loops are closed to 2e-15 of their size. Rows that depend on others except for the digits of the frames are off by
// more.
constexpr double kPositionTolerance = 1e-10;
constexpr double kRateTolerance = 1e-9;
constexpr double kRowRounding = 64 * std::numeric_limits<double>::epsilon();  // of sums of a few products
// Where round-off alone may change a quantity by more than this part of its scale, the difference decides nothing.
// EQUIVALENT therefore means agreement to two millionths.
constexpr double kMeaningful = 2e-6;

// Accelerations of a body frame, or of the ends of a removed rod, whose spin is not part of the recursive model.
struct Accelerated {
  BodyIndex body;
  Vector3 cartesian;
  Vector3 recursive;
  enum class What { origin, angle, rodEnd } what;
};

// Where the equations leave directions undetermined, the Cartesian solution nearest to the recursive one.
CartesianAccelerations nearest(const ModelPair& pair, CartesianAccelerations a,
                               const std::vector<BodyMotion>& motions) {
  if (a.undetermined.cols() == 0) return a;
  const CartesianModel& model = pair.system.model;
  Eigen::VectorXd difference = Eigen::VectorXd::Zero(a.undetermined.rows());
  for (const BodyIndex index : model.bodies.indexes()) {
    if (pair.mapping.bodies[at(index.value)].isRod || model.bodies[index].isGround) continue;
    difference.segment<3>(6 * index.value) = motions[at(index.value)].v_dot - a.v_dot[at(index.value)];
    difference.segment<3>(6 * index.value + 3) = motions[at(index.value)].w_dot - a.w_dot[at(index.value)];
  }
  difference = a.undetermined * (a.undetermined.transpose() * difference);
  for (const BodyIndex index : model.bodies.indexes()) {
    if (model.bodies[index].isGround) continue;
    a.v_dot[at(index.value)] += difference.segment<3>(6 * index.value);
    a.w_dot[at(index.value)] += difference.segment<3>(6 * index.value + 3);
  }
  return a;
}

std::vector<Accelerated> bodyAccelerations(const ModelPair& pair, const CartesianState& state,
                                           const CartesianAccelerations& a, const std::vector<BodyMotion>& motions) {
  const CartesianModel& model = pair.system.model;
  std::vector<Accelerated> all;
  for (const BodyIndex index : model.bodies.indexes()) {
    const std::size_t k = at(index.value);
    if (model.bodies[index].isGround) continue;
    const BodyMotion& motion = motions[k];
    const StateMapping::BodyRow& row = pair.mapping.bodies[k];
    const Vector3& v_dot = a.v_dot[k];
    const Vector3& w_dot = a.w_dot[k];
    if (!row.isRod) {
      all.push_back({index, v_dot, motion.v_dot, Accelerated::What::origin});
      all.push_back({index, w_dot, motion.w_dot, Accelerated::What::angle});
      continue;
    }
    for (const Vector3& end : row.ends) {
      const FrameMotion& there = state.bodies[k];
      const Vector3 inRod = motion.X.R * end;  // the recursive rod has its own spin but the same ends
      all.push_back({index, pointAcceleration(v_dot, w_dot, there.w, there.X.R * end),
                     pointAcceleration(motion.v_dot, motion.w_dot, motion.w, inRod), Accelerated::What::rodEnd});
    }
  }
  return all;
}

std::vector<BodyMotion> motionsOf(const ModelPair& pair, const Workspace& w) {
  std::vector<Vector6> A;
  linkAccelerations(pair.mechanism, w, A);
  std::vector<BodyMotion> motions;
  for (const StateMapping::BodyRow& row : pair.mapping.bodies) {
    motions.push_back(motionOf(pair.mechanism, w, A, row.place));
  }
  return motions;
}

// The value as a multiple of the tolerance.
double excess(const Finding& finding) {
  if (std::isnan(finding.value)) return std::numeric_limits<double>::infinity();
  return finding.tolerance > 0 ? finding.value / finding.tolerance : 0;
}

}  // namespace

ModelPair makeModelPair(const Mechanism& mechanism, const CartesianSystem& system) {
  StateMapping mapping = makeMapping(system, mechanism);
  PairedMeasures measures = pairMeasures(system, mechanism, mapping);
  return {mechanism,
          system,
          initialState(system),
          std::move(mapping),
          componentsOf(system.model),
          std::move(measures),
          bodySize(system.model)};
}

double openingOf(const ModelPair& pair, const Workspace& w) {
  double widest = 0;
  for (std::size_t r = 0; r < pair.mechanism.rows.size(); ++r) {
    widest = std::max(widest, std::abs(w.Phi[r]) * (pair.mechanism.rows[r].isLength ? 1 : pair.size));
  }
  return widest;
}

StateComparison::StateComparison(const ModelPair& pair, unsigned long seed) : pair_(pair), random_(seed) {
  const CartesianModel& model = pair.system.model;
  const auto prepare = [](Worst& worst, int items, const std::string& why) {
    worst.finding.why = why;
    worst.finding.meaningful = kMeaningful;
    worst.items.assign(at(items), worst.finding);
  };
  const std::string closed =
      "round-off of closed positions through the tree, relative to the size of what is "
      "connected";
  const std::string solved = "effect of round-off in the state and in the forces on the solution there";
  prepare(position_, pair.system.rowCount, closed);
  prepare(velocity_, pair.system.rowCount, closed);
  prepare(acceleration_, model.bodies.size(), solved);
  prepare(balance_, model.bodies.size(), solved);
  prepare(reaction_, model.joints.size(), solved);
  // Measures decide nothing about the machine unless they differ.
  prepare(measure_, static_cast<int>(pair.measures.pairs.size()), solved + ", through the function");
  for (Finding& finding : measure_.items) finding.meaningful = std::numeric_limits<double>::infinity();
  measure_.finding.meaningful = std::numeric_limits<double>::infinity();
  isMeasured_.resize(pair.measures.pairs.size());
}

void StateComparison::keep(Worst& worst, std::size_t item, double error, double tolerance, double scale,
                           const std::string& where) {
  // Values are divided by the scale, so that they can be compared; a quantity with scale zero is zero on both sides.
  if (!(scale > 0)) scale = error > 0 ? error : 1;
  Finding found = worst.finding;
  found.value = error / scale;
  found.tolerance = tolerance / scale;
  found.where = error > 0 || std::isnan(error) ? where : "";
  Finding& own = worst.items[item];
  // States that decide nothing count only where there are no others.
  const bool isFirst = own.tolerance == 0;
  if (isFirst || (found.decides() && !own.decides()) ||
      (found.decides() == own.decides() && excess(found) > excess(own))) {
    own = found;
  }
}

Finding StateComparison::resultOf(const Worst& worst) {
  const auto rank = [](const Finding& finding) {
    if (finding.decides() && !finding.holds()) return 2;
    return finding.decides() ? 0 : 1;
  };
  Finding result = worst.finding;
  for (const Finding& own : worst.items) {
    const bool isWorse = rank(own) > rank(result) || (rank(own) == rank(result) && excess(own) > excess(result));
    if (isWorse || result.tolerance == 0) result = own;
  }
  return result;
}

Verification::States StateComparison::result() const {
  Verification::States states;
  states.count = count_;
  states.position = resultOf(position_);
  states.velocity = resultOf(velocity_);
  states.acceleration = resultOf(acceleration_);
  states.balance = resultOf(balance_);
  states.reaction = resultOf(reaction_);
  if (!isMeasured_.empty()) {
    states.measure = resultOf(measure_);
    states.measuresCompared = static_cast<int>(std::ranges::count(isMeasured_, true));
    states.measuresOpen = static_cast<int>(isMeasured_.size()) - states.measuresCompared;
  }
  states.reactionsCompared = reactionsCompared_;
  states.reactionsOpen = reactionsOpen_;
  return states;
}

void StateComparison::compareConstraints(const cartesian::MotionSolution& solution, const CartesianState& state,
                                         const std::vector<Scales>& scales, double opening) {
  const cartesian::ConstraintEquations& equations = solution.equations;
  const CartesianSystem& system = pair_.system;
  const Eigen::VectorXd rate = equations.J * cartesian::stateVelocities(system, state) - equations.rate;
  for (int row = 0; row < system.rowCount; ++row) {
    const Scales& scale = scales[at(pair_.components[at(bodyOfRow(system, row).value)])];
    const double size = scale.size > 0 ? scale.size : system.length;
    const double unit = metresPerUnit(equations.J.row(row), size);
    const std::string name = nameOfRow(system, row);
    keep(position_, at(row), unit * std::abs(equations.value(row)),
         kPositionTolerance * size + kOpening * opening +
             kRowRounding * (scale.place + unit * termsOfRow(system, state, row)),
         size, name);
    const double speed = scale.speed + scale.turning * size + unit * std::abs(equations.rate(row));
    keep(velocity_, at(row), unit * std::abs(rate(row)),
         kRateTolerance * speed + scale.turning * (kOpening * opening + kRowRounding * scale.place), speed, name);
  }
}

std::vector<RecursiveChange> StateComparison::recursiveChanges(const RandomStates& random, const SolvedState& solved,
                                                               const std::vector<BodyMotion>& motions,
                                                               const NamedWrenches& reactions,
                                                               const std::vector<double>& measures) {
  std::vector<RecursiveChange> changes;
  Workspace near;
  std::vector<double> y;
  for (int draw = 0; draw < kDraws; ++draw) {
    if (!random.blurred(random_, y, near)) continue;
    RecursiveChange change;
    const std::vector<BodyMotion> moved = motionsOf(pair_, near);
    for (std::size_t k = 0; k < motions.size(); ++k) {
      change.motion.v_dot.emplace_back(moved[k].v_dot - motions[k].v_dot);
      change.motion.w_dot.emplace_back(moved[k].w_dot - motions[k].w_dot);
    }
    const NamedWrenches nearReactions = recursiveReactions(pair_, solved.state, near);
    for (const Joint& joint : pair_.system.model.joints) {
      change.motion.reactions.emplace_back();
      const auto here = reactions.find(joint.name);
      const auto there = nearReactions.find(joint.name);
      if (here == reactions.end() || there == nearReactions.end()) continue;
      change.motion.reactions.back().force = there->second.force - here->second.force;
      change.motion.reactions.back().torque = there->second.torque - here->second.torque;
    }
    // Both sums have the same terms except for their last digits.
    const auto left = unbalanced(pair_, solved, moved, nearReactions);
    const auto leftHere = unbalanced(pair_, solved, motions, reactions);
    for (std::size_t k = 0; k < left.size(); ++k) {
      change.balances.emplace_back(left[k] && leftHere[k] ? Vector6(*left[k] - *leftHere[k])
                                                          : Vector6(Vector6::Zero()));
    }
    if (!measures.empty()) {
      change.measures = recursiveMeasures(pair_.measures, pair_.mechanism, random.time(), y, near).values;
      for (std::size_t k = 0; k < measures.size(); ++k) change.measures[k] -= measures[k];
    }
    changes.push_back(std::move(change));
  }
  return changes;
}

void StateComparison::keepWrench(Worst& worst, std::size_t item, const Vector6& difference,
                                 const Tolerances::Two& tolerance, const Scales& scale, const std::string& where) {
  keep(worst, item, difference.head<3>().norm(), tolerance.linear, scale.force, where);
  keep(worst, item, difference.tail<3>().norm(), tolerance.angular, scale.torque + scale.force * scale.size, where);
}

void StateComparison::compareReactions(const CartesianAccelerations& a, const NamedWrenches& reactions,
                                       const Tolerances& allowed, const std::vector<Scales>& scales) {
  const CartesianModel& model = pair_.system.model;
  reactionsCompared_ = reactionsOpen_ = 0;
  for (const JointIndex index : model.joints.indexes()) {
    const auto found = reactions.find(model.joints[index].name);
    const CartesianAccelerations::Reaction& reaction = a.reactions[at(index.value)];
    if (found == reactions.end() || !found->second.isUnique || !reaction.unique) {
      ++reactionsOpen_;
      continue;
    }
    ++reactionsCompared_;
    BodyIndex body = bodyI(model, model.joints[index]);
    if (model.bodies[body].isGround) body = bodyJ(model, model.joints[index]);
    Vector6 difference = Vector6::Zero();
    difference.head<3>() = reaction.force - found->second.force;
    if (!found->second.forceOnly) difference.tail<3>() = reaction.torque - found->second.torque;
    keepWrench(reaction_, at(index.value), difference, allowed.reactions[at(index.value)],
               scales[at(pair_.components[at(body.value)])], "joint " + model.joints[index].name);
  }
}

void StateComparison::compare(const RandomStates& random, const CartesianState& state) {
  const Workspace& w = random.workspace();
  const CartesianSystem& system = pair_.system;
  const CartesianModel& model = system.model;
  const cartesian::MotionSolution solution = cartesian::solveMotion(system, state);
  const CartesianAccelerations a = cartesian::accelerationsOf(system, state, solution);
  const SolvedState solved{state, solution, a, w.c};
  const std::vector<Scales> scales = scalesOf(system, pair_.components, solved);
  const std::vector<BodyMotion> motions = motionsOf(pair_, w);
  const NamedWrenches reactions = recursiveReactions(pair_, state, w);
  const CartesianAccelerations near = nearest(pair_, a, motions);
  const MeasuredValues measured = pair_.measures.pairs.empty() ? MeasuredValues{}
                                                               : recursiveMeasures(pair_.measures, pair_.mechanism,
                                                                                   random.time(), random.state(), w);
  const std::vector<RecursiveChange> changes = recursiveChanges(random, solved, motions, reactions, measured.values);
  const Tolerances allowed = tolerancesOf(system, pair_.mapping, pair_.components, scales, solved, changes, random_);
  compareConstraints(solution, state, scales, openingOf(pair_, w));

  for (const Accelerated& one : bodyAccelerations(pair_, state, near, motions)) {
    const std::size_t k = at(one.body.value);
    const bool isAngle = one.what == Accelerated::What::angle;
    const double tolerance = isAngle                                 ? allowed.accelerations[k].angular
                             : one.what == Accelerated::What::rodEnd ? allowed.rodEnds[k]
                                                                     : allowed.accelerations[k].linear;
    const Scales& scale = scales[at(pair_.components[k])];
    keep(acceleration_, k, (one.cartesian - one.recursive).norm(), tolerance,
         isAngle ? scale.turnAcceleration() : scale.pointAcceleration(), "body " + model.bodies[one.body].name);
  }
  compareReactions(a, reactions, allowed, scales);
  const std::vector<std::optional<Vector6>> left = unbalanced(pair_, solved, motions, reactions);
  for (const BodyIndex index : model.bodies.indexes()) {
    const std::optional<Vector6>& wrench = left[at(index.value)];
    if (!wrench) continue;
    const Scales& scale = scales[at(pair_.components[at(index.value)])];
    keepWrench(balance_, at(index.value), *wrench, allowed.balances[at(index.value)], scale,
               "body " + model.bodies[index].name);
  }
  if (!pair_.measures.pairs.empty()) compareMeasures(measured, solved, near, reactions, allowed, changes, scales);
  ++count_;
}

}  // namespace mb
