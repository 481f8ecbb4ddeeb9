#include "converter/verify/start.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "converter/conversion/convert.h"
#include "converter/verify/runs.h"
#include "graph/normalise/fuse_joints.h"

namespace mb {
namespace {

// Both are assembled to 1e-14 of the size, and loops in use amplify that less than 1e5 times.
constexpr double kStartTolerance = 1e-9;
constexpr double kHalfTurn = 3;    // rad: smaller differences show in the poses
constexpr double kFarAway = 1e-5;  // of the distance from the world origin, where digits are lost

// The plan that yields exactly the model's tree: its bases, cuts and removed rods, and the welds that remain joints.
PlanOptions planAlong(const RecursiveModel& model) {
  PlanOptions plan;
  plan.idealise.isWanted = false;  // the source has the frames of the recursive model already
  for (const Link& link : model.links) {
    if (link.joint.empty())
      plan.base.push_back(link.name);
    else if (dofOf(link.type) == 0)
      plan.keep.push_back(link.joint);
  }
  std::set<std::string_view> joints;
  for (const JointPlace& place : model.joints) {
    joints.insert(place.name);
    if (place.link.valid()) continue;
    Joint joint;
    joint.name = place.name;
    joint.fusedFrom = model.cuts[at(place.cut)].fusedFrom;
    plan.cut.push_back(fusedName(joint));
  }
  plan.rods.mode = model.rods.empty() ? RodOptions::Mode::keep : RodOptions::Mode::listed;
  for (const Rod& rod : model.rods) {
    plan.rods.bodies.push_back(rod.body);
    if (!joints.contains(rod.body)) plan.cut.push_back(rod.body);  // otherwise a plan would take the name for a joint
  }
  return plan;
}

// Each link with its parent and the joint between them.
std::set<std::array<std::string, 3>> hangingsOf(const RecursiveModel& model) {
  std::set<std::array<std::string, 3>> hangings;
  for (const Link& link : model.links) {
    hangings.insert({link.name, link.parent.valid() ? model.links[link.parent].name : "", link.joint});
  }
  return hangings;
}

std::optional<RecursiveModel> convertAlong(const CartesianModel& source, const RecursiveModel& recursive,
                                           std::optional<RunFailure>& failure) {
  const PlanOptions along = planAlong(recursive);
  Diagnostics refusedTree;
  if (std::optional<Conversion> conversion = convert(source, along, refusedTree)) return conversion->recursive;
  // The source does not have this tree. Any other tree will do, but with the same rods: bodies spin and removed rods do
  // not.
  PlanOptions any;
  any.rods = along.rods;
  any.idealise = along.idealise;
  Diagnostics diagnostics;
  if (std::optional<Conversion> conversion = convert(source, any, diagnostics)) return conversion->recursive;
  const auto error = std::ranges::find(diagnostics.all(), Severity::error, &Diagnostic::severity);
  failure = {error->code, 0, "the source cannot be converted to a start: " + error->message, error->hint, error->at};
  return std::nullopt;
}

std::optional<CartesianState> startOf(const ModelPair& pair, const RecursiveModel& model,
                                      std::optional<RunFailure>& failure) {
  const Mechanism mechanism = makeMechanism(model);
  Simulation simulation(mechanism);
  if (!simulation.start(0, initialState(mechanism))) {
    failure = simulation.report().failure;
    return std::nullopt;
  }
  return mapped(pair.system, pair.initial, makeMapping(pair.system, mechanism), mechanism, simulation.workspace(),
                simulation.state(), 0);
}

// The largest departure of positions, relative to the machine's size, and of velocities, relative to that size per
// second plus the largest velocity.
struct Departure {
  double value = 0;
  std::string where;
};
Departure departureOf(const ModelPair& pair, const CartesianState& state, const CartesianState& from) {
  Track track;
  Track fromTrack;
  addState(pair, state, track);
  addState(pair, from, fromTrack);
  const double size = pair.size + kFarAway * largestOf(fromTrack.p);
  const double speed = size + largestOf(fromTrack.v);
  const Difference position = differenceOf(track.p, fromTrack.p);
  const Difference velocity = differenceOf(track.v, fromTrack.v);
  if (position.value / size >= velocity.value / speed) {
    return {position.value / size, "position of " + bodyAt(pair, position.place)};
  }
  return {velocity.value / speed, "velocity of " + bodyAt(pair, velocity.place)};
}

// Whether anything depends on the value of a coordinate. Friction depends on its rate only, and the position of the
// zero does not matter.
bool isValueUsed(const CartesianSystem& system, JointIndex joint, int coordinate) {
  const auto isIt = [&](const CoordinateRef& ref) { return ref.joint == joint && ref.coordinate == coordinate; };
  const CartesianModel& model = system.model;
  return std::ranges::any_of(system.library.coordinates, isIt) ||
         std::ranges::any_of(model.joints[joint].limits,
                             [&](const Limit& limit) { return limit.coordinate == coordinate; }) ||
         std::ranges::any_of(model.drives,
                             [&](const Drive& drive) { return drive.coordinate && isIt(*drive.coordinate); }) ||
         std::ranges::any_of(model.couplers, [&](const Coupler& coupler) {
           return std::ranges::any_of(coupler.terms, isIt, &Coupler::Term::coordinate);
         });
}

// A pose does not show how often a joint has turned, but a stop or anything else that acts on its coordinate depends on
// it.
Departure turnsBetween(const CartesianSystem& system, const CartesianState& state, const CartesianState& from) {
  Departure worst;
  for (const JointIndex index : system.model.joints.indexes()) {
    const Joint& joint = system.model.joints[index];
    const std::vector<CoordinateName> names = coordinateNames(joint.type);
    for (std::size_t c = 0; c < names.size(); ++c) {
      const int place = positionPlace(joint.type, static_cast<int>(c));
      if (place < 0 || !names[c].isRotation || !isValueUsed(system, index, static_cast<int>(c))) continue;
      const auto k = at(system.joints[index].position + place);
      const double turned = std::abs(state.coordinates[k] - from.coordinates[k]);
      if (turned > std::max(worst.value, kHalfTurn)) worst = {turned, "turns of joint " + joint.name};
    }
  }
  return worst;
}

}  // namespace

Finding compareStarts(const ModelPair& pair, const RecursiveModel& recursive, const CartesianState& start,
                      std::optional<RunFailure>& failure) {
  const std::optional<RecursiveModel> converted = convertAlong(pair.system.model, recursive, failure);
  if (!converted) return {};
  const std::optional<CartesianState> expected = startOf(pair, *converted, failure);
  if (!expected) return {};
  const Departure departure = departureOf(pair, start, *expected);
  Finding finding{departure.value, kStartTolerance, departure.value > 0 ? departure.where : "",
                  "round-off of closed loops times their condition, against the source converted along the same tree"};
  if (hangingsOf(*converted) == hangingsOf(recursive)) {
    const Departure turned = turnsBetween(pair.system, start, *expected);
    if (turned.value > finding.value) {
      finding.value = turned.value;
      finding.where = turned.where;
    }
  } else {  // loops that are open in the source may close in another way
    finding.tolerance += departureOf(pair, pair.initial, *expected).value;
    finding.why =
        "how far the assembly moves the source's initial state; the source does not have the recursive "
        "model's tree";
  }
  return finding;
}

}  // namespace mb
