#include "converter/pictures/graph/graph_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "converter/pictures/captions.h"
#include "converter/pictures/graph/free_place.h"
#include "converter/pictures/graph/graph_places.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

constexpr double kWeightHeight = 14;
constexpr double kHalo = 16;  // of a block around the boxes on its loops
constexpr int kTints = 4;
constexpr double kLeastWidth = 560;

class GraphLayout {
 public:
  GraphLayout(const Conversion& conversion, MachineGraph graph, GraphView view)
      : conversion_(conversion),
        graph_(std::move(graph)),
        view_(view),
        places_(placeGraph(conversion.source, graph_, view)) {}

  GraphPicture run() {
    Captions captions(std::max(kLeastWidth, places_.right + kMargin + kHalo));
    addTitle(captions);
    corner_ = {kMargin, captions.bottom() + 10};
    move(places_, {corner_.x + kHalo, corner_.y + kHalo});
    for (const GraphLoop& loop : graph_.loops) addFace(loop);
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) addLines(k);
    for (std::size_t k = 0; k < graph_.bodies.size(); ++k) addBody(k);
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) addJoint(k);
    addLabels();
    captions.widen(places_.right + kHalo + kMargin);
    captions.goTo(places_.bottom + kHalo + 26);
    addLegend(captions);
    picture_.width = captions.width();
    picture_.height = captions.bottom();
    std::ranges::move(captions.texts, std::back_inserter(picture_.texts));
    std::ranges::move(captions.glyphs, std::back_inserter(picture_.glyphs));
    return std::move(picture_);
  }

 private:
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
    std::vector<PicturePoint> line = places_.lines[link];
    if (from > to) std::ranges::reverse(line);
    points.push_back(places_.boxes[at(from)].centre);
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
      line.points = places_.lines[link];
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
    GraphRectangle box = rectangleOf(places_.boxes[k]);
    const bool isCut = body.isCutRod && view_ == GraphView::cuts;
    box.style = body.isGround                   ? "box base"
                : isCut                         ? "box ghost"
                : body.isMassless || body.isGap ? "box massless"
                                                : "box";
    if (body.isGround) box.radius = 3;
    box.title = body.title;
    box.subject = body.subject;
    picture_.texts.push_back(textAt({box.corner.x + kNamePadding, places_.boxes[k].centre.y + 4}, body.name, kNameSize,
                                    body.isGround,
                                    body.isGround ? "inverse"
                                    : isCut       ? "cut"
                                                  : "ink"));
    picture_.texts.back().subject = box.subject;
    picture_.boxes.push_back(std::move(box));
  }

  void addJoint(std::size_t k) {
    const GraphJoint& joint = graph_.joints[k];
    const GraphBox& place = places_.boxes[at(graph_.jointNode(k))];
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
    FreePlaces free(places_.boxes, places_.lines);
    const bool hasCuts = view_ == GraphView::cuts;
    for (int block = 0; hasCuts && block < static_cast<int>(graph_.blockNumbers.size()); ++block) {
      std::vector<int> nodes;
      for (const GraphLoop& loop : graph_.loops) {
        if (loop.block == block) nodes.insert(nodes.end(), loop.nodes.begin(), loop.nodes.end());
      }
      if (!nodes.empty()) addLabel(blockName(block), nodes, false, free);
    }
    for (const GraphFold& fold : graph_.folds) {
      const std::string text = hasCuts ? fold.text : fmt::format("×{}: {}", fold.parts.size(), someOf(fold.parts, 6));
      addLabel(text, fold.bodies, true, free);
    }
  }

  // Beside the middle of the nodes, where nothing else is.
  void addLabel(const std::string& text, const std::vector<int>& nodes, bool isBold, FreePlaces& free) {
    PicturePoint middle;
    for (const int node : nodes) {
      const PicturePoint& centre = places_.boxes[at(node)].centre;
      middle = {middle.x + centre.x, middle.y + centre.y};
    }
    const auto count = static_cast<double>(nodes.size());
    GraphBox label{widthOf(text, kJointSize, isBold), kJointSize, {middle.x / count, middle.y / count}};
    free.take(corner_, label);
    picture_.texts.push_back(textAt({label.centre.x - label.width / 2, label.centre.y + 0.26 * kJointSize}, text,
                                    kJointSize, isBold, "second"));
    places_.right = std::max(places_.right, label.centre.x + label.width / 2);
    places_.bottom = std::max(places_.bottom, label.centre.y + label.height / 2);
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
  GraphPlaces places_;
  PicturePoint corner_;  // of the place below the title
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
