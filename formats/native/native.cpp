#include "formats/native/native.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "formats/native/build.h"
#include "formats/xml/xml_scan.h"

namespace mb {
namespace {

// In the order of the files' text, and what several inclusions of one file have in common once.
void report(const Diagnostics& found, Diagnostics& diagnostics) {
  std::map<std::string, int> files;
  using Key = std::tuple<int, int, int, std::string>;
  std::vector<std::pair<Key, const Diagnostic*>> sorted;
  for (const Diagnostic& one : found.all()) {
    const std::string path = one.at.file ? one.at.file->path : std::string();
    const int file = files.emplace(path, static_cast<int>(files.size())).first->second;
    sorted.emplace_back(Key{file, one.at.line, one.at.column, one.message}, &one);
  }
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    const auto place = [](const Key& key) { return std::tie(std::get<0>(key), std::get<1>(key), std::get<2>(key)); };
    return place(a.first) < place(b.first);
  });
  std::set<Key> seen;
  for (const auto& [key, one] : sorted) {
    if (!seen.insert(key).second) continue;
    Diagnostic& copy = one->severity == Severity::error ? diagnostics.error(one->at, one->code, one->message)
                                                        : diagnostics.warning(one->at, one->code, one->message);
    copy.hint = one->hint.empty() ? "see docs/cartesian-format.md" : one->hint;
    copy.notes = one->notes;
  }
}

}  // namespace

bool looksLikeNative(std::string_view text) { return rootNameOf(text) == "mbs"; }

CartesianModel readNative(std::shared_ptr<const SourceFile> source, Diagnostics& diagnostics) {
  native::Build build;
  native::File& root = build.files.emplace_back();
  root.source = std::move(source);
  std::error_code error;
  root.canonicalPath = std::filesystem::weakly_canonical(root.source->path, error).string();
  native::declareFile(build, root);
  if (root.document->root()) {
    for (native::File& file : build.files) {
      for (XmlElement& marker : file.markers) native::declareMarker(build, file, marker, std::nullopt);
    }
    native::placeEverything(build);
    for (const BodyIndex body : build.model.bodies.indexes()) native::completeBody(build, body);
    for (native::File& file : build.files) {
      for (XmlElement& joint : file.joints) native::readJoint(build, file, joint);
    }
    native::readElements(build);
    // What could not be read is not in the model, so that this repeats nothing.
    if (!build.model.bodies.empty() || !build.diagnostics.hasErrors()) check(build.model, build.diagnostics);
  }
  report(build.diagnostics, diagnostics);
  return std::move(build.model);
}

}  // namespace mb
