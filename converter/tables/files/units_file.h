// Units of the columns of a table, in the file beside it that lists them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace mb {

// The units of four.csv are in four.csv.units. So they are found by the table's name, no pattern for tables matches
// them, and every program reads the table as it is.
std::string unitsPath(const std::string& table);

// A line "column,unit" for every column, below one that says so. Nothing if the text is another.
using ColumnUnits = std::map<std::string, std::string, std::less<>>;
std::string unitsLine(std::string_view column, std::string_view unit);
std::optional<ColumnUnits> parseUnits(std::string_view text);

}  // namespace mb
