#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "converter/pictures/graph/graph_nodes.h"
#include "converter/pictures/tree_fold.h"
#include "formats/model/basics/index.h"

namespace mb {
namespace {

class RepeatFolder {
 public:
  RepeatFolder(MachineGraph graph, const TreeNodes& tree) : graph_(std::move(graph)), tree_(tree) {
    for (std::size_t k = 0; k < graph_.bodies.size(); ++k) bodyKept_.push_back(static_cast<int>(k));
    jointGone_.resize(graph_.joints.size());
  }

  MachineGraph run() {
    for (const TreeFold& fold : tree_.folds) foldAs(fold);
    std::erase_if(graph_.loops, [&](const GraphLoop& loop) {
      return std::ranges::any_of(loop.nodes, [&](int node) { return isGone(node); });
    });
    return keptOf(std::move(graph_), bodyKept_, jointGone_);
  }

 private:
  struct Members {
    std::set<int> bodies;
    std::set<int> joints;
  };

  bool isGone(int node) const {
    const int firstJoint = graph_.jointNode(0);
    return node < firstJoint ? bodyKept_[at(node)] < 0 : jointGone_[at(node - firstJoint)];
  }

  // The tree's rows name bodies, joints and rods. Welded bodies and those that only divide a joint have no box there.
  Members membersOf(const TreeFold& fold, const std::string& part) const {
    std::set<std::string> bodies;
    std::set<std::string> joints;
    const auto add = [&](const std::string& name, const std::vector<std::string>& all, std::set<std::string>& names) {
      if (all.size() > 1) names.insert(namesIn(name, {fold.parts[0], part}).back());
    };
    for (const TreeNode& node : tree_.nodes) {
      if (node.row < fold.firstRow || node.row > fold.lastRow) continue;
      if (node.cut < 0) add(node.box.body, node.box.bodies, bodies);
      add(node.line.body, node.line.bodies, bodies);
      add(node.line.joint, node.line.joints, joints);
      for (const PictureSubject& glyph : node.glyphSubjects) add(glyph.joint, glyph.joints, joints);
    }
    Members members;
    for (std::size_t k = 0; k < graph_.bodies.size(); ++k) {
      if (bodies.contains(graph_.bodies[k].subject.body)) members.bodies.insert(static_cast<int>(k));
    }
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      if (joints.contains(graph_.joints[k].subject.joint)) members.joints.insert(static_cast<int>(k));
    }
    while (grow(members)) {
    }
    return members;
  }

  // Takes in the joints of the bodies, what is welded to them, and bodies without mass between joints of the group.
  bool grow(Members& members) const {
    const std::size_t before = members.bodies.size() + members.joints.size();
    std::vector<int> outside(graph_.bodies.size(), 0);  // joints that are not in the group
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      const auto [a, b] = graph_.joints[k].bodies;
      if (members.bodies.contains(a) || members.bodies.contains(b)) {
        members.joints.insert(static_cast<int>(k));
        if (graph_.joints[k].role == JointRole::weld) members.bodies.insert({a, b});
      }
      if (members.joints.contains(static_cast<int>(k))) continue;
      ++outside[at(a)];
      ++outside[at(b)];
    }
    for (const int joint : members.joints) {
      for (const int body : graph_.joints[at(joint)].bodies) {
        if (outside[at(body)] == 0 && graph_.bodies[at(body)].isMassless) members.bodies.insert(body);
      }
    }
    return members.bodies.size() + members.joints.size() > before;
  }

  // Where the groups do not have as many members each, they are drawn one by one.
  void foldAs(const TreeFold& fold) {
    const Members kept = membersOf(fold, fold.parts[0]);
    std::vector<Members> others;
    for (std::size_t k = 1; k < fold.parts.size(); ++k) {
      others.push_back(membersOf(fold, fold.parts[k]));
      if (others[k - 1].bodies.size() != kept.bodies.size() || others[k - 1].joints.size() != kept.joints.size())
        return;
    }
    for (const Members& gone : others) {
      for (const int body : gone.bodies) bodyKept_[at(body)] = -1;
      for (const int joint : gone.joints) jointGone_[at(joint)] = true;
    }
    GraphFold made{{kept.bodies.begin(), kept.bodies.end()}, fold.parts, fold.text};
    for (const int k : kept.bodies) {
      GraphBody& body = graph_.bodies[at(k)];
      body.name = starred(body.name, fold.parts[0]);
      body.subject = subjectIn(std::move(body.subject), fold.parts);
    }
    for (const int k : kept.joints) {
      GraphJoint& joint = graph_.joints[at(k)];
      joint.name = starred(joint.name, fold.parts[0]);
      joint.subject = subjectIn(std::move(joint.subject), fold.parts);
    }
    graph_.folds.push_back(std::move(made));
  }

  MachineGraph graph_;
  const TreeNodes& tree_;
  std::vector<int> bodyKept_;  // by body: itself, or -1
  std::vector<bool> jointGone_;
};

// A joint and the one behind the body become one, if both weigh the same.
class DivisionFolder {
 public:
  explicit DivisionFolder(MachineGraph graph) : graph_(std::move(graph)) {}

  MachineGraph run() {
    std::vector<int> kept;
    std::vector<std::vector<int>> jointsAt(graph_.bodies.size());
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      for (const int body : graph_.joints[k].bodies) jointsAt[at(body)].push_back(static_cast<int>(k));
    }
    isGone_.resize(graph_.joints.size());
    for (int body = 0; body < static_cast<int>(graph_.bodies.size()); ++body) {
      std::vector<int>& joints = jointsAt[at(body)];
      const bool divides = graph_.bodies[at(body)].isMassless && joints.size() == 2 && canMerge(joints[0], joints[1]);
      kept.push_back(divides ? -1 : body);
      if (!divides) continue;
      const int other = otherEnd(joints[1], body);
      merge(joints[0], joints[1], body);
      std::ranges::replace(jointsAt[at(other)], joints[1], joints[0]);
    }
    return keptOf(std::move(graph_), kept, isGone_);
  }

 private:
  bool canMerge(int first, int second) const {
    const GraphJoint& a = graph_.joints[at(first)];
    const GraphJoint& b = graph_.joints[at(second)];
    const auto isPlain = [](JointRole role) { return role == JointRole::tree || role == JointRole::tied; };
    const bool isBetweenSame = std::set<int>{a.bodies[0], a.bodies[1], b.bodies[0], b.bodies[1]}.size() < 3;
    return isPlain(a.role) && isPlain(b.role) && a.weight == b.weight && !isBetweenSame;
  }
  int otherEnd(int joint, int body) const {
    const std::array<int, 2>& both = graph_.joints[at(joint)].bodies;
    return both[0] == body ? both[1] : both[0];
  }

  void merge(int first, int second, int body) {
    GraphJoint& a = graph_.joints[at(first)];
    const GraphJoint& b = graph_.joints[at(second)];
    const bool isAhead = a.bodies[1] == body;  // in the direction from the tree's base
    a.glyphs = isAhead ? a.glyphs + b.glyphs : b.glyphs + a.glyphs;
    std::ranges::replace(a.bodies, body, otherEnd(second, body));
    if (a.count == 1) a.name += " …";
    a.count += b.count;
    if (b.role == JointRole::tied) a.role = JointRole::tied;
    a.title += fmt::format("\n'{}' has no mass\n{}", graph_.bodies[at(body)].name, b.title);
    if (a.subject.joints.empty()) a.subject.joints = {a.subject.joint};
    if (b.subject.joints.empty()) a.subject.joints.push_back(b.subject.joint);
    a.subject.joints.insert(a.subject.joints.end(), b.subject.joints.begin(), b.subject.joints.end());
    isGone_[at(second)] = true;
  }

  MachineGraph graph_;
  std::vector<bool> isGone_;  // by joint
};

}  // namespace

MachineGraph withoutDivisions(MachineGraph graph) { return DivisionFolder(std::move(graph)).run(); }

MachineGraph withoutRepeats(MachineGraph graph, const TreeNodes& folded) {
  return RepeatFolder(std::move(graph), folded).run();
}

}  // namespace mb
