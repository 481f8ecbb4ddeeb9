#include "converter/page/data/recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/tables/trajectory.h"
#include "runtime/mechanism/mechanism.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

constexpr std::size_t kMostRows = 4001;
constexpr double kRows = 1000;  // by default
constexpr double kTolerance = 1e-8;

// Values of a column at equal distances of time, by interpolation.
std::vector<double> interpolated(const std::vector<double>& time, const std::vector<double>& values,
                                 const RecordedRun& grid, std::size_t rows) {
  std::vector<double> out;
  std::size_t k = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const double t = grid.start + grid.step * static_cast<double>(row);
    while (k + 2 < time.size() && time[k + 1] <= t) ++k;
    const double share = std::clamp((t - time[k]) / (time[k + 1] - time[k]), 0.0, 1.0);
    // At a row itself the neighbour does not count, which may be no number.
    out.push_back(share == 0   ? values[k]
                  : share == 1 ? values[k + 1]
                               : values[k] + share * (values[k + 1] - values[k]));
  }
  return out;
}

// Whether rows are at equal distances but for the digits of their times.
bool isUniform(const std::vector<double>& time) {
  const double step = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
  for (std::size_t k = 0; k < time.size(); ++k) {
    if (std::abs(time[k] - time.front() - step * static_cast<double>(k)) > 1e-4 * step) return false;
  }
  return true;
}

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
  out.step = options.every.value_or(options.end / kRows);
  if (options.step) out.step = *options.step * std::max(1.0, std::round(out.step / *options.step));
  RunOptions run;
  run.end = options.end;
  run.step = options.step.value_or(std::min(1e-4, out.step));
  run.every = out.step;
  if (!options.step) {
    run.method = findRungeKutta("dopri5");
    run.relativeTolerance = kTolerance;
    run.absoluteTolerance = 1e-2 * kTolerance;
  }
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
  out.note = options.step ? fmt::format("{:g} s by rk4 in steps of {:g} s", out.end(), *options.step)
                          : fmt::format("{:g} s by dopri5, relative tolerance {:g}", out.end(), kTolerance);
  out.note += fmt::format(", solved by {}", report.solver);
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

RecordedRun recordRun(const RecursiveModel& model, const RecordOptions& options,
                      const std::function<void(double)>& shown) {
  const Mechanism m = makeMechanism(model);
  std::optional<double> tooFast;
  RecordedRun run = recordOnce(m, options, shown, tooFast);
  if (!tooFast) return run;
  RecordOptions shorter = options;
  shorter.mayShorten = false;
  // It may be too fast from the start.
  const double wanted = std::max(*tooFast, run.step / 2);
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  shorter.end = std::floor(wanted / power) * power;
  tooFast.reset();
  run = recordOnce(m, shorter, shown, tooFast);
  run.note += fmt::format(", not {:g} s, in which it would turn faster than rows can show", options.end);
  return run;
}

std::optional<RecordedRun> recordedIn(const CsvTable& table, Diagnostics& diagnostics) {
  const int column = findColumn(table, "time", diagnostics);
  if (column < 0) return std::nullopt;
  const std::vector<double>& time = table.columns[static_cast<std::size_t>(column)];
  const bool increases = std::ranges::adjacent_find(time, [](double a, double b) { return !(a < b); }) == time.end();
  if (time.size() < 2 || !increases) {
    diagnostics.error({table.file, table.headerLine, 1}, Code::malformedTable, "its time does not increase row by row")
        .withHint("take a table of one motion", Topic::motionTable);
    return std::nullopt;
  }
  RecordedRun out;
  out.names = table.names;
  out.units = table.units;
  out.units.resize(out.names.size());
  out.start = time.front();
  const std::size_t every = (time.size() - 1 + kMostRows - 2) / (kMostRows - 1);
  const std::size_t rows = (time.size() - 1) / every + 1;
  const double whole = (time.back() - time.front()) / static_cast<double>(time.size() - 1);
  out.step = whole * static_cast<double>(every);
  const bool takesRows = isUniform(time);
  for (const std::vector<double>& values : table.columns) {
    if (!takesRows) {
      out.columns.push_back(interpolated(time, values, out, rows));
      continue;
    }
    std::vector<double> taken;
    for (std::size_t k = 0; k < values.size(); k += every) taken.push_back(values[k]);
    out.columns.push_back(std::move(taken));
  }
  out.note = fmt::format("{} rows from {:g} s to {:g} s, read from '{}'", time.size(), time.front(), time.back(),
                         table.file->path);
  return out;
}

}  // namespace mb
