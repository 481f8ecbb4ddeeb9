// Compares two tables of the same motion, ours and a reference, column by column (docs/commands/compare.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "converter/tables/files/csv.h"

namespace mb {

// One of our columns is `factor` times one of theirs, which may have other units and signs.
struct ColumnMap {
  std::string ours;
  double factor = 1;
  std::string theirs;
};
// Accepts "ours=theirs", "ours=-theirs" and "ours=0.001*theirs"; returns nothing for any other text.
std::optional<ColumnMap> parseColumnMap(std::string_view text);
std::string toText(const ColumnMap& map);  // the part after the equals sign

enum class Alignment { interpolate, nearest };

struct CompareOptions {
  std::vector<ColumnMap> maps;   // in addition to columns of the same name
  double tolerance = 1e-6;       // relative to a column's scale
  double absoluteTolerance = 0;  // differences below it are ignored
  Alignment align = Alignment::interpolate;
};

struct ComparedColumn {
  ColumnMap map;
  double difference = 0;    // the largest, in our units
  double time = 0;          // of the largest difference
  double ours = 0;          // at that time
  double theirs = 0;        // at that time, times the factor
  double scale = 0;         // by which the difference is divided
  double relative = 0;      // difference / scale; infinite for a difference on a scale of zero
  bool isConstant = false;  // in the reference: its scale is that of its kind
  double rounding = 0;      // half a unit of the reference's last digit; 0 if it has all digits
  bool isWithin = true;
};

struct TableComparison {
  std::vector<ComparedColumn> columns;  // in the order of our table
  std::vector<std::string> onlyOurs;    // columns left out
  std::vector<std::string> onlyTheirs;
  double start = 0;  // of the common time
  double end = 0;
  std::size_t rows = 0;           // compared
  std::size_t rowsOurs = 0;       // in total
  std::size_t rowsTheirs = 0;     // in total
  std::size_t unmatched = 0;      // rows in the common time without a partner (nearest)
  std::size_t repeatedTimes = 0;  // rows of both tables left out because they repeat the previous time
  bool atOurTimes = true;         // otherwise at theirs: the times of the coarser table
  std::size_t interpolated = 0;   // rows of the finer table that had to be interpolated
  int digits = 0;                 // of the reference if it is rounded; 0: all
  // The column with the largest relative difference, those beyond the tolerance first; null without columns.
  const ComparedColumn* worst() const;
  bool isWithin() const;
};

// Returns nothing after errors: no time column, time that runs backwards, no common time, no common columns, unknown
// names in maps, or values that are not numbers.
std::optional<TableComparison> compareTables(const CsvTable& ours, const CsvTable& theirs,
                                             const CompareOptions& options, Diagnostics& diagnostics);

}  // namespace mb
