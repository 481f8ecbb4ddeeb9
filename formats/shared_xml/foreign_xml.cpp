// <foreign>: text of another tool, kept verbatim. What XML cannot hold is escaped and marked.
#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/text.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {
namespace {

constexpr std::string_view kEscaped = "escaped";  // the value of encoding=

// Parsers drop text that consists of blanks only.
bool needsEscapes(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), isXmlBlank)) return !text.empty();
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = characterLength(text.substr(k));
    if (length == 0) return true;
    k += length;
  }
  return false;
}

// \\ for a backslash, \xHH for a byte.
std::string withEscapes(std::string_view text) {
  const bool isOnlyBlanks = std::all_of(text.begin(), text.end(), isXmlBlank);
  std::string result;
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t length = isOnlyBlanks ? 0 : characterLength(text.substr(k));
    if (length == 0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[k]));
    } else {
      if (text[k] == '\\') result += '\\';
      result += text.substr(k, length);
    }
    k += std::max<std::size_t>(length, 1);
  }
  return result;
}

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::optional<std::string> withoutEscapes(std::string_view text) {
  std::string result;
  for (std::size_t k = 0; k < text.size();) {
    if (text[k] != '\\') {
      result += text[k++];
    } else if (text.substr(k, 2) == "\\\\") {
      result += '\\';
      k += 2;
    } else {
      const std::string_view code = text.substr(k, 4);  // \xHH
      if (code.size() < 4 || code[1] != 'x' || hexDigit(code[2]) < 0 || hexDigit(code[3]) < 0) return std::nullopt;
      result += static_cast<char>(16 * hexDigit(code[2]) + hexDigit(code[3]));
      k += 4;
    }
  }
  return result;
}

}  // namespace

ForeignText readForeign(XmlElement& element, const ElementContext& context) {
  Diagnostics& diagnostics = element.diagnostics();
  ForeignText foreign;
  if (const auto format = FieldReader(element, context).text("format")) foreign.format = format->text;
  const auto readText = [&](std::string_view name, std::string& value) {
    if (const auto text = element.attribute(name)) value = text->text;
  };
  readText("what", foreign.what);
  readText("why", foreign.why);
  readText("meaning", foreign.meaning);
  if (const auto text = element.attribute("changes_motion")) {
    foreign.changesMotion = readChoice(*text, {"no", "yes"}, diagnostics) == 1;
  }
  foreign.text = element.text();
  for (const XmlElement& child : element.children()) foreign.text += child.source();
  if (const auto encoding = element.attribute("encoding")) {
    const bool isKnown = readChoice(*encoding, {std::string(kEscaped)}, diagnostics).has_value();
    if (auto text = isKnown ? withoutEscapes(foreign.text) : std::nullopt) {
      foreign.text = std::move(*text);
    } else if (isKnown) {
      diagnostics.error(element.at(), Code::malformedText, "a backslash in this escaped text begins no escape")
          .withHint("write \\\\ for a backslash and \\xHH for a byte, or remove encoding=");
    }
  }
  foreign.origin = originOf(element, context);
  element.finish();
  return foreign;
}

void writeForeign(XmlWriter& xml, const ForeignText& foreign, const ElementNames& names) {
  const auto writeText = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) xml.attribute(name, text);
  };
  const bool escapes = needsEscapes(foreign.text);
  xml.open("foreign");
  xml.attribute("format", foreign.format);
  writeText("what", foreign.what);
  writeText("why", foreign.why);
  writeText("meaning", foreign.meaning);
  if (!foreign.what.empty() || foreign.changesMotion) {
    xml.attribute("changes_motion", foreign.changesMotion ? "yes" : "no");
  }
  if (escapes) xml.attribute("encoding", kEscaped);
  if (names.origin) names.origin(xml, foreign.origin);
  if (!foreign.text.empty()) xml.content(escapes ? withEscapes(foreign.text) : foreign.text);
  xml.close();
}

}  // namespace mb
