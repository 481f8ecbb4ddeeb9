#include "converter/conversion/moved_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "runtime/evaluation/stages.h"
#include "runtime/mechanism/block_sizes.h"
#include "runtime/observation/observe.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

// Above the rounding of velocities typed with a few digits: a thousandth, or what nobody sees.
bool isOther(const Vector3& given, const Vector3& found) {
  return (given - found).norm() > 1e-4 + 1e-3 * std::max(given.norm(), found.norm());
}

// Above what the assembly leaves open, and below what anybody types.
constexpr double kFollows = 1e-7;

// Where only the rotation is given, the origin or the centre of mass is at rest because nothing else was said.
bool hasLinear(const Body& body) {
  const Vector3 v_com = body.v_WB + body.w_WB.cross(body.X_WB.R * body.massProperties.com);
  return !body.v_WB.isZero(0) && v_com.norm() > 1e-12 * body.v_WB.norm();
}

// What was an order to the assembly stays in the file as a note: the run starts from z and z_dot.
void warnOfInitials(const Link& link, Diagnostics& diagnostics) {
  const auto tell = [&](Code code, std::string_view what, double given, double taken) {
    if (!(std::abs(given - taken) > kFollows)) return;
    diagnostics
        .warning(link.jointOrigin.at, code,
                 fmt::format("<initial> of joint '{}' has the {} {:.6g}, and it starts with {:.6g}", link.joint, what,
                             given, taken))
        .withHint("z and z_dot decide in a recursive model; change them, or <initial> in the Cartesian one");
  };
  for (const InitialCoordinate& initial : link.initials) {
    const int place = positionPlace(link.type, initial.coordinate);
    if (initial.value && place >= 0) tell(Code::placedAway, "value", *initial.value, link.z[at(place)]);
    if (initial.rate) tell(Code::movesOtherwise, "rate", *initial.rate, link.z_dot[at(initial.coordinate)]);
  }
}

}  // namespace

// What a joint's initial value has moved stands where it was told to, with everything behind it.
void warnOfMoves(const Conversion& conversion, Diagnostics& diagnostics) {
  const CartesianModel& model = conversion.model;
  std::set<BodyIndex> moved;
  for (std::size_t k = 0; k < conversion.plan.tree.size(); ++k) {
    const Plan::TreeJoint& row = conversion.plan.tree[k];
    const Joint& joint = model.joints[row.joint];
    const Body& body = model.bodies[row.child];
    const Gap& gap = conversion.fit.joints[k].gap;
    const bool isMovedAlong = moved.contains(row.parent);
    const bool isSet =
        std::ranges::any_of(joint.initials, [](const InitialCoordinate& one) { return one.value.has_value(); });
    if (isMovedAlong || isSet || isContradiction(gap)) moved.insert(row.child);
    if (isMovedAlong || !isContradiction(gap)) continue;
    diagnostics
        .warning(body.origin.at, Code::placedAway,
                 fmt::format("body '{}' is {} away from where joint '{}' holds it", body.name, toText(gap), joint.name))
        .withHint("the joint takes precedence; check the pose of the body or the markers of the joint");
  }
  if (!moved.empty()) return;
  for (const ClosedLoop& loop : conversion.loops) {
    if (!isContradiction(loop.before)) continue;
    const std::optional<JointIndex> cut = findJoint(model, loop.joint);
    diagnostics
        .warning(cut ? model.joints[*cut].origin.at : model.origin.at, Code::placedAway,
                 fmt::format("the loop of '{}' is open by {} as given; bodies are moved to close it", loop.joint,
                             toText(loop.before)))
        .withHint("the joints decide; check the poses of the bodies and the markers of the joints on the loop");
  }
}

void warnOfVelocities(const Conversion& conversion, Diagnostics& diagnostics) {
  std::map<std::string_view, const Body*> given;
  for (const Body& body : conversion.source.bodies) {
    if (!body.isGround && hasOwnVelocity(body)) given.emplace(body.name, &body);
  }
  if (given.empty()) return;
  const Mechanism m = makeMechanism(conversion.recursive);
  const std::vector<double> y = initialState(m);
  Workspace w = makeWorkspace(m);
  std::copy_n(y.begin() + m.velocityAt(), m.vCount, w.z_dot.begin());
  setPositions(m, y, w);
  setMotions(m, y, w);
  const auto compare = [&](const std::string& name, const Vector3& v, const Vector3& omega, bool hasOwnSpin) {
    const auto found = given.find(name);
    if (found == given.end()) return;
    const Body& body = *found->second;
    const bool isFaster = hasLinear(body) && isOther(body.v_WB, v);
    const bool spins = !body.w_WB.isZero(0) && !hasOwnSpin && isOther(body.w_WB, omega);
    if (!isFaster && !spins) return;
    const std::string change = isFaster ? fmt::format("{:.3g} m/s", (body.v_WB - v).norm())
                                        : fmt::format("{:.3g} rad/s", (body.w_WB - omega).norm());
    diagnostics
        .warning(
            body.origin.at, Code::movesOtherwise,
            fmt::format("body '{}' cannot start with the velocity it is given: it departs by {}", body.name, change))
        .withHint("joints, drives and initial rates decide; check the velocity, and those of the bodies it hangs on");
  };
  const std::vector<Vector6> unused(m.links.size(), Vector6::Zero());
  for (const BodyPlace& place : bodiesOf(m)) {
    const BodyMotion motion = motionOf(m, w, unused, place);
    compare(place.name, motion.v, motion.w, place.rod >= 0);  // a rod's spin is its own
  }
}

void warnOfStart(const RecursiveModel& model, Diagnostics& diagnostics) {
  for (const Link& link : model.links) warnOfInitials(link, diagnostics);
  const Mechanism m = makeMechanism(model);
  checkBlockSizes(m, diagnostics);
  if (diagnostics.hasErrors()) return;
  const std::vector<double> given = initialState(m);
  Simulation simulation(m);
  if (!simulation.start(0, given)) return;  // the command tells
  const StateView found = simulation.state();
  for (const LinkIndex index : model.links.indexes()) {
    const Link& link = model.links[index];
    const Mechanism::Link& place = m.links[static_cast<std::size_t>(index.value)];
    const auto departure = [&](std::size_t first, std::size_t count) {
      double worst = 0;
      for (std::size_t k = first; k < first + count; ++k) worst = std::max(worst, std::abs(given[k] - found[k]));
      return worst;
    };
    const std::string& name = link.joint.empty() ? link.name : link.joint;
    const auto tell = [&](Code code, std::string_view what, double worst) {
      if (!(worst > kFollows)) return;
      diagnostics
          .warning(link.origin.at, code,
                   fmt::format("the {} given to '{}' does not fit the closing equations: it starts off by {:.3g}", what,
                               name, worst))
          .withHint(
              "coordinates of a loop depend on each other; change the Cartesian model, or all of a loop together");
    };
    tell(Code::placedAway, "z", departure(static_cast<std::size_t>(place.z), link.z.size()));
    tell(Code::movesOtherwise, "z_dot",
         departure(static_cast<std::size_t>(m.velocityAt() + place.v), link.z_dot.size()));
  }
}

}  // namespace mb
