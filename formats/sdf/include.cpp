// <include>: another model file, looked for in and beside the folder of the file and nowhere else.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "formats/read_file.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDeepestInclude = 16;
constexpr int kMostIncludes = 1000;

fs::path folderOf(const std::string& path) {
  const fs::path folder = path == "-" ? fs::path() : fs::path(path).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

bool isInside(const fs::path& target, const fs::path& home) {
  std::error_code error;
  const fs::path to = fs::weakly_canonical(target, error);
  if (error) return false;
  const fs::path from = fs::weakly_canonical(home, error);
  if (error) return false;
  const std::string way = to.lexically_relative(from).string();
  return !way.empty() && !way.starts_with("..");
}

bool staysBelow(const fs::path& path) {
  return !path.empty() && !path.is_absolute() &&
         std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

// The file for the newest version that model.config names; model.sdf without it.
fs::path fileInFolder(const fs::path& folder) {
  const FileText config = readFileText((folder / "model.config").string());
  if (!config.fault.empty()) return folder / "model.sdf";
  Diagnostics ignored;
  const XmlDocument document(
      std::make_shared<const SourceFile>(SourceFile{(folder / "model.config").string(), config.text}), ignored);
  std::string best = "model.sdf";
  int bestVersion = -1;
  if (document.root()) {
    XmlElement root(document, *document.root(), ignored);
    for (XmlElement& sdf : root.children("sdf")) {
      const int version = sdf.has("version") ? versionOf(sdf).value_or(0) : 0;
      const std::string name = trimmed(sdf.text());
      if (version <= bestVersion || !staysBelow(name)) continue;
      bestVersion = version;
      best = name;
    }
  }
  return folder / best;
}

// Where the URI may lead, best first. `home` is the folder that may not be left.
struct Search {
  std::vector<fs::path> places;
  fs::path home;
};

Search searchFor(const Reader& reader, const XmlElement& include, std::string uri) {
  const fs::path root = folderOf(reader.build.model.origin.at.file->path);
  const fs::path own = folderOf(include.at().file->path);
  Search search;
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
  if (uri.find("://") != std::string::npos || uri.find('\\') != std::string::npos || !staysBelow(uri)) return search;
  if (!isModel) {
    search.home = root;
    search.places = {own / uri};
    return search;
  }
  search.home = root / "..";
  for (const fs::path& base : {own, root}) {
    for (const char* const way : {".", "models", "..", "../models"}) search.places.push_back(base / way / uri);
  }
  return search;
}

std::optional<std::string> findFile(const Search& search) {
  for (const fs::path& place : search.places) {
    std::error_code error;
    if (!isInside(place, search.home) || !fs::exists(place, error)) continue;
    const fs::path file = fs::is_directory(place, error) ? fileInFolder(place) : place;
    if (isInside(file, search.home) && fs::is_regular_file(file, error)) return file.lexically_normal().string();
  }
  return std::nullopt;
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
  const auto uri = childText(include, "uri");
  if (!uri || uri->empty()) {
    include.diagnostics().error(include.at(), "<include> has no <uri>").withHint("write <uri>model://name</uri>");
    return;
  }
  Placing placing;
  placing.name = childText(include, "name");
  if (placing.name && placing.name->empty()) placing.name.reset();
  if (auto pose = firstChild(include, "pose")) placing.pose = readPose(*pose);
  if (auto frame = firstChild(include, "placement_frame")) {
    if (std::string name = trimmed(frame->text()); !name.empty()) placing.placement = FrameName{name, frame->at()};
  }
  if (auto isStatic = firstChild(include, "static")) placing.isStatic = isTrue(*isStatic, false);
  const auto merge = include.attribute("merge");
  placing.isMerged = merge && (merge->text == "true" || merge->text == "1") && scope != kWorldScope;
  reader.losses.addOthers(include, fmt::format("the <include> of '{}'", *uri),
                          {"uri", "name", "pose", "placement_frame", "static"});

  const auto path = findFile(searchFor(reader, include, *uri));
  FileText read;
  if (path) read = readFileText(*path);
  if (!path || !read.fault.empty()) {
    loseInclude(reader, include, *uri);
    reader.frames.scope(scope).missing.push_back(placing.name.value_or(""));
    return;
  }
  std::error_code error;
  const std::string file = fs::weakly_canonical(*path, error).string();
  const auto refuse = [&](std::string message, std::string hint) {
    include.diagnostics().error(include.at(), std::move(message)).withHint(std::move(hint));
  };
  if (std::find(reader.openFiles.begin(), reader.openFiles.end(), file) != reader.openFiles.end()) {
    return refuse(fmt::format("'{}' includes itself", *path), "remove one of the includes of the circle");
  }
  if (reader.openFiles.size() > kDeepestInclude || ++reader.included > kMostIncludes) {
    return refuse(fmt::format("more than {} includes in a row or {} in all", kDeepestInclude, kMostIncludes),
                  "join some of the files");
  }
  auto document = std::make_unique<XmlDocument>(
      std::make_shared<const SourceFile>(SourceFile{*path, std::move(read.text)}), include.diagnostics());
  if (!document->root()) return;
  XmlElement root(*document, *document->root(), include.diagnostics());
  reader.documents.push_back(std::move(document));
  if (root.name() != "sdf") {
    reader.losses.add(include, LossEffect::motion, fmt::format("<include> of '{}'", *uri), "the file",
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
