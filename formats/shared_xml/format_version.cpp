#include "formats/shared_xml/format_version.h"

#include <fmt/format.h>

#include <algorithm>

namespace mb {
namespace {

constexpr std::string_view kFirst = "1";
constexpr std::string_view kNewest = "2";

}  // namespace

void readVersion(XmlElement& root) {
  const auto version = root.attribute("version");
  if (!version) {
    root.diagnostics()
        .error(root.at(), Code::missingAttribute, fmt::format("<{}> has no attribute 'version'", root.name()))
        .withHint(fmt::format("add version=\"{}\"", kNewest));
    return;
  }
  if (version->text == kFirst || version->text == kNewest) return;
  root.diagnostics()
      .error(version->valueAt, Code::unknownVersion,
             fmt::format("version '{}' of the format is not known, only {} and {}", version->text, kFirst, kNewest))
      .withHint(fmt::format("write version=\"{}\"; a newer program may have written the file", kNewest));
}

bool usesNews(const ElementTables& elements) {
  const auto isDistance = [](const Drive& drive) { return !drive.coordinate && drive.component == kDistanceComponent; };
  return !elements.measures.empty() || !elements.inputs.empty() || std::ranges::any_of(elements.drives, isDistance);
}

std::string_view versionOf(bool usesNews) { return usesNews ? kNewest : kFirst; }

}  // namespace mb
