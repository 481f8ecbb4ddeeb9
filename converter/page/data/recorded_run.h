// A run as the report shows it: the columns of a table at equal distances of time, made here or read from a file.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "converter/tables/files/csv.h"
#include "formats/model/recursive.h"

namespace mb {

// x y z qw qx qy qz of a body.
using PoseColumns = std::array<const std::vector<double>*, 7>;

struct RecordedRun {
  double start = 0;
  double step = 0;  // between rows
  std::vector<std::string> names;
  std::vector<std::string> units;            // by column; empty where it has none or where nobody said
  std::vector<std::vector<double>> columns;  // of equal length
  std::string note;                          // what was run, in a sentence
  std::string failure;                       // why it ended early; empty: it did not
  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
  double end() const { return start + step * static_cast<double>(rows() == 0 ? 0 : rows() - 1); }
  // The column of a name; null if there is none.
  const std::vector<double>* find(const std::string& name) const;
  // Nothing where the run does not say where the body is, at every row.
  std::optional<PoseColumns> poseOf(const std::string& body) const;
};

struct RecordOptions {
  double end = 0;
  std::optional<double> step;   // of the classical Runge-Kutta method; otherwise steps are chosen by their error
  std::optional<double> every;  // between rows; by default a thousandth of the run
  // The end was not asked for: it comes earlier where bodies would turn so far between rows that nobody could follow.
  bool mayShorten = false;
};

// Runs from the initial state. `shown` is called with the time that was reached. Without rows there is a failure.
RecordedRun recordRun(const RecursiveModel& model, const RecordOptions& options,
                      const std::function<void(double)>& shown);

// Times that are not at equal distances are interpolated; at most some thousand rows are taken. Nothing and an error
// when the table has no time that increases.
std::optional<RecordedRun> recordedIn(const CsvTable& table, Diagnostics& diagnostics);

}  // namespace mb
