// Two tables of the same motion, from here and from elsewhere: how far they are apart, column by column
// (docs/commands/compare.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "converter/tables/csv.h"

namespace mb {

// A column of ours is `factor` times one of theirs, whose units and signs may be others.
struct ColumnMap {
  std::string ours;
  double factor = 1;
  std::string theirs;
};
// "ours=theirs", "ours=-theirs", "ours=0.001*theirs"; nothing when it is none of these.
std::optional<ColumnMap> parseColumnMap(std::string_view text);
std::string toText(const ColumnMap& map);  // what stands behind the equals sign

enum class Alignment { interpolate, nearest };

struct CompareOptions {
  std::vector<ColumnMap> maps;   // beside the columns of the same name
  double tolerance = 1e-6;       // relative to a column's scale
  double absoluteTolerance = 0;  // a difference below it is none
  Alignment align = Alignment::interpolate;
};

struct ComparedColumn {
  ColumnMap map;
  double difference = 0;    // the largest, in our units
  double time = 0;          // of it
  double ours = 0;          // there
  double theirs = 0;        // there, times the factor
  double scale = 0;         // what the difference is measured by
  double relative = 0;      // difference / scale; infinite for a difference on a scale of zero
  bool isConstant = false;  // in the reference: the scale is that of its kind
  double rounding = 0;      // half a unit of the last digit that the reference has; 0 where it has all
  bool isWithin = true;
};

struct TableComparison {
  std::vector<ComparedColumn> columns;  // in the order of our table
  std::vector<std::string> onlyOurs;    // columns left out
  std::vector<std::string> onlyTheirs;
  double start = 0;  // of the common time
  double end = 0;
  std::size_t rows = 0;           // compared
  std::size_t rowsOurs = 0;       // all
  std::size_t rowsTheirs = 0;     // all
  std::size_t unmatched = 0;      // rows in the common time without a partner (nearest)
  std::size_t repeatedTimes = 0;  // rows left out, of both: their time is that of the row before
  bool atOurTimes = true;         // else at theirs: the coarser table's
  std::size_t interpolated = 0;   // rows of the finer table that lie between its own
  int digits = 0;                 // of the reference, where it is rounded; 0: all
  // By relative difference, those beyond the tolerance first; null without columns.
  const ComparedColumn* worst() const;
  bool isWithin() const;
};

// Nothing after errors: no column of time or a time that runs back, no common time, no common columns, unknown names in
// maps, values that are no numbers.
std::optional<TableComparison> compareTables(const CsvTable& ours, const CsvTable& theirs,
                                             const CompareOptions& options, Diagnostics& diagnostics);

}  // namespace mb
