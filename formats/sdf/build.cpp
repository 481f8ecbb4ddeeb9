// Links as bodies, links without gravity, and the effect of contacts.
#include <fmt/format.h>

#include <set>

#include "formats/model/expressions/expression_build.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

// Links of one model collide only if they say so; links of different models always do, and all collide with static
// ones.
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

}  // namespace

BodyIndex bodyOf(const Reader& reader, int link) {
  return link < 0 ? kImportGround : reader.links[static_cast<std::size_t>(link)].body;
}

int digitsFrom(Reader& reader, int link, int frame) {
  const int from = link < 0 ? kWorldFrame : reader.links[static_cast<std::size_t>(link)].frame;
  return reader.frames.digitsBetween(from, frame);
}

void buildBodies(Reader& reader) {
  for (Link& link : reader.links) {
    const SourceRef at = reader.frames.frame(link.frame).at;
    const std::string name = fullName(reader, link.frame);
    link.body = addBody(reader.build, name, at);
    Body& body = reader.build.model.bodies[link.body];
    body.X_WB = reader.frames.poseInWorld(link.frame);
    body.digits = reader.frames.digitsBetween(link.frame, kWorldFrame);
    body.massProperties = link.mass;
    if (!link.isStatic) continue;
    const Pose X_W = body.X_WB;
    const MarkerIndex i = addMarkerInWorld(reader.build, link.body, "static_i", X_W, 0, at);
    link.anchor = addMarkerInWorld(reader.build, kImportGround, name + "_j", X_W, body.digits, at);
    addJoint(reader.build, name + "_static", "fixed", i, link.anchor, at);
  }
}

void buildWeightless(Reader& reader) {
  const Vector3 g = reader.build.model.gravity;
  for (const Link& link : reader.links) {
    if (link.hasGravity || link.isStatic || link.mass.mass == 0 || g.isZero()) continue;
    const SourceRef at = reader.frames.frame(link.frame).at;
    GeneralForce lift;
    lift.i = addMarker(reader.build, link.body, "com", {Matrix3::Identity(), link.mass.com}, 0, at);
    for (int k = 0; k < 3; ++k) {
      if (g(k) != 0) lift.force[static_cast<std::size_t>(k)] = expressions::number(-link.mass.mass * g(k));
    }
    addForce(reader.build, fullName(reader, link.frame) + "_no_gravity", at).law = std::move(lift);
  }
}

void reportMissing(Reader& reader) {
  for (const FrameName& name : reader.frames.namesInMissingModels()) {
    addLoss(reader.build, name.at, LossEffect::motion, fmt::format("what names '{}'", name.text),
            "it is in a model that was not found", "the joint or frame that needs it is missing or out of place",
            name.text);
  }
}

void reportContacts(Reader& reader) {
  if (!reader.collision) return;
  const bool acts = couldCollide(reader);
  reader.losses.add(*reader.collision, acts ? LossEffect::motion : LossEffect::none,
                    fmt::format("<collision> ({} in all)", reader.collisions), "the file", "contacts are not modelled",
                    acts ? "bodies pass through each other and through static ones"
                         : "nothing in the file could collide; it could in a world with other objects");
}

}  // namespace mb::sdf
