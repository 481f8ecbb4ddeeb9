// A run as the report shows it: the columns of a table at equal distances of time, made here or read from a file.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "converter/tables/files/csv.h"
#include "formats/model/cartesian.h"
#include "runtime/simulation/simulate.h"

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
  RunOptions run;
  double every = 0;  // between rows
  // The end was not asked for: it comes earlier where bodies would turn so far between rows that nobody could follow.
  bool mayShorten = false;
};

// Runs from the initial state. `shown` is called with the time that was reached. Without rows there is a failure. The
// note tells length and solver.
RecordedRun recordRun(const Mechanism& m, const RecordOptions& options, const std::function<void(double)>& shown);

// A table of the model's motion, in SI and our axes where its units or its first row tell that it is in others. Times
// that are not at equal distances are interpolated; at most some thousand rows are taken. Nothing and an error when the
// table has no time that increases or units that cannot be read.
std::optional<RecordedRun> recordedIn(const CsvTable& table, const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
