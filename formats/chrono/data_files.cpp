#include "formats/chrono/data_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"

namespace mb::chrono {
namespace {

namespace fs = std::filesystem;

// data/vehicle/hmmwv/vehicle/X.json refers to hmmwv/wheel/Y.json, two folders up.
constexpr int kFoldersUp = 4;

bool isRoot(const fs::path& folder) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(folder, error);
  return canonical == canonical.root_path();
}

// The folder of a file and those above it, nearest first, without the root of the disk: it holds no vehicle data, but
// everything else that a file might try to read.
std::vector<std::string> foldersFrom(const std::string& file) {
  fs::path folder = folderOf(file);
  std::vector<std::string> folders{folder.lexically_normal().string()};
  for (int k = 0; k < kFoldersUp; ++k) {
    folder = (folder / "..").lexically_normal();
    if (isRoot(folder)) break;
    folders.push_back(folder.string());
  }
  return folders;
}

std::optional<PathFault> hiddenFault(const fs::path& name) {
  const auto isHidden = [](const fs::path& part) { return part.string().starts_with('.'); };
  if (std::none_of(name.begin(), name.end(), isHidden)) return std::nullopt;
  return PathFault{Code::outsideFolder,
                   fmt::format("'{}' leads to something hidden, which is not read", name.string())};
}

bool isDataName(const fs::path& name) {
  const std::string ending = lowerCase(name.extension().string());
  return ending == ".json" || ending == ".tir";
}

bool looksLikePart(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '/')) return false;
  return text.find("\"Type\"") != std::string_view::npos;
}

bool looksLikeData(const SourceFile& file) {
  return looksLikePart(file.text) || file.text.find("MDI_HEADER") != std::string::npos ||
         file.text.find("PROPERTY_FILE_FORMAT") != std::string::npos;
}

// Reported at the place that names it: the contents of a file of another kind are not shown.
void refuseContent(Diagnostics& diagnostics, const SourceRef& at, const std::string& path) {
  diagnostics.error(at, Code::otherKindOfFile, fmt::format("'{}' is not a vehicle file", path))
      .withHint("such a file is { \"Type\": ..., ... }");
}

}  // namespace

Located locate(std::string_view reference, const std::string& from) {
  std::string name(reference);
  std::replace(name.begin(), name.end(), '\\', '/');
  if (auto fault = nameFault(name)) return {.fault = std::move(fault)};
  name = fs::path(name).lexically_normal().string();
  if (auto fault = hiddenFault(name)) return {.fault = std::move(fault)};
  const bool isData = isDataName(name);
  bool isWhole = true;
  const std::vector<std::string> folders = foldersFrom(from);
  for (;;) {
    const std::size_t slash = name.find('/');
    const bool isBare = slash == std::string::npos;
    // A bare name, or one without its first folder, is too ambiguous to be taken from any folder above.
    const std::size_t most = isBare || !isData ? 1 : isWhole ? folders.size() : 2;
    const std::size_t count = std::min(most, folders.size());
    for (std::size_t k = 0; k < count; ++k) {
      std::string path = (fs::path(folders[k]) / name).lexically_normal().string();
      if (!isRegularFile(path)) continue;
      if (auto fault = placeFault(folders[k], name)) return {.fault = std::move(fault)};
      return {.path = std::move(path), .isAbove = k > 0, .fault = {}};
    }
    if (isBare) return {};
    name.erase(0, slash + 1);
    isWhole = false;
  }
}

std::shared_ptr<const SourceFile> DataFiles::text(const JsonValue& object, std::string_view member) {
  const JsonValue& value = require(object, member, diagnostics_);
  const std::string reference = mb::text(object, member, diagnostics_);
  if (value.kind != JsonValue::Kind::text) return nullptr;
  auto [path, isAbove, fault] = locate(reference, value.at.file->path);
  if (fault) {
    refusePath(diagnostics_, value.at, std::move(*fault));
    return nullptr;
  }
  if (!path) {
    diagnostics_.error(value.at, Code::unknownName, fmt::format("the file '{}' is not found", reference))
        .withHint(fmt::format("it is searched in the folder of '{}' and, if it is a .json or .tir file, in {} "
                              "above, with leading folders dropped in the first of them",
                              value.at.file->path, kFoldersUp));
    return nullptr;
  }
  if (const auto known = texts_.find(*path); known != texts_.end()) return known->second;
  std::shared_ptr<const SourceFile> file = read(*path, value.at);
  if (file && isAbove && !looksLikeData(*file)) {
    refuseContent(diagnostics_, value.at, *path);
    file.reset();
  }
  return texts_[*path] = std::move(file);
}

std::shared_ptr<const SourceFile> DataFiles::read(const std::string& path, const SourceRef& at) {
  if (texts_.size() >= limits::kMostIncludes) {
    diagnostics_.error(at, Code::tooMany, fmt::format("more than {} files, the limit", limits::kMostIncludes))
        .withHint("join some of the files");
    return nullptr;
  }
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  // A file that is too large by itself, or unreadable, is reported by its reader.
  if (!error && size <= limits::kLargestFile && bytes_ + size > limits::kLargestFile) {
    diagnostics_
        .error(at, Code::tooLarge,
               fmt::format("with '{}' the files of the vehicle have {} bytes, the limit is {}", path, bytes_ + size,
                           limits::kLargestFile))
        .withHint("give smaller files");
    return nullptr;
  }
  std::shared_ptr<const SourceFile> file = readNamed(path, at, diagnostics_);
  if (file) bytes_ += file->text.size();
  return file;
}

std::vector<std::string> DataFiles::paths() const {
  std::vector<std::string> all;
  for (const auto& [path, text] : texts_) all.push_back(path);
  return all;
}

const JsonValue* DataFiles::part(const JsonValue& object, std::string_view member, std::string_view type) {
  const std::shared_ptr<const SourceFile> file = text(object, member);
  if (!file) return nullptr;
  if (const auto known = parsed_.find(file->path); known != parsed_.end()) return known->second;
  const JsonValue*& entry = parsed_[file->path];
  entry = nullptr;
  if (!looksLikePart(file->text)) {
    refuseContent(diagnostics_, find(object, member)->at, file->path);
    return nullptr;
  }
  std::optional<JsonValue> root = parseJson(file, values_, diagnostics_);
  if (!root) return nullptr;
  const std::string found = mb::text(*root, "Type", diagnostics_);
  if (found != type) {
    if (!found.empty()) {
      diagnostics_
          .error(root->at, Code::otherKindOfFile,
                 fmt::format("a file of type '{}' is required here, not '{}'", type, found))
          .withHint("give the right file where this one is referred to")
          .withNote(find(object, member)->at, "it is referred to here");
    }
    return nullptr;
  }
  entry = roots_.emplace_back(std::make_unique<JsonValue>(std::move(*root))).get();
  return entry;
}

}  // namespace mb::chrono
