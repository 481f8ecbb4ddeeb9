#include "converter/tables/files/units_file.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "formats/model/basics/text.h"

namespace mb {
namespace {

// The symbol of a unit, whatever the source calls it: MILLIMETER is mm.
std::string symbolOf(BaseQuantity quantity, double value, const std::string& name) {
  for (const std::string& symbol : unitNames(quantity)) {
    if (unitValue(quantity, symbol) == value) return symbol;
  }
  return name;
}

}  // namespace

std::string unitText(const Units& units, const Dimension& dimension) {
  struct Factor {
    std::string symbol;
    int power;
  };
  const std::array factors{
      Factor{symbolOf(BaseQuantity::force, units.force, units.forceName), dimension.force},
      Factor{symbolOf(BaseQuantity::mass, units.mass, units.massName), dimension.mass},
      Factor{symbolOf(BaseQuantity::length, units.length, units.lengthName), dimension.length},
      Factor{symbolOf(BaseQuantity::angle, units.angle, units.angleName), dimension.angle},
      Factor{symbolOf(BaseQuantity::time, units.time, units.timeName), dimension.time},
  };
  std::string above;
  std::string below;
  for (const auto& [symbol, power] : factors) {
    if (power == 0) continue;
    std::string factor = std::abs(power) == 1 ? symbol : fmt::format("{}^{}", symbol, std::abs(power));
    if (power > 0)
      above += (above.empty() ? "" : "*") + factor;
    else
      below += "/" + factor;
  }
  return (above.empty() ? "1" : above) + below;
}

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
