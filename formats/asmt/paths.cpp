// Markers and joints by path. Names may contain blanks and slashes, so a path cannot be split: it is compared as a
// whole with the existing ones.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/asmt/build.h"

namespace mb::asmt {
namespace {

// Comparing a wrong path with all others takes time, so only the first mistakes get a guess.
constexpr std::size_t kMostPaths = 2000;
constexpr int kMostErrors = 20;

std::string squeezed(std::string_view path) {
  std::string text;
  for (const std::string_view part : words(path)) text += part;
  return text;
}

std::string withoutAssembly(std::string_view path, std::string_view root) {
  if (path.starts_with(root) && path.substr(root.size()).starts_with('/')) return std::string(path.substr(root.size()));
  const std::size_t slash = path.find('/', path.starts_with('/') ? 1 : 0);
  return std::string(slash == std::string_view::npos ? path : path.substr(slash));
}

// From the strictest to the loosest.
std::array<std::string, 3> spellings(const Build& build, const std::string& path) {
  return {path, squeezed(path), "*" + squeezed(withoutAssembly(path, build.root))};
}

template <class T>
bool add(const Build& build, std::unordered_map<std::string, T>& map, const std::string& path, const T& value) {
  const bool isNew = !map.contains(path);
  for (const std::string& name : spellings(build, path)) map.emplace(name, value);
  return isNew;
}

template <class T>
const T* lookUp(const Build& build, const std::unordered_map<std::string, T>& map, const std::string& path) {
  for (const std::string& name : spellings(build, path)) {
    const auto found = map.find(name);
    if (found != map.end()) return &found->second;
  }
  return nullptr;
}

template <class T>
std::string guessOf(const Build& build, const std::unordered_map<std::string, T>& map, const std::string& path,
                    std::string otherwise) {
  if (map.size() > kMostPaths || build.import.diagnostics.errorCount() > kMostErrors) return otherwise;
  std::vector<std::string> known;
  for (const auto& [name, value] : map) {
    if (!name.starts_with('*')) known.push_back(name);
  }
  std::ranges::sort(known);
  const std::string guess = didYouMean(path, known);
  return guess.empty() ? otherwise : guess;
}

const Line& firstBelow(const Build& build, const Line& line) { return lineAt(build.outline, line.children.front()); }

}  // namespace

void addMarkerPath(Build& build, const std::string& path, MarkerIndex marker, const SourceRef& where) {
  if (add(build, build.markers, path, marker)) return;
  const SourceRef first = build.import.model.markers[*lookUp(build, build.markers, path)].origin.at;
  build.import.diagnostics
      .warning(where, Code::nameTwice, fmt::format("there are two markers '{}'; the first is meant", path))
      .withHint("give them different names")
      .withNote(first, "the first one");
}

void addJointPath(Build& build, const Line& item, const NamedJoint& joint) {
  add(build, build.joints, fmt::format("{}/{}", build.root, nameOf(build, item)), joint);
}

std::optional<MarkerIndex> readMarker(Build& build, const Line& item, std::string_view key) {
  const Line* line = find(build.outline, item, key);
  if (!line || line->children.empty()) {
    build.import.diagnostics
        .error(at(build.outline, line ? *line : item), line ? Code::missingValue : Code::missingElement,
               fmt::format("'{}' has no {}", item.text.substr(0, 60), key))
        .withHint("name a marker by its path, like /Assembly1/Part1/Marker2");
    return std::nullopt;
  }
  const std::string path(valueOf(build.outline, *line));
  if (const MarkerIndex* found = lookUp(build, build.markers, path)) return *found;
  build.import.diagnostics
      .error(at(build.outline, firstBelow(build, *line)), Code::unknownName,
             fmt::format("there is no marker '{}'", path.substr(0, 120)))
      .withHint(
          guessOf(build, build.markers, path, "a path is /assembly/part/marker, or /assembly/marker on the ground"));
  return std::nullopt;
}

std::optional<MarkerPair> readMarkers(Build& build, const Line& item) {
  const std::optional<MarkerIndex> I = readMarker(build, item, "MarkerI");
  const std::optional<MarkerIndex> J = readMarker(build, item, "MarkerJ");
  if (!I || !J) return std::nullopt;
  return MarkerPair{*I, *J};
}

std::optional<NamedJoint> readJointPath(Build& build, const Line& item) {
  const Line* line = find(build.outline, item, "MotionJoint");
  if (line && !line->children.empty()) {
    const std::string path(valueOf(build.outline, *line));
    if (const NamedJoint* found = lookUp(build, build.joints, path)) return *found;
    build.import.diagnostics
        .error(at(build.outline, firstBelow(build, *line)), Code::unknownName,
               fmt::format("there is no joint '{}'", path.substr(0, 120)))
        .withHint(guessOf(build, build.joints, path, "a path is /assembly/joint"));
    return std::nullopt;
  }
  // Without a joint, two markers define the motion.
  const std::optional<MarkerPair> markers = readMarkers(build, item);
  if (!markers) return std::nullopt;
  return NamedJoint{*markers, std::nullopt, false};
}

MarkerIndex movedMarker(Build& build, MarkerIndex marker, std::string_view suffix, const Pose& move) {
  const Marker from = build.import.model.markers[marker];
  const std::string own = from.name.substr(from.name.rfind('.') + 1);
  return addMarker(build.import, from.body, fmt::format("{}_{}", own, suffix), from.X_BM * move, from.digits,
                   from.origin.at);
}

std::optional<int> coordinateNamed(const JointType& type, std::string_view name) {
  const auto turns = [](const Motion& motion) {
    return motion.kind == MotionKind::rotation || motion.kind == MotionKind::ball || motion.kind == MotionKind::bend;
  };
  if (name == "rz" && std::ranges::count_if(type.motions(), turns) != 1) return std::nullopt;
  const std::vector<CoordinateName> names = coordinateNames(type);
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (names[k].name == name) return static_cast<int>(k);
  }
  return std::nullopt;
}

}  // namespace mb::asmt
