#include "formats/chrono/data_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace mb::chrono {
namespace {

namespace fs = std::filesystem;

constexpr int kFoldersUp = 16;

bool isRoot(const fs::path& folder) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(folder, error);
  return canonical == canonical.root_path();
}

// The folder of a file and those above it, the nearest first. The root of the disk holds no data of a vehicle, and
// everything else that a file might ask for.
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

}  // namespace

Located locate(std::string_view reference, const std::string& from) {
  std::string name(reference);
  std::replace(name.begin(), name.end(), '\\', '/');
  if (auto fault = nameFault(name)) return {.path = {}, .fault = std::move(fault)};
  name = fs::path(name).lexically_normal().string();
  const std::vector<std::string> folders = foldersFrom(from);
  for (;;) {
    const std::size_t slash = name.find('/');
    const bool isBare = slash == std::string::npos;
    // A bare name says too little to take it from just any folder above.
    const std::size_t count = isBare ? 1 : folders.size();
    for (std::size_t k = 0; k < count; ++k) {
      std::string path = (fs::path(folders[k]) / name).lexically_normal().string();
      if (!isRegularFile(path)) continue;
      if (auto fault = placeFault(folders[k], name)) return {.path = {}, .fault = std::move(fault)};
      return {.path = std::move(path), .fault = {}};
    }
    if (isBare) return {};
    name.erase(0, slash + 1);
  }
}

std::shared_ptr<const SourceFile> DataFiles::text(const JsonValue& object, std::string_view member) {
  const JsonValue& value = require(object, member, diagnostics_);
  const std::string reference = chrono::text(object, member, diagnostics_);
  if (value.kind != JsonValue::Kind::text) return nullptr;
  auto [path, fault] = locate(reference, value.at.file->path);
  if (fault) {
    refusePath(diagnostics_, value.at, std::move(*fault));
    return nullptr;
  }
  if (!path) {
    diagnostics_.error(value.at, Code::unknownName, fmt::format("the file '{}' is not found", reference))
        .withHint(fmt::format("it is looked for in the folder of '{}' and those above it, whole and with leading "
                              "folders dropped",
                              value.at.file->path));
    return nullptr;
  }
  if (const auto known = texts_.find(*path); known != texts_.end()) return known->second;
  return texts_[*path] = readNamed(*path, value.at, diagnostics_);
}

const JsonValue* DataFiles::part(const JsonValue& object, std::string_view member, std::string_view type) {
  const std::shared_ptr<const SourceFile> file = text(object, member);
  if (!file) return nullptr;
  if (const auto known = parsed_.find(file->path); known != parsed_.end()) return known->second;
  const JsonValue*& entry = parsed_[file->path];
  entry = nullptr;
  std::optional<JsonValue> root = parseJson(file, diagnostics_);
  if (!root) return nullptr;
  const std::string found = chrono::text(*root, "Type", diagnostics_);
  if (found != type) {
    if (!found.empty()) {
      diagnostics_
          .error(root->at, Code::otherKindOfFile,
                 fmt::format("a file of type '{}' must stand here, not '{}'", type, found))
          .withHint("give the right file where this one is referred to")
          .withNote(find(object, member)->at, "it is referred to here");
    }
    return nullptr;
  }
  entry = roots_.emplace_back(std::make_unique<JsonValue>(std::move(*root))).get();
  return entry;
}

}  // namespace mb::chrono
