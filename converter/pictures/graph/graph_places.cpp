#include "converter/pictures/graph/graph_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "converter/pictures/captions.h"
#include "converter/pictures/graph/line_routing.h"
#include "converter/pictures/graph/plan_view.h"
#include "formats/model/basics/index.h"

namespace mb {
namespace {

constexpr double kBodyHeight = 22;
constexpr double kJointHeight = 20;

double jointWidth(const GraphJoint& joint, GraphView view) {
  const double tag = view == GraphView::cuts && joint.number > 0 ? kTagPitch + kLabelGap : 0;
  return symbolWidth(joint, view) + kLabelGap + widthOf(joint.name, kJointSize) + tag + 2 * kJointPadding;
}

// A box is wide enough for both views.
std::vector<GraphBox> boxesOf(const MachineGraph& graph) {
  std::vector<GraphBox> boxes;
  for (const GraphBody& body : graph.bodies) {
    boxes.push_back({widthOf(body.name, kNameSize, body.isGround) + 2 * kNamePadding, kBodyHeight, {}});
  }
  for (const GraphJoint& joint : graph.joints) {
    boxes.push_back(
        {std::max(jointWidth(joint, GraphView::given), jointWidth(joint, GraphView::cuts)), kJointHeight, {}});
  }
  return boxes;
}

// Nodes are linked where a joint is at a body.
std::vector<GraphLink> linksOf(const MachineGraph& graph) {
  std::vector<GraphLink> links;
  for (std::size_t k = 0; k < graph.joints.size(); ++k) {
    for (const int body : graph.joints[k].bodies) links.push_back({body, graph.jointNode(k)});
  }
  return links;
}

// Placed from the viewpoint with the fewest crossings; large graphs are seen from above.
std::vector<GraphBox> placedFromBestViewpoint(const CartesianModel& source, const MachineGraph& graph,
                                              const std::vector<GraphLink>& links) {
  constexpr std::size_t kLarge = 300;
  const std::vector<GraphBox> sized = boxesOf(graph);
  std::vector<GraphBox> best;
  int fewest = 0;
  for (const Viewpoint viewpoint : {Viewpoint::above, Viewpoint::side, Viewpoint::ahead}) {
    std::vector<GraphBox> boxes = sized;
    const std::vector<PicturePoint> points = seenFrom(viewpoint, source, graph.sourceBodies, graph.sourceJoints);
    for (std::size_t k = 0; k < boxes.size(); ++k) boxes[k].centre = points[k];
    placeBoxes(boxes, links);
    const int crossings = crossingsOf(boxes, links);
    if (best.empty() || crossings < fewest) {
      best = std::move(boxes);
      fewest = crossings;
    }
    if (fewest == 0 || sized.size() > kLarge) break;
  }
  return best;
}

// Lines around the outermost boxes reach beyond them.
void findExtent(GraphPlaces& places) {
  PicturePoint low;
  const auto reach = [&](PicturePoint point) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    places.right = std::max(places.right, point.x);
    places.bottom = std::max(places.bottom, point.y);
  };
  for (const GraphBox& box : places.boxes) reach({box.centre.x + box.width / 2, box.centre.y + box.height / 2});
  for (const std::vector<PicturePoint>& line : places.lines) std::ranges::for_each(line, reach);
  move(places, {-low.x, -low.y});
}

}  // namespace

std::string weightText(const GraphJoint& joint) {
  if (!joint.weight) return "";
  return joint.count == 1 ? toText(*joint.weight) : fmt::format("{}×{}", joint.count, toText(*joint.weight));
}

double weightWidth(const GraphJoint& joint) {
  return joint.weight ? widthOf(weightText(joint), kWeightSize, true) + 2 * kWeightPadding : 0;
}

double symbolWidth(const GraphJoint& joint, GraphView view) {
  return view == GraphView::cuts && joint.weight ? weightWidth(joint)
                                                 : kGlyphPitch * static_cast<double>(joint.glyphs.size());
}

GraphPlaces placeGraph(const CartesianModel& source, const MachineGraph& graph, GraphView view) {
  const std::vector<GraphLink> links = linksOf(graph);
  GraphPlaces places;
  places.boxes = placedFromBestViewpoint(source, graph, links);
  places.lines = routeLinks(places.boxes, links);
  findExtent(places);
  for (std::size_t k = 0; k < graph.joints.size(); ++k) {
    places.boxes[at(graph.jointNode(k))].width = jointWidth(graph.joints[k], view);
  }
  for (std::size_t k = 0; k < links.size(); ++k) {
    places.lines[k] = trimmed(std::move(places.lines[k]), places.boxes[at(links[k].a)], places.boxes[at(links[k].b)]);
  }
  return places;
}

void move(GraphPlaces& places, PicturePoint shift) {
  const auto by = [&](PicturePoint& point) { point = {point.x + shift.x, point.y + shift.y}; };
  for (GraphBox& box : places.boxes) by(box.centre);
  for (std::vector<PicturePoint>& line : places.lines) std::ranges::for_each(line, by);
  places.right += shift.x;
  places.bottom += shift.y;
}

}  // namespace mb
