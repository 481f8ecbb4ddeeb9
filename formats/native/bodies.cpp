// Declares bodies and markers; their frames and masses are resolved when everything is declared.
#include <fmt/format.h>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

// The ground of an included file is the ground of the model; what is attached to it is placed in the file's world.
void declareGround(Build& build, File& file, XmlElement& element, const std::string& name) {
  if (file.groundName) {
    build.diagnostics
        .error(element.at(), Code::twoGrounds,
               fmt::format("'{}' is a second ground, after '{}'", name, *file.groundName))
        .withHint("join one to the other by a fixed joint");
  }
  file.groundName = name.substr(file.prefix.size());
  if (auto pose = element.child("pose")) {
    build.diagnostics
        .error(pose->at(), Code::badGround, "the frame of the ground is the world's, it has no pose of its own")
        .withHint("remove the pose");
  }
  for (const std::string_view part : {"mass", "inertia", "velocity", "exact"}) {
    const auto child = element.child(part);
    if (!child) continue;
    build.diagnostics.error(child->at(), Code::badGround, fmt::format("the ground does not move, it has no <{}>", part))
        .withHint(fmt::format("remove the {}, or ground=\"true\"", part));
  }
}

}  // namespace

void declareBody(Build& build, File& file, XmlElement& element) {
  const auto name = readName(file, element);
  element.attribute("label");
  const bool isGround = readFlag(element, "ground");
  if (name && !isGround && element.attribute("name")->text == "ground") {
    build.diagnostics.error(element.at(), Code::badGround, "the body 'ground' is not marked as the ground")
        .withHint("add ground=\"true\", or choose another name");
  }
  BodyDraft draft;
  draft.file = &file;
  if (isGround) {
    declareGround(build, file, element, name.value_or(file.prefix + "ground"));
    draft.progress = Progress::done;
  } else {
    draft.given = readPoseChild(element, file.context);
    draft.mass = element.child("mass");
    draft.inertia = element.child("inertia");
    draft.velocity = element.child("velocity");
    draft.exact = element.child("exact");
  }
  std::vector<XmlElement> markers = element.children("marker");
  Origin origin = statedOrigin(element);
  element.finish();

  bool isSecond = false;
  if (name) {
    const auto known = build.bodyNames.find(*name);
    isSecond = known != build.bodyNames.end();
    if (isSecond) {
      build.diagnostics.error(element.at(), Code::nameTwice, fmt::format("there are two bodies named '{}'", *name))
          .withHint("give one of them another name")
          .withNote(build.model.bodies[known->second].origin.at, "the first one is here");
    }
  }

  BodyIndex index;
  if (isGround && file.parent) {
    index = groundBody(build);
  } else {
    Body body;
    body.name = name && !isSecond ? *name : fmt::format("body {}", build.model.bodies.size() + 1);  // reported above
    body.isGround = isGround && !build.ground.valid();
    body.origin = std::move(origin);
    if (isGround) body.X_WB.R = file.R_axes;
    index = build.model.bodies.add(std::move(body));
    build.bodies.add(std::move(draft));
    if (isGround && !build.ground.valid()) build.ground = index;
    if (name && !isSecond) build.bodyNames.emplace(*name, index);
  }
  // Markers of a duplicate or unnamed body would be taken for those of the first.
  if (!name || isSecond) return;
  for (XmlElement& marker : markers) declareMarker(build, file, marker, index);
}

void declareMarker(Build& build, File& file, XmlElement& element, std::optional<BodyIndex> owner) {
  const auto name = element.requiredAttribute("name");
  if (!owner) {
    if (const auto text = element.requiredAttribute("body")) owner = lookUpBody(build, file, text->text, text->valueAt);
  }
  MarkerDraft draft;
  draft.file = &file;
  draft.given = readPoseChild(element, file.context);
  Origin origin = statedOrigin(element);
  element.finish();
  if (!name || !owner) return;
  if (name->text.size() > limits::kLongestName && !acceptName(*name, build.diagnostics)) return;
  if (!isName(name->text)) {
    build.diagnostics
        .error(name->valueAt, Code::badName, fmt::format("'{}' cannot be the name of a marker", name->text))
        .withHint("names are made of letters, digits, _ and -; the body's name is added in front automatically");
    return;
  }
  const Body& body = build.model.bodies[*owner];
  const File* const home = build.bodies[*owner].file;
  draft.inWorld = body.isGround && file.parent;
  // On a body of an including file, the prefix separates what several inclusions add.
  const std::string_view prefix = home->prefix == file.prefix ? std::string_view() : std::string_view(file.prefix);
  std::string full = fmt::format("{}.{}{}", body.name, prefix, name->text);
  const auto known = build.markerNames.find(full);
  if (known != build.markerNames.end()) {
    build.diagnostics.error(element.at(), Code::nameTwice, fmt::format("there are two markers named '{}'", full))
        .withHint("give one of them another name")
        .withNote(build.model.markers[known->second].origin.at, "the first one is here");
    return;
  }
  addMarker(build, *owner, std::move(full), std::move(draft), std::move(origin));
}

std::string freeMarkerName(Build& build, std::string name) {
  if (!build.markerNames.contains(name)) return name;
  const std::string base = std::move(name);
  int& last = build.markerNumbers.try_emplace(base, 1).first->second;
  do name = fmt::format("{}_{}", base, ++last);
  while (build.markerNames.contains(name));
  return name;
}

MarkerIndex addMarker(Build& build, BodyIndex body, std::string name, MarkerDraft draft, Origin origin) {
  Marker marker;
  marker.name = std::move(name);
  marker.body = body;
  marker.origin = std::move(origin);
  const MarkerIndex index = build.model.markers.add(std::move(marker));
  build.markers.add(std::move(draft));
  build.markerNames.emplace(build.model.markers[index].name, index);
  return index;
}

}  // namespace mb::native
