#include "converter/page/html.h"

#include <fmt/format.h>

#include "formats/xml/xml_writer.h"

namespace mb {

std::string bodyMark(std::string_view name) { return fmt::format(" data-body=\"{}\" tabindex=\"0\"", escaped(name)); }
std::string jointMark(std::string_view name) { return fmt::format(" data-joint=\"{}\" tabindex=\"0\"", escaped(name)); }

std::string placeMark(std::string_view place) {
  constexpr std::string_view kBody = "body ";
  constexpr std::string_view kJoint = "joint ";
  if (place.starts_with(kBody)) return bodyMark(place.substr(kBody.size()));
  return place.starts_with(kJoint) ? jointMark(place.substr(kJoint.size())) : std::string();
}

HtmlCell textCell(std::string_view text) { return {escaped(text), false}; }
HtmlCell numberCell(std::string_view text) { return {escaped(text), true}; }

std::string htmlTable(const std::vector<std::string>& headings, const std::vector<HtmlRow>& rows,
                      std::string_view moreClasses) {
  std::string html = fmt::format("<div class=\"scroll\"><table class=\"grid{}{}\">\n<thead><tr>",
                                 moreClasses.empty() ? "" : " ", moreClasses);
  for (std::size_t k = 0; k < headings.size(); ++k) {
    const bool isNumber = !rows.empty() && rows.front().cells[k].isNumber;
    html += fmt::format("<th scope=\"col\"{}>{}</th>", isNumber ? " class=\"n\"" : "", escaped(headings[k]));
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const HtmlRow& row : rows) {
    html += fmt::format("<tr{}>", row.attributes);
    for (const HtmlCell& cell : row.cells) {
      html += fmt::format("<td{}>{}</td>", cell.isNumber ? " class=\"n\"" : "", cell.html);
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

std::string paragraph(std::string_view text, std::string_view style) {
  return style.empty() ? fmt::format("<p>{}</p>\n", escaped(text))
                       : fmt::format("<p class=\"{}\">{}</p>\n", style, escaped(text));
}

std::string section(std::string_view id, std::string_view heading, const std::string& html) {
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, escaped(heading), html);
}

std::string pixels(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string pictureText(double x, double y, std::string_view anchor, std::string_view style, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", pixels(x), pixels(y), anchor,
                     style.empty() ? "" : fmt::format(" class=\"{}\"", style), escaped(text));
}

std::string pictureRectangle(double x, double y, double width, double height, std::string_view style) {
  return fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", style, pixels(x), pixels(y),
                     pixels(width), pixels(height));
}

std::string pictureLine(double x1, double y1, double x2, double y2, std::string_view style) {
  return fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", style, pixels(x1), pixels(y1),
                     pixels(x2), pixels(y2));
}

}  // namespace mb
