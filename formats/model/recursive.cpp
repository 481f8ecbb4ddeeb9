#include "formats/model/recursive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "formats/model/basics/text.h"
#include "formats/model/elements/element_checks.h"
#include "formats/model/elements/part_checks.h"

namespace mb {
namespace {

bool isLinkOrWorld(const RecursiveModel& model, LinkIndex link) {
  return !link.valid() || inRange(link, model.links.size());
}

// Names are headings of tables. A fused joint has all its names, a+b.
void checkName(std::string_view kind, std::string_view name, const SourceRef& at, Diagnostics& diagnostics) {
  std::string plain(name);
  std::erase(plain, '+');
  if (isName(plain) || name.empty()) return;
  diagnostics.error(at, Code::badName, fmt::format("'{}' cannot be the name of a {}", name, kind))
      .withHint("names are made of letters, digits, _ and -");
}

void checkMembers(const std::vector<Member>& members, UniqueNames& bodies, Diagnostics& diagnostics) {
  for (const Member& member : members) {
    bodies.add(member.name, member.origin.at);
    checkName("body", member.name, member.origin.at, diagnostics);
    const std::string what = fmt::format("body '{}'", member.name);
    checkFrame(member.X_BM, what, member.origin.at, diagnostics);
    checkMass(member.massProperties, what, member.origin.at, diagnostics);
  }
}

void checkState(const Link& link, Diagnostics& diagnostics) {
  const SourceRef& at = link.origin.at;
  const auto positions = static_cast<std::size_t>(positionsOf(link.type));
  const auto velocities = static_cast<std::size_t>(dofOf(link.type));
  if (link.z.size() != positions || link.z_dot.size() != velocities) {
    diagnostics
        .error(at, Code::wrongCount,
               fmt::format("link '{}' has {} positions and {} velocities, a {} joint has {} and {}", link.name,
                           link.z.size(), link.z_dot.size(), link.type.name, positions, velocities))
        .withHint("give a number for every coordinate of the joint");
    return;
  }
  const auto isFinite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(link.z.begin(), link.z.end(), isFinite) ||
      !std::all_of(link.z_dot.begin(), link.z_dot.end(), isFinite)) {
    diagnostics.error(at, Code::notFinite, fmt::format("the initial state of link '{}' is not finite", link.name))
        .withHint("look for an infinite number or a division by zero");
    return;
  }
  constexpr double kQuaternionTolerance = 1e-9;
  std::size_t offset = 0;
  for (const Motion& motion : link.type.motions()) {
    if (motion.kind == MotionKind::ball) {
      const double norm = Eigen::Map<const Eigen::Vector4d>(link.z.data() + offset).norm();
      if (std::abs(norm - 1) > kQuaternionTolerance) {
        diagnostics
            .error(at, Code::notARotation,
                   fmt::format("the quaternion of link '{}' has norm {}, off 1 by {:.3g}, allowed {:.0e}", link.name,
                               norm, std::abs(norm - 1), kQuaternionTolerance))
            .withHint("divide its four numbers by the norm");
      }
    }
    offset += static_cast<std::size_t>(positionsOf(motion.kind));
  }
}

void checkLinks(const RecursiveModel& model, UniqueNames& bodies, Diagnostics& diagnostics) {
  UniqueNames joints("tree joint", diagnostics);
  for (const LinkIndex index : model.links.indexes()) {
    const Link& link = model.links[index];
    const SourceRef& at = link.origin.at;
    const std::string what = fmt::format("link '{}'", link.name);
    bodies.add(link.name, at);
    checkName("link", link.name, at, diagnostics);
    if (!link.joint.empty()) joints.add(link.joint, link.jointOrigin.at);
    checkName("joint", link.joint, link.jointOrigin.at, diagnostics);
    if (link.parent.valid() && link.parent >= index) {
      diagnostics
          .error(at, Code::badTree,
                 fmt::format("link '{}' is number {} in the file and its parent number {}", link.name, index.value + 1,
                             link.parent.value + 1))
          .withHint("parents come before their children");
    } else if (link.parent.valid() && link.number > 0 && model.links[link.parent].number > 0 &&
               model.links[link.parent].number <= link.number) {
      diagnostics
          .error(at, Code::badTree,
                 fmt::format("link '{}' has number {} and its parent {}", link.name, link.number,
                             model.links[link.parent].number))
          .withHint("numbers grow from the leaves to the root");
    }
    checkFrame(link.X_PA, "the joint on the parent of " + what, at, diagnostics);
    checkFrame(link.X_LB, "the joint on " + what, at, diagnostics);
    checkMass(link.massProperties, what, at, diagnostics);
    checkState(link, diagnostics);
    checkJoint(link, link.joint, link.jointOrigin.at, diagnostics);
    checkMembers(link.members, bodies, diagnostics);
  }
}

void checkCuts(const RecursiveModel& model, Diagnostics& diagnostics) {
  UniqueNames names("cut", diagnostics);
  std::unordered_map<std::string_view, const Link*> treeJoints;
  for (const Link& link : model.links) treeJoints.emplace(link.joint, &link);
  for (const Cut& cut : model.cuts) {
    const SourceRef& at = cut.origin.at;
    const std::string what = fmt::format("cut '{}'", cut.joint);
    names.add(cut.joint, at);
    checkName("joint", cut.joint, at, diagnostics);
    const auto inTree = treeJoints.find(cut.joint);
    if (inTree != treeJoints.end() && inTree->second->type.name != cut.type.name) {
      diagnostics
          .error(at, Code::nameTwice,
                 fmt::format("{} of type '{}' has the name of a joint of type '{}' in the tree", what, cut.type.name,
                             inTree->second->type.name))
          .withHint("give one of them another name")
          .withNote(inTree->second->jointOrigin.at, "the other one is here");
    } else if (inTree != treeJoints.end() && !keepsEquationInTree(cut.type)) {
      diagnostics.error(at, Code::badTree, fmt::format("joint '{}' is in the tree and cut", cut.joint))
          .withHint("a joint is the one or the other: convert the Cartesian model again");
    }
    if (!isLinkOrWorld(model, cut.linkF) || !isLinkOrWorld(model, cut.linkM)) {
      diagnostics
          .error(at, Code::unknownName,
                 fmt::format("{} joins links {} and {}, there are {}", what, cut.linkF.value + 1, cut.linkM.value + 1,
                             model.links.size()))
          .withHint("convert the Cartesian model again");
    } else if (cut.linkF == cut.linkM || (!cut.linkF.valid() && !cut.linkM.valid())) {
      diagnostics.error(at, Code::sameBody, fmt::format("{} joins a link to itself", what))
          .withHint("a cut is between two links");
    }
    checkFrame(cut.X_LF, "frame F of " + what, at, diagnostics);
    checkFrame(cut.X_LM, "frame M of " + what, at, diagnostics);
    checkJoint(cut, cut.joint, at, diagnostics);
  }
}

// The joints at the ends of rods were removed with them, so no other joint has their names.
void checkRods(const RecursiveModel& model, UniqueNames& bodies, Diagnostics& diagnostics) {
  std::unordered_map<std::string_view, const SourceRef*> joints;
  for (const Link& link : model.links) joints.emplace(link.joint, &link.jointOrigin.at);
  for (const Cut& cut : model.cuts) joints.emplace(cut.joint, &cut.origin.at);
  for (const Rod& rod : model.rods) {
    const SourceRef& at = rod.origin.at;
    bodies.add(rod.body, at);
    checkName("rod", rod.body, at, diagnostics);
    for (const Rod::End& end : rod.ends) {
      if (!isLinkOrWorld(model, end.link)) {
        diagnostics
            .error(
                at, Code::unknownName,
                fmt::format("rod '{}' ends on link {}, there are {}", rod.body, end.link.value + 1, model.links.size()))
            .withHint("convert the Cartesian model again");
      }
      const auto [other, isNew] = joints.emplace(end.joint, &at);
      if (!isNew && !end.joint.empty()) {
        diagnostics
            .error(at, Code::nameTwice,
                   fmt::format("an end of rod '{}' has the joint '{}', which is used elsewhere", rod.body, end.joint))
            .withHint("a joint at an end of a rod is removed with it and appears nowhere else")
            .withNote(*other->second, "the other one is here");
      }
      if (!end.point.allFinite())
        diagnostics.error(at, Code::notFinite, fmt::format("an end of rod '{}' is not finite", rod.body))
            .withHint("look for an infinite number or a division by zero");
    }
    if (!(rod.length > 0 && std::isfinite(rod.length))) {
      diagnostics
          .error(at, Code::mustBePositive,
                 fmt::format("the length of rod '{}' is {} m, it must be above 0", rod.body, rod.length))
          .withHint("the two ends of a rod are different points");
    }
    if (!(rod.mass >= 0 && std::isfinite(rod.mass)) ||
        !(rod.transverseInertia >= 0 && std::isfinite(rod.transverseInertia)) || !std::isfinite(rod.s)) {
      diagnostics
          .error(at, Code::impossibleMass,
                 fmt::format("rod '{}' cannot have mass {} kg at {} and transverse inertia {} kg m^2", rod.body,
                             rod.mass, rod.s, rod.transverseInertia))
          .withHint("mass and transverse inertia are not negative; s is 0 at the first end and 1 at the second");
    }
    checkFrame(rod.X_RB, fmt::format("rod '{}'", rod.body), at, diagnostics);
    checkMembers(rod.members, bodies, diagnostics);
  }
}

// The type of a joint's place, or null when the place does not exist.
const JointType* typeAt(const RecursiveModel& model, const JointPlace& place) {
  if (inRange(place.link, model.links.size())) return &model.links[place.link].type;
  if (place.link.valid() || place.cut < 0 || place.cut >= static_cast<int>(model.cuts.size())) return nullptr;
  return &model.cuts[static_cast<std::size_t>(place.cut)].type;
}

ElementScope scopeOf(const RecursiveModel& model) {
  ElementScope scope;
  for (const JointPlace& place : model.joints) scope.joints.push_back({place.name, typeAt(model, place)});
  for (const LinkMarker& marker : model.markers) {
    scope.markerNames.push_back(marker.name);
    scope.markerBodies.push_back(marker.link.value);
  }
  return scope;
}

}  // namespace

const JointType& typeOf(const RecursiveModel& model, const JointPlace& place) {
  return place.link.valid() ? model.links[place.link].type : model.cuts[static_cast<std::size_t>(place.cut)].type;
}

void check(const RecursiveModel& model, Diagnostics& diagnostics) {
  const SourceRef nowhere;  // for entities without an origin
  if (!model.gravity.allFinite())
    diagnostics.error(nowhere, Code::notFinite, "gravity is not finite")
        .withHint("look for an infinite number or a division by zero");
  checkFrame({model.R_WS, Vector3::Zero()}, "the world", nowhere, diagnostics);

  UniqueNames bodies("body", diagnostics);
  checkMembers(model.world, bodies, diagnostics);
  checkLinks(model, bodies, diagnostics);
  checkCuts(model, diagnostics);
  checkRods(model, bodies, diagnostics);

  UniqueNames joints("joint", diagnostics);
  for (const JointPlace& place : model.joints) {
    joints.add(place.name, nowhere);
    if (!typeAt(model, place)) {
      diagnostics.error(nowhere, Code::badTree, fmt::format("joint '{}' is neither in the tree nor cut", place.name))
          .withHint("convert the Cartesian model again");
    }
  }
  UniqueNames markers("marker", diagnostics);
  for (const LinkMarker& marker : model.markers) {
    const SourceRef& at = marker.origin.at;
    markers.add(marker.name, at);
    if (!isLinkOrWorld(model, marker.link)) {
      diagnostics
          .error(at, Code::unknownName,
                 fmt::format("marker '{}' is on link {}, there are {}", marker.name, marker.link.value + 1,
                             model.links.size()))
          .withHint("convert the Cartesian model again");
    }
    checkFrame(marker.X_LM, fmt::format("marker '{}'", marker.name), at, diagnostics);
  }
  for (const Input& input : model.inputs) checkName("input", input.name, input.origin.at, diagnostics);
  for (const Force& force : model.forces) checkName("force", force.name, force.origin.at, diagnostics);
  for (const Probe& probe : model.probes) checkName("probe", probe.name, probe.origin.at, diagnostics);
  for (const Measure& measure : model.measures) checkName("measure", measure.name, measure.origin.at, diagnostics);
  checkElements(scopeOf(model), model, diagnostics);
}

}  // namespace mb
