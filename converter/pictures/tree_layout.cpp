#include "converter/pictures/tree_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "converter/pictures/captions.h"
#include "converter/pictures/tree_nodes.h"
#include "converter/report/report_text.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

constexpr double kGutter = 22;  // between a box and the next joint lane: lines go down here
constexpr double kRowPitch = 30;
constexpr double kGlyphPitch = 16;
constexpr double kNamePadding = 8;  // of a name in its box, on either side
constexpr double kLabelGap = 4;     // between a glyph and the label beside it
constexpr double kAboveLine = 5;    // a joint's baseline over its line
constexpr double kLaneEnd = 10;     // of line behind the label
constexpr double kLeastWidth = 560;

class Layout {
 public:
  Layout(const Conversion& conversion, Fold fold)
      : conversion_(conversion),
        tree_(treeNodes(conversion, fold)),
        tags_(tree_.nodes.size()),
        lastChild_(tree_.nodes.size(), 0) {
    tagCuts();
    setColumns();
    captions_ = Captions(std::max(kLeastWidth, right_ + blockLane() + foldLane() + kMargin));
  }

  TreePicture run() {
    addTitle();
    addBands();
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      addEdge(static_cast<int>(k));
      addBox(static_cast<int>(k));
    }
    addFolds();
    addLegend();
    return std::move(picture_);
  }

 private:
  static bool isBold(const TreeNode& node) { return node.parent < 0; }

  // A ghost carries its cut's number, and so does the body that it stands for.
  void tagCuts() {
    std::map<BodyIndex, std::vector<int>> ofBody;
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      const TreeNode& node = tree_.nodes[k];
      if (node.cut < 0) continue;
      tags_[k] = {tree_.numbers[at(node.cut)]};
      ofBody[node.body].push_back(tags_[k].front());
    }
    for (std::size_t k = 0; k < tree_.nodes.size(); ++k) {
      const auto found = ofBody.find(tree_.nodes[k].body);
      if (tree_.nodes[k].cut < 0 && found != ofBody.end()) tags_[k] = found->second;
    }
  }

  double boxWidth(int k) const {
    const TreeNode& node = tree_.nodes[at(k)];
    return widthOf(node.name, kNameSize, isBold(node)) + 2 * kNamePadding +
           kTagPitch * static_cast<double>(tags_[at(k)].size());
  }
  static double glyphsWidth(const TreeNode& node) { return kGlyphPitch * static_cast<double>(node.glyphs.size()); }

  void setColumns() {
    std::vector<double> jointLane(at(tree_.columns), 0);
    std::vector<double> bodyLane(at(tree_.columns), 0);
    for (int k = 0; k < static_cast<int>(tree_.nodes.size()); ++k) {
      const TreeNode& node = tree_.nodes[at(k)];
      bodyLane[at(node.column)] = std::max(bodyLane[at(node.column)], boxWidth(k));
      const double label = glyphsWidth(node) + kLabelGap + widthOf(node.joint + node.note, kJointSize) + kLaneEnd;
      if (node.parent >= 0) jointLane[at(node.column)] = std::max(jointLane[at(node.column)], label);
    }
    double x = kMargin;
    for (int c = 0; c < tree_.columns; ++c) {
      lane_.push_back(x + (c > 0 ? kGutter : 0));
      box_.push_back(lane_.back() + jointLane[at(c)]);
      x = box_.back() + bodyLane[at(c)];
    }
    right_ = x;
  }

  static std::string blockName(std::size_t number) { return fmt::format("loops {}", number); }
  double blockLane() const {
    const std::size_t count = conversion_.plan.blocks.size();
    return count == 0 ? 0 : 24 + widthOf(blockName(count), kJointSize);
  }

  // Brackets and what stands behind them.
  double foldLane() const {
    double width = 0;
    for (const TreeFold& fold : tree_.folds) width = std::max(width, 30 + widthOf(fold.text, kJointSize, true));
    return width;
  }

  double lineOf(const TreeNode& node) const { return top_ + kRowPitch * (node.row + 0.5); }

  void addText(PicturePoint point, std::string text, double size, bool bold, std::string style,
               PictureSubject subject = {}) {
    picture_.texts.push_back(textAt(point, std::move(text), size, bold, std::move(style)));
    picture_.texts.back().subject = std::move(subject);
  }

  void addTitle() {
    const Plan& plan = conversion_.plan;
    captions_.addTitle(fmt::format("{}: the chosen spanning tree", conversion_.source.name));
    captions_.addLine(fmt::format("{}; {} coordinates, {} of {}", treesLine(conversion_), plan.coordinates,
                                  counted(plan.equations, "closing equation"), counted(plan.cuts.size(), "cut")));
    constexpr std::size_t kMostBases = 3;
    for (std::size_t k = 0; k < std::min(plan.bases.size(), kMostBases); ++k) {
      captions_.addLine(
          fmt::format("base {}: {}", conversion_.model.bodies[plan.bases[k].body].name, plan.bases[k].reason));
    }
    if (plan.bases.size() > kMostBases) {
      captions_.addLine(fmt::format("and {} more bases", plan.bases.size() - kMostBases));
    }
    picture_.width = captions_.width();
    top_ = captions_.bottom() + 10;
  }

  // The rows of a block, from its first joint lane to the right edge, where its name stands in the row of its first
  // ghost, which is the last box of that row.
  struct Extent {
    int firstRow = 0;
    int lastRow = -1;  // none yet
    int column = 0;
    const TreeNode* ghost = nullptr;
  };
  void addBands() {
    std::vector<Extent> extents(conversion_.plan.blocks.size());
    for (const TreeNode& node : tree_.nodes) {
      if (node.block < 0) continue;
      Extent& extent = extents[at(node.block)];
      const bool isNew = extent.lastRow < 0;
      extent.firstRow = isNew ? node.row : std::min(extent.firstRow, node.row);
      extent.column = isNew ? node.column : std::min(extent.column, node.column);
      extent.lastRow = std::max(extent.lastRow, node.row);
      if (node.cut >= 0 && !extent.ghost) extent.ghost = &node;
    }
    std::erase_if(extents, [](const Extent& extent) { return !extent.ghost; });
    std::ranges::sort(extents, {}, [](const Extent& extent) { return extent.ghost->row; });
    for (std::size_t k = 0; k < extents.size(); ++k) {
      const Extent& extent = extents[k];
      const double left = lane_[at(extent.column)] - 12;
      const int tint = static_cast<int>(k % kBandTints);
      picture_.bands.push_back({tint,
                                {left, top_ + kRowPitch * extent.firstRow + 1},
                                picture_.width - kMargin / 2 - left,
                                kRowPitch * (extent.lastRow - extent.firstRow + 1) - 2});
      const std::string name = blockName(at(tree_.blockNumbers[at(extent.ghost->block)]));
      addText({picture_.width - kMargin - foldLane() - widthOf(name, kJointSize), lineOf(*extent.ghost) + 4}, name,
              kJointSize, false, "second");
    }
    // Those inside others are drawn over them.
    std::ranges::stable_sort(picture_.bands, std::ranges::greater{}, &PictureBand::height);
  }

  void addEdge(int k) {
    const TreeNode& node = tree_.nodes[at(k)];
    if (node.parent < 0) return;
    const TreeNode& parent = tree_.nodes[at(node.parent)];
    const double y = lineOf(node);
    const double x = lane_[at(node.column)];
    PictureEdge edge;
    edge.subject = node.line;
    edge.isCut = node.cut >= 0;
    edge.isRod = edge.isCut && conversion_.plan.cuts[at(node.cut)].edge.rod >= 0;
    if (node.isFirst) {
      edge.points.push_back({box_[at(parent.column)] + boxWidth(node.parent), y});
    } else {
      const double gutter = x - kGutter / 2;
      edge.points.push_back({gutter, lineOf(tree_.nodes[at(lastChild_[at(node.parent)])])});
      edge.points.push_back({gutter, y});
    }
    edge.points.push_back({box_[at(node.column)], y});
    picture_.edges.push_back(std::move(edge));
    lastChild_[at(node.parent)] = k;
    for (std::size_t g = 0; g < node.glyphs.size(); ++g) {
      picture_.glyphs.push_back(
          {{x + kGlyphRadius + kGlyphPitch * static_cast<double>(g), y}, node.glyphs[g], node.glyphSubjects[g]});
    }
    addText({x + glyphsWidth(node) + kLabelGap, y - kAboveLine}, node.joint + node.note, kJointSize, false,
            node.cut >= 0 ? "cut" : "second", node.line);
  }

  void addBox(int k) {
    const TreeNode& node = tree_.nodes[at(k)];
    const bool isDotted = node.isGap || conversion_.model.bodies[node.body].massProperties.mass == 0;
    picture_.leftOut += node.leftOut - (node.isGap ? 1 : 0);
    const BoxKind kind = node.cut >= 0     ? BoxKind::ghost
                         : node.parent < 0 ? BoxKind::base
                         : isDotted        ? BoxKind::massless
                                           : BoxKind::body;
    const double x = box_[at(node.column)];
    const double y = lineOf(node);
    picture_.boxes.push_back({{x, y - kBoxHeight / 2}, boxWidth(k), kind, node.title, tags_[at(k)], node.box});
    addText({x + kNamePadding, y + 4}, node.name, kNameSize, isBold(node),
            kind == BoxKind::base    ? "inverse"
            : kind == BoxKind::ghost ? "cut"
                                     : "ink",
            node.box);
  }

  void addFolds() {
    picture_.leftOut += tree_.foldedAway;
    const double x = captions_.width() - kMargin - foldLane() + 14;
    for (const TreeFold& fold : tree_.folds) {
      const double top = top_ + kRowPitch * fold.firstRow + 5;
      const double bottom = top_ + kRowPitch * (fold.lastRow + 1) - 5;
      PictureEdge bracket;
      bracket.points = {{x - 5, top}, {x, top}, {x, bottom}, {x - 5, bottom}};
      picture_.edges.push_back(std::move(bracket));
      addText({x + 10, (top + bottom) / 2 + 4}, fold.text, kJointSize, true, "second");
    }
  }

  void addLegend() {
    std::vector<LegendEntry> entries;
    if (!conversion_.plan.cuts.empty()) {
      entries.push_back(
          {"dashed: a cut, with its number, rows and weight; the dashed box is the body it closes to", "cut"});
    }
    if (std::ranges::any_of(picture_.boxes, [](const PictureBox& box) { return box.kind == BoxKind::massless; })) {
      entries.push_back({"dotted box: no mass, or bodies left out", "second"});
    }
    if (!tree_.folds.empty()) {
      entries.push_back({"bracket: drawn once for several, * is what their names differ in", "second"});
    }
    captions_.goTo(top_ + kRowPitch * tree_.rows + 14);
    captions_.addLegend(picture_.glyphs, entries);
    picture_.width = captions_.width();
    picture_.height = captions_.bottom();
    std::ranges::move(captions_.texts, std::back_inserter(picture_.texts));
    std::ranges::move(captions_.glyphs, std::back_inserter(picture_.glyphs));
  }

  const Conversion& conversion_;
  TreeNodes tree_;
  std::vector<std::vector<int>> tags_;  // by node
  std::vector<int> lastChild_;          // by node: the child that was placed last
  std::vector<double> lane_;            // by column: left end of its joints, and of its boxes
  std::vector<double> box_;
  double right_ = 0;
  double top_ = 0;
  Captions captions_{0};
  TreePicture picture_;
};

}  // namespace

TreePicture layOutTree(const Conversion& conversion, Fold fold) { return Layout(conversion, fold).run(); }

}  // namespace mb
