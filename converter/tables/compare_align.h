// Brings the rows of two tables to common times.
#pragma once

#include <optional>
#include <vector>

#include "converter/tables/compare_columns.h"
#include "converter/tables/compare_tables.h"

namespace mb {

// Values at the times of the coarser table, in the order of the pairs; the reference's values are converted to our
// units.
struct AlignedTables {
  std::vector<double> time;
  std::vector<std::vector<double>> ours;
  std::vector<std::vector<double>> theirs;
};

// Also fills in the parts of the comparison about rows and times. Signs of quaternions are chosen to agree.
std::optional<AlignedTables> alignTables(const CsvTable& ours, const CsvTable& theirs, const ColumnPairs& pairs,
                                         Alignment alignment, TableComparison& result, Diagnostics& diagnostics);

}  // namespace mb
