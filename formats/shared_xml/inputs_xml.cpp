// <input>: a number from outside, with the unit that its own numbers are in.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "formats/model/basics/numbers.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {
namespace {

// Numbers are in the unit of the input, and so are parameters of its quantity, which otherwise are in the file's units.
ElementContext inUnit(const ElementContext& context, const NamedUnit& unit) {
  ElementContext own = context;
  if (!context.parameters || !context.parameterDimension) return own;
  const double scale = toSi(context.units, unit.dimension) / unit.value;
  own.parameters = [&context, unit, scale](std::string_view name) -> std::optional<double> {
    const std::optional<double> value = context.parameters(name);
    const std::optional<Dimension> dimension = context.parameterDimension(name);
    if (!value || !dimension || *dimension != unit.dimension) return value;
    return *value * scale;
  };
  return own;
}

// The shortest number that reads back as the same value in SI: a quotient may be off by its last bit.
double numberIn(double unit, double value) {
  const double quotient = value / unit;
  const double below = std::nextafter(quotient, -HUGE_VAL);
  const double above = std::nextafter(quotient, HUGE_VAL);
  double best = quotient;
  std::size_t length = std::string::npos;
  for (const double number : std::array{quotient, below, above}) {
    const std::size_t own = toText(number).size();
    if (number * unit != value || own >= length) continue;
    best = number;
    length = own;
  }
  return best;
}

}  // namespace

std::optional<Input> readInput(XmlElement& element, const ElementContext& context) {
  Diagnostics& diagnostics = element.diagnostics();
  Input input;
  FieldReader reader(element, context);
  reader.name(input.name);
  NamedUnit unit;
  if (const auto text = element.attribute("unit")) {
    input.unit = text->text;
    if (const auto found = reader.take(readUnit(*text, diagnostics))) unit = *found;
  }
  const ElementContext own = inUnit(context, unit);
  const auto number = [&](std::string_view name) -> std::optional<double> {
    const auto text = element.attribute(name);
    const auto value = text ? reader.take(readNumber(*text, dimension::kNone, own, diagnostics)) : std::nullopt;
    return value ? std::optional(*value * unit.value) : std::nullopt;
  };
  if (const auto text = reader.text("start")) input.start = number("start").value_or(0);
  input.least = number("min");
  input.most = number("max");
  reader.kept("filter", input.filter, dimension::kTime);
  input.origin = originOf(element, context);
  element.finish();
  if (!reader.isGood()) return std::nullopt;
  return input;
}

void writeInput(XmlWriter& xml, const Input& input, const ElementNames& names) {
  const double unit = parseUnit(input.unit).value_or(NamedUnit{}).value;
  xml.open("input");
  xml.attribute("name", input.name);
  if (!input.unit.empty()) xml.attribute("unit", input.unit);
  xml.attribute("start", numberIn(unit, input.start));
  if (input.least) xml.attribute("min", numberIn(unit, *input.least));
  if (input.most) xml.attribute("max", numberIn(unit, *input.most));
  if (input.filter != 0) xml.attribute("filter", input.filter);
  if (names.origin) names.origin(xml, input.origin);
  xml.close();
}

}  // namespace mb
