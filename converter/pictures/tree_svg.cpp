#include "converter/pictures/tree_svg.h"

#include <fmt/format.h>

#include <string_view>

#include "converter/pictures/svg_parts.h"
#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

std::string_view classOf(BoxKind kind) {
  switch (kind) {
    case BoxKind::base: return "box base";
    case BoxKind::body: return "box";
    case BoxKind::massless: return "box massless";
    case BoxKind::ghost: return "box ghost";
  }
  return "box";
}

void addEdge(const PictureEdge& edge, std::string& svg) {
  svg += fmt::format("<path class=\"{}\"{} d=\"", edge.isCut ? "edge c" : "edge", svgSubject(edge.subject));
  for (std::size_t k = 0; k < edge.points.size(); ++k) {
    svg += fmt::format("{}{} {}", k == 0 ? "M" : "L", svgNumber(edge.points[k].x), svgNumber(edge.points[k].y));
  }
  svg += "\"/>\n";
  if (!edge.isRod) return;
  // A removed rod is a thin bar at the end of its line.
  const PicturePoint end = edge.points.back();
  svg += fmt::format("<rect class=\"box bar\"{} x=\"{}\" y=\"{}\" width=\"9\" height=\"4\"/>\n",
                     svgSubject(edge.subject), svgNumber(end.x - 9.5), svgNumber(end.y - 2));
}

void addBox(const PictureBox& box, std::string& svg) {
  const double radius = box.kind == BoxKind::base ? 3 : kBoxHeight / 2;
  svg += fmt::format(
      "<rect class=\"{}\"{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"><title>{}</title></rect>\n",
      classOf(box.kind), svgSubject(box.subject), svgNumber(box.corner.x), svgNumber(box.corner.y),
      svgNumber(box.width), svgNumber(kBoxHeight), svgNumber(radius), escaped(box.title));
  for (std::size_t k = 0; k < box.tags.size(); ++k) {
    const double right = box.corner.x + box.width - kTagPitch * static_cast<double>(box.tags.size() - k);
    addDisc({right + kTagRadius, box.corner.y + kBoxHeight / 2}, kTagRadius, "tag", fmt::to_string(box.tags[k]),
            box.subject, svg);
  }
}

}  // namespace

std::string treeSvg(const Conversion& conversion, const PictureOptions& options) {
  const TreePicture picture = layOutTree(conversion, options.fold);
  std::string svg =
      svgStart(picture.width, picture.height, fmt::format("the spanning tree of {}", conversion.source.name), options);
  for (const PictureBand& band : picture.bands) {
    svg +=
        fmt::format("<rect class=\"b{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n", band.tint,
                    svgNumber(band.corner.x), svgNumber(band.corner.y), svgNumber(band.width), svgNumber(band.height));
  }
  for (const PictureEdge& edge : picture.edges) addEdge(edge, svg);
  for (const PictureGlyph& glyph : picture.glyphs) addGlyph(glyph, svg);
  for (const PictureBox& box : picture.boxes) addBox(box, svg);
  for (const PictureText& text : picture.texts) addText(text, svg);
  return svg + "</svg>\n";
}

}  // namespace mb
