// <measure>: a function of the motion, and the unit in which it is shown.
#include <fmt/format.h>

#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {

std::optional<NamedUnit> readUnit(const XmlText& text, Diagnostics& diagnostics) {
  const std::optional<NamedUnit> unit = parseUnit(text.text);
  if (unit) return unit;
  diagnostics.error(text.valueAt, Code::unknownUnit, fmt::format("'{}' is not a unit", text.text))
      .withHint("products and quotients of unit names, like mm, deg, kN, N*m or m/s^2");
  return std::nullopt;
}

// The function computes in the file's units, as everywhere; the unit says which quantity it is, and converts it.
// Without a unit, the quantity is what the function plainly measures, shown in SI; or it is a plain number.
std::optional<Measure> readMeasure(XmlElement& element, const ElementContext& context) {
  Diagnostics& diagnostics = element.diagnostics();
  Measure measure;
  FieldReader reader(element, context);
  reader.name(measure.name);
  const auto given = element.attribute("unit");
  const auto text = reader.text("function");
  measure.origin = originOf(element, context);
  element.finish();
  std::optional<NamedUnit> unit;
  if (given) unit = reader.take(readUnit(*given, diagnostics));
  std::optional<Expression> function;
  if (text) function = reader.take(readInSourceUnits(*text, context, diagnostics, Naming::bodiesToo));
  if (!reader.isGood()) return std::nullopt;
  const std::optional<Dimension> plain = measuredDimension(*function, context.namedDimension);
  if (unit && plain && contradict(unit->dimension, *plain)) {
    diagnostics
        .error(given->valueAt, Code::otherType,
               fmt::format("the function is in {} in SI, and '{}' is a unit of something else", unitText({}, *plain),
                           given->text))
        .withHint("choose a unit of the same quantity");
    return std::nullopt;
  }
  if (given)
    measure.unit = given->text;
  else if (plain && *plain != dimension::kNone)
    measure.unit = unitText({}, *plain);
  const Dimension result = unit ? unit->dimension : plain.value_or(dimension::kNone);
  measure.function = toSi(std::move(*function), context.units, result, context.namedDimension);
  return measure;
}

void writeMeasure(XmlWriter& xml, const Measure& measure, const ElementNames& names) {
  xml.open("measure");
  xml.attribute("name", measure.name);
  if (!measure.unit.empty()) xml.attribute("unit", measure.unit);
  xml.attribute("function", toText(measure.function));
  if (names.origin) names.origin(xml, measure.origin);
  xml.close();
}

}  // namespace mb
