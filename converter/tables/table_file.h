// Reads a table of numbers from a path: one that a run or another tool wrote, or the results in a model file.
#pragma once

#include <optional>
#include <string>

#include "converter/tables/compare_tables.h"

namespace mb {

// Returns nothing after errors. A model without results is an error.
std::optional<CsvTable> readTable(const std::string& path, Diagnostics& diagnostics);

struct TwoTables {
  std::optional<CsvTable> first, second;
};
// A file named twice is read once, so that its errors are reported once; both tables then share the same `file`.
TwoTables readTables(const std::string& first, const std::string& second, Diagnostics& diagnostics);

// Both tables read and compared; nothing after errors, those of the diagnostics so far included.
std::optional<TableComparison> compareFiles(const std::string& ours, const std::string& theirs,
                                            const CompareOptions& options, Diagnostics& diagnostics);

}  // namespace mb
