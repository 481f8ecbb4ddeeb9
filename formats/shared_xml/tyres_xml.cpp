// <tyre>: a property set from a property file, from attributes or from <property> children.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formats/files/read_file.h"
#include "formats/model/basics/text.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"
#include "formats/tir/tir.h"

namespace mb {
namespace {

std::optional<Tyre> readSource(XmlElement& element, const ElementContext& context, FieldReader& reader) {
  const TyreType* type = nullptr;
  if (const auto text = element.attribute("type")) {
    std::vector<std::string> names;
    for (const TyreType& one : tyreTypes()) names.emplace_back(one.name);
    const auto index = reader.take(readChoice(*text, names, element.diagnostics()));
    if (!index) return std::nullopt;
    type = &tyreTypes()[static_cast<std::size_t>(*index)];
  }
  const auto text = element.attribute("file");
  if (text && context.file) {
    const auto file = context.file(*text);
    return file ? readTir(file, type, element.diagnostics()) : std::nullopt;
  }
  if (type) return standardTyre(*type);
  element.diagnostics()
      .error(element.at(), Code::missingAttribute, "a tyre has neither a type nor a property file")
      .withHint("type=\"spring|multidisc|...\" with its numbers, or file=\"tyre.tir\"");
  return std::nullopt;
}

// `taken`: keys that the element has already set.
void setValue(Tyre& tyre, int key, const XmlText& text, const ElementContext& context, FieldReader& reader,
              std::vector<bool>& taken, Diagnostics& diagnostics) {
  if (taken[static_cast<std::size_t>(key)]) {
    diagnostics
        .error(text.valueAt, Code::givenTwice,
               fmt::format("{} is given twice", tyre.type->keys[static_cast<std::size_t>(key)].name))
        .withHint("keep one of the two");
    reader.fail();
    return;
  }
  taken[static_cast<std::size_t>(key)] = true;
  const Dimension& dimension = tyre.type->keys[static_cast<std::size_t>(key)].dimension;
  const auto value = reader.take(readNumber(text, dimension, context, diagnostics));
  if (value) giveValue(tyre, key, *value);
}

void readProperty(XmlElement& property, const ElementContext& context, FieldReader& reader, std::vector<bool>& taken,
                  Tyre& tyre) {
  const auto name = reader.take(property.requiredAttribute("key"));
  const auto value = reader.take(property.requiredAttribute("value"));
  property.finish();
  if (!name || !value) return;
  if (const auto key = keyOf(*tyre.type, name->text)) {
    setValue(tyre, *key, *value, context, reader, taken, property.diagnostics());
    return;
  }
  std::vector<std::string> known;
  for (const TyreKey& key : tyre.type->keys) known.emplace_back(key.name);
  const std::string hint = didYouMean(name->text, known);
  property.diagnostics()
      .error(name->valueAt, Code::unknownWord,
             fmt::format("a tyre of type '{}' has no property '{}'", tyre.type->name, name->text))
      .withHint(hint.empty() ? "use a property of its type" : hint, Topic::tyreTypes);
  reader.fail();
}

}  // namespace

std::optional<Tyre> readTyre(XmlElement& element, const ElementContext& context) {
  FieldReader reader(element, context);
  std::string name;
  reader.name(name);
  std::optional<Tyre> tyre = readSource(element, context, reader);
  if (!tyre) {
    for (XmlElement& property : element.children("property")) {
      property.attribute("key");
      property.attribute("value");
    }
    return std::nullopt;
  }
  std::vector<bool> taken(tyre->type->keys.size());
  for (std::size_t k = 0; k < tyre->type->keys.size(); ++k) {
    const std::string attribute = lowerCase(tyre->type->keys[k].name);
    const auto text = element.attribute(attribute);
    if (text) setValue(*tyre, static_cast<int>(k), *text, context, reader, taken, element.diagnostics());
  }
  for (XmlElement& property : element.children("property")) {
    if (element.diagnostics().gaveUp()) break;
    readProperty(property, context, reader, taken, *tyre);
  }
  reader.choice("tyreside", tyre->side, {"symmetric", "left", "right"});
  if (element.has("deflection") || element.has("load")) {
    reader.numbers("deflection", tyre->deflection, dimension::kLength);
    reader.numbers("load", tyre->load, dimension::kForce);
  }
  tyre->name = std::move(name);
  tyre->origin = originOf(element, context);
  element.finish();
  std::vector<std::string> missing;
  for (const std::string_view key : missingKeys(*tyre)) missing.push_back(lowerCase(key));
  if (!missing.empty() && reader.isGood()) {
    element.diagnostics()
        .error(element.at(), Code::missingElement,
               fmt::format("a tyre of type '{}' needs {}, which {} not given", tyre->type->name,
                           fmt::join(missing, ", "), missing.size() == 1 ? "is" : "are"))
        .withHint("as attributes, as <property key= value=/>, or in a property file");
    return std::nullopt;
  }
  if (!reader.isGood()) return std::nullopt;
  return tyre;
}

void writeTyre(XmlWriter& xml, const Tyre& tyre, const ElementNames& names) {
  xml.open("tyre");
  xml.attribute("name", tyre.name);
  xml.attribute("type", tyre.type->name);
  if (tyre.side != TyreSide::symmetric) xml.attribute("tyreside", tyre.side == TyreSide::left ? "left" : "right");
  if (!tyre.deflection.empty()) {
    xml.attribute("deflection", tyre.deflection);
    xml.attribute("load", tyre.load);
  }
  if (names.origin) names.origin(xml, tyre.origin);
  for (std::size_t k = 0; k < tyre.values.size(); ++k) {
    if (!tyre.given[k]) continue;
    xml.open("property");
    xml.attribute("key", tyre.type->keys[k].name);
    xml.attribute("value", tyre.values[k]);
    xml.close();
  }
  xml.close();
}

}  // namespace mb
