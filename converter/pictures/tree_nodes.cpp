#include "converter/pictures/tree_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "converter/pictures/tree_fold.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

class NodeBuilder {
 public:
  NodeBuilder(const Conversion& conversion, bool leavesGaps)
      : conversion_(conversion), plan_(conversion.plan), leavesGaps_(leavesGaps) {
    for (const Plan::CutEdge& cut : plan_.cuts) {
      for (const JointIndex joint : cut.loop) blockOfJoint_[joint] = cut.block;
    }
    for (const Plan::Base& base : plan_.bases) levels_[base.body] = 1;
    for (const Plan::TreeJoint& row : plan_.tree) {
      levels_[row.child] = row.level;
      children_[row.parent].push_back(treeChild(row));
    }
    // As in the model: front before rear, left before right, if its author wrote it so.
    for (auto& [body, children] : children_) std::ranges::stable_sort(children, {}, &TreeNode::body);
    for (std::size_t k = 0; k < plan_.cuts.size(); ++k) addGhost(static_cast<int>(k));
    for (auto& [body, children] : children_) keepBlocksTogether(children);
  }

  TreeNodes run() {
    TreeNodes out;
    out.numbers.assign(plan_.cuts.size(), 0);
    out.blockNumbers.assign(plan_.blocks.size(), 0);
    std::vector<TreeNode> waiting;  // a stack, since chains may be long
    for (auto base = plan_.bases.rbegin(); base != plan_.bases.rend(); ++base) {
      TreeNode node;
      node.body = base->body;
      node.name = nameOfBody(base->body);
      node.box = {node.name, {}};
      node.title = fmt::format("base '{}': {}", nameOfBody(base->body), base->reason);
      waiting.push_back(std::move(node));
    }
    int lastNumber = 0;
    int lastBlock = 0;
    while (!waiting.empty()) {
      TreeNode node = std::move(waiting.back());
      waiting.pop_back();
      if (node.cut >= 0) {
        out.numbers[at(node.cut)] = ++lastNumber;
        int& block = out.blockNumbers[at(node.block)];
        if (block == 0) block = ++lastBlock;
      }
      const int index = static_cast<int>(out.nodes.size());
      if (node.cut < 0) {
        std::vector<TreeNode> children = shownChildren(node);
        for (std::size_t k = children.size(); k-- > 0;) {
          children[k].parent = index;
          children[k].isFirst = k == 0;
          waiting.push_back(std::move(children[k]));
        }
      }
      addInRow(std::move(node), out);
    }
    return out;
  }

 private:
  const std::string& nameOfBody(BodyIndex body) const { return conversion_.model.bodies[body].name; }

  // Its only child in the tree, if it has no other and no cut closes there.
  const TreeNode* onlyChild(BodyIndex body) const {
    const auto found = children_.find(body);
    if (found == children_.end() || found->second.size() != 1 || closes_.contains(body)) return nullptr;
    const TreeNode& child = found->second.front();
    return child.cut < 0 ? &child : nullptr;
  }

  std::vector<TreeNode> shownChildren(const TreeNode& node) const {
    const auto found = children_.find(node.body);
    if (found == children_.end()) return {};
    if (std::optional<TreeNode> gap = gapAfter(node)) return {*gap};
    std::vector<TreeNode> children = found->second;
    for (TreeNode& child : children) skipMassless(child);
    return children;
  }

  // Goes on to the first body that has mass, branches or closes a loop.
  void skipMassless(TreeNode& child) const {
    const std::string first = child.joint;
    while (child.cut < 0 && conversion_.model.bodies[child.body].massProperties.mass == 0) {
      const TreeNode* const next = onlyChild(child.body);
      if (!next) return;
      TreeNode merged = *next;
      merged.glyphs = child.glyphs + next->glyphs;
      merged.glyphSubjects.insert(merged.glyphSubjects.begin(), child.glyphSubjects.begin(), child.glyphSubjects.end());
      merged.joint = fmt::format("{} … {}", first, next->joint);
      merged.title = fmt::format("{}\n'{}' has no mass\n{}", child.title, child.name, next->title);
      merged.leftOut = child.leftOut + 1;
      merged.block = std::max(child.block, next->block);
      child = std::move(merged);
    }
  }

  // Alike but for digits, such as the shoes of a track.
  bool isAlike(const TreeNode& a, const TreeNode& b) const {
    const auto letters = [](const std::string& name) {
      std::string text;
      std::ranges::copy_if(name, std::back_inserter(text), [](char c) { return c < '0' || c > '9'; });
      return text;
    };
    return a.glyphs == b.glyphs && a.block == b.block && letters(a.name) == letters(b.name);
  }

  // What stands for all but the first and the last of a long chain of alike bodies.
  std::optional<TreeNode> gapAfter(const TreeNode& node) const {
    constexpr int kLongChain = 6;
    if (node.isGap || !leavesGaps_) return std::nullopt;
    const TreeNode* last = &node;
    const TreeNode* beforeLast = nullptr;
    int count = 1;
    for (const TreeNode* next = onlyChild(node.body); next && isAlike(*last, *next); next = onlyChild(next->body)) {
      beforeLast = last;
      last = next;
      ++count;
    }
    if (count < kLongChain) return std::nullopt;
    TreeNode gap = *beforeLast;
    gap.isGap = true;
    gap.leftOut = count - 2;
    gap.name = fmt::format("… {} more …", count - 2);
    gap.joint.clear();
    gap.box = {};
    gap.title = fmt::format("from the child of '{}' to '{}'", node.name, beforeLast->name);
    return gap;
  }

  static void setGlyphs(const std::string& glyphs, TreeNode& node) {
    node.glyphs = glyphs;
    node.glyphSubjects.assign(glyphs.size(), node.line);
  }

  TreeNode treeChild(const Plan::TreeJoint& row) const {
    const Joint& joint = conversion_.model.joints[row.joint];
    TreeNode node;
    node.body = row.child;
    node.name = nameOfBody(row.child);
    node.box = {node.name, {}};
    node.line = {{}, joint.name};
    setGlyphs(glyphsOf(joint.type), node);
    node.joint = joint.name;
    node.title = fmt::format("{} '{}', weight {}{}{}", joint.type.name, joint.name, toText(row.weight),
                             row.reason.empty() ? "" : ": ", row.reason);
    const auto block = blockOfJoint_.find(row.joint);
    if (block != blockOfJoint_.end()) node.block = block->second;
    return node;
  }

  // At the deeper of the two bodies, for the other one.
  void addGhost(int k) {
    const Plan::CutEdge& cut = plan_.cuts[at(k)];
    const CutEnds ends = endsOf(conversion_, cut);
    const bool fromIsDeeper = levels_[ends.from] > levels_[ends.to];
    const bool isRod = cut.edge.rod >= 0;
    const std::string name = nameOf(conversion_.model, plan_, cut.edge);
    TreeNode node;
    node.body = fromIsDeeper ? ends.to : ends.from;
    node.name = nameOfBody(node.body);
    closes_.insert(node.body);
    node.cut = k;
    node.block = cut.block;
    node.line = isRod ? PictureSubject{name, {}} : PictureSubject{{}, name};
    node.box = {node.name, node.line.joint};
    setGlyphs(isRod ? "D" : glyphsOf(conversion_.model.joints[cut.edge.joint].type), node);
    node.joint = name;
    node.note = fmt::format(": {}, {}", counted(cut.rows, "row"), toText(cut.weight));
    node.title = fmt::format("{} '{}' is cut: {}", isRod ? "rod" : conversion_.model.joints[cut.edge.joint].type.name,
                             name, cut.reason);
    children_[fromIsDeeper ? ends.from : ends.to].push_back(std::move(node));
  }

  // Children of one block stand together, in the order of their first ones; ghosts stand last.
  static void keepBlocksTogether(std::vector<TreeNode>& children) {
    std::map<int, int> places;  // by block
    std::vector<std::pair<int, std::size_t>> order;
    int next = 0;
    for (std::size_t k = 0; k < children.size(); ++k) {
      const TreeNode& child = children[k];
      const int place = child.block < 0 ? next : places.try_emplace(child.block, next).first->second;
      if (place == next) ++next;
      order.emplace_back(child.cut >= 0 ? kLast + place : place, k);
    }
    std::ranges::sort(order);
    std::vector<TreeNode> sorted;
    for (const auto& [place, k] : order) sorted.push_back(std::move(children[k]));
    children = std::move(sorted);
  }

  static constexpr int kLast = 1 << 30;  // beyond any place

  const Conversion& conversion_;
  const Plan& plan_;
  bool leavesGaps_;
  std::map<JointIndex, int> blockOfJoint_;
  std::map<BodyIndex, std::vector<TreeNode>> children_;
  std::map<BodyIndex, int> levels_;
  std::set<BodyIndex> closes_;  // bodies that ghosts stand for
};

}  // namespace

std::string glyphsOf(const JointType& type) {
  if (keepsEquationInTree(type)) return "D";
  std::string letters;
  for (const Motion& motion : type.motions()) {
    switch (motion.kind) {
      case MotionKind::rotation: letters += 'R'; break;
      case MotionKind::translation: letters += 'P'; break;
      case MotionKind::ball: letters += 'S'; break;
      case MotionKind::bend: letters += 'V'; break;
      case MotionKind::screw: letters += 'H'; break;
      case MotionKind::offset:
      case MotionKind::turn: break;
    }
  }
  return letters;
}

CutEnds endsOf(const Conversion& conversion, const Plan::CutEdge& cut) {
  if (cut.edge.rod >= 0) {
    const auto& neighbours = conversion.plan.rods[at(cut.edge.rod)].candidate.neighbours;
    return {neighbours[0], neighbours[1]};
  }
  const Joint& joint = conversion.model.joints[cut.edge.joint];
  return {bodyJ(conversion.model, joint), bodyI(conversion.model, joint)};
}

void addInRow(TreeNode node, TreeNodes& tree) {
  node.row = node.isFirst ? tree.nodes[at(node.parent)].row : tree.rows++;
  node.column = node.parent < 0 ? 0 : tree.nodes[at(node.parent)].column + 1;
  tree.columns = std::max(tree.columns, node.column + 1);
  tree.nodes.push_back(std::move(node));
}

TreeNodes treeNodes(const Conversion& conversion, Fold fold) {
  TreeNodes tree = NodeBuilder(conversion, fold != Fold::never).run();
  const bool isLarge = tree.nodes.size() > kMostUnfolded;
  return fold == Fold::always || (fold == Fold::automatic && isLarge) ? folded(std::move(tree)) : tree;
}

}  // namespace mb
