// Where everything stands in the two pictures of the joint graph: as given, and with the cuts that were possible.
//
// Bodies and joints are boxes at the same places in both. A line goes from a body to a joint around all other boxes,
// and every label lies in a box or in a place that was found free. Hence no label lies on another one or on a line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "converter/pictures/picture_parts.h"

namespace mb {

// given: the loops are tinted faces. cuts: the blocks of loops are tinted, with weights, cuts and what was tied.
enum class GraphView { given, cuts };

struct GraphShape {
  std::string style;  // a class of the style sheet
  std::vector<PicturePoint> points;
  bool isClosed = false;
  std::string title;
  PictureSubject subject;
};
struct GraphRectangle {
  std::string style;
  PicturePoint corner;
  double width = 0;
  double height = 0;
  double radius = 0;
  std::string title;
  PictureSubject subject;
};
struct GraphTag {
  PicturePoint centre;
  int number = 0;
  PictureSubject subject;
};

struct GraphPicture {
  double width = 0;
  double height = 0;
  std::vector<GraphShape> faces;
  std::vector<GraphShape> lines;
  std::vector<GraphRectangle> boxes;
  std::vector<GraphRectangle> rings;  // within boxes, around weights
  std::vector<PictureGlyph> glyphs;
  std::vector<GraphTag> tags;
  std::vector<PictureText> texts;
};

constexpr int kMostGraphNodes = 3000;

// Nothing if there are more bodies and joints than kMostGraphNodes.
std::optional<GraphPicture> layOutGraph(const Conversion& conversion, GraphView view, Fold fold = Fold::automatic);

}  // namespace mb
