// Places for labels between boxes and lines.
#pragma once

#include <vector>

#include "converter/pictures/graph/box_placement.h"

namespace mb {

class FreePlaces {
 public:
  // Both stay where they are.
  FreePlaces(const std::vector<GraphBox>& boxes, const std::vector<std::vector<PicturePoint>>& lines);

  // Moves the label to the nearest place at which it touches nothing, right of and below a corner, and keeps that place
  // for it.
  void take(PicturePoint corner, GraphBox& label);

 private:
  bool isFree(const GraphBox& label) const;

  std::vector<GraphBox> boxes_;
  const std::vector<std::vector<PicturePoint>>& lines_;
};

}  // namespace mb
