#include "converter/page/data/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/tables/trajectory.h"
#include "runtime/mechanism/mechanism.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

constexpr double kFarthestTurn = 1.5;  // rad between rows

double fastestTurn(const Trajectory& trajectory, const std::vector<double>& row) {
  constexpr int kAngularVelocity = 10;  // within a body's columns
  double fastest = 0;
  for (const Trajectory::BodyColumns& body : trajectory.bodies) {
    fastest = std::max(fastest, Eigen::Map<const Vector3>(row.data() + body.first + kAngularVelocity).norm());
  }
  return fastest;
}

RecordedRun recordOnce(const Mechanism& m, const RecordOptions& options, const std::function<void(double)>& shown,
                       std::optional<double>& tooFast) {
  const Trajectory trajectory = makeTrajectory(m, {});
  RecordedRun out;
  out.step = options.every;
  RunOptions run = options.run;
  run.every = options.every;
  for (const Trajectory::Column& column : trajectory.columns) {
    out.names.push_back(column.name);
    out.units.push_back(column.unitText);
  }
  out.columns.resize(out.names.size());
  std::vector<double> before;
  std::vector<double> row;
  const RunReport report = simulate(m, initialState(m), run, [&](double time, StateView y, const Workspace& w) {
    shown(time);
    // The end of the run may lie beside the last whole row.
    const double expected = out.step * static_cast<double>(out.rows());
    if (std::abs(time - expected) > 1e-6 * out.step) return true;
    evaluateRow(m, trajectory, time, y, w, before, row);
    for (std::size_t k = 0; k < row.size(); ++k) {
      out.columns[k].push_back(row[k] / trajectory.columns[k].unit);
    }
    before = row;
    if (options.mayShorten && fastestTurn(trajectory, row) * out.step > kFarthestTurn) tooFast = time;
    return !tooFast;
  });
  out.note = fmt::format("{:g} s solved by {}", out.end(), report.solver);
  if (report.failure) out.failure = fmt::format("{:.6g} s: {}", report.failure->time, report.failure->message);
  return out;
}

}  // namespace

const std::vector<double>* RecordedRun::find(const std::string& name) const {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? nullptr : &columns[static_cast<std::size_t>(found - names.begin())];
}

std::optional<PoseColumns> RecordedRun::poseOf(const std::string& body) const {
  constexpr std::array<const char*, 7> kColumns{".x", ".y", ".z", ".qw", ".qx", ".qy", ".qz"};
  PoseColumns pose{};
  for (std::size_t k = 0; k < kColumns.size(); ++k) {
    pose[k] = find(body + kColumns[k]);
    if (!pose[k] || !std::ranges::all_of(*pose[k], [](double value) { return std::isfinite(value); })) return {};
  }
  return pose;
}

RecordedRun recordRun(const Mechanism& m, const RecordOptions& options, const std::function<void(double)>& shown) {
  std::optional<double> tooFast;
  RecordedRun run = recordOnce(m, options, shown, tooFast);
  if (!tooFast) return run;
  RecordOptions shorter = options;
  shorter.mayShorten = false;
  // It may be too fast from the start.
  const double wanted = std::max(*tooFast, run.step / 2);
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  shorter.run.end = std::floor(wanted / power) * power;
  shorter.every *= shorter.run.end / options.run.end;
  tooFast.reset();
  run = recordOnce(m, shorter, shown, tooFast);
  run.note += fmt::format(", not {:g} s, in which it would turn faster than rows can show", options.run.end);
  return run;
}

}  // namespace mb
