#include "converter/export/c/c_interface.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "converter/export/c/generate_c.h"
#include "converter/export/c/writer/c_place.h"
#include "formats/model/basics/units.h"

namespace mb {
namespace {

// The SI unit of what is measured in a unit: "m" for "mm".
std::string siUnit(const std::string& text) {
  const auto unit = parseUnit(text);
  return unit ? unitText({}, unit->dimension) : "1";
}

struct Kind {
  const char* count;   // the enumerator of how many there are
  const char* prefix;  // of the enumerators of their places
  const char* table;
  const std::vector<CVariable> CInterface::*all;
};
constexpr std::array kKinds{Kind{"INPUTS", "IN", "inputs", &CInterface::inputs},
                            Kind{"PARAMETERS", "P", "parameters", &CInterface::parameters},
                            Kind{"MEASURES", "OUT", "measures", &CInterface::measures}};

}  // namespace

std::string upperCase(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string cString(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

CInterface interfaceOf(const Mechanism& m, std::span<const Parameter> parameters, std::span<const int> measures) {
  CInterface interface;
  for (const Input& input : m.model.inputs)
    interface.inputs.push_back({input.name, unitText({}, dimensionOf(input)), input.start});
  for (const Parameter& one : parameters) interface.parameters.push_back({one.path, one.unit, *one.value});
  for (const int k : measures) {
    const Measure& measure = m.model.measures[static_cast<std::size_t>(k)];
    interface.measures.push_back({measure.name, siUnit(measure.unit), 0});
  }
  constexpr std::array<std::pair<const char*, const char*>, 4> kOfProbes{
      {{"", "m"}, {"v", "m/s"}, {"w", "rad/s"}, {"a", "m/s^2"}}};
  for (const Probe& probe : m.model.probes) {
    for (const auto& [kind, unit] : kOfProbes) {
      for (const char axis : {'x', 'y', 'z'})
        interface.measures.push_back({fmt::format("{}.{}{}", probe.name, kind, axis), unit, 0});
    }
  }
  return interface;
}

std::string enumeratorsText(const CInterface& interface, const std::string& name) {
  std::string text;
  for (const Kind& kind : kKinds) {
    const std::vector<CVariable>& all = interface.*kind.all;
    std::set<std::string> taken;
    text += "enum {\n";
    for (std::size_t k = 0; k < all.size(); ++k) {
      std::string place = upperCase(fmt::format("{}_{}_{}", name, kind.prefix, cIdentifier(all[k].name)));
      while (!taken.insert(place).second) place += "_";  // names that differ in what no identifier has
      text += fmt::format("  {} = {},\n", place, k);
    }
    text += fmt::format("  {}_{} = {}\n}};\n", upperCase(name), kind.count, all.size());
  }
  return text;
}

std::string variablesText(const CInterface& interface, const std::string& name) {
  std::string text;
  for (const Kind& kind : kKinds) {
    const std::vector<CVariable>& all = interface.*kind.all;
    text +=
        fmt::format("const {0}_variable {0}_{1}[{2}_{3} + 1] = {{\n", name, kind.table, upperCase(name), kind.count);
    for (const CVariable& one : all)
      text += fmt::format("    {{{}, \"{}\", {}}},\n", cString(one.name), one.unit, cNumber(one.start));
    text += "    {0, 0, 0.0}};\n";
  }
  return text + "\n";
}

}  // namespace mb
