// Where everything stands in the picture of the chosen tree, before it is drawn: from left to right, a column per
// level.
//
// A body stands in its parent's row if it is the first child; every further child opens the row below its elder
// sibling's subtree. So a row is a chain of first children, and a cell (row, column) holds one box. Between the boxes
// of two columns there is a gutter, in which the lines to further children go down, and a lane for the joints' glyphs
// and names. Lanes are as wide as their widest label. A cut is a dashed line from its deeper body to a ghost of the
// other one; the ghost and that body carry the number of the cut. Hence no label lies on another one or on a line, and
// no lines cross.
#pragma once

#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "converter/pictures/picture_parts.h"

namespace mb {

// The line of a joint, from its parent's box to its child's; further children's begin in the gutter.
struct PictureEdge {
  std::vector<PicturePoint> points;  // horizontal and vertical pieces
  bool isCut = false;
  bool isRod = false;
  PictureSubject subject;
};

enum class BoxKind { base, body, massless, ghost };
struct PictureBox {
  PicturePoint corner;  // top left
  double width = 0;
  BoxKind kind = BoxKind::body;
  std::string title;      // shown when pointed at
  std::vector<int> tags;  // numbers of cuts
  PictureSubject subject;
};

// The rows of a block of loops, in one of a few tints.
constexpr int kBandTints = 4;
struct PictureBand {
  int tint = 0;
  PicturePoint corner;
  double width = 0;
  double height = 0;
};

struct TreePicture {
  double width = 0;
  double height = 0;
  int leftOut = 0;  // bodies without a box
  std::vector<PictureBand> bands;
  std::vector<PictureEdge> edges;
  std::vector<PictureGlyph> glyphs;
  std::vector<PictureBox> boxes;
  std::vector<PictureText> texts;
};

constexpr double kBoxHeight = 22;
constexpr double kTagRadius = 7;
constexpr double kTagPitch = 17;

TreePicture layOutTree(const Conversion& conversion, Fold fold = Fold::automatic);

}  // namespace mb
