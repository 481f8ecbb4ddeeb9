// <include>: another model file, looked for in and beside the folder of the file and nowhere else.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "formats/confined_path.h"
#include "formats/model/limits.h"
#include "formats/read_file.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

namespace fs = std::filesystem;

// The file for the newest version that model.config names; model.sdf without it.
std::string nameInFolder(const std::string& folder) {
  std::string best = "model.sdf";
  const std::string path = folder + "/model.config";
  if (!isRegularFile(path) || placeFault(folder, "model.config")) return best;
  Diagnostics ignored;
  const XmlDocument document(std::make_shared<const SourceFile>(SourceFile{path, readFileText(path).text}), ignored);
  if (!document.root()) return best;
  int bestVersion = -1;
  XmlElement root(document, *document.root(), ignored);
  for (XmlElement& sdf : root.children("sdf")) {
    const int version = sdf.has("version") ? versionOf(sdf).value_or(0) : 0;
    const std::string name = trimmed(sdf.text());
    if (version <= bestVersion || nameFault(name)) continue;
    bestVersion = version;
    best = name;
  }
  return best;
}

// Where the URI may lead: a name in one of the folders, the best first.
struct Search {
  std::string name;
  std::vector<std::string> folders;
};

// No folders when the URI is of the net, or of something else that is not here.
Search searchFor(const Reader& reader, const XmlElement& include, std::string uri) {
  const std::string root = folderOf(reader.build.model.origin.at.file->path);
  const std::string own = folderOf(include.at().file->path);
  const auto drop = [&](std::string_view scheme) {
    if (!uri.starts_with(scheme)) return false;
    uri.erase(0, scheme.size());
    return true;
  };
  bool isModel = drop("model://") || drop("package://");
  if (!isModel) drop("file://");
  // A model of the net may have been put beside the file.
  const std::size_t online = uri.starts_with("http") ? uri.find("/models/") : std::string::npos;
  if (online != std::string::npos) {
    uri.erase(0, online + 8);
    uri.erase(std::min(uri.find('/'), uri.size()));
    isModel = true;
  }
  if (uri.empty() || uri.find("://") != std::string::npos) return {};
  if (!isModel) return {std::move(uri), {own}};
  Search search{std::move(uri), {}};
  // Models stand beside each other, and nothing that is read stands higher than beside the first.
  for (const std::string& base : {own, root}) {
    for (const char* const way : {"", "/models", "/..", "/../models"}) {
      if (isInside(base + way, root + "/..")) search.folders.push_back(base + way);
    }
  }
  return search;
}

struct Found {
  std::optional<std::string> path;
  std::optional<PathFault> fault;
};

Found findFile(const Search& search) {
  if (search.folders.empty()) return {};
  if (auto fault = nameFault(search.name)) return {.path = {}, .fault = std::move(fault)};
  for (const std::string& folder : search.folders) {
    std::string home = folder;
    std::string name = search.name;
    std::error_code error;
    if (!fs::exists(fs::path(home) / name, error)) continue;
    if (auto fault = placeFault(home, name)) return {.path = {}, .fault = std::move(fault)};
    if (fs::is_directory(fs::path(home) / name, error)) {
      home = (fs::path(home) / name).string();
      name = nameInFolder(home);
    }
    const fs::path path = fs::path(home) / name;
    if (!isRegularFile(path.string())) continue;
    if (auto fault = placeFault(home, name)) return {.path = {}, .fault = std::move(fault)};
    return {.path = path.lexically_normal().string(), .fault = {}};
  }
  return {};
}

void loseInclude(Reader& reader, const XmlElement& include, const std::string& uri) {
  std::string last = uri.substr(std::min(uri.find_last_of('/') + 1, uri.size()));
  for (char& c : last) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::replace(last.begin(), last.end(), ' ', '_');
  reader.missesModels = reader.missesModels || last != "sun";
  if (last == "sun") {
    reader.losses.add(include, LossEffect::none, fmt::format("<include> of '{}'", uri), "the file",
                      "the sun is for pictures", "the motion is the same");
  } else if (last == "ground_plane") {
    reader.losses.add(include, LossEffect::motion, fmt::format("<include> of '{}'", uri), "the file",
                      "contacts are not modelled", "nothing lies on the ground plane: bodies fall through it");
  } else {
    reader.losses.add(include, LossEffect::motion, fmt::format("<include> of '{}'", uri), "the file",
                      "this model is neither in the folder of the file nor beside it",
                      "its bodies and joints are missing");
  }
}

void readIncluded(Reader& reader, XmlElement& root, int scope, const Placing& placing) {
  const auto version = versionOf(root);
  if (!version) return;
  bool isFirst = true;
  for (XmlElement& child : root.children()) {
    if (child.name() == "model" && isFirst) {
      readModel(reader, child, scope, *version, placing);
      isFirst = false;
    } else if (child.name() == "model" || child.name() == "world") {
      reader.losses.add(child, LossEffect::motion, fmt::format("<{}> of an included file", child.name()),
                        fmt::format("'{}'", child.at().file->path), "an included file gives one model",
                        "its bodies and joints are missing");
    }
  }
  reader.losses.addOthers(root, fmt::format("'{}'", root.at().file->path), {"model", "world"});
}

}  // namespace

void readInclude(Reader& reader, XmlElement& include, int scope) {
  const auto address = firstChild(include, "uri");
  const std::string uri = address ? trimmed(address->text()) : std::string();
  if (uri.empty()) {
    include.diagnostics()
        .error(include.at(), Code::missingElement, "<include> has no <uri>")
        .withHint("write <uri>model://name</uri>");
    return;
  }
  Placing placing;
  placing.name = childText(include, "name");
  if (placing.name && placing.name->empty()) placing.name.reset();
  if (auto pose = firstChild(include, "pose")) placing.pose = readPose(*pose);
  if (auto frame = firstChild(include, "placement_frame")) {
    if (std::string name = trimmed(frame->text()); !name.empty()) placing.placement = FrameName{name, frame->textAt()};
  }
  if (auto isStatic = firstChild(include, "static")) placing.isStatic = isTrue(*isStatic, false);
  const auto merge = include.attribute("merge");
  placing.isMerged = merge && (merge->text == "true" || merge->text == "1") && scope != kWorldScope;
  reader.losses.addOthers(include, fmt::format("the <include> of '{}'", uri),
                          {"uri", "name", "pose", "placement_frame", "static"});

  if (++reader.included > limits::kMostIncludes) {
    if (reader.included == limits::kMostIncludes + 1) {
      include.diagnostics()
          .error(include.at(), Code::tooMany, fmt::format("more than {} includes, the limit", limits::kMostIncludes))
          .withHint("join some of the files");
    }
    return;
  }
  auto [path, fault] = findFile(searchFor(reader, include, uri));
  if (fault) {
    refusePath(include.diagnostics(), address->at(), std::move(*fault));
    reader.frames.scope(scope).missing.push_back(placing.name.value_or(""));
    return;
  }
  FileText read;
  if (path) read = readFileText(*path);
  if (!path || !read.fault.empty()) {
    loseInclude(reader, include, uri);
    reader.frames.scope(scope).missing.push_back(placing.name.value_or(""));
    return;
  }
  std::error_code error;
  const std::string file = fs::weakly_canonical(*path, error).string();
  const auto refuse = [&](Code code, std::string message, std::string hint) {
    include.diagnostics().error(include.at(), code, std::move(message)).withHint(std::move(hint));
  };
  if (std::find(reader.openFiles.begin(), reader.openFiles.end(), file) != reader.openFiles.end()) {
    return refuse(Code::includesItself, fmt::format("'{}' includes itself", *path),
                  "remove one of the includes of the circle");
  }
  if (reader.openFiles.size() > limits::kDeepestInclude) {
    return refuse(Code::tooDeep, fmt::format("more than {} includes in each other, the limit", limits::kDeepestInclude),
                  "join some of the files");
  }
  auto document = std::make_unique<XmlDocument>(
      std::make_shared<const SourceFile>(SourceFile{*path, std::move(read.text)}), include.diagnostics());
  if (!document->root()) return;
  XmlElement root(*document, *document->root(), include.diagnostics());
  reader.documents.push_back(std::move(document));
  if (root.name() != "sdf") {
    reader.losses.add(include, LossEffect::motion, fmt::format("<include> of '{}'", uri), "the file",
                      fmt::format("'{}' holds a <{}> and not an <sdf>", *path, root.name()),
                      "its bodies and joints are missing");
    reader.frames.scope(scope).missing.push_back(placing.name.value_or(""));
    return;
  }
  reader.openFiles.push_back(file);
  readIncluded(reader, root, scope, placing);
  reader.openFiles.pop_back();
}

}  // namespace mb::sdf
