// The elements of one file: what concerns all of it first, then bodies; the others wait until all names are known.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/native/build.h"
#include "formats/shared_xml/format_version.h"

namespace mb::native {
namespace {

using List = std::vector<XmlElement> File::*;
struct Kind {
  std::string_view element;
  List list;
};
// Read when all names are known, in the order of the file.
constexpr std::array kDeferred{
    Kind{"marker", &File::markers},   Kind{"joint", &File::joints},   Kind{"spline", &File::splines},
    Kind{"coupler", &File::couplers}, Kind{"gear", &File::couplers},  Kind{"rack-pinion", &File::couplers},
    Kind{"motion", &File::drives},    Kind{"force", &File::forces},   Kind{"road", &File::roads},
    Kind{"tyre", &File::tyres},       Kind{"driver", &File::drivers}, Kind{"probe", &File::probes},
    Kind{"measure", &File::measures}, Kind{"input", &File::inputs},
};
// Read elsewhere, before or after the bodies.
constexpr std::array<std::string_view, 8> kOthers{"units",      "axes",    "gravity", "initial-motion",
                                                  "parameters", "include", "foreign", "remark"};

void unknownElement(Diagnostics& diagnostics, const XmlElement& element) {
  std::vector<std::string> known(kOthers.begin(), kOthers.end());
  known.emplace_back("body");
  for (const Kind& kind : kDeferred) known.emplace_back(kind.element);
  std::string hint = didYouMean(element.name(), known);
  diagnostics.error(element.at(), Code::unknownElement, fmt::format("<{}> does not belong in <mbs>", element.name()))
      .withHint(hint.empty() ? fmt::format("the elements here are {}", fmt::join(known, ", ")) : hint);
}

void readRemark(Build& build, XmlElement& element) {
  build.model.remarks.push_back(element.text());
  element.finish();
}

void readGravity(Build& build, File& file, XmlElement& element) {
  const auto text = element.requiredAttribute("vector");
  element.finish();
  if (!text) return;
  const auto g = readVector(*text, dimension::kAcceleration, file.context, build.diagnostics);
  if (!g) return;
  const Vector3 gravity = file.R_axes * *g;
  if (!file.parent) {
    build.model.gravity = gravity;
  } else if ((gravity - build.model.gravity).norm() > 1e-9 * gravity.norm()) {
    build.diagnostics.warning(element.at(), Code::ignoredInput, "the gravity of an included file is not used")
        .withHint("give gravity in the outermost file");
  }
}

// Of the whole model: the outermost file says it.
void readLoopTolerance(Build& build, File& file, XmlElement& root) {
  const auto text = root.attribute("loop-tolerance");
  if (!text) return;
  const auto value = readNumber(*text, dimension::kNone, file.context, build.diagnostics);
  if (!value) return;
  if (!(*value > 0 && *value <= kLargestLoopTolerance)) {
    build.diagnostics
        .error(text->valueAt, Code::outOfRange,
               fmt::format("the tolerance of loops is {:.6g}, it must be above 0 and at most {:g}", *value,
                           kLargestLoopTolerance))
        .withHint("radians, or shares of a size; 1e-4 without it");
  } else if (!file.parent) {
    build.model.loopTolerance = *value;
  } else if (build.model.loopTolerance != *value) {
    build.diagnostics.warning(text->at, Code::ignoredInput, "the tolerance of loops of an included file is not used")
        .withHint("give it in the outermost file");
  }
}

// Not after too many errors or bodies: an include in an include multiplies what a file holds.
bool mayGoOn(Build& build, const XmlElement& next) {
  if (build.isTooLarge || build.diagnostics.gaveUp()) return false;
  const int moving = build.model.bodies.size() - (build.ground.valid() ? 1 : 0);
  if (next.name() != "body" || moving < limits::kMostBodies) return true;
  build.isTooLarge = true;
  build.diagnostics
      .error(next.at(), Code::tooMany, fmt::format("more than {} bodies, the limit of a model", limits::kMostBodies))
      .withHint("split the model into smaller ones");
  return false;
}

bool isModel(Build& build, const XmlElement& root) {
  if (root.name() == "mbs") return true;
  build.diagnostics
      .error(root.at(), Code::otherKindOfFile, fmt::format("the root element is <{}>, a model is <mbs>", root.name()))
      .withHint("a Cartesian model begins with <mbs version=\"1\" name=\"...\">", Topic::formats);
  return false;
}

// Version, name, units, axes, parameters, gravity: what the rest of the file is read with.
void readHead(Build& build, File& file, XmlElement& root) {
  readVersion(root);
  const auto name = root.attribute("name");
  if (name && trimmed(name->text, kXmlBlanks).empty()) {
    build.diagnostics.error(name->at, Code::missingValue, "attribute 'name' of <mbs> is empty")
        .withHint("write what the model is called, or remove the attribute");
  }
  if (name && !file.parent) build.model.name = name->text;
  readUnits(build, file, root);
  readAxes(build, file, root);
  // The file's axes name the same directions wherever it is included.
  if (file.parent) file.X_PF = file.X_PF * Pose{file.parent->R_axes.transpose() * file.R_axes, Vector3::Zero()};
  prepareContext(build, file);
  readParameters(build, file, root);
  if (!file.parent) {
    build.model.units = file.context.units;
    build.model.axes = file.axes;
    build.model.R_WS = file.R_axes;
  }
  if (auto gravity = root.child("gravity")) readGravity(build, file, *gravity);
  readLoopTolerance(build, file, root);
  if (auto motion = root.child("initial-motion")) readInitialMotion(file, *motion);
}

// Bodies now, the others when all names are known. Returns the includes.
std::vector<XmlElement> sortElements(Build& build, File& file, XmlElement& root) {
  std::vector<XmlElement> includes;
  for (XmlElement& element : root.children()) {
    if (!mayGoOn(build, element)) break;
    const auto deferred = std::find_if(kDeferred.begin(), kDeferred.end(),
                                       [&](const Kind& kind) { return kind.element == element.name(); });
    if (element.name() == "body") {
      declareBody(build, file, element);
    } else if (deferred != kDeferred.end()) {
      (file.*deferred->list).push_back(std::move(element));
    } else if (element.name() == "include") {
      includes.push_back(std::move(element));
    } else if (element.name() == "foreign") {
      build.model.foreign.push_back(readForeign(element, file.context));
    } else if (element.name() == "remark") {
      readRemark(build, element);
    } else if (std::find(kOthers.begin(), kOthers.end(), element.name()) == kOthers.end()) {
      unknownElement(build.diagnostics, element);
    }
  }
  return includes;
}

}  // namespace

void declareFile(Build& build, File& file) {
  if (!file.document->root()) return;
  XmlElement root(*file.document, *file.document->root(), build.diagnostics);
  const Origin origin = statedOrigin(root);
  if (!file.parent) build.model.origin = origin;
  if (!isModel(build, root)) return;
  readHead(build, file, root);
  std::vector<XmlElement> includes = sortElements(build, file, root);
  root.finish();
  for (XmlElement& include : includes) {
    if (!mayGoOn(build, include)) break;
    includeFile(build, file, include);
  }
}

}  // namespace mb::native
