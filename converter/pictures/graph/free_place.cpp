#include "converter/pictures/graph/free_place.h"

#include <algorithm>
#include <cmath>

#include "converter/pictures/graph/line_routing.h"

namespace mb {

FreePlaces::FreePlaces(const std::vector<GraphBox>& boxes, const std::vector<std::vector<PicturePoint>>& lines)
    : boxes_(boxes), lines_(lines) {}

bool FreePlaces::isFree(const GraphBox& label) const {
  constexpr double kGap = 4;
  for (const GraphBox& box : boxes_) {
    if (std::abs(box.centre.x - label.centre.x) < (box.width + label.width) / 2 + kGap &&
        std::abs(box.centre.y - label.centre.y) < (box.height + label.height) / 2 + kGap) {
      return false;
    }
  }
  return std::ranges::none_of(lines_, [&](const std::vector<PicturePoint>& line) {
    return std::ranges::adjacent_find(
               line, [&](PicturePoint a, PicturePoint b) { return crosses(label, kGap, a, b); }) != line.end();
  });
}

// Squares around the first place, ever larger: beyond all boxes there is room.
void FreePlaces::take(PicturePoint corner, GraphBox& label) {
  constexpr double kStep = 6;
  const PicturePoint wanted = label.centre;
  for (int ring = 0;; ++ring) {
    for (int down = -ring; down <= ring; ++down) {
      const bool isEdge = down == -ring || down == ring;
      for (int across = -ring; across <= ring; across += isEdge || ring == 0 ? 1 : 2 * ring) {
        label.centre = {wanted.x + kStep * across, wanted.y + kStep * down};
        if (label.centre.x - label.width / 2 < corner.x || label.centre.y - label.height / 2 < corner.y) continue;
        if (!isFree(label)) continue;
        boxes_.push_back(label);
        return;
      }
    }
  }
}

}  // namespace mb
