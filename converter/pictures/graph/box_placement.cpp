#include "converter/pictures/graph/box_placement.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "formats/model/basics/disjoint_sets.h"
#include "formats/model/basics/index.h"

namespace mb {
namespace {

constexpr double kDown = 44;  // pixels per link
constexpr std::size_t kManyBoxes = 60;
constexpr double kShelf = 1100;  // components fill rows of this width

double rounded(double value, double steps) { return std::floor(value * steps + 0.5) / steps; }

// One component: its boxes are numbered anew.
class Component {
 public:
  Component(std::vector<GraphBox*> boxes, const std::vector<GraphLink>& links)
      : boxes_(std::move(boxes)), neighbours_(boxes_.size()) {
    for (const GraphLink& link : links) {
      neighbours_[at(link.a)].push_back(link.b);
      neighbours_[at(link.b)].push_back(link.a);
      const PicturePoint a = boxes_[at(link.a)]->centre;
      const PicturePoint b = boxes_[at(link.b)]->centre;
      meanLink_ += distance(a, b) / static_cast<double>(links.size());
    }
  }

  void place() {
    start();
    measureDistances();
    // The work for a sweep grows with the square of the boxes; large graphs get fewer, which suffices to unfold them.
    constexpr double kMostWork = 4e7;
    const double sweeps = kMostWork / (static_cast<double>(boxes_.size()) * static_cast<double>(boxes_.size()));
    for (int k = 0; k < std::clamp(static_cast<int>(std::min(sweeps, 220.0)), 8, 220); ++k) sweep();
    // Names are wide. Large graphs are drawn closer, to fit a sheet of paper.
    const double size = boxes_.size() > kManyBoxes ? 0.7 : 1;
    const double across = size * std::max(kDown, meanWidth());
    for (GraphBox* box : boxes_) box->centre = {across * box->centre.x, size * kDown * box->centre.y};
    separate();
    for (GraphBox* box : boxes_) box->centre = {rounded(box->centre.x, 8), rounded(box->centre.y, 8)};
  }

 private:
  static double distance(PicturePoint a, PicturePoint b) {
    const double dx = a.x - b.x;
    const double dy = a.y - b.y;
    return std::sqrt(dx * dx + dy * dy);
  }

  double meanWidth() const {
    double sum = 0;
    for (const GraphBox* box : boxes_) sum += box->width;
    return sum / static_cast<double>(boxes_.size());
  }

  // In units of the mean link, a little irregular, so that no two boxes are at one place and symmetric ones part.
  void start() {
    constexpr double kGolden = 0.6180339887498949;
    constexpr double kSilver = 0.4142135623730951;
    const double scale = meanLink_ > 0 ? 1 / meanLink_ : 0;
    const double spread = meanLink_ > 0 ? 0.06 : std::sqrt(static_cast<double>(boxes_.size()));
    for (std::size_t k = 0; k < boxes_.size(); ++k) {
      const double step = static_cast<double>(k + 1);
      PicturePoint& p = boxes_[k]->centre;
      p.x = rounded(p.x * scale, 1024) + spread * (step * kGolden - std::floor(step * kGolden) - 0.5);
      p.y = rounded(p.y * scale, 1024) + spread * (step * kSilver - std::floor(step * kSilver) - 0.5);
    }
  }

  // Along the links, from every box, by breadth.
  void measureDistances() {
    const std::size_t count = boxes_.size();
    hops_.assign(count * count, 0);
    std::vector<int> queue;
    for (std::size_t from = 0; from < count; ++from) {
      std::uint16_t* const row = &hops_[from * count];
      queue.assign(1, static_cast<int>(from));
      for (std::size_t k = 0; k < queue.size(); ++k) {
        for (const int next : neighbours_[at(queue[k])]) {
          if (row[next] != 0 || at(next) == from) continue;
          row[next] = static_cast<std::uint16_t>(row[queue[k]] + 1);
          queue.push_back(next);
        }
      }
    }
  }

  // Each box in turn goes to the mean of the places at which the others would have it, weighted by 1/distance².
  void sweep() {
    const std::size_t count = boxes_.size();
    for (std::size_t i = 0; i < count; ++i) {
      const PicturePoint here = boxes_[i]->centre;
      PicturePoint sum;
      double weights = 0;
      for (std::size_t j = 0; j < count; ++j) {
        if (j == i) continue;
        const PicturePoint there = boxes_[j]->centre;
        const double wanted = hops_[i * count + j];
        const double found = distance(here, there);
        const double ratio = found > 1e-9 ? wanted / found : 0;
        const double weight = 1 / (wanted * wanted);
        sum.x += weight * (there.x + ratio * (here.x - there.x));
        sum.y += weight * (there.y + ratio * (here.y - there.y));
        weights += weight;
      }
      if (weights > 0) boxes_[i]->centre = {sum.x / weights, sum.y / weights};
    }
  }

  // Pushing can go round in circles where boxes are crowded; more room then helps. If it does not, a grid does.
  void separate() {
    const int sweeps = std::clamp(60000 / static_cast<int>(boxes_.size()), 20, 300);
    for (int round = 0; round < 60; ++round) {
      for (int k = 0; k < sweeps; ++k) {
        if (!push()) return;
      }
      for (GraphBox* box : boxes_) box->centre = {1.1 * box->centre.x, 1.1 * box->centre.y};
    }
    placeInGrid();
  }

  void placeInGrid() {
    GraphBox cell;
    for (const GraphBox* box : boxes_) {
      cell.width = std::max(cell.width, box->width + 2 * kBoxGap);
      cell.height = std::max(cell.height, box->height + 2 * kBoxGap);
    }
    const auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(boxes_.size()))) + 1;
    for (std::size_t k = 0; k < boxes_.size(); ++k) {
      boxes_[k]->centre = {cell.width * static_cast<double>(k % columns),
                           cell.height * static_cast<double>(k / columns)};
    }
  }

  // Moves pairs that are too near apart, in the direction in which less is missing; whether there were any.
  bool push() {
    std::vector<GraphBox*> order = boxes_;
    const auto left = [](const GraphBox* box) { return box->centre.x - box->width / 2; };
    std::ranges::stable_sort(order, {}, left);
    bool isAny = false;
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = i + 1; j < order.size(); ++j) {
        GraphBox& a = *order[i];
        GraphBox& b = *order[j];
        // Boxes move while they are looked at; a pair that is missed for this is found in the next sweep.
        if (left(&b) > left(&a) + a.width + kBoxGap) break;
        const double dx = b.centre.x - a.centre.x;
        const double dy = b.centre.y - a.centre.y;
        const double across = (a.width + b.width) / 2 + kBoxGap - std::abs(dx);
        const double down = (a.height + b.height) / 2 + kBoxGap - std::abs(dy);
        if (across <= 1e-6 || down <= 1e-6) continue;
        isAny = true;
        double& from = across < down ? a.centre.x : a.centre.y;
        double& to = across < down ? b.centre.x : b.centre.y;
        const double move = 0.5 * std::min(across, down) + 1e-3;
        const bool isAhead = across < down ? dx >= 0 : dy >= 0;
        from -= isAhead ? move : -move;
        to += isAhead ? move : -move;
      }
    }
    return isAny;
  }

  std::vector<GraphBox*> boxes_;
  std::vector<std::vector<int>> neighbours_;
  std::vector<std::uint16_t> hops_;  // from box to box, row by row
  double meanLink_ = 0;
};

struct Extent {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
};
Extent extentOf(const std::vector<GraphBox*>& boxes) {
  Extent all{1e300, 1e300, -1e300, -1e300};
  for (const GraphBox* box : boxes) {
    all.left = std::min(all.left, box->centre.x - box->width / 2);
    all.right = std::max(all.right, box->centre.x + box->width / 2);
    all.top = std::min(all.top, box->centre.y - box->height / 2);
    all.bottom = std::max(all.bottom, box->centre.y + box->height / 2);
  }
  return all;
}

// Row by row, as they fit.
void pack(const std::vector<std::vector<GraphBox*>>& components) {
  constexpr double kApart = 40;
  double x = 0;
  double y = 0;
  double height = 0;
  for (const std::vector<GraphBox*>& component : components) {
    const Extent extent = extentOf(component);
    if (x > 0 && x + extent.right - extent.left > kShelf) {
      x = 0;
      y += height + kApart;
      height = 0;
    }
    for (GraphBox* box : component) {
      box->centre = {box->centre.x + x - extent.left, box->centre.y + y - extent.top};
    }
    x += extent.right - extent.left + kApart;
    height = std::max(height, extent.bottom - extent.top);
  }
}

}  // namespace

void placeBoxes(std::vector<GraphBox>& boxes, const std::vector<GraphLink>& links) {
  DisjointSets sets(static_cast<int>(boxes.size()));
  for (const GraphLink& link : links) sets.unite(link.a, link.b);
  const ConnectedSets connected = connectedSets(sets);
  std::vector<int> number(boxes.size());  // within the component
  std::vector<std::vector<GraphBox*>> components(connected.members.size());
  for (std::size_t c = 0; c < components.size(); ++c) {
    for (const int box : connected.members[c]) {
      number[at(box)] = static_cast<int>(components[c].size());
      components[c].push_back(&boxes[at(box)]);
    }
  }
  std::vector<std::vector<GraphLink>> linksOf(components.size());
  for (const GraphLink& link : links) {
    linksOf[at(connected.setOf[at(link.a)])].push_back({number[at(link.a)], number[at(link.b)]});
  }
  for (std::size_t c = 0; c < components.size(); ++c) Component(components[c], linksOf[c]).place();
  pack(components);
}

}  // namespace mb
