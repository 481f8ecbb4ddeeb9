// What the descriptions of both versions have in common: names and units.
#include <fmt/format.h>

#include <cctype>
#include <set>

#include "converter/export/fmu/description.h"

namespace mb::fmi {

std::string identifierOf(std::string_view model) {
  std::string name;
  for (const char c : model) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  const bool isName = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
  return isName ? name : "model_" + name;
}

std::vector<UnitEntry> unitsOf(const VariableTable& variables) {
  std::vector<UnitEntry> units;
  std::set<std::string> seen{"1", ""};
  for (const Variable& variable : variables.all) {
    if (!seen.insert(variable.unit).second) continue;
    const std::optional<NamedUnit> unit = parseUnit(variable.unit);
    if (!unit) continue;
    const Dimension& d = unit->dimension;  // a force is mass times acceleration
    units.push_back({variable.unit, unit->value, d.mass + d.force, d.length + d.force, d.time - 2 * d.force, d.angle});
  }
  return units;
}

namespace {

void writeUnits(const VariableTable& variables, XmlWriter& xml) {
  xml.open("UnitDefinitions");
  for (const UnitEntry& unit : unitsOf(variables)) {
    xml.open("Unit");
    xml.attribute("name", unit.name);
    xml.open("BaseUnit");
    const std::pair<const char*, int> powers[] = {{"kg", unit.kg}, {"m", unit.m}, {"s", unit.s}, {"rad", unit.rad}};
    for (const auto& [name, power] : powers) {
      if (power != 0) xml.attribute(name, fmt::format("{}", power));
    }
    if (unit.factor != 1) xml.attribute("factor", unit.factor);
    xml.close();
    xml.close();
  }
  xml.close();
}

}  // namespace

void writeBeforeVariables(const Description& description, XmlWriter& xml) {
  writeUnits(*description.variables, xml);
  xml.open("LogCategories");
  for (const char* const category : {"logStatusError", "logStatusDiscard"}) {
    xml.open("Category");
    xml.attribute("name", category);
    xml.close();
  }
  xml.close();
  xml.open("DefaultExperiment");
  xml.attribute("startTime", "0");
  xml.attribute("stopTime", kExperimentEnd);
  xml.attribute("stepSize", description.setup.step);
  xml.close();
}

}  // namespace mb::fmi
