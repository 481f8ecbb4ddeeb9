#include "converter/pictures/graph/line_routing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/model/basics/index.h"

namespace mb {
namespace {

constexpr double kClearance = 5;  // of a line that turns around a corner
constexpr double kTouch = 4.5;    // of a line that passes
static_assert(kTouch < kClearance && kClearance + kTouch < kBoxGap);

struct Frame {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};
Frame frameOf(const GraphBox& box, double margin) {
  return {box.centre.x - box.width / 2 - margin, box.centre.y - box.height / 2 - margin,
          box.centre.x + box.width / 2 + margin, box.centre.y + box.height / 2 + margin};
}

// The part of the segment within the frame as fractions of its length; empty if to <= from.
struct Part {
  double from = 0;
  double to = 1;
};
void clip(double start, double delta, double low, double high, Part& part) {
  if (delta == 0) {
    if (start <= low || start >= high) part.to = -1;
    return;
  }
  const double a = (low - start) / delta;
  const double b = (high - start) / delta;
  part.from = std::max(part.from, std::min(a, b));
  part.to = std::min(part.to, std::max(a, b));
}
Part partWithin(const Frame& frame, PicturePoint a, PicturePoint b) {
  Part part;
  clip(a.x, b.x - a.x, frame.left, frame.right, part);
  clip(a.y, b.y - a.y, frame.top, frame.bottom, part);
  return part;
}

double distance(PicturePoint a, PicturePoint b) {
  const double dx = a.x - b.x;
  const double dy = a.y - b.y;
  return std::sqrt(dx * dx + dy * dy);
}

class Router {
 public:
  explicit Router(const std::vector<GraphBox>& boxes) : boxes_(boxes) {}

  // Starts with the straight line. Boxes in its way are added to those that it must avoid until none is in the way.
  std::vector<PicturePoint> route(const GraphLink& link) {
    link_ = link;
    avoided_.clear();
    std::vector<PicturePoint> line{boxes_[at(link.a)].centre, boxes_[at(link.b)].centre};
    while (addBoxesOn(line)) line = shortest();
    return line;
  }

 private:
  bool isInWay(int box, PicturePoint a, PicturePoint b) const { return crosses(boxes_[at(box)], kTouch, a, b); }

  bool addBoxesOn(const std::vector<PicturePoint>& line) {
    bool isAny = false;
    for (int box = 0; box < static_cast<int>(boxes_.size()); ++box) {
      if (box == link_.a || box == link_.b || std::ranges::find(avoided_, box) != avoided_.end()) continue;
      for (std::size_t k = 0; k + 1 < line.size(); ++k) {
        if (!isInWay(box, line[k], line[k + 1])) continue;
        avoided_.push_back(box);
        isAny = true;
        break;
      }
    }
    return isAny;
  }

  bool isFree(PicturePoint a, PicturePoint b) const {
    return std::ranges::none_of(avoided_, [&](int box) { return isInWay(box, a, b); });
  }

  // Dijkstra's algorithm over the corners of the avoided boxes.
  std::vector<PicturePoint> shortest() const {
    std::vector<PicturePoint> points{boxes_[at(link_.a)].centre, boxes_[at(link_.b)].centre};
    for (const int box : avoided_) {
      const Frame frame = frameOf(boxes_[at(box)], kClearance);
      points.push_back({frame.left, frame.top});
      points.push_back({frame.right, frame.top});
      points.push_back({frame.left, frame.bottom});
      points.push_back({frame.right, frame.bottom});
    }
    constexpr double kFar = std::numeric_limits<double>::infinity();
    std::vector<double> length(points.size(), kFar);
    std::vector<std::size_t> before(points.size(), 0);
    std::vector<char> isDone(points.size(), 0);
    length[0] = 0;
    for (;;) {
      std::size_t here = points.size();
      for (std::size_t k = 0; k < points.size(); ++k) {
        if (!isDone[k] && length[k] < (here == points.size() ? kFar : length[here])) here = k;
      }
      if (here == points.size() || here == 1) break;
      isDone[here] = 1;
      for (std::size_t k = 0; k < points.size(); ++k) {
        if (isDone[k]) continue;
        const double longer = length[here] + distance(points[here], points[k]);
        if (longer >= length[k] || !isFree(points[here], points[k])) continue;
        length[k] = longer;
        before[k] = here;
      }
    }
    std::vector<PicturePoint> line;
    for (std::size_t k = 1; k != 0; k = before[k]) line.push_back(points[k]);
    line.push_back(points[0]);
    std::ranges::reverse(line);
    return line;
  }

  const std::vector<GraphBox>& boxes_;
  GraphLink link_;
  std::vector<int> avoided_;
};

// Moves the end of a line from the centre of its box to the border.
void trim(const GraphBox& box, PicturePoint& end, PicturePoint next) {
  const Part part = partWithin(frameOf(box, 0), end, next);
  end = {end.x + part.to * (next.x - end.x), end.y + part.to * (next.y - end.y)};
}

// Positive if c lies on one side of the line from a to b, negative on the other.
double sideOf(PicturePoint a, PicturePoint b, PicturePoint c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

std::vector<PicturePoint> trimmed(std::vector<PicturePoint> line, const GraphBox& first, const GraphBox& last) {
  trim(first, line[0], line[1]);
  trim(last, line.back(), line[line.size() - 2]);
  return line;
}

int crossingsOf(const std::vector<GraphBox>& boxes, const std::vector<GraphLink>& links) {
  int count = 0;
  for (std::size_t k = 0; k < links.size(); ++k) {
    const PicturePoint a = boxes[at(links[k].a)].centre;
    const PicturePoint b = boxes[at(links[k].b)].centre;
    for (std::size_t l = 0; l < k; ++l) {
      const PicturePoint c = boxes[at(links[l].a)].centre;
      const PicturePoint d = boxes[at(links[l].b)].centre;
      if (sideOf(a, b, c) * sideOf(a, b, d) < 0 && sideOf(c, d, a) * sideOf(c, d, b) < 0) ++count;
    }
  }
  return count;
}

bool crosses(const GraphBox& box, double margin, PicturePoint a, PicturePoint b) {
  const Part part = partWithin(frameOf(box, margin), a, b);
  return part.to > part.from;
}

std::vector<std::vector<PicturePoint>> routeLinks(const std::vector<GraphBox>& boxes,
                                                  const std::vector<GraphLink>& links) {
  Router router(boxes);
  std::vector<std::vector<PicturePoint>> lines;
  for (const GraphLink& link : links) lines.push_back(router.route(link));
  return lines;
}

}  // namespace mb
