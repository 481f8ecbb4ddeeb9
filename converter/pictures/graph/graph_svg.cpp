#include "converter/pictures/graph/graph_svg.h"

#include <fmt/format.h>

#include "converter/pictures/svg_parts.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

std::string titleOf(const std::string& title) {
  return title.empty() ? "" : fmt::format("<title>{}</title>", escaped(title));
}

void addShape(const GraphShape& shape, std::string& svg) {
  svg += fmt::format("<path class=\"{}\"{} d=\"", shape.style, svgSubject(shape.subject));
  for (std::size_t k = 0; k < shape.points.size(); ++k) {
    svg += fmt::format("{}{} {}", k == 0 ? "M" : "L", svgNumber(shape.points[k].x), svgNumber(shape.points[k].y));
  }
  svg += fmt::format("{}\">{}</path>\n", shape.isClosed ? "Z" : "", titleOf(shape.title));
}

void addRectangle(const GraphRectangle& box, std::string& svg) {
  svg += fmt::format("<rect class=\"{}\"{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\">{}</rect>\n",
                     box.style, svgSubject(box.subject), svgNumber(box.corner.x), svgNumber(box.corner.y),
                     svgNumber(box.width), svgNumber(box.height), svgNumber(box.radius), titleOf(box.title));
}

}  // namespace

std::optional<std::string> graphSvg(const Conversion& conversion, GraphView view, const PictureOptions& options) {
  const std::optional<GraphPicture> picture = layOutGraph(conversion, view, options.fold);
  if (!picture) return std::nullopt;
  std::string svg =
      svgStart(picture->width, picture->height, fmt::format("the joint graph of {}", conversion.source.name), options);
  for (const GraphShape& face : picture->faces) addShape(face, svg);
  for (const GraphShape& line : picture->lines) addShape(line, svg);
  for (const GraphRectangle& box : picture->boxes) addRectangle(box, svg);
  for (const GraphRectangle& ring : picture->rings) addRectangle(ring, svg);
  for (const PictureGlyph& glyph : picture->glyphs) addGlyph(glyph, svg);
  for (const GraphTag& tag : picture->tags) {
    addDisc(tag.centre, 7, "tag", fmt::to_string(tag.number), tag.subject, svg);
  }
  for (const PictureText& text : picture->texts) addText(text, svg);
  return svg + "</svg>\n";
}

}  // namespace mb
