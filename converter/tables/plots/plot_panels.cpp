#include "converter/tables/plots/plot_panels.h"

#include <algorithm>
#include <string_view>

namespace mb {
namespace {

struct Quantity {
  std::string_view name;
  std::string_view endings;  // of a run's columns, each between blanks
};
constexpr Quantity kQuantities[] = {
    {"length", " x y z deflection "},
    {"quaternion", " qw qx qy qz "},
    {"velocity", " vx vy vz "},
    {"angular velocity", " wx wy wz "},
    {"acceleration", " ax ay az "},
    {"angular acceleration", " alx aly alz "},
    {"force", " fx fy fz "},
    {"torque", " tx ty tz mx my mz "},
    {"angle", " alpha camber "},
    {"ratio", " kappa unique "},
    {"energy", " kinetic potential work_forces work_drives balance "},
};

std::string_view quantityOf(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return {};
  const std::string ending = " " + name.substr(dot + 1) + " ";
  for (const Quantity& quantity : kQuantities) {
    if (quantity.endings.find(ending) != std::string_view::npos) return quantity.name;
  }
  return {};
}

}  // namespace

std::string unitOf(const CsvTable& table, int column) {
  const auto k = static_cast<std::size_t>(column);
  return k < table.units.size() ? table.units[k] : std::string();
}

std::vector<std::vector<int>> groupedByUnit(const CsvTable& table, const std::vector<int>& columns) {
  std::vector<std::vector<int>> groups;
  std::vector<std::string> keys;  // by group
  for (const int column : columns) {
    std::string key = unitOf(table, column);
    if (key.empty()) key = quantityOf(table.names[static_cast<std::size_t>(column)]);
    auto place = key.empty() ? keys.begin() : std::ranges::find(keys, key);
    if (place == keys.end()) {
      groups.emplace_back();
      place = keys.insert(keys.end(), key);
    }
    groups[static_cast<std::size_t>(place - keys.begin())].push_back(column);
  }
  return groups;
}

}  // namespace mb
