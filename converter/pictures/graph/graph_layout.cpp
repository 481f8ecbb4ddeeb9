#include "converter/pictures/graph/graph_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "converter/pictures/captions.h"
#include "converter/pictures/graph/free_place.h"
#include "converter/pictures/graph/graph_nodes.h"
#include "converter/pictures/graph/line_routing.h"
#include "converter/pictures/graph/plan_view.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

constexpr double kBodyHeight = 22;
constexpr double kJointHeight = 20;
constexpr double kNamePadding = 8;
constexpr double kJointPadding = 3;
constexpr double kGlyphPitch = 16;
constexpr double kWeightSize = 9;
constexpr double kWeightPadding = 4;
constexpr double kWeightHeight = 14;
constexpr double kTagPitch = 17;
constexpr double kLabelGap = 4;
constexpr double kHalo = 16;  // of a block around the boxes on its loops
constexpr int kTints = 4;
constexpr double kLeastWidth = 560;

class GraphLayout {
 public:
  GraphLayout(const Conversion& conversion, MachineGraph graph, GraphView view)
      : conversion_(conversion), graph_(std::move(graph)), view_(view) {}

  GraphPicture run() {
    place();
    Captions captions(std::max(kLeastWidth, right_ + kMargin + kHalo));
    addTitle(captions);
    corner_ = {kMargin, captions.bottom() + 10};
    moveBy({corner_.x + kHalo, corner_.y + kHalo});
    for (const GraphLoop& loop : graph_.loops) addFace(loop);
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) addLines(k);
    for (std::size_t k = 0; k < graph_.bodies.size(); ++k) addBody(k);
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) addJoint(k);
    addLabels();
    captions.widen(right_ + kHalo + kMargin);
    captions.goTo(bottom_ + kHalo + 26);
    addLegend(captions);
    picture_.width = captions.width();
    picture_.height = captions.bottom();
    std::ranges::move(captions.texts, std::back_inserter(picture_.texts));
    std::ranges::move(captions.glyphs, std::back_inserter(picture_.glyphs));
    return std::move(picture_);
  }

 private:
  static std::string weightText(const GraphJoint& joint) {
    if (!joint.weight) return "";
    return joint.count == 1 ? toText(*joint.weight) : fmt::format("{}×{}", joint.count, toText(*joint.weight));
  }
  static double weightWidth(const GraphJoint& joint) {
    return joint.weight ? widthOf(weightText(joint), kWeightSize, true) + 2 * kWeightPadding : 0;
  }
  static double symbolWidth(const GraphJoint& joint, GraphView view) {
    return view == GraphView::cuts && joint.weight ? weightWidth(joint)
                                                   : kGlyphPitch * static_cast<double>(joint.glyphs.size());
  }
  static double jointWidth(const GraphJoint& joint, GraphView view) {
    const double tag = view == GraphView::cuts && joint.number > 0 ? kTagPitch + kLabelGap : 0;
    return symbolWidth(joint, view) + kLabelGap + widthOf(joint.name, kJointSize) + tag + 2 * kJointPadding;
  }

  // Nodes are linked where a joint is at a body; the links of joint k are 2k and 2k + 1. A box is wide enough for both
  // views.
  void place() {
    for (const GraphBody& body : graph_.bodies) {
      boxes_.push_back({widthOf(body.name, kNameSize, body.isGround) + 2 * kNamePadding, kBodyHeight, {}});
    }
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      const GraphJoint& joint = graph_.joints[k];
      boxes_.push_back(
          {std::max(jointWidth(joint, GraphView::given), jointWidth(joint, GraphView::cuts)), kJointHeight, {}});
      for (const int body : joint.bodies) links_.push_back({body, graph_.jointNode(k)});
    }
    boxes_ = placedFromBestViewpoint();
    lines_ = routeLinks(boxes_, links_);
    findExtent();
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      boxes_[at(graph_.jointNode(k))].width = jointWidth(graph_.joints[k], view_);
    }
    for (std::size_t k = 0; k < links_.size(); ++k) {
      lines_[k] = trimmed(std::move(lines_[k]), boxes_[at(links_[k].a)], boxes_[at(links_[k].b)]);
    }
  }

  // The one with the fewest crossings; large graphs are seen from above.
  std::vector<GraphBox> placedFromBestViewpoint() const {
    constexpr std::size_t kLarge = 300;
    std::vector<GraphBox> best;
    int fewest = 0;
    for (const Viewpoint viewpoint : {Viewpoint::above, Viewpoint::side, Viewpoint::ahead}) {
      std::vector<GraphBox> boxes = boxes_;
      const std::vector<PicturePoint> places =
          seenFrom(viewpoint, conversion_.source, graph_.sourceBodies, graph_.sourceJoints);
      for (std::size_t k = 0; k < boxes.size(); ++k) boxes[k].centre = places[k];
      placeBoxes(boxes, links_);
      const int crossings = crossingsOf(boxes, links_);
      if (best.empty() || crossings < fewest) {
        best = std::move(boxes);
        fewest = crossings;
      }
      if (fewest == 0 || boxes_.size() > kLarge) break;
    }
    return best;
  }

  // Lines around the outermost boxes reach beyond them.
  void findExtent() {
    PicturePoint low;
    const auto reach = [&](PicturePoint point) {
      low = {std::min(low.x, point.x), std::min(low.y, point.y)};
      right_ = std::max(right_, point.x);
      bottom_ = std::max(bottom_, point.y);
    };
    for (const GraphBox& box : boxes_) reach({box.centre.x + box.width / 2, box.centre.y + box.height / 2});
    for (const std::vector<PicturePoint>& line : lines_) std::ranges::for_each(line, reach);
    moveBy({-low.x, -low.y});
  }

  void moveBy(PicturePoint shift) {
    const auto move = [&](PicturePoint& point) { point = {point.x + shift.x, point.y + shift.y}; };
    for (GraphBox& box : boxes_) move(box.centre);
    for (std::vector<PicturePoint>& line : lines_) std::ranges::for_each(line, move);
    right_ += shift.x;
    bottom_ += shift.y;
  }

  void addTitle(Captions& captions) const {
    const Plan& plan = conversion_.plan;
    const std::string& name = conversion_.source.name;
    const std::size_t bodies =
        static_cast<std::size_t>(std::ranges::count(conversion_.source.bodies, false, &Body::isGround));
    if (view_ == GraphView::given) {
      captions.addTitle(fmt::format("{}: the joint graph as given", name));
      captions.addLine(fmt::format("{}, {}, {}", counted(bodies, "body", "bodies"),
                                   counted(at(conversion_.source.joints.size()), "joint"),
                                   counted(graph_.loops.size(), "independent loop")));
    } else {
      captions.addTitle(fmt::format("{}: loops, weights and cuts", name));
      captions.addLine(fmt::format("{} of loops, {} of {}", counted(plan.blocks.size(), "block"),
                                   counted(plan.cuts.size(), "cut"), counted(plan.equations, "closing equation")));
    }
  }

  // The line from node to node along a loop.
  void appendLine(int from, int to, std::vector<PicturePoint>& points) const {
    const int joints = static_cast<int>(graph_.bodies.size());
    const int joint = std::max(from, to) - joints;
    const int body = std::min(from, to);
    const std::size_t link = 2 * at(joint) + (graph_.joints[at(joint)].bodies[0] == body ? 0 : 1);
    std::vector<PicturePoint> line = lines_[link];
    if (from > to) std::ranges::reverse(line);
    points.push_back(boxes_[at(from)].centre);
    points.insert(points.end(), line.begin(), line.end());
  }

  std::string blockName(int block) const { return fmt::format("loops {}", graph_.blockNumbers[at(block)]); }

  void addFace(const GraphLoop& loop) {
    GraphShape face;
    for (std::size_t k = 0; k < loop.nodes.size(); ++k) {
      appendLine(loop.nodes[k], loop.nodes[(k + 1) % loop.nodes.size()], face.points);
    }
    const bool isBlock = view_ == GraphView::cuts;
    face.isClosed = true;
    face.style = fmt::format("{} {}{}", isBlock ? "hull" : "face", isBlock ? "h" : "b",
                             (isBlock ? graph_.blockNumbers[at(loop.block)] - 1 : loop.number - 1) % kTints);
    face.title = isBlock ? blockName(loop.block) : loop.title;
    picture_.faces.push_back(std::move(face));
  }

  static std::string_view thickness(const GraphJoint& joint) {
    const double weight = joint.weight ? toDouble(*joint.weight) : 0;
    return weight >= 5 ? " w6" : weight >= 2 ? " w3" : "";
  }

  void addLines(std::size_t k) {
    const GraphJoint& joint = graph_.joints[k];
    for (const std::size_t link : {2 * k, 2 * k + 1}) {
      GraphShape line;
      line.style = "edge";
      if (view_ == GraphView::cuts) {
        line.style += thickness(joint);
        if (joint.role == JointRole::cut) line.style += " c";
      }
      if (joint.role == JointRole::weld) line.style += " weld";
      line.points = lines_[link];
      line.subject = joint.subject;
      picture_.lines.push_back(std::move(line));
    }
  }

  GraphRectangle rectangleOf(const GraphBox& box) const {
    GraphRectangle rectangle;
    rectangle.corner = {box.centre.x - box.width / 2, box.centre.y - box.height / 2};
    rectangle.width = box.width;
    rectangle.height = box.height;
    rectangle.radius = box.height / 2;
    return rectangle;
  }

  void addBody(std::size_t k) {
    const GraphBody& body = graph_.bodies[k];
    GraphRectangle box = rectangleOf(boxes_[k]);
    const bool isCut = body.isCutRod && view_ == GraphView::cuts;
    box.style = body.isGround                   ? "box base"
                : isCut                         ? "box ghost"
                : body.isMassless || body.isGap ? "box massless"
                                                : "box";
    if (body.isGround) box.radius = 3;
    box.title = body.title;
    box.subject = body.subject;
    picture_.texts.push_back(textAt({box.corner.x + kNamePadding, boxes_[k].centre.y + 4}, body.name, kNameSize,
                                    body.isGround,
                                    body.isGround ? "inverse"
                                    : isCut       ? "cut"
                                                  : "ink"));
    picture_.texts.back().subject = box.subject;
    picture_.boxes.push_back(std::move(box));
  }

  void addJoint(std::size_t k) {
    const GraphJoint& joint = graph_.joints[k];
    const GraphBox& place = boxes_[at(graph_.jointNode(k))];
    GraphRectangle box = rectangleOf(place);
    box.style = "joint";
    box.title = joint.title;
    box.subject = joint.subject;
    const double left = box.corner.x + kJointPadding;
    const bool isCut = joint.role == JointRole::cut && view_ == GraphView::cuts;
    if (view_ == GraphView::cuts && joint.weight) {
      addWeight(joint, {left, place.centre.y}, box.subject);
    } else {
      for (std::size_t g = 0; g < joint.glyphs.size(); ++g) {
        const double x = left + kGlyphRadius + kGlyphPitch * static_cast<double>(g);
        picture_.glyphs.push_back({{x, place.centre.y}, joint.glyphs[g], box.subject});
      }
    }
    picture_.texts.push_back(textAt({left + symbolWidth(joint, view_) + kLabelGap, place.centre.y + 3.5}, joint.name,
                                    kJointSize, false, isCut ? "cut" : "second"));
    picture_.texts.back().subject = box.subject;
    if (isCut) {
      const double x = box.corner.x + box.width - kJointPadding - kTagPitch / 2;
      picture_.tags.push_back({{x, place.centre.y}, joint.number, box.subject});
    }
    picture_.boxes.push_back(std::move(box));
  }

  void addWeight(const GraphJoint& joint, PicturePoint left, const PictureSubject& subject) {
    GraphRectangle ring;
    ring.style = joint.role == JointRole::cut ? "ring chosen" : joint.role == JointRole::tied ? "ring tied" : "ring";
    ring.corner = {left.x, left.y - kWeightHeight / 2};
    ring.width = weightWidth(joint);
    ring.height = kWeightHeight;
    ring.radius = kWeightHeight / 2;
    ring.subject = subject;
    picture_.rings.push_back(std::move(ring));
    picture_.texts.push_back(textAt({left.x + kWeightPadding, left.y + 3.2}, weightText(joint), kWeightSize, true,
                                    joint.role == JointRole::cut ? "cut" : "ink"));
    picture_.texts.back().subject = subject;
  }

  // Names of blocks, and what is drawn once for several.
  void addLabels() {
    FreePlaces places(boxes_, lines_);
    const bool hasCuts = view_ == GraphView::cuts;
    for (int block = 0; hasCuts && block < static_cast<int>(graph_.blockNumbers.size()); ++block) {
      std::vector<int> nodes;
      for (const GraphLoop& loop : graph_.loops) {
        if (loop.block == block) nodes.insert(nodes.end(), loop.nodes.begin(), loop.nodes.end());
      }
      if (!nodes.empty()) addLabel(blockName(block), nodes, false, places);
    }
    for (const GraphFold& fold : graph_.folds) {
      const std::string text = hasCuts ? fold.text : fmt::format("×{}: {}", fold.parts.size(), someOf(fold.parts, 6));
      addLabel(text, fold.bodies, true, places);
    }
  }

  // Beside the middle of the nodes, where nothing else is.
  void addLabel(const std::string& text, const std::vector<int>& nodes, bool isBold, FreePlaces& places) {
    PicturePoint middle;
    for (const int node : nodes) {
      const PicturePoint& centre = boxes_[at(node)].centre;
      middle = {middle.x + centre.x, middle.y + centre.y};
    }
    const auto count = static_cast<double>(nodes.size());
    GraphBox label{widthOf(text, kJointSize, isBold), kJointSize, {middle.x / count, middle.y / count}};
    places.take(corner_, label);
    picture_.texts.push_back(textAt({label.centre.x - label.width / 2, label.centre.y + 0.26 * kJointSize}, text,
                                    kJointSize, isBold, "second"));
    right_ = std::max(right_, label.centre.x + label.width / 2);
    bottom_ = std::max(bottom_, label.centre.y + label.height / 2);
  }

  void addLegend(Captions& captions) const {
    const auto has = [&](JointRole role) {
      return std::ranges::find(graph_.joints, role, &GraphJoint::role) != graph_.joints.end();
    };
    std::vector<LegendEntry> entries;
    if (view_ == GraphView::given) {
      if (!graph_.loops.empty()) entries.push_back({"tinted: a loop that one cut opens", "second"});
    } else {
      entries.push_back({"number: weight, heavier joints have thicker lines", "second"});
      if (has(JointRole::cut)) entries.push_back({"dashed, ringed: cut, with its number", "cut"});
      if (has(JointRole::tied)) entries.push_back({"dotted ring: a cut here would weigh as much", "second"});
      if (!graph_.loops.empty()) entries.push_back({"tinted: loops that share joints", "second"});
    }
    if (std::ranges::any_of(graph_.bodies, [](const GraphBody& body) { return body.isMassless || body.isGap; })) {
      entries.push_back({"dotted box: no mass, or bodies left out", "second"});
    }
    if (!graph_.folds.empty()) {
      entries.push_back({"×: drawn once for several, * is what their names differ in", "second"});
    }
    captions.addLegend(picture_.glyphs, entries);
  }

  const Conversion& conversion_;
  MachineGraph graph_;
  GraphView view_;
  std::vector<GraphBox> boxes_;
  std::vector<GraphLink> links_;
  std::vector<std::vector<PicturePoint>> lines_;
  PicturePoint corner_;  // of the place below the title
  double right_ = 0;
  double bottom_ = 0;
  GraphPicture picture_;
};

}  // namespace

std::optional<GraphPicture> layOutGraph(const Conversion& conversion, GraphView view, Fold fold) {
  MachineGraph graph = machineGraph(conversion);
  const bool isLarge = graph.bodies.size() > kMostUnfolded;
  if (fold == Fold::always || (fold == Fold::automatic && isLarge)) {
    graph = withoutRepeats(std::move(graph), treeNodes(conversion, Fold::always));
    graph = withoutLongChains(withoutDivisions(std::move(graph)));
  }
  if (graph.nodeCount() > kMostGraphNodes) return std::nullopt;
  return GraphLayout(conversion, std::move(graph), view).run();
}

}  // namespace mb
