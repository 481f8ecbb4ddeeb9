// The files that a file includes: where they are, what is said with them, and how much of them there may be.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/files/confined_path.h"
#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

namespace fs = std::filesystem;

// The path of the file; nothing after an error if it must not be read from there.
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

// Parsed once, however often it is included. Null and an error when it cannot be read.
std::shared_ptr<const XmlDocument> documentAt(Build& build, const std::string& path, const SourceRef& at) {
  std::shared_ptr<const XmlDocument>& document = build.documents[path];
  if (document) return document;
  const auto source = readNamed(path, at, build.diagnostics);
  build.model.files.push_back(path);
  if (source) document = std::make_shared<const XmlDocument>(source, build.diagnostics);
  return document;
}

// A short file may include a long one a thousand times, so the limit applies to what is included, not to the size on
// disk.
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

// What the element says, but for the file.
struct Include {
  std::string prefix;
  std::optional<Vector3> mirror;
  GivenPose pose;
  NameMap<Parameter> parameters;
};
// Nothing and an error when the prefix is no beginning of names.
std::optional<Include> readInclude(Build& build, File& parent, XmlElement& include) {
  Include read;
  const auto prefix = include.attribute("prefix");
  read.mirror = readMirror(include);
  if (auto pose = include.child("pose")) read.pose = readPose(*pose, parent.context);
  for (XmlElement& param : include.children("param")) readParameter(build, param, parent.context, read.parameters);
  include.finish();
  if (prefix && prefix->text.size() > limits::kLongestName && !acceptName(*prefix, build.diagnostics))
    return std::nullopt;
  if (prefix && !prefix->text.empty() && !isName(prefix->text)) {
    build.diagnostics.error(prefix->valueAt, Code::badName, fmt::format("'{}' cannot be a prefix", prefix->text))
        .withHint("names are made of letters, digits, _ and -");
    return std::nullopt;
  }
  if (prefix) read.prefix = prefix->text;
  const auto& relativeTo = read.pose.relativeTo;
  if (relativeTo && relativeTo->text != "ground") {
    build.diagnostics
        .error(relativeTo->valueAt, Code::unknownAttribute,
               "an included file is placed in the world, not relative to a body")
        .withHint("remove relative_to");
  }
  return read;
}

// A circle of includes, or too many of them.
bool isEndless(Build& build, const File& parent, const XmlElement& include, std::string_view name,
               const std::string& canonical) {
  for (const File* file = &parent; file; file = file->parent) {
    if (file->canonicalPath != canonical) continue;
    build.diagnostics.error(include.at(), Code::includesItself, fmt::format("'{}' includes itself", name))
        .withHint("includes must not run in a circle");
    return true;
  }
  const bool isTooDeep = parent.depth + 1 > limits::kDeepestInclude;
  if (!isTooDeep && build.files.size() <= limits::kMostIncludes) return false;
  build.diagnostics
      .error(include.at(), isTooDeep ? Code::tooDeep : Code::tooMany,
             fmt::format("includes are {} deep and {} in number, the limits are {} and {}", parent.depth + 1,
                         build.files.size(), limits::kDeepestInclude, limits::kMostIncludes))
      .withHint("join some of the files");
  return true;
}

}  // namespace

std::shared_ptr<const SourceFile> readNamedFile(Build& build, const File& file, const XmlText& name) {
  const auto path = resolvePath(build, file, name);
  if (!path) return nullptr;
  build.model.files.push_back(*path);
  return readNamed(*path, name.valueAt, build.diagnostics);
}

void includeFile(Build& build, File& parent, XmlElement& include) {
  const auto text = include.requiredAttribute("file");
  std::optional<Include> read = readInclude(build, parent, include);
  if (!read || !text) return;
  const auto path = resolvePath(build, parent, *text);
  if (!path) return;
  std::error_code error;
  const std::string canonical = fs::weakly_canonical(*path, error).string();
  if (isEndless(build, parent, include, text->text, canonical)) return;
  const auto document = documentAt(build, *path, text->valueAt);
  if (!document || isTooMuch(build, *document, canonical, include.at())) return;
  File& file = build.files.emplace_back();
  file.source = document->file();
  file.document = document;
  file.canonicalPath = canonical;
  file.parent = &parent;
  file.depth = parent.depth + 1;
  file.prefix = parent.prefix + read->prefix;
  file.X_PF = read->pose.X;
  file.digits = read->pose.digits;
  file.mirror = read->mirror;
  file.D = parent.D.cwiseProduct(read->mirror.value_or(Vector3::Ones()));
  file.parameters = std::move(read->parameters);
  declareFile(build, file);
}

}  // namespace mb::native
