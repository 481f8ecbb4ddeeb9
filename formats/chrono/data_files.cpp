#include "formats/chrono/data_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/read_file.h"

namespace mb::chrono {
namespace {

namespace fs = std::filesystem;

constexpr int kFoldersUp = 16;

bool isFile(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// The folder of a file and those above it, the nearest first.
std::vector<std::string> foldersFrom(const std::string& file) {
  fs::path folder = fs::path(file).parent_path();
  if (folder.empty()) folder = ".";
  std::vector<std::string> folders;
  for (int k = 0; k <= kFoldersUp; ++k) {
    std::string name = folder.lexically_normal().string();
    if (!folders.empty() && folders.back() == name) break;  // the root
    folders.push_back(std::move(name));
    folder /= "..";
  }
  return folders;
}

}  // namespace

std::optional<std::string> locate(std::string_view reference, const std::string& from) {
  std::string name(reference);
  std::replace(name.begin(), name.end(), '\\', '/');
  if (name.empty()) return std::nullopt;
  if (name.front() == '/') {
    if (isFile(name)) return name;
    name.erase(0, name.find_first_not_of('/'));
  }
  const std::vector<std::string> folders = foldersFrom(from);
  for (;;) {
    const std::size_t slash = name.find('/');
    const bool isBare = slash == std::string::npos;
    // A bare name says too little to take it from just any folder above.
    const std::size_t count = isBare ? std::min<std::size_t>(folders.size(), 1) : folders.size();
    for (std::size_t k = 0; k < count; ++k) {
      std::string path = (fs::path(folders[k]) / name).lexically_normal().string();
      if (isFile(path)) return path;
    }
    if (isBare) return std::nullopt;
    name.erase(0, slash + 1);
  }
}

std::shared_ptr<const SourceFile> DataFiles::text(const JsonValue& object, std::string_view member) {
  const JsonValue& value = require(object, member, diagnostics_);
  const std::string reference = chrono::text(object, member, diagnostics_);
  if (value.kind != JsonValue::Kind::text) return nullptr;
  const std::optional<std::string> path = locate(reference, value.at.file->path);
  if (!path) {
    diagnostics_.error(value.at, fmt::format("the file '{}' is not found", reference))
        .withHint(fmt::format("it is looked for in the folder of '{}' and those above it, whole and with leading "
                              "folders dropped",
                              value.at.file->path));
    return nullptr;
  }
  if (const auto known = texts_.find(*path); known != texts_.end()) return known->second;
  FileText read = readFileText(*path);
  std::shared_ptr<const SourceFile> file;
  if (read.fault.empty()) {
    file = std::make_shared<const SourceFile>(SourceFile{*path, std::move(read.text)});
  } else {
    diagnostics_.error(value.at, fmt::format("cannot read '{}': {}", *path, read.fault), ExitCode::io)
        .withHint("check the path and its permissions");
  }
  texts_[*path] = file;
  return file;
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
      diagnostics_.error(root->at, fmt::format("a file of type '{}' must stand here, not '{}'", type, found))
          .withHint("give the right file where this one is referred to")
          .withNote(find(object, member)->at, "it is referred to here");
    }
    return nullptr;
  }
  entry = roots_.emplace_back(std::make_unique<JsonValue>(std::move(*root))).get();
  return entry;
}

}  // namespace mb::chrono
