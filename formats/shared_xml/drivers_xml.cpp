// <driver> with its path, and <probe>.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"
#include "formats/shared_xml/field_writer.h"

namespace mb {
namespace {

// The children of an alternative's name, read into it.
template <std::size_t k = 0>
void readPaths(XmlElement& element, FieldReader& reader, const ElementContext& context, DriverPath& path,
               std::vector<std::string>& found) {
  if constexpr (k < std::variant_size_v<DriverPath>) {
    for (XmlElement& child : element.children(std::variant_alternative_t<k, DriverPath>::kType)) {
      FieldReader fields(child, context);
      describeFields(path.emplace<k>(), fields);
      child.finish();
      found.emplace_back(child.name());
      if (!fields.isGood()) reader.fail();
    }
    readPaths<k + 1>(element, reader, context, path, found);
  }
}

}  // namespace

std::optional<Driver> readDriver(XmlElement& element, const ElementContext& context) {
  Driver driver;
  FieldReader reader(element, context);
  reader.name(driver.name);
  Driver::describe(driver, reader);
  std::vector<std::string> paths;
  readPaths(element, reader, context, driver.path, paths);
  driver.origin = originOf(element, context);
  element.finish();
  if (paths.size() > 1) {
    element.diagnostics()
        .error(element.at(), Code::wrongCount,
               fmt::format("a driver follows one path, but there are {}: {}", paths.size(), fmt::join(paths, ", ")))
        .withHint("a <path x= y=/> may lead anywhere");
    return std::nullopt;
  }
  if (!reader.isGood()) return std::nullopt;
  return driver;
}

void writeDriver(XmlWriter& xml, const Driver& driver, const ElementNames& names) {
  FieldWriter writer(xml, names);
  xml.open("driver");
  xml.attribute("name", driver.name);
  Driver::describe(driver, writer);
  if (names.origin) names.origin(xml, driver.origin);
  std::visit(
      [&](const auto& path) {
        xml.open(path.kType);
        describeFields(path, writer);
        xml.close();
      },
      driver.path);
  xml.close();
}

std::optional<Probe> readProbe(XmlElement& element, const ElementContext& context) {
  Probe probe;
  FieldReader reader(element, context);
  reader.name(probe.name);
  reader.marker("marker", probe.marker);
  probe.origin = originOf(element, context);
  element.finish();
  if (!reader.isGood()) return std::nullopt;
  return probe;
}

void writeProbe(XmlWriter& xml, const Probe& probe, const ElementNames& names) {
  xml.open("probe");
  xml.attribute("name", probe.name);
  xml.attribute("marker", names.marker(probe.marker));
  if (names.origin) names.origin(xml, probe.origin);
  xml.close();
}

}  // namespace mb
