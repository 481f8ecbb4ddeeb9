// Pieces of the report's HTML, which is well-formed as XML too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mb {

// What everything that stands for a body or a joint carries, so that pointing at it lights it up elsewhere.
std::string bodyMark(std::string_view name);   // ` data-body="chassis" tabindex="0"`
std::string jointMark(std::string_view name);  // likewise
// Of the "body chassis" or "joint pin" at which a finding is worst; empty for other places.
std::string placeMark(std::string_view place);

struct HtmlCell {
  std::string html;
  bool isNumber = false;
};
struct HtmlRow {
  std::string attributes;
  std::vector<HtmlCell> cells;
};
HtmlCell textCell(std::string_view text);  // escaped
HtmlCell numberCell(std::string_view text);
std::string htmlTable(const std::vector<std::string>& headings, const std::vector<HtmlRow>& rows,
                      std::string_view moreClasses = {});

// Paragraphs and sections; `text` is escaped, `html` is not.
std::string paragraph(std::string_view text, std::string_view style = {});
std::string section(std::string_view id, std::string_view heading, const std::string& html);

// A number of a picture with a tenth of a pixel: the same text everywhere.
std::string pixels(double value);
// <text> of a picture.
std::string pictureText(double x, double y, std::string_view anchor, std::string_view style, std::string_view text);
std::string pictureRectangle(double x, double y, double width, double height, std::string_view style);
std::string pictureLine(double x1, double y1, double x2, double y2, std::string_view style);

}  // namespace mb
