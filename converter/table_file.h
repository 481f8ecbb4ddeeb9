// From a path to a table of numbers: one that a run or another tool wrote, or the results that a model's file carries.
#pragma once

#include <optional>
#include <string>

#include "converter/csv.h"

namespace mb {

// Nothing after errors. A model without results is one.
std::optional<CsvTable> readTable(const std::string& path, Diagnostics& diagnostics);

}  // namespace mb
