// Selects the columns of a trajectory by the user's patterns.
#include <fmt/format.h>

#include <set>

#include "converter/tables/glob.h"
#include "converter/tables/trajectory.h"

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

}  // namespace

bool selectColumns(const Mechanism& m, const std::vector<std::string>& patterns, Trajectory& trajectory,
                   Diagnostics& diagnostics) {
  if (patterns.empty()) return true;
  bool allMatch = true;
  for (const std::string& pattern : patterns) {
    if (matchesAny(pattern, trajectory)) continue;
    const Topic other = otherColumns(pattern, m);
    diagnostics.error({}, Code::noSuchColumn, fmt::format("no column matches '{}'", pattern))
        .withHint(other == Topic::none ? nearestColumn(pattern, trajectory)
                                       : "the table has such columns only where they are asked for",
                  other);
    allMatch = false;
  }
  for (std::size_t k = 1; k < trajectory.columns.size(); ++k) {
    Trajectory::Column& column = trajectory.columns[k];
    column.isKept = false;
    for (const std::string& pattern : patterns) column.isKept = column.isKept || matchesPattern(pattern, column.name);
  }
  return allMatch;
}

}  // namespace mb
