// The order in which a recursive file is read, its head, and what names refer to.
#include <fmt/format.h>

#include <algorithm>

#include "formats/model/checks/loop_tolerance.h"
#include "formats/model/elements/part_checks.h"
#include "formats/recursive/reader.h"
#include "formats/recursive/recursive_xml.h"
#include "formats/shared_xml/field_reader.h"
#include "formats/shared_xml/format_version.h"
#include "formats/xml/xml_scan.h"

namespace mb {
namespace {

constexpr std::string_view kRoot = "recursive";
constexpr double kAxesTolerance = 1e-6;  // between numbers of six digits and the exact axes

}  // namespace

RecursiveReader::RecursiveReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {
  context_.marker = [this](XmlElement& element, std::string_view attribute) -> std::optional<MarkerIndex> {
    const auto name = element.requiredAttribute(attribute);
    if (!name) return std::nullopt;
    return markers_.find(name->text, name->valueAt, diagnostics_, "it must be a <marker> of this file");
  };
  context_.joint = [this](const XmlText& name) { return findJoint(name.text, name.valueAt); };
  context_.jointType = [this](JointIndex index) -> const JointType& { return typeOf(model_, model_.joints[index]); };
  context_.spline = [this](const XmlText& name) { return findIn(splines_, name.text, name.valueAt); };
  context_.road = [this](const XmlText& name) { return findIn(roads_, name.text, name.valueAt); };
  context_.tyre = [this](const XmlText& name) { return findIn(tyres_, name.text, name.valueAt); };
  context_.driver = [this](const XmlText& name) { return findIn(drivers_, name.text, name.valueAt); };
  context_.reference = [this](ExpressionFunction::Argument kind, const std::string& name, const SourceRef& at) {
    return readReference(kind, name, at);
  };
  context_.namedDimension = [this](ExpressionFunction::Argument kind, const std::string& name) {
    if (kind == ExpressionFunction::Argument::input) return inputDimension(name);
    const auto found = findForceMeasure(model_.forces, name);
    return found ? measuresOf(model_.forces[found->force])[found->measure].dimension : Dimension{};
  };
  context_.origin = [this](XmlElement& element) { return origins_.read(element); };
}

RecursiveModel RecursiveReader::read(XmlElement& root) && {
  const int errorsBefore = diagnostics_.errorCount();
  readRoot(root);
  forEach(root, "link", [&](XmlElement& element) { readLink(element); });
  forEach(root, "cut", [&](XmlElement& element) { readCut(element); });
  placeJoints();
  forEach(root, "rod", [&](XmlElement& element) { readRod(element); });
  forEach(root, "marker", [&](XmlElement& element) { readMarker(element); });
  forEach(root, "input", [&](XmlElement& element) { readNamed(element, &readInput, model_.inputs, inputs_); });
  forEach(root, "spline", [&](XmlElement& element) { readNamed(element, &readSpline, model_.splines, splines_); });
  forEach(root, "road", [&](XmlElement& element) { readNamed(element, &readRoad, model_.roads, roads_); });
  forEach(root, "tyre", [&](XmlElement& element) { readNamed(element, &readTyre, model_.tyres, tyres_); });
  forEach(root, "driver", [&](XmlElement& element) { readNamed(element, &readDriver, model_.drivers, drivers_); });
  forEach(root, "probe", [&](XmlElement& element) { keep(readProbe(element, context_), model_.probes); });
  forEach(root, "coupler", [&](XmlElement& element) { keep(readCoupler(element, context_), model_.couplers); });
  forEach(root, "motion", [&](XmlElement& element) { keep(readDrive(element, context_), model_.drives); });
  forEach(root, "force", [&](XmlElement& element) { keep(readForce(element, context_), model_.forces); });
  forEach(root, "measure", [&](XmlElement& element) { keep(readMeasure(element, context_), model_.measures); });
  forEach(root, "foreign", [&](XmlElement& element) { model_.foreign.push_back(readForeign(element, context_)); });
  root.finish();
  // What is missing after errors would only be reported again.
  if (diagnostics_.errorCount() == errorsBefore) check(model_, diagnostics_);
  origins_.restore(model_);
  return std::move(model_);
}

std::optional<std::string> RecursiveReader::readReference(ExpressionFunction::Argument kind, const std::string& name,
                                                          const SourceRef& at) {
  using Argument = ExpressionFunction::Argument;
  bool isKnown = true;
  if (kind == Argument::marker) {
    isKnown = markers_.find(name, at, diagnostics_, "it must be a <marker> of this file").has_value();
  } else if (kind == Argument::spline) {
    isKnown = findIn(splines_, name, at).has_value();
  } else if (kind == Argument::driver) {
    isKnown = findIn(drivers_, name, at).has_value();
  } else if (kind == Argument::input) {
    isKnown = findIn(inputs_, name, at).has_value();
  } else if (kind == Argument::road) {
    isKnown = findIn(roads_, name, at).has_value();
  } else if (kind == Argument::joint) {
    isKnown = findJoint(name, at).has_value();
  } else if (kind == Argument::coordinate) {
    const std::size_t dot = std::min(name.rfind('.'), name.size());
    const auto joint = findJoint(std::string_view(name).substr(0, dot), at);
    if (!joint) return std::nullopt;
    const std::string_view dof = std::string_view(name).substr(std::min(dot + 1, name.size()));
    isKnown = readCoordinate({dof, at, at}, typeOf(model_, model_.joints[*joint]), diagnostics_).has_value();
  }
  return isKnown ? std::optional(name) : std::nullopt;
}

Dimension RecursiveReader::inputDimension(const std::string& name) const {
  const auto found = std::ranges::find(model_.inputs, name, &Input::name);
  return found == model_.inputs.end() ? Dimension{} : dimensionOf(*found);
}

void RecursiveReader::placeJoints() {
  std::vector<JointPlace> places;
  for (const LinkIndex index : model_.links.indexes()) {
    if (!model_.links[index].joint.empty()) places.push_back({model_.links[index].joint, index, -1});
  }
  for (std::size_t k = 0; k < model_.cuts.size(); ++k)
    places.push_back({model_.cuts[k].joint, {}, static_cast<int>(k)});
  std::stable_sort(places.begin(), places.end(),
                   [](const JointPlace& a, const JointPlace& b) { return a.name < b.name; });
  const auto isSame = [](const JointPlace& a, const JointPlace& b) { return a.name == b.name; };
  places.erase(std::unique(places.begin(), places.end(), isSame), places.end());
  for (JointPlace& place : places) {
    const std::string name = place.name;
    joints_.add(name, model_.joints.add(std::move(place)));
  }
}

void RecursiveReader::readRoot(XmlElement& root) {
  readVersion(root);
  readText(root, "name", model_.name);
  readText(root, "source", model_.source);
  origins_.setSource(model_.source);
  if (auto units = root.child("units")) readUnits(*units);
  if (auto axes = root.child("axes")) readAxes(*axes);
  if (auto gravity = root.child("gravity")) {
    FieldReader reader(*gravity, context_);
    if (reader.text("vector")) {
      reader.vector("vector", model_.gravity, dimension::kAcceleration, Mirror::polar);
    }
    gravity->finish();
  }
  if (auto world = root.child("world")) {
    model_.world = readMembers(*world);
    world->finish();
  }
  for (XmlElement& element : root.children("set-parameter")) {
    FieldReader reader(element, context_);
    const auto name = reader.text("name");
    const auto value = reader.text("value");
    element.finish();
    if (name && value) model_.setParameters.push_back({std::string(name->text), std::string(value->text)});
  }
  for (XmlElement& element : root.children("idealised")) readFrameChange(element);
}

void RecursiveReader::readFrameChange(XmlElement& element) {
  FrameChange& change = model_.frameChanges.emplace_back();
  FieldReader reader(element, context_);
  readText(element, "joint", change.joint);
  const auto text = element.requiredAttribute("tolerance");
  reader.number("tolerance", change.tolerance, dimension::kNone);
  if (text && !(change.tolerance > 0 && change.tolerance <= kLargestLoopTolerance)) {
    diagnostics_
        .error(text->valueAt, Code::outOfRange,
               fmt::format("the loop tolerance {} is not above 0 and at most {}", text->text, kLargestLoopTolerance))
        .withHint("it is a share of a loop's size, and an angle in radians");
  }
  reader.number("miss_length", change.miss.length, dimension::kLength);
  reader.number("miss_angle", change.miss.angle, dimension::kNone);
  const auto readFrame = [&](std::string_view name) {
    const int errorsBefore = diagnostics_.errorCount();
    const Pose pose = readPoseChild(element, name);
    if (diagnostics_.errorCount() == errorsBefore) {
      checkFrame(pose, fmt::format("{} of '{}'", name, change.joint), element.at(), diagnostics_);
    }
    return pose;
  };
  change.X_MN = readFrame("on-i");
  change.X_FG = readFrame("on-j");
  element.finish();
}

void RecursiveReader::readUnits(XmlElement& element) {
  Units& units = model_.units;
  const auto readOne = [&](std::string_view name, BaseQuantity quantity, double& value, std::string& unit) {
    const auto text = element.attribute(name);
    if (!text) return;
    const auto known = unitValue(quantity, text->text);
    if (known) {
      value = *known;
      unit = text->text;
    } else {
      readChoice(*text, unitNames(quantity), diagnostics_, Code::unknownUnit);
    }
  };
  readOne("length", BaseQuantity::length, units.length, units.lengthName);
  readOne("mass", BaseQuantity::mass, units.mass, units.massName);
  readOne("time", BaseQuantity::time, units.time, units.timeName);
  readOne("force", BaseQuantity::force, units.force, units.forceName);
  readOne("angle", BaseQuantity::angle, units.angle, units.angleName);
  element.finish();
}

void RecursiveReader::readAxes(XmlElement& element) {
  readText(element, "forward", model_.axes.forward);
  readText(element, "up", model_.axes.up);
  const auto R_WS = axesRotation(model_.axes.forward, model_.axes.up);
  if (!R_WS) {
    diagnostics_
        .error(element.at(), Code::excludeEachOther,
               fmt::format("'{}' and '{}' are not two different axes", model_.axes.forward, model_.axes.up))
        .withHint("forward=\"+x\" up=\"+z\", with signs and letters of your axes");
  }
  model_.R_WS = R_WS.value_or(Matrix3::Identity());
  if (const auto rot = element.attribute("rot")) {
    const int errorsBefore = diagnostics_.errorCount();
    model_.R_WS = readPose(element).R;
    if (diagnostics_.errorCount() == errorsBefore) {
      checkFrame({model_.R_WS, Vector3::Zero()}, "the world", rot->valueAt, diagnostics_);
    }
    if (diagnostics_.errorCount() == errorsBefore && R_WS && !model_.R_WS.isApprox(*R_WS, kAxesTolerance)) {
      diagnostics_
          .error(
              rot->valueAt, Code::excludeEachOther,
              fmt::format("rot is not the rotation of forward '{}' and up '{}'", model_.axes.forward, model_.axes.up))
          .withHint("leave out rot: the names tell it");
    }
  }
  element.finish();
}

bool looksLikeRecursive(std::string_view text) { return rootNameOf(text) == kRoot; }

RecursiveModel readRecursive(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  const XmlDocument document(std::move(file), diagnostics);
  if (!document.root()) return {};
  XmlElement root(document, *document.root(), diagnostics);
  if (root.name() != kRoot) {
    diagnostics
        .error(root.at(), Code::otherKindOfFile, fmt::format("the root is <{}>, expected <{}>", root.name(), kRoot))
        .withHint("a recursive model is what a conversion writes", Topic::recursiveModel);
    return {};
  }
  return RecursiveReader(diagnostics).read(root);
}

}  // namespace mb
