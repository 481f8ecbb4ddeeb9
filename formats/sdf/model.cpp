// Worlds, models, links and joints as written in the file.
#include <fmt/format.h>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

// The name of a link, joint, frame or model. Unnamed ones use their place in the file, which is unique.
std::string requiredName(XmlElement& element) {
  const auto name = element.attribute("name");
  if (name && !name->text.empty()) return std::string(name->text);
  element.diagnostics()
      .error(name ? name->valueAt : element.at(), Code::missingAttribute,
             fmt::format("a <{}> has no name", element.name()))
      .withHint("add name=\"...\", by which others refer to it");
  return fmt::format("{} at {}:{}", element.name(), element.at().line, element.at().column);
}

FrameName attributeName(XmlElement& element, std::string_view attribute) {
  const auto text = element.attribute(attribute);
  if (!text) return {{}, element.at()};
  return {std::string(trimmed(text->text, kXmlBlanks)), text->valueAt};
}

// <parent> and <child>: the name is the text, or an attribute as in URDF.
FrameName endOf(XmlElement& joint, std::string_view which) {
  auto end = firstChild(joint, which);
  FrameName name{{}, end ? end->textAt() : joint.at()};
  if (end) name.text = trimmed(end->text(), kXmlBlanks);
  if (end && name.text.empty()) name = attributeName(*end, "link");
  if (name.text.empty()) {
    joint.diagnostics()
        .error(name.at, Code::missingElement, fmt::format("joint '{}' has no {}", nameOr(joint, "joint"), which))
        .withHint(fmt::format("write <{}>name of a link</{}>", which, which));
  }
  return name;
}

void readFrame(Reader& reader, XmlElement& element, int scope) {
  Frame frame;
  frame.kind = FrameKind::frame;
  frame.name = requiredName(element);
  frame.scope = scope;
  frame.pose = readPoseOf(element);
  frame.carrier = attributeName(element, "attached_to");
  frame.at = element.at();
  reader.frames.add(std::move(frame));
}

int topModelOf(Reader& reader, int scope) {
  while (true) {
    const int outer = reader.frames.frame(reader.frames.scope(scope).frame).scope;
    if (outer == kWorldScope) return scope;
    scope = outer;
  }
}

// Stops after too many errors or links: nested includes multiply the contents of a file.
bool mayGoOn(Reader& reader, const XmlElement& next) {
  if (reader.isTooLarge || next.diagnostics().gaveUp()) return false;
  if (next.name() != "link" || reader.links.size() < limits::kMostBodies) return true;
  reader.isTooLarge = true;
  next.diagnostics()
      .error(next.at(), Code::tooMany, fmt::format("more than {} links, the limit of a model", limits::kMostBodies))
      .withHint("split the model into smaller ones");
  return false;
}

void readMembers(Reader& reader, XmlElement& owner, int scope, int version) {
  for (XmlElement& child : owner.children()) {
    if (!mayGoOn(reader, child)) return;
    const std::string_view name = child.name();
    if (name == "link") readLink(reader, child, scope);
    if (name == "joint") readJoint(reader, child, scope);
    if (name == "frame") readFrame(reader, child, scope);
    if (name == "model") readModel(reader, child, scope, version, {});
    if (name == "include") readInclude(reader, child, scope);
    for (const std::string_view extension :
         {"drake:linear_bushing_rpy", "drake:linear_spring_damper", "drake:ball_constraint", "drake:joint"}) {
      if (name == extension) reader.extensions.emplace_back(scope, child);
    }
  }
}

void readGravity(Reader& reader, XmlElement& world) {
  // Up to 1.5 it is a setting of the solver; of several, the one named default counts, otherwise the first.
  std::optional<XmlElement> ofSolver;
  for (XmlElement& physics : world.children("physics")) {
    const bool isChosen = attributeFlag(physics, "default");
    auto inside = firstChild(physics, "gravity");
    if (inside && (!ofSolver || isChosen)) ofSolver = inside;
  }
  auto gravity = firstChild(world, "gravity");
  if (!gravity) gravity = ofSolver;
  if (!gravity) return;
  if (const auto g = readVector(*gravity)) reader.build.model.gravity = *g;
}

}  // namespace

std::string nameOr(XmlElement& element, std::string_view fallback) {
  const auto name = element.attribute("name");
  return name && !name->text.empty() ? std::string(name->text) : std::string(fallback);
}

std::string fullName(Reader& reader, int frame) {
  const auto outerOf = [&](int scope) { return reader.frames.frame(reader.frames.scope(scope).frame).scope; };
  std::string name = reader.frames.frame(frame).name;
  for (int scope = reader.frames.frame(frame).scope; scope != kWorldScope; scope = outerOf(scope)) {
    const bool isNeeded = outerOf(scope) != kWorldScope || reader.hasSeveralModels;
    if (reader.frames.scope(scope).isMerged || !isNeeded) continue;
    name = fmt::format("{}_{}", reader.frames.frame(reader.frames.scope(scope).frame).name, name);
  }
  return name;
}

// Names are checked in unused frames too.
void checkFrames(Reader& reader) {
  for (int k = 0; k < reader.frames.size(); ++k) {
    if (reader.frames.frame(k).kind != FrameKind::frame) continue;
    reader.frames.poseInWorld(k);
    if (!reader.frames.frame(k).carrier.text.empty()) reader.frames.linkOf(k);
  }
}

void readWorld(Reader& reader, XmlElement& world) {
  readGravity(reader, world);
  readMembers(reader, world, kWorldScope, reader.frames.scope(kWorldScope).version);
  for (XmlElement& state : world.children("state")) reader.states.push_back(state);
  for (XmlElement& physics : world.children("physics")) {
    reader.losses.add(physics, LossEffect::none, "<physics>", "the world", "it holds settings of another solver",
                      "the motion is the same");
  }
  for (XmlElement& wind : world.children("wind")) {
    auto velocity = firstChild(wind, "linear_velocity");
    const auto v = velocity ? readVector(*velocity) : std::nullopt;
    const bool blows = v && v->norm() > 0;
    reader.losses.add(wind, blows ? LossEffect::motion : LossEffect::none, "<wind>", "the world",
                      "wind is not modelled", "links that feel it move as in still air");
  }
}

void readModel(Reader& reader, XmlElement& model, int outerScope, int version, const Placing& placing) {
  const std::string ownName = requiredName(model);
  Frame frame;
  frame.name = placing.name.value_or(ownName);
  frame.kind = placing.isMerged ? FrameKind::frame : FrameKind::model;
  const std::string shown = fmt::format("model '{}'", frame.name);
  if (placing.isMerged) frame.name = fmt::format("_merged__{}__model__", frame.name);
  frame.scope = outerScope;
  frame.pose = placing.pose ? *placing.pose : readPoseOf(model);
  frame.placement = placing.placement ? *placing.placement : attributeName(model, "placement_frame");
  frame.at = model.at();

  Scope scope;
  scope.frame = reader.frames.add(std::move(frame));
  scope.isMerged = placing.isMerged;
  scope.isStatic =
      placing.isStatic.value_or(flagOr(model, "static", false)) || reader.frames.scope(outerScope).isStatic;
  scope.version = version;
  scope.canonical = attributeName(model, "canonical_link");
  scope.shown = shown;
  const int inner = reader.frames.addScope(std::move(scope));

  readMembers(reader, model, inner, version);
  if (flagOr(model, "enable_wind", false)) {
    reader.losses.add(model, LossEffect::none, "<enable_wind>", shown, "wind is not modelled",
                      "it moves as in still air");
  }
  if (flagOr(model, "self_collide", false)) {
    for (Link& link : reader.links) {
      if (reader.frames.frame(link.frame).scope == inner) link.selfCollides = true;
    }
  }
}

void readLink(Reader& reader, XmlElement& element, int scope) {
  if (scope == kWorldScope) {
    element.diagnostics()
        .error(element.at(), Code::unknownElement, "a <link> is outside a model")
        .withHint("put it into a <model>");
    return;
  }
  Frame frame;
  frame.kind = FrameKind::link;
  frame.name = requiredName(element);
  frame.scope = scope;
  frame.pose = readPoseOf(element);
  frame.at = element.at();
  frame.link = static_cast<int>(reader.links.size());
  const std::string where = fmt::format("link '{}'", frame.name);

  Link link;
  link.frame = reader.frames.add(std::move(frame));
  link.isStatic = reader.frames.scope(scope).isStatic;
  link.hasGravity = flagOr(element, "gravity", true);
  link.topModel = topModelOf(reader, scope);
  link.mass = readInertial(reader, element, where);
  link.selfCollides = flagOr(element, "self_collide", false);
  const std::vector<XmlElement> collisions = element.children("collision");
  link.collides = !collisions.empty();
  reader.collisions += static_cast<int>(collisions.size());
  if (!reader.collision && !collisions.empty()) reader.collision = collisions.front();

  if (flagOr(element, "kinematic", false) && !link.isStatic) {
    reader.losses.add(element, LossEffect::motion, "<kinematic>", where,
                      "a link that forces do not move needs a script", "it falls and is pushed like any other");
  }
  if (flagOr(element, "enable_wind", false)) {
    reader.losses.add(element, LossEffect::none, "<enable_wind>", where, "wind is not modelled",
                      "it moves as in still air");
  }
  if (auto decay = firstChild(element, "velocity_decay")) {
    const bool acts = finiteOr(*decay, "linear", 0) != 0 || finiteOr(*decay, "angular", 0) != 0;
    reader.losses.add(*decay, acts ? LossEffect::motion : LossEffect::none, "<velocity_decay>", where,
                      "it takes speed away at every step of another solver", "the link is not slowed down");
  }
  reader.links.push_back(std::move(link));
}

void readJoint(Reader& reader, XmlElement& element, int scope) {
  Frame frame;
  frame.kind = FrameKind::joint;
  frame.name = requiredName(element);
  frame.scope = scope;
  frame.pose = readPoseOf(element);
  frame.at = element.at();
  frame.carrier = endOf(element, "child");
  SdfJoint joint{.frame = 0, .element = element, .type = {}, .typeAt = {}, .parent = endOf(element, "parent")};
  if (const auto type = element.requiredAttribute("type")) {
    joint.type = trimmed(type->text, kXmlBlanks);
    joint.typeAt = type->valueAt;
  }
  const bool isComplete = !joint.type.empty() && !joint.parent.text.empty() && !frame.carrier.text.empty();
  joint.frame = reader.frames.add(std::move(frame));
  if (isComplete) reader.joints.push_back(std::move(joint));
}

}  // namespace mb::sdf
