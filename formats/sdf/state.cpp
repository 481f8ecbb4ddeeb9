// A <state>: where a saved run had left its models and links. It overrides the models.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "formats/model/basics/text.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

// Read first and applied when everything is known: later states override earlier ones, and inner ones override outer
// ones.
struct Saved {
  std::map<int, Pose> shifts{};  // of models, by their scope, from their present poses
  std::map<int, Pose> links{};   // poses of links, by their number
  bool moved = false;            // whether anything moved
};

// A state saved with fewer digits than the model has seems to move what did not move.
constexpr double kDigits = 1e-5;
bool isNear(const Pose& a, const Pose& b) { return (a.R - b.R).norm() <= 1e-4 && (a.p - b.p).norm() <= kDigits; }

int findOf(Reader& reader, int scope, FrameKind kind, const std::string& name) {
  const int found = reader.frames.lookUp(scope, name);
  if (found == kNoFrame || reader.frames.frame(found).kind == kind) return found;
  for (const int member : reader.frames.scope(scope).members) {
    const Frame& frame = reader.frames.frame(member);
    if (frame.kind == kind && frame.name == name) return member;
  }
  return kNoFrame;
}

// Since 1.12 it is named name_state.
std::vector<XmlElement> statesOf(XmlElement& owner, const std::string& name) {
  std::vector<XmlElement> found = owner.children(name);
  for (XmlElement& newer : owner.children(name + "_state")) found.push_back(newer);
  return found;
}

void loseUnknown(Reader& reader, XmlElement& state, std::string_view kind, LossEffect effect) {
  reader.losses.add(state, effect, "<state>", fmt::format("{} '{}'", kind, nameOr(state, "")),
                    fmt::format("no {} of that name was read", kind), "its positions and velocities are missing");
}

// Poses of models and links, in the world.
std::optional<Pose> savedPose(XmlElement& state) {
  auto element = firstChild(state, "pose");
  if (!element) return std::nullopt;
  const GivenPose pose = readPose(*element);
  if (!pose.relativeTo.empty()) {
    state.diagnostics()
        .warning(pose.relativeToAt, Code::ignoredInput,
                 "a pose in <state> is that in the world, relative_to does not count")
        .withHint("remove relative_to");
  }
  return pose.X;
}

// Six numbers, or since 1.12 two vectors.
void readVelocity(XmlElement& link, Body& body) {
  auto velocity = firstChild(link, "velocity");
  if (velocity && !trimmed(velocity->text(), kXmlBlanks).empty()) {
    const auto v = readNumbers(*velocity, 6);
    if (!v || !Eigen::Map<const Vector6>(v->data()).allFinite()) return;
    body.v_WB = {(*v)[0], (*v)[1], (*v)[2]};
    body.w_WB = {(*v)[3], (*v)[4], (*v)[5]};
  }
  const auto part = [&](std::string_view name, Vector3& value) {
    auto child = firstChild(link, name);
    const auto v = child ? readVector(*child) : std::nullopt;
    if (v) value = *v;
  };
  part("linear_velocity", body.v_WB);
  part("angular_velocity", body.w_WB);
}

void readLinkState(Reader& reader, XmlElement& state, int scope, Saved& saved) {
  const int frame = findOf(reader, scope, FrameKind::link, nameOr(state, ""));
  if (frame == kNoFrame) return loseUnknown(reader, state, "link", LossEffect::motion);
  const int index = reader.frames.frame(frame).link;
  if (const auto X_WB = savedPose(state)) saved.links[index] = *X_WB;
  const Link& link = reader.links[static_cast<std::size_t>(index)];
  if (link.isStatic) return;
  Body& body = reader.build.model.bodies[link.body];
  readVelocity(state, body);
  saved.moved = saved.moved || !body.v_WB.isZero() || !body.w_WB.isZero();
}

// Angles, and since 1.12 positions and velocities by axis.
bool isAway(XmlElement& joint) {
  bool away = false;
  for (const XmlElement& angle : joint.children("angle")) {
    const auto value = readNumbers(angle, 1);
    away = away || (value && std::abs(value->front()) > kDigits);
  }
  for (const std::string_view which : {"axis_state", "axis2_state"}) {
    auto axis = firstChild(joint, which);
    if (!axis) continue;
    for (const std::string_view name : {"position", "velocity"}) {
      const double value = finiteOr(*axis, name, 0);
      away = away || std::abs(value) > kDigits;
    }
  }
  return away;
}

// Called when all links are placed.
void reportJointStates(Reader& reader, XmlElement& owner, int scope, const Saved& saved) {
  for (XmlElement& state : statesOf(owner, "joint")) {
    const bool away = isAway(state);
    const int joint = findOf(reader, scope, FrameKind::joint, nameOr(state, ""));
    if (joint == kNoFrame) {
      loseUnknown(reader, state, "joint", away ? LossEffect::motion : LossEffect::none);
      continue;
    }
    const int child = reader.frames.linkOf(joint);
    const bool isPlaced =
        child >= 0 && (saved.links.contains(child) || reader.links[static_cast<std::size_t>(child)].isStatic);
    const std::string where = fmt::format("joint '{}'", reader.frames.frame(joint).name);
    if (away && !isPlaced) {
      reader.losses.add(state, LossEffect::motion, "<state>", where,
                        "only poses of links are read, and its child has none here", "it starts where the links do");
    } else {
      reader.losses.add(state, LossEffect::none, "<state>", where, "the poses of the links determine the joint",
                        "nothing changes");
    }
  }
}

void reportScale(Reader& reader, XmlElement& state, int scope) {
  const auto element = firstChild(state, "scale");
  const auto scale = element ? readVector(*element) : std::nullopt;
  if (!scale || (*scale - Vector3::Ones()).norm() <= kDigits) return;
  const Scope& model = reader.frames.scope(scope);
  reader.losses.add(*element, model.isStatic ? LossEffect::none : LossEffect::motion, "<scale>", model.shown,
                    "models are not made larger or smaller", "its masses and shapes are as if it were 1");
}

void readModelState(Reader& reader, XmlElement& state, int scope, Saved& saved) {
  const int model = findOf(reader, scope, FrameKind::model, nameOr(state, ""));
  if (model == kNoFrame) return loseUnknown(reader, state, "model", LossEffect::motion);
  const int inner = reader.frames.frame(model).inner;
  if (const auto X_WM = savedPose(state)) {
    const Pose own = reader.frames.poseInWorld(model);
    saved.shifts[inner] = isNear(*X_WM, own) ? Pose{} : *X_WM * inverse(own);
  }
  reportScale(reader, state, inner);
  for (XmlElement& link : statesOf(state, "link")) readLinkState(reader, link, inner, saved);
  for (XmlElement& nested : statesOf(state, "model")) readModelState(reader, nested, inner, saved);
  reportJointStates(reader, state, inner, saved);
}

// A model moves as a whole, including nested models, except for parts with a pose of their own.
void placeAll(Reader& reader, int scope, const Pose& shift, Saved& saved) {
  for (const int member : reader.frames.scope(scope).members) {
    const Frame& frame = reader.frames.frame(member);
    if (frame.kind == FrameKind::model) {
      const auto own = saved.shifts.find(frame.inner);
      placeAll(reader, frame.inner, own == saved.shifts.end() ? shift : own->second, saved);
    }
    if (frame.kind != FrameKind::link) continue;
    const auto own = saved.links.find(frame.link);
    const Pose X_WB = own == saved.links.end() ? shift * reader.frames.poseInWorld(member) : own->second;
    const Link& link = reader.links[static_cast<std::size_t>(frame.link)];
    Body& body = reader.build.model.bodies[link.body];
    if (isNear(X_WB, body.X_WB)) continue;
    body.X_WB = X_WB;
    if (link.isStatic) reader.build.model.markers[link.anchor].X_BM = X_WB;
    saved.moved = true;
  }
}

}  // namespace

void applyStates(Reader& reader) {
  Saved saved;
  for (XmlElement& state : reader.states) {
    for (XmlElement& model : statesOf(state, "model")) readModelState(reader, model, kWorldScope, saved);
    reportJointStates(reader, state, kWorldScope, saved);
    for (XmlElement& inserted : state.children("insertions")) {
      reader.losses.add(inserted, LossEffect::motion, "<insertions>", "<state>",
                        "models that a saved run added are not read", "they are missing");
    }
  }
  if (!reader.states.empty()) placeAll(reader, kWorldScope, {}, saved);
  if (saved.moved) {
    reader.build.model.remarks.emplace_back("bodies start where <state> says, and not where their models do");
  }
}

}  // namespace mb::sdf
