#include "formats/model/cartesian.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/elements/element_checks.h"
#include "formats/model/elements/part_checks.h"

namespace mb {
namespace {

void checkBodies(const CartesianModel& model, Diagnostics& diagnostics) {
  UniqueNames names("body", diagnostics);
  const Body* ground = nullptr;
  for (const Body& body : model.bodies) {
    const SourceRef& at = body.origin.at;
    const std::string what = fmt::format("body '{}'", body.name);
    names.add(body.name, at);
    checkFrame(body.X_WB, what, at, diagnostics);
    checkMass(body.massProperties, what, at, diagnostics);
    if (!body.v_WB.allFinite() || !body.w_WB.allFinite()) {
      diagnostics.error(at, Code::notFinite, fmt::format("the velocity of {} is not finite", what))
          .withHint("look for an infinite number or a division by zero");
    }
    for (const Member& member : body.members) {
      names.add(member.name, member.origin.at);
      checkFrame(member.X_BM, fmt::format("body '{}'", member.name), member.origin.at, diagnostics);
    }
    if (!body.isGround) continue;
    if (ground) {
      diagnostics
          .error(at, Code::twoGrounds, fmt::format("bodies '{}' and '{}' are both the ground", ground->name, body.name))
          .withNote(ground->origin.at, "the other one is here")
          .withHint("join one to the other by a fixed joint");
    } else {
      ground = &body;
    }
  }
}

void checkMarkers(const CartesianModel& model, Diagnostics& diagnostics) {
  UniqueNames names("marker", diagnostics);
  for (const Marker& marker : model.markers) {
    names.add(marker.name, marker.origin.at);
    if (!inRange(marker.body, model.bodies.size())) {
      diagnostics
          .error(marker.origin.at, Code::unknownName,
                 fmt::format("marker '{}' is on a body that does not exist", marker.name))
          .withHint("give it a body of the model");
    }
    checkFrame(marker.X_BM, fmt::format("marker '{}'", marker.name), marker.origin.at, diagnostics);
  }
}

void checkEnds(const CartesianModel& model, const Joint& joint, Diagnostics& diagnostics) {
  for (const auto& [end, marker] : {std::pair{'i', joint.i}, std::pair{'j', joint.j}}) {
    if (inRange(marker, model.markers.size())) continue;
    diagnostics.error(joint.origin.at, Code::unknownName, fmt::format("joint '{}' has no marker {}", joint.name, end))
        .withHint("a joint has two markers, i and j");
    return;
  }
  const BodyIndex body = bodyI(model, joint);
  if (body != bodyJ(model, joint) || !inRange(body, model.bodies.size())) return;
  diagnostics
      .error(joint.origin.at, Code::sameBody,
             fmt::format("joint '{}' connects body '{}' to itself", joint.name, model.bodies[body].name))
      .withHint("one of its two markers belongs on another body")
      .withNote(model.markers[joint.i].origin.at, fmt::format("marker '{}'", model.markers[joint.i].name))
      .withNote(model.markers[joint.j].origin.at, fmt::format("marker '{}'", model.markers[joint.j].name));
}

void checkJoints(const CartesianModel& model, Diagnostics& diagnostics) {
  UniqueNames names("joint", diagnostics);
  for (const Joint& joint : model.joints) {
    const SourceRef& at = joint.origin.at;
    names.add(joint.name, at);
    checkEnds(model, joint, diagnostics);
    checkJoint(joint, joint.name, at, diagnostics);
    if (joint.weight && *joint.weight < 0) {
      diagnostics
          .error(
              at, Code::mustBePositive,
              fmt::format("the weight of joint '{}' is {}, it must not be negative", joint.name, toText(*joint.weight)))
          .withHint("a light joint stays in the tree: 0 is the least");
    }
  }
}

ElementScope scopeOf(const CartesianModel& model) {
  ElementScope scope;
  for (const Joint& joint : model.joints) scope.joints.push_back({joint.name, &joint.type});
  for (const Marker& marker : model.markers) {
    scope.markerNames.push_back(marker.name);
    scope.markerBodies.push_back(marker.body.value);
  }
  return scope;
}

}  // namespace

bool keepsAny(const Body& body) {
  const auto any = [](const std::array<bool, 6>& flags) { return std::ranges::count(flags, true) > 0; };
  return any(body.keepPosition) || any(body.keepVelocity);
}

bool movesAtStart(const Body& body) { return !(body.v_WB.isZero(0) && body.w_WB.isZero(0)); }
bool hasOwnVelocity(const Body& body) { return movesAtStart(body) && !body.velocityIsGuess; }

bool hasBodies(const CartesianModel& model) {
  return !std::all_of(model.bodies.begin(), model.bodies.end(), [](const Body& body) { return body.isGround; });
}

std::optional<BodyIndex> findBody(const CartesianModel& model, std::string_view name) {
  const auto isNamed = [&](const auto& entity) { return entity.name == name; };
  for (const BodyIndex index : model.bodies.indexes()) {
    const Body& body = model.bodies[index];
    if (isNamed(body) || std::any_of(body.members.begin(), body.members.end(), isNamed)) return index;
  }
  return std::nullopt;
}

std::optional<JointIndex> findJoint(const CartesianModel& model, std::string_view name) {
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    if (joint.name == name) return index;
    if (std::find(joint.fusedFrom.begin(), joint.fusedFrom.end(), name) != joint.fusedFrom.end()) return index;
  }
  return std::nullopt;
}

void check(const CartesianModel& model, Diagnostics& diagnostics) {
  if (!hasBodies(model)) {
    diagnostics
        .error(model.origin.at, Code::noBodies,
               model.bodies.empty() ? "the model has no bodies" : "the model has no bodies but the ground")
        .withHint("add at least one body that can move");
  }
  if (!model.gravity.allFinite())
    diagnostics.error(model.origin.at, Code::notFinite, "gravity is not finite")
        .withHint("look for an infinite number or a division by zero");
  checkFrame({model.R_WS, Vector3::Zero()}, "the world", model.origin.at, diagnostics);
  checkBodies(model, diagnostics);
  checkMarkers(model, diagnostics);
  checkJoints(model, diagnostics);
  checkElements(scopeOf(model), model, diagnostics);
}

}  // namespace mb
