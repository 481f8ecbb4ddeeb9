#include "converter/fmi/variables/setup.h"

#include <fmt/format.h>

#include <cmath>

#include "formats/model/basics/numbers.h"
#include "formats/xml/xml_reader.h"
#include "formats/xml/xml_writer.h"

namespace mb::fmi {
namespace {

constexpr std::string_view kImplicit = "implicit";

}  // namespace

std::string writeSetup(const Setup& setup) {
  XmlWriter xml;
  xml.open("setup");
  xml.attribute("version", "1");
  xml.attribute("token", setup.token);
  xml.attribute("integrator", setup.method ? setup.method->name : kImplicit);
  xml.attribute("step", setup.step);
  for (const std::string& path : setup.tunable) {
    xml.open("tunable");
    xml.attribute("path", path);
    xml.close();
  }
  xml.close();
  return std::move(xml).text();
}

Setup readSetup(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  Setup setup;
  const XmlDocument document(std::move(file), diagnostics);
  if (!document.root()) return setup;
  XmlElement root(document, *document.root(), diagnostics);
  const auto version = root.requiredAttribute("version");
  if (root.name() != "setup" || !version || version->text != "1") {
    diagnostics.error(root.at(), Code::otherKindOfFile, "this is no setup of an FMU that is known here")
        .withHint("the files of an FMU belong together: export it again");
    return setup;
  }
  if (const auto token = root.requiredAttribute("token")) setup.token = token->text;
  if (const auto integrator = root.requiredAttribute("integrator")) {
    setup.method = findRungeKutta(integrator->text);
    if (!setup.method && integrator->text != kImplicit)
      diagnostics
          .error(integrator->valueAt, Code::unknownWord, fmt::format("there is no integrator '{}'", integrator->text))
          .withHint("the files of an FMU belong together: export it again");
  }
  if (const auto step = root.requiredAttribute("step")) {
    const std::optional<double> value = parseNumber(step->text);
    if (!value || !(*value > 0))
      diagnostics
          .error(step->valueAt, Code::mustBePositive, fmt::format("the step '{}' is no time above 0", step->text))
          .withHint("the files of an FMU belong together: export it again");
    else
      setup.step = *value;
  }
  for (XmlElement tunable : root.children("tunable")) {
    if (const auto path = tunable.requiredAttribute("path")) setup.tunable.emplace_back(path->text);
    tunable.finish();
  }
  root.finish();
  return setup;
}

}  // namespace mb::fmi
