// Links as bodies, what gravity leaves alone, saved states, and what contacts would do.
#include <fmt/format.h>

#include <set>

#include "formats/model/expression_build.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

// Links of one model collide only when they say so; links of different models do, and all with what stands still.
bool couldCollide(const Reader& reader) {
  std::set<int> models;
  bool hasStatic = reader.missesModels;  // such as a floor
  bool collidesInside = false;
  for (const Link& link : reader.links) {
    if (!link.collides) continue;
    if (link.isStatic) hasStatic = true;
    if (!link.isStatic) models.insert(link.topModel);
    collidesInside = collidesInside || (!link.isStatic && link.selfCollides);
  }
  return models.size() > 1 || collidesInside || (hasStatic && !models.empty());
}

int findInScope(Reader& reader, int scope, FrameKind kind, const std::string& name) {
  for (const int member : reader.frames.scope(scope).members) {
    const Frame& frame = reader.frames.frame(member);
    if (frame.kind == kind && frame.name == name) return member;
  }
  return kNoFrame;
}

// Since 1.12 it is called name_state.
std::vector<XmlElement> statesOf(XmlElement& owner, const std::string& name) {
  std::vector<XmlElement> found = owner.children(name);
  for (XmlElement& newer : owner.children(name + "_state")) found.push_back(newer);
  return found;
}

// Six numbers, or since 1.12 two vectors.
void readVelocity(XmlElement& link, Body& body) {
  auto velocity = firstChild(link, "velocity");
  if (velocity && !trimmed(velocity->text()).empty()) {
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

// Poses and velocities in a <state> are those in the world, and count over those of the models.
void applyModelState(Reader& reader, XmlElement& state, int scope, bool& moved) {
  const int model = findInScope(reader, scope, FrameKind::model, nameOr(state, ""));
  if (model == kNoFrame) return;
  const int inner = reader.frames.frame(model).inner;
  for (XmlElement& link : statesOf(state, "link")) {
    const int frame = findInScope(reader, inner, FrameKind::link, nameOr(link, ""));
    if (frame == kNoFrame) continue;
    const Link& known = reader.links[static_cast<std::size_t>(reader.frames.frame(frame).link)];
    if (known.isStatic) continue;
    Body& body = reader.build.model.bodies[known.body];
    if (auto pose = firstChild(link, "pose")) {
      const Pose X = readPose(*pose).X;
      // Saved with fewer digits than the model has, a body that did not move seems to.
      if ((X.R - body.X_WB.R).norm() > 1e-4 || (X.p - body.X_WB.p).norm() > 1e-5) {
        body.X_WB = X;
        moved = true;
      }
    }
    readVelocity(link, body);
    moved = moved || !body.v_WB.isZero() || !body.w_WB.isZero();
  }
  for (const XmlElement& joint : statesOf(state, "joint")) {
    reader.losses.add(joint, LossEffect::none, "a joint's <state>", "<state>", "the saved links say where the joint is",
                      "nothing changes");
  }
  for (XmlElement& nested : statesOf(state, "model")) applyModelState(reader, nested, inner, moved);
}

}  // namespace

BodyIndex bodyOf(const Reader& reader, int link) {
  return link < 0 ? kImportGround : reader.links[static_cast<std::size_t>(link)].body;
}

void buildBodies(Reader& reader) {
  for (Link& link : reader.links) {
    const SourceRef at = reader.frames.frame(link.frame).at;
    const std::string name = fullName(reader, link.frame);
    link.body = addBody(reader.build, name, at);
    Body& body = reader.build.model.bodies[link.body];
    body.X_WB = reader.frames.poseInWorld(link.frame);
    body.massProperties = link.mass;
    if (!link.isStatic) continue;
    const Pose X_W = body.X_WB;
    const MarkerIndex i = addMarkerInWorld(reader.build, link.body, "static_i", X_W, at);
    const MarkerIndex j = addMarkerInWorld(reader.build, kImportGround, name + "_j", X_W, at);
    addJoint(reader.build, name + "_static", "fixed", i, j, at);
  }
}

void buildWeightless(Reader& reader) {
  const Vector3 g = reader.build.model.gravity;
  for (const Link& link : reader.links) {
    if (link.hasGravity || link.isStatic || link.mass.mass == 0 || g.isZero()) continue;
    const SourceRef at = reader.frames.frame(link.frame).at;
    GeneralForce lift;
    lift.i = addMarker(reader.build, link.body, "com", {Matrix3::Identity(), link.mass.com}, at);
    for (int k = 0; k < 3; ++k) {
      if (g(k) != 0) lift.force[static_cast<std::size_t>(k)] = expressions::number(-link.mass.mass * g(k));
    }
    addForce(reader.build, fullName(reader, link.frame) + "_no_gravity", at).law = std::move(lift);
  }
}

void applyStates(Reader& reader) {
  bool moved = false;
  for (XmlElement& state : reader.states) {
    for (XmlElement& model : statesOf(state, "model")) applyModelState(reader, model, kWorldScope, moved);
    for (XmlElement& inserted : state.children("insertions")) {
      reader.losses.add(inserted, LossEffect::motion, "<insertions>", "<state>",
                        "models that a saved run added are not read", "they are missing");
    }
  }
  if (moved) reader.build.model.remarks.emplace_back("bodies start where <state> says, and not where their models do");
}

void tellMissing(Reader& reader) {
  for (const FrameName& name : reader.frames.namesInMissingModels()) {
    addLoss(reader.build, name.at, LossEffect::motion, fmt::format("what names '{}'", name.text),
            "it is in a model that was not found", "the joint or frame that needs it is missing or out of place",
            name.text);
  }
}

void tellContacts(Reader& reader) {
  if (!reader.collision) return;
  const bool acts = couldCollide(reader);
  reader.losses.add(*reader.collision, acts ? LossEffect::motion : LossEffect::none,
                    fmt::format("<collision> ({} in all)", reader.collisions), "the file", "contacts are not modelled",
                    acts ? "bodies pass through each other and through what stands still"
                         : "nothing in the file could collide; in a world with other things it would");
}

}  // namespace mb::sdf
