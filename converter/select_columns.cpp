// The columns of a trajectory that the user wants, by patterns.
#include <fmt/format.h>

#include <set>

#include "converter/trajectory.h"

namespace mb {
namespace {

// * any characters, ? one.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;  // the last one met, and what it has eaten
  std::size_t eaten = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      eaten = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++eaten;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool matchesAny(std::string_view pattern, const Trajectory& trajectory) {
  for (const Trajectory::Column& column : trajectory.columns) {
    if (matches(pattern, column.name)) return true;
  }
  return false;
}

std::string hintFor(const std::string& pattern, const Mechanism& m, const Trajectory& trajectory) {
  for (const auto& [flag, options] : {std::pair{"--accelerations", TrajectoryOptions{true, false, false}},
                                      std::pair{"--reactions", TrajectoryOptions{false, true, false}}}) {
    if (matchesAny(pattern, makeTrajectory(m, options))) return fmt::format("{} adds such columns", flag);
  }
  std::vector<std::string> names;
  std::set<std::string> wholes;  // patterns for all columns of a body or joint
  for (const Trajectory::Column& column : trajectory.columns) {
    names.push_back(column.name);
    wholes.insert(column.name.substr(0, column.name.find('.')) + ".*");
  }
  names.insert(names.end(), wholes.begin(), wholes.end());
  const std::string closest = didYouMean(pattern, names);
  return closest.empty() ? fmt::format("columns are named like '{}'; * and ? stand for any characters and one",
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
    diagnostics.error({}, fmt::format("no column matches '{}'", pattern), ExitCode::usage)
        .withHint(hintFor(pattern, m, trajectory));
    allMatch = false;
  }
  for (std::size_t k = 1; k < trajectory.columns.size(); ++k) {
    Trajectory::Column& column = trajectory.columns[k];
    column.isKept = false;
    for (const std::string& pattern : patterns) column.isKept = column.isKept || matches(pattern, column.name);
  }
  return allMatch;
}

}  // namespace mb
