#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "formats/model/basics/units.h"
#include "formats/model/elements/elements.h"

namespace mb {

Dimension dimensionOf(const Input& input) {
  const std::optional<NamedUnit> unit = parseUnit(input.unit);
  return unit ? unit->dimension : Dimension{};
}

bool isOutside(const Input& input, double value) {
  return !std::isfinite(value) || (input.least && value < *input.least) || (input.most && value > *input.most);
}

std::string outsideText(const Input& input, double value) {
  const double unit = parseUnit(input.unit).value_or(NamedUnit{}).value;
  const std::string name = input.unit.empty() ? "" : " " + input.unit;
  const auto text = [&](const std::optional<double>& bound) {
    return bound ? fmt::format("{:.6g}{}", *bound / unit, name) : std::string("any");
  };
  return fmt::format("the input '{}' is set to {:.6g}{}; it goes from {} to {}", input.name, value / unit, name,
                     text(input.least), text(input.most));
}

std::string tearsText(const Input& input, const std::vector<std::string>& followers) {
  return fmt::format("the input '{}' jumps, and '{}' would have to follow at once", input.name,
                     fmt::join(followers, "', '"));
}

}  // namespace mb
