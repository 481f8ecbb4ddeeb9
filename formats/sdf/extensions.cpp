// Drake's extensions of SDFormat: springs, bushings, balls that close loops, joints that SDFormat lacks.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/model/basics/text.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

struct End {
  BodyIndex body;
  Pose X_W;
  int digits = 0;  // see Marker
};

std::optional<End> endOf(Reader& reader, int scope, XmlElement& element, const std::string& name,
                         const std::string& point = {}) {
  auto child = firstChild(element, name);
  const std::string text = child ? std::string(trimmed(child->text(), kXmlBlanks)) : std::string();
  if (text.empty()) {
    element.diagnostics()
        .error(element.at(), Code::missingElement, fmt::format("<{}> has no <{}>", element.name(), name))
        .withHint("it names a link or a frame");
    return std::nullopt;
  }
  const int frame = reader.frames.find(scope, {text, child->textAt()});
  const int link = frame == kNoFrame ? kNoLink : reader.frames.linkOf(frame);
  if (link == kNoLink) return std::nullopt;
  End end{bodyOf(reader, link), reader.frames.poseInWorld(frame), digitsFrom(reader, link, frame)};
  auto at = point.empty() ? std::nullopt : firstChild(element, point);
  const auto p = at ? readVector(*at) : std::nullopt;
  if (p) end.X_W.p = end.X_W * *p;
  if (p) end.digits = std::max(end.digits, mostDigits(at->text()));
  return end;
}

Vector3 vectorOr0(XmlElement& element, std::string_view name) {
  auto child = firstChild(element, name);
  const auto v = child ? readVector(*child) : std::nullopt;
  return v.value_or(Vector3::Zero());
}

void addSpringDamper(Reader& reader, int scope, XmlElement& element) {
  const std::string p = "drake:linear_spring_damper_";
  const auto a = endOf(reader, scope, element, p + "body_A", p + "p_AP");
  const auto b = endOf(reader, scope, element, p + "body_B", p + "p_BQ");
  if (!a || !b) return;
  Tsda spring;
  spring.i = addMarkerInWorld(reader.build, a->body, "spring_i", a->X_W, a->digits, element.at());
  spring.j = addMarkerInWorld(reader.build, b->body, "spring_j", b->X_W, b->digits, element.at());
  spring.length = finiteOr(element, p + "free_length", 0);
  spring.stiffness = finiteOr(element, p + "stiffness", 0);
  spring.damping = finiteOr(element, p + "damping", 0);
  addForce(reader.build, "spring", element.at()).law = spring;
}

void addBushing(Reader& reader, int scope, XmlElement& element) {
  const auto a = endOf(reader, scope, element, "drake:bushing_frameA");
  const auto c = endOf(reader, scope, element, "drake:bushing_frameC");
  if (!a || !c) return;
  Bushing bushing;
  bushing.i = addMarkerInWorld(reader.build, c->body, "bushing_i", c->X_W, c->digits, element.at());
  bushing.j = addMarkerInWorld(reader.build, a->body, "bushing_j", a->X_W, a->digits, element.at());
  bushing.k = vectorOr0(element, "drake:bushing_force_stiffness");
  bushing.c = vectorOr0(element, "drake:bushing_force_damping");
  bushing.kt = vectorOr0(element, "drake:bushing_torque_stiffness");
  bushing.ct = vectorOr0(element, "drake:bushing_torque_damping");
  bushing.angles = AngleDefinition::rotationVector;
  addForce(reader.build, "bushing", element.at()).law = bushing;
  reader.losses.add(element, LossEffect::motion, "half-way frame of <drake:linear_bushing_rpy>", "the model",
                    "the force acts along the axes of frame A and not half-way to C",
                    "forces differ by the product of deflection and twist, nothing while both are small");
}

void addJointOf(Reader& reader, const XmlElement& element, std::string_view name, std::string_view type, const End& i,
                const End& j) {
  const MarkerIndex markerI =
      addMarkerInWorld(reader.build, i.body, fmt::format("{}_i", name), i.X_W, i.digits, element.at());
  const MarkerIndex markerJ =
      addMarkerInWorld(reader.build, j.body, fmt::format("{}_j", name), j.X_W, j.digits, element.at());
  addJoint(reader.build, name, type, markerI, markerJ, element.at());
}

void addBall(Reader& reader, int scope, XmlElement& element) {
  const std::string p = "drake:ball_constraint_";
  const auto a = endOf(reader, scope, element, p + "body_A", p + "p_AP");
  const auto b = endOf(reader, scope, element, p + "body_B", p + "p_BQ");
  if (a && b) addJointOf(reader, element, "ball_constraint", "spherical", *b, *a);
}

// A planar joint: x and y of its frame, and the angle about z.
void addDrakeJoint(Reader& reader, int scope, XmlElement& element) {
  const auto type = element.attribute("type");
  const std::string name = nameOr(element, "joint");
  if (!type || type->text != "planar") {
    reader.losses.add(element, LossEffect::motion, "<drake:joint>", fmt::format("joint '{}'", name),
                      "only the type planar is known here", "the two bodies are not connected by it");
    return;
  }
  const auto parent = endOf(reader, scope, element, "drake:parent");
  const auto child = endOf(reader, scope, element, "drake:child");
  if (!parent || !child) return;
  const GivenPose pose = readPoseOf(element);
  Pose X_W = child->X_W * pose.X;
  int digits = std::max({parent->digits, child->digits, pose.digits});
  if (!pose.relativeTo.empty()) {
    const int base = reader.frames.find(scope, {pose.relativeTo, pose.relativeToAt});
    if (base != kNoFrame) {
      X_W = reader.frames.poseInWorld(base) * pose.X;
      digits = std::max(digits, reader.frames.digitsBetween(base, kWorldFrame));
    }
  }
  addJointOf(reader, element, name, "planar", {child->body, X_W, digits}, {parent->body, X_W, digits});
  const Vector3 damping = vectorOr0(element, "drake:damping");
  Joint& joint = reader.build.model.joints[JointIndex{reader.build.model.joints.size() - 1}];
  for (int k = 0; k < 3; ++k) {
    if (damping(k) > 0) joint.frictions.push_back({.coordinate = k, .viscous = damping(k)});
  }
}

struct Extension {
  std::string_view name;
  void (*build)(Reader&, int scope, XmlElement&);
};
constexpr std::array kExtensions{
    Extension{"drake:linear_spring_damper", &addSpringDamper}, Extension{"drake:linear_bushing_rpy", &addBushing},
    Extension{"drake:ball_constraint", &addBall}, Extension{"drake:joint", &addDrakeJoint}};

}  // namespace

void buildExtensions(Reader& reader) {
  for (auto& [scope, element] : reader.extensions) {
    for (const Extension& row : kExtensions) {
      if (row.name == element.name()) row.build(reader, scope, element);
    }
  }
}

}  // namespace mb::sdf
