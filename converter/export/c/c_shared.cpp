#include "converter/export/c/c_shared.h"

#include <fmt/format.h>

#include <algorithm>

#include "converter/export/c/c_parts.h"
#include "converter/export/c/c_program.h"
#include "converter/export/c/writer/c_place.h"

namespace mb {
namespace {

// A part without its includes of others, which stand in front of it or beside it.
std::string partText(const std::string& name) {
  std::string text = std::ranges::find(cParts(), name, &CPart::name)->text;
  for (const std::string include : {"#include \"formats/", "#include \"runtime/"}) {
    for (std::size_t at = text.find(include); at != std::string::npos; at = text.find(include))
      text.erase(at, text.find('\n', at) + 1 - at);
  }
  return text;
}

std::string partsText(std::initializer_list<const char*> names) {
  std::string text;
  for (const char* const name : names) text += partText(name) + "\n";
  return text;
}

bool hasRoads(const Trace& trace) {
  return std::ranges::find(trace.structures(), "mb_road", &TracedStructure::type) != trace.structures().end();
}

std::string memberText(const TracedStructure::Member& member) {
  if (const auto* const number = std::get_if<double>(&member)) return cNumber(*number);
  if (const auto* const count = std::get_if<int>(&member)) return std::to_string(*count);
  return std::get<std::string>(member);
}
std::string structureText(const TracedStructure& structure, std::size_t number) {
  std::string text;
  for (const auto& row : structure.rows) {
    std::string members;
    for (const TracedStructure::Member& member : row) members += (members.empty() ? "" : ", ") + memberText(member);
    text += (text.empty() ? "{" : ",\n    {") + members + "}";
  }
  const std::string name = fmt::format("{}_{}", structure.type, number);
  if (!structure.isArray) return fmt::format("static const {} {} = {};\n", structure.type, name, text);
  return fmt::format("static const {} {}[{}] = {{{}}};\n", structure.type, name, structure.rows.size(), text);
}

}  // namespace

std::vector<GeneratedFile> sharedFiles(const Trace& trace) {
  const std::string note = kCNote;
  const std::string elementary = "#include \"mb_elementary.h\"\n\n";
  std::vector<GeneratedFile> files{
      {"mb_lanes.h", note + elementary + partText("mb_lanes.h")},
      {"mb_elementary.h", note + partsText({"mb_numbers.h", "mb_circular.h", "mb_exponential.h", "mb_curve.h"})}};
  if (hasRoads(trace)) {
    files.push_back({"mb_contact.h", note + elementary +
                                         partsText({"mb_road.h", "mb_disc_piece.h", "mb_crossings.h", "mb_disc_area.h",
                                                    "mb_contact.h"})});
  }
  return files;
}

std::string constantsText(const Trace& trace) {
  std::string text = hasRoads(trace) ? "#include \"mb_contact.h\"\n\n" : "";
  for (std::size_t k = 0; k < trace.tables().size(); ++k) {
    text += fmt::format("static const double mb_table_{}[{}] = {{", k, trace.tables()[k].size());
    for (std::size_t n = 0; n < trace.tables()[k].size(); ++n)
      text += (n == 0 ? "" : ", ") + cNumber(trace.tables()[k][n]);
    text += "};\n";
  }
  for (std::size_t k = 0; k < trace.structures().size(); ++k) text += structureText(trace.structures()[k], k);
  return text;
}

}  // namespace mb
