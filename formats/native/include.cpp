// A file and the files it includes.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/files/confined_path.h"
#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/native/build.h"
#include "formats/shared_xml/format_version.h"

namespace mb::native {
namespace {

namespace fs = std::filesystem;

// Where the file is; nothing and an error when it may not be read from there.
std::optional<std::string> resolvePath(Build& build, const File& parent, const XmlText& name) {
  const std::string folder = folderOf(parent.source->path);
  if (auto fault = placeFault(folder, name.text)) {
    refusePath(build.diagnostics, name.valueAt, std::move(*fault));
    return std::nullopt;
  }
  return folder == "." ? std::string(name.text) : (fs::path(folder) / name.text).string();
}

std::optional<Vector3> readMirror(XmlElement& include) {
  const auto text = include.attribute("mirror");
  if (!text) return std::nullopt;
  const auto plane = readChoice(*text, {"yz", "xz", "xy"}, include.diagnostics());
  if (!plane) return std::nullopt;
  Vector3 S = Vector3::Ones();
  S(*plane) = -1;
  return S;
}

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

// Parsed once, however often it is included. Null and an error when it cannot be read.
std::shared_ptr<const XmlDocument> documentAt(Build& build, const std::string& path, const SourceRef& at) {
  std::shared_ptr<const XmlDocument>& document = build.documents[path];
  if (document) return document;
  const auto source = readNamed(path, at, build.diagnostics);
  build.model.files.push_back(path);
  if (source) document = std::make_shared<const XmlDocument>(source, build.diagnostics);
  return document;
}

// A short file may include a long one a thousand times: what counts is what is included, not what is on the disk.
bool isTooMuch(Build& build, const XmlDocument& document, const std::string& canonicalPath, const SourceRef& at) {
  const std::size_t bytes = document.file()->text.size();
  build.bytesRead += bytes;
  build.elementsRead += document.elements();
  if (std::ranges::find(build.files, canonicalPath, &File::canonicalPath) != build.files.end()) {
    build.bytesRepeated += bytes;
  }
  const auto refuse = [&](Code code, std::string message) {
    build.isTooLarge = true;
    build.diagnostics.error(at, code, std::move(message)).withHint("split the model into smaller ones");
    return true;
  };
  if (build.bytesRead > limits::kLargestFile) {
    return refuse(Code::tooLarge, fmt::format("the included files have more than {} MB in all, the limit",
                                              limits::kLargestFile / limits::kMegabyte));
  }
  if (build.bytesRepeated > limits::kMostRepeated) {
    return refuse(Code::tooLarge, fmt::format("files that are included again have more than {} MB in all, the limit",
                                              limits::kMostRepeated / limits::kMegabyte));
  }
  if (build.elementsRead > limits::kMostNodes) {
    return refuse(Code::tooMany,
                  fmt::format("more than {} elements with those of the included files, the limit", limits::kMostNodes));
  }
  return false;
}

}  // namespace

void declareFile(Build& build, File& file) {
  if (!file.document->root()) return;
  XmlElement root(*file.document, *file.document->root(), build.diagnostics);
  const Origin origin = statedOrigin(root);
  if (!file.parent) build.model.origin = origin;
  if (root.name() != "mbs") {
    build.diagnostics
        .error(root.at(), Code::otherKindOfFile, fmt::format("the root element is <{}>, a model is <mbs>", root.name()))
        .withHint(
            "`mbconvert formats` lists what is read; a Cartesian model begins with <mbs version=\"1\" name=\"...\">");
    return;
  }
  readVersion(root);
  const auto name = root.attribute("name");
  if (name && trimmed(name->text, " \t\r\n").empty()) {
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
  root.finish();
  for (XmlElement& include : includes) {
    if (!mayGoOn(build, include)) break;
    includeFile(build, file, include);
  }
}

std::shared_ptr<const SourceFile> readNamedFile(Build& build, const File& file, const XmlText& name) {
  const auto path = resolvePath(build, file, name);
  if (!path) return nullptr;
  build.model.files.push_back(*path);
  return readNamed(*path, name.valueAt, build.diagnostics);
}

void includeFile(Build& build, File& parent, XmlElement& include) {
  const auto text = include.requiredAttribute("file");
  const auto prefix = include.attribute("prefix");
  const auto mirror = readMirror(include);
  auto pose = include.child("pose");
  const GivenPose given = pose ? readPose(*pose, parent.context) : GivenPose{};
  NameMap<Parameter> parameters;
  for (XmlElement& param : include.children("param")) readParameter(build, param, parent.context, parameters);
  include.finish();
  if (prefix && prefix->text.size() > limits::kLongestName && !acceptName(*prefix, build.diagnostics)) return;
  if (prefix && !prefix->text.empty() && !isName(prefix->text)) {
    build.diagnostics.error(prefix->valueAt, Code::badName, fmt::format("'{}' cannot be a prefix", prefix->text))
        .withHint("names are made of letters, digits, _ and -");
    return;
  }
  if (given.relativeTo && given.relativeTo->text != "ground") {
    build.diagnostics
        .error(given.relativeTo->valueAt, Code::unknownAttribute,
               "an included file is placed in the world, not relative to a body")
        .withHint("remove relative_to");
  }
  if (!text) return;
  const auto path = resolvePath(build, parent, *text);
  if (!path) return;
  std::error_code error;
  const std::string canonical = fs::weakly_canonical(*path, error).string();
  for (const File* file = &parent; file; file = file->parent) {
    if (file->canonicalPath != canonical) continue;
    build.diagnostics.error(include.at(), Code::includesItself, fmt::format("'{}' includes itself", text->text))
        .withHint("includes must not run in a circle");
    return;
  }
  const bool isTooDeep = parent.depth + 1 > limits::kDeepestInclude;
  if (isTooDeep || build.files.size() > limits::kMostIncludes) {
    build.diagnostics
        .error(include.at(), isTooDeep ? Code::tooDeep : Code::tooMany,
               fmt::format("includes are {} deep and {} in number, the limits are {} and {}", parent.depth + 1,
                           build.files.size(), limits::kDeepestInclude, limits::kMostIncludes))
        .withHint("join some of the files");
    return;
  }
  const auto document = documentAt(build, *path, text->valueAt);
  if (!document || isTooMuch(build, *document, canonical, include.at())) return;
  File& file = build.files.emplace_back();
  file.source = document->file();
  file.document = document;
  file.canonicalPath = canonical;
  file.parent = &parent;
  file.depth = parent.depth + 1;
  file.prefix = parent.prefix + std::string(prefix ? prefix->text : "");
  file.X_PF = given.X;
  file.digits = given.digits;
  file.mirror = mirror;
  file.D = parent.D.cwiseProduct(mirror.value_or(Vector3::Ones()));
  file.parameters = std::move(parameters);
  declareFile(build, file);
}

}  // namespace mb::native
