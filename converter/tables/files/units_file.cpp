#include "converter/tables/files/units_file.h"

#include <fmt/format.h>

#include "formats/model/basics/text.h"

namespace mb {
std::string unitsPath(const std::string& table) { return table + ".units"; }

std::string unitsLine(std::string_view column, std::string_view unit) { return fmt::format("{},{}\n", column, unit); }

std::optional<ColumnUnits> parseUnits(std::string_view text) {
  ColumnUnits units;
  bool isFirst = true;
  while (!text.empty()) {
    const std::string_view line = trimmed(takeLine(text));
    if (isFirst && line != "column,unit") return std::nullopt;
    // A name may have commas, a unit has none.
    const std::size_t comma = line.rfind(',');
    if (comma == std::string_view::npos) return std::nullopt;
    if (!isFirst) units.emplace(line.substr(0, comma), line.substr(comma + 1));
    isFirst = false;
  }
  return units;
}

}  // namespace mb
