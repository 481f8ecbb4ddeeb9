// Gearboxes and mimic joints as couplers between coordinates.
#include <fmt/format.h>

#include <cmath>

#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

// The angle from one body to another about an axis (zero: that of the joint), as a factor of a joint's coordinate.
std::optional<Coupler::Term> angleBetween(Reader& reader, const std::vector<int>& welded, BodyIndex from, BodyIndex to,
                                          const Vector3& axis) {
  const CartesianModel& model = reader.build.model;
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    if (joint.type.name != "revolute" && joint.type.name != "screw") continue;
    const auto isOn = [&](BodyIndex a, BodyIndex b) { return welded[at(a.value)] == welded[at(b.value)]; };
    const bool along = isOn(bodyJ(model, joint), from) && isOn(bodyI(model, joint), to);
    const bool against = isOn(bodyI(model, joint), from) && isOn(bodyJ(model, joint), to);
    const double same = axis.isZero() ? 1 : worldPose(model, joint.j).R.col(2).dot(axis);
    if ((!along && !against) || std::abs(same) < 0.999) continue;
    return Coupler::Term{{index, 0}, (same > 0) == along ? 1.0 : -1.0};
  }
  return std::nullopt;
}

// theta_2 = -ratio theta_1: of the child and the parent, both relative to the reference body.
void buildGearbox(Reader& reader, const std::vector<int>& welded, SdfJoint& gearbox) {
  const Frame frame = reader.frames.frame(gearbox.frame);
  const std::string where = fmt::format("joint '{}'", frame.name);
  const auto lose = [&](std::string why) {
    reader.losses.add(gearbox.element, LossEffect::motion, "gearbox", where, std::move(why),
                      "the two shafts turn freely");
  };
  auto reference = firstChild(gearbox.element, "gearbox_reference_body");
  const std::string name = reference ? std::string(trimmed(reference->text(), kXmlBlanks)) : std::string();
  if (name.empty()) return lose("it names no reference body");
  const int found = reader.frames.find(frame.scope, {name, reference->textAt()});
  const int link = found == kNoFrame ? kNoLink : reader.frames.linkOf(found);
  if (link == kNoLink) return;
  const BodyIndex base = bodyOf(reader, link);
  const auto angle = [&](int to, std::string_view axisName) {
    auto axis = firstChild(gearbox.element, axisName);
    const Vector3 direction = axis ? readAxis(reader, gearbox, *axis).direction : Vector3(Vector3::Zero());
    return angleBetween(reader, welded, base, bodyOf(reader, to), direction);
  };
  const auto first = angle(gearbox.parentLink, "axis");
  const auto second = angle(gearbox.childLink, "axis2");
  if (!first || !second) {
    return lose(
        fmt::format("no revolute joint with that axis connects '{}' with the {}", name, first ? "child" : "parent"));
  }
  const double ratio = finiteOr(gearbox.element, "gearbox_ratio", 1);
  Coupler& coupler = addCoupler(reader.build, fullName(reader, gearbox.frame), gearbox.element.at());
  coupler.kind = "gear";
  coupler.terms = {*second, {first->coordinate, ratio * first->factor}};
}

struct Mimic {
  std::string leader;
  SourceRef leaderAt;
  std::size_t leaderAxis = 0;
  double multiplier = 1;
  double offset = 0;
  double reference = 0;
};

SdfJoint* jointAt(Reader& reader, int frame) {
  for (SdfJoint& joint : reader.joints) {
    if (joint.frame == frame) return &joint;
  }
  return nullptr;
}

// A name that is also a link's means the joint here.
int leaderFrame(Reader& reader, int scope, const FrameName& name) {
  for (const int member : reader.frames.scope(scope).members) {
    const Frame& frame = reader.frames.frame(member);
    if (frame.kind == FrameKind::joint && frame.name == name.text) return member;
  }
  return reader.frames.find(scope, name);
}

// q = multiplier (q_leader - reference) + offset.
void addMimic(Reader& reader, SdfJoint& follower, std::size_t axis, const XmlElement& element, const Mimic& mimic) {
  const Frame frame = reader.frames.frame(follower.frame);
  const std::string where = fmt::format("joint '{}'", frame.name);
  const int leaderIndex = leaderFrame(reader, frame.scope, {mimic.leader, mimic.leaderAt});
  if (leaderIndex == kNoFrame) return;
  const SdfJoint* const leader = jointAt(reader, leaderIndex);
  if (!leader || leader == &follower) {
    reader.build.diagnostics
        .error(mimic.leaderAt, Code::otherKindOfThing,
               fmt::format("{} mimics '{}', which is not another joint", where, mimic.leader))
        .withHint("name a joint of the same model");
    return;
  }
  const auto& of = follower.coordinates[axis];
  const auto& to = leader->coordinates[mimic.leaderAxis];
  if (!of || !to) {
    reader.losses.add(element, LossEffect::motion, "<mimic>", where,
                      "one of the two joints does not move about that axis", "the other one moves independently");
    return;
  }
  Coupler& coupler = addCoupler(reader.build, fullName(reader, follower.frame) + "_mimic", element.at());
  coupler.terms = {{*of, 1}, {*to, -mimic.multiplier}};
  coupler.offset = mimic.offset - mimic.multiplier * mimic.reference;
}

void readLeader(XmlElement& element, Mimic& mimic) {
  const auto leader = element.requiredAttribute("joint");
  if (!leader) return;
  mimic.leader = leader->text;
  mimic.leaderAt = leader->valueAt;
}

void buildMimics(Reader& reader, SdfJoint& joint) {
  for (std::size_t k = 0; k < 2; ++k) {
    auto axis = firstChild(joint.element, k == 0 ? "axis" : "axis2");
    auto element = axis ? firstChild(*axis, "mimic") : std::nullopt;
    if (!element) continue;
    Mimic mimic;
    readLeader(*element, mimic);
    if (const auto which = element->attribute("axis")) {
      mimic.leaderAxis = which->text == "axis2" ? 1 : 0;
      if (which->text != "axis" && which->text != "axis2") {
        element->diagnostics()
            .error(which->valueAt, Code::unknownWord, fmt::format("'{}' is not an axis of a joint", which->text))
            .withHint("it is axis or axis2");
      }
    }
    mimic.multiplier = finiteOr(*element, "multiplier", 1);
    mimic.offset = finiteOr(*element, "offset", 0);
    mimic.reference = finiteOr(*element, "reference", 0);
    if (!mimic.leader.empty()) addMimic(reader, joint, k, *element, mimic);
  }
  auto element = firstChild(joint.element, "drake:mimic");
  if (!element) return;
  Mimic mimic;
  readLeader(*element, mimic);
  const auto number = [&](std::string_view name, double& value) {
    const auto text = element->attribute(name);
    if (!text) return;
    if (const auto parsed = parseNumber(trimmed(text->text, kXmlBlanks))) {
      value = *parsed;
    } else {
      element->diagnostics()
          .error(text->valueAt, Code::notANumber, fmt::format("'{}' is not a number", text->text))
          .withHint("numbers are decimal with a point");
    }
  };
  number("multiplier", mimic.multiplier);
  number("offset", mimic.offset);
  if (!mimic.leader.empty()) addMimic(reader, joint, 0, *element, mimic);
}

}  // namespace

void buildCouplers(Reader& reader) {
  const std::vector<int> welded = weldedSets(reader.build.model);
  for (SdfJoint& joint : reader.joints) {
    if (joint.type == "gearbox" && joint.hasEnds()) {
      buildGearbox(reader, welded, joint);
    }
    buildMimics(reader, joint);
  }
}

}  // namespace mb::sdf
