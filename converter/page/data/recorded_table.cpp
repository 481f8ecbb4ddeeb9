// Tables as runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/page/data/recorded_run.h"
#include "converter/tables/files/units_file.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/units.h"

namespace mb {
namespace {

constexpr std::size_t kMostRows = 4001;

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

// Measures and columns of other programs keep their units, all others become SI. False and an error for a unit that is
// none.
bool takeUnits(const CsvTable& table, const CartesianModel& model, RecordedRun& run, Diagnostics& diagnostics) {
  if (model.units.length != 1 && std::ranges::all_of(run.units, &std::string::empty)) {
    diagnostics
        .warning({table.file, table.headerLine, 1}, Code::malformedTable,
                 fmt::format("the table says no units: it is taken to be in SI, not in {} as the model's file",
                             model.units.lengthName))
        .withHint("a second line may give the units, or a file beside the table");
  }
  for (std::size_t k = 0; k < run.units.size(); ++k) {
    std::string& text = run.units[k];
    const bool isMeasure = std::ranges::find(model.measures, run.names[k], &Measure::name) != model.measures.end();
    if (text.empty() || text == "J" || isMeasure) continue;
    const std::optional<NamedUnit> unit = parseUnit(text);
    if (!unit) {
      diagnostics
          .error({table.file, table.headerLine, 1}, Code::malformedTable,
                 fmt::format("'{}' of the column '{}' is no unit", text, run.names[k]))
          .withHint("write it like mm, N/mm or deg/s, or leave out the units of a table in SI");
      return false;
    }
    if (unit->value == 1) continue;
    for (double& value : run.columns[k]) value *= unit->value;
    text = unitText({}, unit->dimension);
  }
  return true;
}

// Whether the bodies begin nearer to where the model has them if the table is in the axes of the model's file.
bool isInSourceAxes(const RecordedRun& run, const CartesianModel& model) {
  double inOurs = 0;
  double inSource = 0;
  for (const Body& body : model.bodies) {
    const std::optional<PoseColumns> pose = run.poseOf(body.name);
    if (!pose) continue;
    const Vector3 first((*(*pose)[0])[0], (*(*pose)[1])[0], (*(*pose)[2])[0]);
    inOurs += (first - body.X_WB.p).norm();
    inSource += (model.R_WS * first - body.X_WB.p).norm();
  }
  return inSource < inOurs;
}

std::vector<double>* columnIn(RecordedRun& run, const std::string& name) {
  const auto found = std::ranges::find(run.names, name);
  return found == run.names.end() ? nullptr : &run.columns[static_cast<std::size_t>(found - run.names.begin())];
}

void turnVector(const std::array<std::vector<double>*, 3>& columns, const Matrix3& R) {
  if (std::ranges::find(columns, nullptr) != columns.end()) return;
  for (std::size_t row = 0; row < columns[0]->size(); ++row) {
    const Vector3 turned = R * Vector3((*columns[0])[row], (*columns[1])[row], (*columns[2])[row]);
    for (int k = 0; k < 3; ++k) (*columns[at(k)])[row] = turned[k];
  }
}

// From the axes of the model's file to ours.
void turnBody(const std::string& body, const Matrix3& R_WS, RecordedRun& run) {
  for (const char* const part : {".", ".v", ".w", ".a", ".al"}) {
    turnVector({columnIn(run, body + part + "x"), columnIn(run, body + part + "y"), columnIn(run, body + part + "z")},
               R_WS);
  }
  const Quaternion turn = quaternionOf(R_WS);
  std::array<std::vector<double>*, 4> q{columnIn(run, body + ".qw"), columnIn(run, body + ".qx"),
                                        columnIn(run, body + ".qy"), columnIn(run, body + ".qz")};
  if (std::ranges::find(q, nullptr) != q.end()) return;
  double sign = 1;  // of two quaternions for one turn a run begins with the one whose w is positive
  for (std::size_t row = 0; row < q[0]->size(); ++row) {
    const Quaternion now = turn * Quaternion((*q[0])[row], (*q[1])[row], (*q[2])[row], (*q[3])[row]);
    if (row == 0 && now.w() < 0) sign = -1;
    for (int k = 0; k < 4; ++k) (*q[at(k)])[row] = sign * (k == 0 ? now.w() : now.vec()[k - 1]);
  }
}

}  // namespace

std::optional<RecordedRun> recordedIn(const CsvTable& table, const CartesianModel& model, Diagnostics& diagnostics) {
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
  if (!takeUnits(table, model, out, diagnostics)) return std::nullopt;
  const std::vector<double>& seconds = out.columns[at(column)];
  out.start = seconds.front();
  out.step = (seconds.back() - seconds.front()) / static_cast<double>(rows - 1);
  out.note =
      fmt::format("{} rows from {:g} s to {:g} s, read from '{}'", time.size(), out.start, out.end(), table.file->path);
  if (isInSourceAxes(out, model)) {
    for (const Body& body : model.bodies) turnBody(body.name, model.R_WS, out);
    for (const Probe& probe : model.probes) turnBody(probe.name, model.R_WS, out);
    out.note += ", turned from the axes of the model's file";
  }
  return out;
}

}  // namespace mb
