// From a path to a table of numbers: one that a run or another tool wrote, or the results that a model's file carries.
#pragma once

#include <optional>
#include <string>

#include "converter/tables/csv.h"

namespace mb {

// Nothing after errors. A model without results is one.
std::optional<CsvTable> readTable(const std::string& path, Diagnostics& diagnostics);

struct TwoTables {
  std::optional<CsvTable> first, second;
};
// A file that is named twice is read once, so that its errors are told once; both tables then have the same `file`.
TwoTables readTables(const std::string& first, const std::string& second, Diagnostics& diagnostics);

}  // namespace mb
