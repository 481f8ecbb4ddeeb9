// A table of numbers over time as the inputs of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/tables/table_file.h"
#include "formats/model/recursive.h"
#include "runtime/laws/inputs/inputs.h"

namespace mb {

// What an input does between two rows: smooth and straight lines, or the value of the row before.
enum class BetweenRows { akima, linear, held };
inline const std::vector<std::string> kBetweenRows{"akima", "linear", "held"};

struct PlayedTable {
  std::vector<PlayedInput> inputs;
  std::vector<std::string> atStart;  // inputs without a column: they keep their starts
  double end = 0;                    // s: the time of the last row, whose values stay
};

// Columns are inputs by name, besides `time`. Numbers are in the units of the table, or else in those of the inputs and
// in seconds. An error for a column that is no input, values outside the bounds of an input, and values that jump where
// a drive takes a position or a speed from an input without a filter; a warning where such a drive has corners.
std::optional<PlayedTable> playedInputs(const CsvTable& table, BetweenRows between, const RecursiveModel& model,
                                        Diagnostics& diagnostics);

}  // namespace mb
