#include "converter/pictures/svg_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "converter/pictures/svg_style.h"
#include "formats/xml/xml_writer.h"

namespace mb {

std::string svgNumber(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string svgSubject(const PictureSubject& subject) {
  std::string text;
  if (!subject.body.empty()) text += fmt::format(" data-body=\"{}\"", escaped(subject.body));
  if (!subject.joint.empty()) text += fmt::format(" data-joint=\"{}\"", escaped(subject.joint));
  // Lines of names: an attribute keeps line ends only as character references.
  const auto addList = [&](std::string_view attribute, const std::vector<std::string>& names) {
    if (names.size() < 2) return;
    std::vector<std::string> safe;
    for (const std::string& name : names) safe.push_back(escaped(name));
    text += fmt::format(" {}=\"{}\"", attribute, fmt::join(safe, "&#10;"));
  };
  addList("data-bodies", subject.bodies);
  addList("data-joints", subject.joints);
  return text;
}

std::string svgStart(double width, double height, const std::string& label, const PictureOptions& options) {
  return fmt::format(
      "{}<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" aria-label=\"{}\" width=\"{}\" "
      "height=\"{}\" viewBox=\"0 0 {} {}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n{}"
      "<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n",
      options.isInline ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", escaped(label), svgNumber(width),
      svgNumber(height), svgNumber(width), svgNumber(height),
      options.isInline ? "" : fmt::format("<style>\n{}</style>\n", pictureRulesWithColours()), svgNumber(width),
      svgNumber(height));
}

void addDisc(PicturePoint centre, double radius, std::string_view style, std::string_view letter,
             const PictureSubject& subject, std::string& svg) {
  const std::string data = svgSubject(subject);
  svg += fmt::format(
      "<circle class=\"{}\"{} cx=\"{}\" cy=\"{}\" r=\"{}\"/><text class=\"letter\"{} text-anchor=\"middle\" "
      "font-size=\"9\" font-weight=\"bold\" x=\"{}\" y=\"{}\">{}</text>\n",
      style, data, svgNumber(centre.x), svgNumber(centre.y), svgNumber(radius), data, svgNumber(centre.x),
      svgNumber(centre.y + 3.2), letter);
}

void addGlyph(const PictureGlyph& glyph, std::string& svg) {
  const std::string letter(1, glyph.letter);
  addDisc(glyph.centre, kGlyphRadius, letter, letter, glyph.subject, svg);
}

void addText(const PictureText& text, std::string& svg) {
  svg += fmt::format("<text class=\"{}\"{} font-size=\"{}\"{} x=\"{}\" y=\"{}\">{}</text>\n", text.style,
                     svgSubject(text.subject), svgNumber(text.size), text.isBold ? " font-weight=\"bold\"" : "",
                     svgNumber(text.at.x), svgNumber(text.at.y), escaped(text.text));
}

}  // namespace mb
