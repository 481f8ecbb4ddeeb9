// <include>: another model file, searched only in and beside the folder of the file.
#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

#include "formats/files/confined_path.h"
#include "formats/files/read_file.h"
#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/sdf/names.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

namespace fs = std::filesystem;

// The file for the newest version in model.config, or model.sdf without it.
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
    const std::string name(trimmed(sdf.text(), kXmlBlanks));
    if (version <= bestVersion || nameFault(name)) continue;
    bestVersion = version;
    best = name;
  }
  return best;
}

// Where the URI may lead: one of the names in one of the folders, best first.
struct Search {
  std::vector<std::string> names;
  std::vector<std::string> folders;
  bool isOnline = false;  // an online model, of which a file being read is not a copy
};

// Decodes %20 etc. in URLs.
std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t k = 0; k < text.size(); ++k) {
    unsigned code = 0;
    const std::string_view digits = text.substr(std::min(k + 1, text.size()), 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    const bool isCode =
        text[k] == '%' && digits.size() == 2 && code >= 0x20 && error == std::errc{} && end == digits.data() + 2;
    plain += isCode ? static_cast<char>(code) : text[k];
    if (isCode) k += 2;
  }
  return plain;
}

// The name of an online model, `.../models/Ground Plane/2`; nothing for other addresses.
std::optional<std::string> nameOnline(std::string_view uri) {
  constexpr std::string_view kModels = "/models/";
  const std::size_t at = uri.starts_with("http") ? uri.find(kModels) : std::string_view::npos;
  if (at == std::string_view::npos) return std::nullopt;
  uri.remove_prefix(at + kModels.size());
  return decoded(uri.substr(0, uri.find('/')));
}

// Folders of such models have the model's name, or its lower-case form without blanks.
std::vector<std::string> folderNames(const std::string& name) {
  std::string joined = name;
  std::replace(joined.begin(), joined.end(), ' ', '_');
  std::vector<std::string> names;
  for (std::string& one : std::array{name, joined, lowerCase(name), lowerCase(joined)}) {
    if (std::find(names.begin(), names.end(), one) == names.end()) names.push_back(std::move(one));
  }
  return names;
}

// No folders if the URI is online or refers to something else that is not available.
Search searchFor(const Reader& reader, const XmlElement& include, std::string uri) {
  const std::string root = folderOf(reader.build.model.origin.at.file->path);
  const std::string own = folderOf(include.at().file->path);
  const auto drop = [&](std::string_view scheme) {
    if (!uri.starts_with(scheme)) return false;
    uri.erase(0, scheme.size());
    return true;
  };
  const bool isFile = drop("file://");
  bool isModel = drop("model://") || drop("package://");
  Search search;
  // A copy of an online model may be beside the file.
  if (const auto online = nameOnline(uri)) {
    search.names = folderNames(*online);
    search.isOnline = isModel = true;
  } else {
    search.names = {uri};
  }
  if (search.names.front().empty() || search.names.front().find("://") != std::string::npos) return {};
  // A path is relative to the file; a single name may also be a model.
  if (!isModel) search.folders.push_back(own);
  if (!isModel && (isFile || uri.find('/') != std::string::npos)) return search;
  // Models are in neighbouring folders, and nothing above the folder beside the first file is read.
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

// The file with this name in a folder, or that of the model in a folder with this name; neither path nor fault: none.
Found fileAt(std::string home, std::string name) {
  std::error_code error;
  if (!fs::exists(fs::path(home) / name, error)) return {};
  if (auto fault = placeFault(home, name)) return {.path = {}, .fault = std::move(fault)};
  if (fs::is_directory(fs::path(home) / name, error)) {
    home = (fs::path(home) / name).string();
    name = nameInFolder(home);
  }
  const fs::path path = fs::path(home) / name;
  if (!isRegularFile(path.string())) return {};
  if (auto fault = placeFault(home, name)) return {.path = {}, .fault = std::move(fault)};
  return {.path = path.lexically_normal().string(), .fault = {}};
}

bool isOpen(const Reader& reader, const std::string& path) {
  std::error_code error;
  const std::string file = fs::weakly_canonical(path, error).string();
  return std::find(reader.openFiles.begin(), reader.openFiles.end(), file) != reader.openFiles.end();
}

Found findFile(const Reader& reader, const Search& search) {
  if (search.folders.empty()) return {};
  for (const std::string& name : search.names) {
    if (auto fault = nameFault(name)) return {.path = {}, .fault = std::move(fault)};
    for (const std::string& folder : search.folders) {
      Found found = fileAt(folder, name);
      if (search.isOnline && found.path && isOpen(reader, *found.path)) continue;
      if (found.path || found.fault) return found;
    }
  }
  return {};
}

bool refuseMore(Reader& reader, const XmlElement& at, Code code, std::string message) {
  reader.isTooLarge = true;
  at.diagnostics().error(at.at(), code, std::move(message)).withHint("include less, or split the model");
  return false;
}

// Checked by size before reading.
bool mayRead(Reader& reader, const XmlElement& include, const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  // A file that is too large by itself, or unreadable, is reported by its reader.
  if (error || size > limits::kLargestFile || reader.bytes + size <= limits::kLargestFile) return true;
  return refuseMore(reader, include, Code::tooLarge,
                    fmt::format("with '{}' the files of the model have {} bytes, the limit is {}", path,
                                reader.bytes + size, limits::kLargestFile));
}

std::size_t elementsIn(const tinyxml2::XMLElement& element) {
  std::size_t count = 1;
  for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
    count += elementsIn(*child);
  }
  return count;
}

void loseInclude(Reader& reader, const XmlElement& include, const std::string& uri) {
  std::string last = lowerCase(nameOnline(uri).value_or(uri.substr(std::min(uri.find_last_of('/') + 1, uri.size()))));
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
}

Placing readPlacing(XmlElement& include, int scope) {
  Placing placing;
  placing.name = childText(include, "name");
  if (placing.name && placing.name->empty()) placing.name.reset();
  if (auto pose = firstChild(include, "pose")) placing.pose = readPose(*pose);
  if (auto frame = firstChild(include, "placement_frame")) {
    if (std::string name(trimmed(frame->text(), kXmlBlanks)); !name.empty())
      placing.placement = FrameName{name, frame->textAt()};
  }
  if (auto isStatic = firstChild(include, "static")) placing.isStatic = isTrue(*isStatic, false);
  placing.isMerged = attributeFlag(include, "merge") && scope != kWorldScope;
  return placing;
}

bool mayInclude(Reader& reader, const XmlElement& include) {
  if (++reader.included <= limits::kMostIncludes) return true;
  if (reader.included == limits::kMostIncludes + 1) {
    include.diagnostics()
        .error(include.at(), Code::tooMany, fmt::format("more than {} includes, the limit", limits::kMostIncludes))
        .withHint("join some of the files");
  }
  return false;
}

bool mayOpen(Reader& reader, const XmlElement& include, const std::string& path) {
  if (isOpen(reader, path)) {
    include.diagnostics()
        .error(include.at(), Code::includesItself, fmt::format("'{}' includes itself", path))
        .withHint("remove one of the includes of the circle");
    return false;
  }
  if (reader.openFiles.size() <= limits::kDeepestInclude) return true;
  include.diagnostics()
      .error(include.at(), Code::tooDeep,
             fmt::format("more than {} includes in each other, the limit", limits::kDeepestInclude))
      .withHint("join some of the files");
  return false;
}

// With a root element; nothing after errors.
const XmlDocument* openIncluded(Reader& reader, const XmlElement& include, const std::string& path,
                                const SourceRef& address) {
  if (!mayRead(reader, include, path)) return nullptr;
  std::shared_ptr<const SourceFile> source = readNamed(path, address, include.diagnostics());
  if (!source) return nullptr;
  reader.build.model.files.push_back(path);
  source = asUtf8(std::move(source), include.diagnostics());
  const XmlDocument& document =
      *reader.documents.emplace_back(std::make_unique<XmlDocument>(std::move(source), include.diagnostics()));
  return document.root() && mayTake(reader, document, include) ? &document : nullptr;
}

}  // namespace

std::shared_ptr<const SourceFile> asUtf8(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  std::string text = file->text;
  std::optional<std::size_t> first;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (static_cast<unsigned char>(text[k]) < 0x80) continue;
    const std::size_t length = utf8Length(std::string_view(text).substr(k));
    if (length == 0) {
      text[k] = '?';
      if (!first) first = k;
    }
    k += std::max<std::size_t>(length, 1) - 1;
  }
  if (!first) return file;
  auto readable = std::make_shared<const SourceFile>(SourceFile{file->path, std::move(text)});
  diagnostics
      .warning(sourceAt(readable, lineStartsOf(readable->text), *first), Code::notText,
               "bytes that are not UTF-8 are read as '?', the first of them here")
      .withHint("save the file as UTF-8");
  return readable;
}

bool mayTake(Reader& reader, const XmlDocument& document, const XmlElement& at) {
  reader.bytes += document.file()->text.size();
  reader.elements += elementsIn(*document.root());
  if (reader.elements <= limits::kMostNodes) return true;
  return refuseMore(reader, at, Code::tooMany,
                    fmt::format("with '{}' the files of the model have {} elements, the limit is {}",
                                document.file()->path, reader.elements, limits::kMostNodes));
}

void readInclude(Reader& reader, XmlElement& include, int scope) {
  if (reader.isTooLarge || include.diagnostics().gaveUp()) return;
  const auto address = firstChild(include, "uri");
  const std::string uri = address ? std::string(trimmed(address->text(), kXmlBlanks)) : std::string();
  if (uri.empty()) {
    include.diagnostics()
        .error(include.at(), Code::missingElement, "<include> has no <uri>")
        .withHint("write <uri>model://name</uri>");
    return;
  }
  const Placing placing = readPlacing(include, scope);
  if (!mayInclude(reader, include)) return;
  // References to it are not errors.
  const auto miss = [&] {
    Scope& outer = reader.frames.scope(scope);
    outer.missing.push_back(placing.name.value_or(""));
    outer.missesMerged = outer.missesMerged || placing.isMerged;
  };
  auto [path, fault] = findFile(reader, searchFor(reader, include, uri));
  if (fault) {
    refusePath(include.diagnostics(), address->at(), std::move(*fault));
    return miss();
  }
  if (!path) {
    loseInclude(reader, include, uri);
    return miss();
  }
  if (!mayOpen(reader, include, *path)) return;
  const XmlDocument* document = openIncluded(reader, include, *path, address->at());
  if (!document) return miss();
  XmlElement root(*document, *document->root(), include.diagnostics());
  if (root.name() != "sdf") {
    reader.losses.add(include, LossEffect::motion, fmt::format("<include> of '{}'", uri), "the file",
                      fmt::format("'{}' holds a <{}> and not an <sdf>", *path, root.name()),
                      "its bodies and joints are missing");
    return miss();
  }
  std::error_code error;
  reader.openFiles.push_back(fs::weakly_canonical(*path, error).string());
  readIncluded(reader, root, scope, placing);
  checkNames(reader, *document);
  reader.openFiles.pop_back();
}

}  // namespace mb::sdf
