#include "converter/verify/cartesian_run.h"

#include <map>

#include "converter/tables/trajectory.h"

namespace mb {
namespace {

// The columns of a run that belong to a body of the source, and which body that is.
struct BodyTable {
  Trajectory trajectory;
  std::vector<std::pair<Trajectory::BodyColumns, std::size_t>> bodies;
};

BodyTable bodyTableOf(const CartesianRun& run, const Mechanism& recursive) {
  BodyTable table{makeTrajectory(recursive, {}), {}};
  for (Trajectory::Column& column : table.trajectory.columns) column.isKept = false;
  table.trajectory.columns.front().isKept = true;  // the time
  std::map<std::string, std::size_t> places;
  for (std::size_t k = 0; k < run.bodies.size(); ++k) places.emplace(run.bodies[k], k);
  for (const Trajectory::BodyColumns& columns : table.trajectory.bodies) {
    const auto found = places.find(columns.body.name);
    if (found == places.end() || columns.accelerations) continue;  // a probe has accelerations, which a body lacks here
    table.bodies.emplace_back(columns, found->second);
    for (int k = 0; k < columns.count; ++k) table.trajectory.columns[at(columns.first + k)].isKept = true;
  }
  return table;
}

}  // namespace

bool writeTable(const std::string& path, const CartesianRun& run, const Mechanism& recursive,
                Diagnostics& diagnostics) {
  const BodyTable table = bodyTableOf(run, recursive);
  TableWriter file(path, writtenColumns(table.trajectory));
  if (!file.open(diagnostics)) return false;
  std::vector<double> row(table.trajectory.columns.size());
  std::vector<double> before;
  for (std::size_t k = 0; k < run.times.size(); ++k) {
    row[0] = run.times[k];
    for (const auto& [columns, body] : table.bodies) {
      const FrameMotion& motion = run.at(k)[body];
      evaluateBody(table.trajectory, columns, {motion.X, motion.v, motion.w}, before, row);
    }
    file.add(row);
    before = row;
  }
  return file.commit(diagnostics);
}

}  // namespace mb
