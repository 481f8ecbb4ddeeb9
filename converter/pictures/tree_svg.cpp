#include "converter/pictures/tree_svg.h"

#include <fmt/format.h>

#include <string_view>

#include "formats/xml/xml_writer.h"

namespace mb {
namespace {

// Colours by class, for light pages and for dark ones.
constexpr std::string_view kStyle = R"(<style>
.page{fill:#ffffff}.b0{fill:#e3ecf5}.b1{fill:#f1e9d6}.b2{fill:#e0f0ea}.b3{fill:#f3e4ee}.ink{fill:#1f2933}.second{fill:#52606d}.inverse{fill:#ffffff}.cut{fill:#c24a00}
.edge{fill:none;stroke:#52606d;stroke-width:1.4}.edge.c{stroke:#c24a00;stroke-dasharray:5 3}.bar{stroke:#c24a00;stroke-width:1}
.box{fill:#ffffff;stroke:#52606d}.box.base{fill:#1f2933;stroke:#1f2933}.box.massless{stroke-dasharray:1.5 2}
.box.ghost{stroke:#c24a00;stroke-dasharray:4 2.5}.tag{fill:#c24a00}.letter{fill:#ffffff}
.R{fill:#0072b2}.P{fill:#007a5a}.S{fill:#b4478b}.V{fill:#8a6d00}.H{fill:#5b4fb0}.D{fill:#c24a00}
@media (prefers-color-scheme:dark){
.page{fill:#171c22}.b0{fill:#1d2a38}.b1{fill:#302a1a}.b2{fill:#16302a}.b3{fill:#322231}.ink{fill:#e6ebf0}.second{fill:#a9b4bf}.inverse{fill:#171c22}.cut{fill:#f28c4a}
.edge{stroke:#a9b4bf}.edge.c{stroke:#f28c4a}.bar{stroke:#f28c4a}.box{fill:#171c22;stroke:#a9b4bf}
.box.base{fill:#e6ebf0;stroke:#e6ebf0}.box.ghost{stroke:#f28c4a}.tag{fill:#f28c4a}.letter{fill:#171c22}
.R{fill:#56b4e9}.P{fill:#2fbf95}.S{fill:#e08cc0}.V{fill:#d9b93b}.H{fill:#a69cf0}.D{fill:#f28c4a}}
</style>
)";

std::string_view classOf(BoxKind kind) {
  switch (kind) {
    case BoxKind::base: return "box base";
    case BoxKind::body: return "box";
    case BoxKind::massless: return "box massless";
    case BoxKind::ghost: return "box ghost";
  }
  return "box";
}

// Coordinates with a tenth of a pixel: the same text everywhere.
std::string number(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

void addDisc(PicturePoint centre, double radius, std::string_view style, std::string_view letter, std::string& svg) {
  svg += fmt::format(
      "<circle class=\"{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/><text class=\"letter\" text-anchor=\"middle\" "
      "font-size=\"9\" "
      "font-weight=\"bold\" x=\"{}\" y=\"{}\">{}</text>\n",
      style, number(centre.x), number(centre.y), number(radius), number(centre.x), number(centre.y + 3.2), letter);
}

void addEdge(const PictureEdge& edge, std::string& svg) {
  svg += fmt::format("<path class=\"{}\" d=\"", edge.isCut ? "edge c" : "edge");
  for (std::size_t k = 0; k < edge.points.size(); ++k) {
    svg += fmt::format("{}{} {}", k == 0 ? "M" : "L", number(edge.points[k].x), number(edge.points[k].y));
  }
  svg += "\"/>\n";
  if (!edge.isRod) return;
  // A removed rod is a thin bar at the end of its line.
  const PicturePoint end = edge.points.back();
  svg += fmt::format("<rect class=\"box bar\" x=\"{}\" y=\"{}\" width=\"9\" height=\"4\"/>\n", number(end.x - 9.5),
                     number(end.y - 2));
}

void addBox(const PictureBox& box, std::string& svg) {
  const double radius = box.kind == BoxKind::base ? 3 : kBoxHeight / 2;
  svg += fmt::format(
      "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"><title>{}</title></rect>\n",
      classOf(box.kind), number(box.corner.x), number(box.corner.y), number(box.width), number(kBoxHeight),
      number(radius), escaped(box.title));
  for (std::size_t k = 0; k < box.tags.size(); ++k) {
    const double right = box.corner.x + box.width - kTagPitch * static_cast<double>(box.tags.size() - k);
    addDisc({right + kTagRadius, box.corner.y + kBoxHeight / 2}, kTagRadius, "tag", fmt::to_string(box.tags[k]), svg);
  }
}

}  // namespace

std::string treeSvg(const Conversion& conversion) {
  const TreePicture picture = layOutTree(conversion);
  std::string svg = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
      "height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n{2}"
      "<rect class=\"page\" width=\"{0}\" height=\"{1}\"/>\n",
      number(picture.width), number(picture.height), kStyle);
  for (const PictureBand& band : picture.bands) {
    svg += fmt::format("<rect class=\"b{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\n", band.tint,
                       number(band.corner.x), number(band.corner.y), number(band.width), number(band.height));
  }
  for (const PictureEdge& edge : picture.edges) addEdge(edge, svg);
  for (const PictureGlyph& glyph : picture.glyphs) {
    const std::string letter(1, glyph.letter);
    addDisc(glyph.centre, kGlyphRadius, letter, letter, svg);
  }
  for (const PictureBox& box : picture.boxes) addBox(box, svg);
  for (const PictureText& text : picture.texts) {
    svg += fmt::format("<text class=\"{}\" font-size=\"{}\"{} x=\"{}\" y=\"{}\">{}</text>\n", text.style,
                       number(text.size), text.isBold ? " font-weight=\"bold\"" : "", number(text.at.x),
                       number(text.at.y), escaped(text.text));
  }
  return svg + "</svg>\n";
}

}  // namespace mb
