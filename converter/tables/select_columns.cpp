// Selects the columns of a trajectory by the user's patterns.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "converter/tables/files/glob.h"
#include "converter/tables/trajectory.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"

namespace mb {
namespace {

bool matchesAny(std::string_view pattern, const Trajectory& trajectory) {
  for (const Trajectory::Column& column : trajectory.columns) {
    if (matchesPattern(pattern, column.name)) return true;
  }
  return false;
}

// What a table could have besides.
Topic otherColumns(const std::string& pattern, const Mechanism& m) {
  if (matchesAny(pattern, makeTrajectory(m, {true, false, false}))) return Topic::accelerations;
  return matchesAny(pattern, makeTrajectory(m, {false, true, false})) ? Topic::reactions : Topic::none;
}

std::string nearestColumn(const std::string& pattern, const Trajectory& trajectory) {
  std::vector<std::string> names;
  std::set<std::string> wholes;  // patterns for all columns of a body or joint
  for (const Trajectory::Column& column : trajectory.columns) {
    names.push_back(column.name);
    wholes.insert(column.name.substr(0, column.name.find('.')) + ".*");
  }
  names.insert(names.end(), wholes.begin(), wholes.end());
  const std::string closest = didYouMean(pattern, names);
  return closest.empty() ? fmt::format("columns are named like '{}'; * matches any characters and ? matches one",
                                       trajectory.columns[1].name)
                         : closest;
}

// The main coordinates are those of joints that are driven, or independent at the start.
void markMainJoints(const Mechanism& m, Trajectory& trajectory) {
  std::vector<double> y = initialState(m);
  Workspace w = makeWorkspace(m);
  startIntegrals(m, 0, y, w);
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) choosePartition(m, n, w);
  updateIndependent(m, w);
  for (const Trajectory::JointColumns& joint : trajectory.joints) {
    const bool isIndependent =
        std::ranges::any_of(w.independent, [&](int v) { return m.linkOfVelocity[at(v)] == joint.link; });
    const bool isDriven = std::ranges::any_of(m.model.drives, [&](const Drive& drive) {
      return drive.coordinate && m.model.joints[drive.coordinate->joint].name == joint.joint;
    });
    if (!isIndependent && !isDriven) continue;
    for (int k = 0; k < positionsOf(joint.type); ++k) trajectory.columns[at(joint.first + k)].isMain = true;
  }
}

// Keeps the columns of a kind. False when there are none.
template <class IsMeant>
bool keep(Trajectory& trajectory, IsMeant isMeant) {
  bool isAny = false;
  for (Trajectory::Column& column : trajectory.columns) {
    if (!isMeant(column)) continue;
    column.isKept = true;
    isAny = true;
  }
  return isAny;
}

using Column = Trajectory::Column;
template <ColumnGroup group>
bool isOf(const Column& column) {
  return column.group == group;
}

struct Preset {
  std::string_view name;
  bool (*means)(const Column& column);
};
constexpr std::array kPresets{
    Preset{"@main", [](const Column& column) { return column.isMain; }},
    Preset{"@bodies", isOf<ColumnGroup::bodies>},
    Preset{"@joints", isOf<ColumnGroup::joints>},
    Preset{"@forces", isOf<ColumnGroup::forces>},
    Preset{"@measures", isOf<ColumnGroup::measures>},
    Preset{"@inputs", isOf<ColumnGroup::inputs>},
    Preset{"@reactions", isOf<ColumnGroup::reactions>},
    Preset{"@energy", isOf<ColumnGroup::energy>},
    Preset{"@all", [](const Column&) { return true; }},
};

// A preset without columns is a warning, because it fits other models.
bool keepPreset(const std::string& name, Trajectory& trajectory, Diagnostics& diagnostics) {
  const auto preset = std::ranges::find(kPresets, name, &Preset::name);
  if (preset == kPresets.end()) {
    diagnostics.error({}, Code::noSuchColumn, fmt::format("no preset of columns is called '{}'", name))
        .withHint(fmt::format("they are {}", fmt::join(columnPresets(), ", ")));
    return false;
  }
  if (keep(trajectory, preset->means)) return true;
  const bool areReactions = name == "@reactions";
  diagnostics.warning({}, Code::noSuchColumn, fmt::format("this table has no columns of '{}'", name))
      .withHint(areReactions ? "the table has such columns only where they are asked for" : "leave it out",
                areReactions ? Topic::reactions : Topic::none);
  return true;
}

}  // namespace

bool selectColumns(const Mechanism& m, const std::vector<std::string>& patterns, Trajectory& trajectory,
                   Diagnostics& diagnostics) {
  const std::vector<std::string> chosen = patterns.empty() ? std::vector<std::string>{"@main"} : patterns;
  if (std::ranges::find(chosen, "@main") != chosen.end()) markMainJoints(m, trajectory);
  bool allMatch = true;
  for (Trajectory::Column& column : trajectory.columns) column.isKept = false;
  trajectory.columns.front().isKept = true;
  for (const std::string& pattern : chosen) {
    if (pattern.starts_with('@')) {
      allMatch = keepPreset(pattern, trajectory, diagnostics) && allMatch;
      continue;
    }
    if (keep(trajectory, [&](const auto& column) { return matchesPattern(pattern, column.name); })) continue;
    const Topic other = otherColumns(pattern, m);
    diagnostics.error({}, Code::noSuchColumn, fmt::format("no column matches '{}'", pattern))
        .withHint(other == Topic::none ? nearestColumn(pattern, trajectory)
                                       : "the table has such columns only where they are asked for",
                  other);
    allMatch = false;
  }
  return allMatch;
}

std::vector<std::string> columnPresets() {
  std::vector<std::string> names;
  for (const Preset& preset : kPresets) names.emplace_back(preset.name);
  return names;
}

}  // namespace mb
