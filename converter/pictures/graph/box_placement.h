// Places the boxes of a graph: linked ones near each other, none on another.
//
// Distances in the picture approach those along the links by stress majorisation (Gansner, Koren and North 2004), from
// the places where the boxes are; then boxes that overlap are pushed apart. Only sums, products, quotients and square
// roots are used, in a fixed order, so that every compiler makes the same picture.
#pragma once

#include <vector>

#include "converter/pictures/picture_parts.h"

namespace mb {

struct GraphBox {
  double width = 0;
  double height = 0;
  PicturePoint centre;  // at first in any unit
};
struct GraphLink {
  int a = 0;
  int b = 0;
};

constexpr double kBoxGap = 14;  // the least distance of two boxes, across or down

// Components are placed beside each other in rows. The boxes then lie at x >= 0, y >= 0 and touch both axes.
void placeBoxes(std::vector<GraphBox>& boxes, const std::vector<GraphLink>& links);

}  // namespace mb
