#include "graph/choose/fill_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "formats/model/basics/text.h"

namespace mb {
namespace {

constexpr std::size_t kRivalsShown = 6;
constexpr Weight kNone = std::numeric_limits<Weight>::max();

class Report {
 public:
  Report(const CartesianModel& model, const Topology& topology, const BiconnectedTree& blocks,
         const std::vector<TreeChoice>& trees, const std::vector<BaseChoice>& bases,
         const std::vector<int>& loopBlockOf, Plan& plan)
      : model_(model),
        topology_(topology),
        blocks_(blocks),
        trees_(trees),
        loopBlockOf_(loopBlockOf),
        forest_(hangOnBases(model, topology, blocks, trees, bases)),
        plan_(plan),
        rivals_(topology.edges.size()),
        choiceOf_(topology.edges.size()) {
    for (int b = 0; b < static_cast<int>(trees.size()); ++b) {
      for (const int e : blocks.blocks()[b].graph.edges) choiceOf_[e] = b;
    }
  }

  void fill(const std::vector<BaseChoice>& bases) {
    fillBases(bases);
    fillCuts();
    fillTree();
    fillRods();
    fillBlocks();
    remarkOnTies();
  }

 private:
  // The cuts that could replace a tree edge.
  struct Rivals {
    Weight lightest = kNone;
    Preference worst = Preference::tree;  // among the lightest
  };

  void fillBases(const std::vector<BaseChoice>& bases) {
    for (const BaseChoice& base : bases) {
      plan_.bases.push_back({topology_.bodies[base.vertex], base.isGround, base.reason});
      plan_.coordinates += base.isGround ? 0 : kFreeBaseDof;
      plan_.cost += base.figures.cost;
      plan_.massMatrixEntries += base.figures.entries;
      plan_.depth = std::max(plan_.depth, base.figures.depth);
    }
  }

  void fillCuts() {
    for (int e = 0; e < topology_.edgeCount(); ++e) {
      const GraphEdge& edge = topology_.edges[e];
      if (forest_.inTree[e] && edge.costs.ownRows == 0) continue;
      Plan::CutEdge cut;
      cut.edge = {edge.joint, edge.rod};
      cut.weight = edge.weight;
      if (forest_.inTree[e]) {
        cut.rows = edge.costs.ownRows;
        cut.loop = {edge.joint};
        cut.heaviest = edge.joint;
        cut.reason = "in the tree as a free joint; its own row stays";
      } else {
        cut.rows = edge.costs.rows;
        const std::vector<int> loop = loopOf(topology_, forest_, e);
        cut.loop = jointsAlong(loop, edge.ends.a);
        certify(edge, loop, cut);
        noteRival(edge, loop);
      }
      plan_.equations += cut.rows;
      plan_.cuts.push_back(std::move(cut));
      cutEdges_.push_back(e);
    }
  }

  std::vector<JointIndex> jointsAlong(const std::vector<int>& loop, int from) const {
    std::vector<JointIndex> joints;
    for (const int e : loop) {
      const GraphEdge& edge = topology_.edges[e];
      const bool ahead = edge.ends.a == from;
      from = edge.ends.a + edge.ends.b - from;
      if (edge.rod < 0) {
        joints.push_back(edge.joint);
      } else {
        const auto& pair = topology_.rods[edge.rod].joints;
        joints.insert(joints.end(), {pair[ahead ? 0 : 1], pair[ahead ? 1 : 0]});
      }
    }
    return joints;
  }

  JointIndex jointOf(const GraphEdge& edge) const {
    return edge.rod < 0 ? edge.joint : topology_.rods[edge.rod].joints[0];
  }

  // The certificate that the tree has least weight: no tree edge on the loop that may be cut weighs more than the cut.
  void certify(const GraphEdge& edge, const std::vector<int>& loop, Plan::CutEdge& cut) const {
    const GraphEdge* heaviest = nullptr;
    std::string names;
    std::size_t shown = 0;
    for (const int e : loop) {
      const GraphEdge& other = topology_.edges[e];
      if (shown < kRivalsShown) names += fmt::format("{}'{}'", shown == 0 ? "" : ", ", other.name);
      ++shown;
      if (mustStay(other)) continue;
      if (heaviest == nullptr || keyOf(other) > keyOf(*heaviest)) heaviest = &other;
    }
    if (shown > kRivalsShown) names += fmt::format(" and {} more", shown - kRivalsShown);
    cut.reason = fmt::format("closes the loop of {}", names);
    if (heaviest != nullptr) cut.heaviest = jointOf(*heaviest);
    if (edge.forced == Forced::cut) {
      cut.reason += "; cut as asked";
      if (heaviest != nullptr && heaviest->weight > edge.weight) {
        cut.reason += fmt::format(", which costs {} more weight than cutting '{}'",
                                  toText(heaviest->weight - edge.weight), heaviest->name);
      }
    } else if (heaviest == nullptr) {
      cut.reason += fmt::format("; weighs {}, every other joint on its loop has to stay", toText(edge.weight));
    } else {
      cut.reason +=
          fmt::format("; weighs {}, no tree joint on its loop that may be cut weighs more (heaviest '{}' {}{})",
                      toText(edge.weight), heaviest->name, toText(heaviest->weight), tieText(edge, *heaviest));
    }
    if (edge.carries) cut.reason += "; its coordinate is reconstructed";
  }

  std::string tieText(const GraphEdge& cut, const GraphEdge& heaviest) const {
    if (heaviest.weight < cut.weight) return {};
    if (heaviest.preference != cut.preference) return ": tie decided by preference";
    const std::string& tie = trees_[choiceOf_[&cut - topology_.edges.data()]].tie;
    return tie.empty() ? std::string() : ": tie decided by " + tie;
  }

  void noteRival(const GraphEdge& cut, const std::vector<int>& loop) {
    if (cut.forced == Forced::cut) return;
    for (const int e : loop) {
      Rivals& rivals = rivals_[e];
      if (cut.weight < rivals.lightest)
        rivals = {cut.weight, cut.preference};
      else if (cut.weight == rivals.lightest)
        rivals.worst = std::max(rivals.worst, cut.preference);
    }
  }

  std::string treeReason(int e) {
    const GraphEdge& edge = topology_.edges[e];
    const Rivals& rivals = rivals_[e];
    if (mustStay(edge)) {
      std::string reason = edge.forced == Forced::keep ? "kept as asked" : "driven or coupled";
      if (rivals.lightest < edge.weight) {
        const std::string extra = toText(edge.weight - rivals.lightest);
        reason += fmt::format("; costs {} more weight", extra);
        plan_.remarks.push_back(fmt::format("Keeping '{}' in the tree ({}) costs {} more weight.", edge.name,
                                            edge.forced == Forced::keep ? "as asked" : "driven or coupled", extra));
      }
      return reason;
    }
    if (edge.preference == Preference::tree && rivals.lightest == edge.weight && rivals.worst > Preference::tree) {
      return edge.carries ? "preferred: its coordinate is used" : "preferred";
    }
    return {};
  }

  void fillTree() {
    for (const int v : forest_.order) {
      const int e = forest_.parentEdge[v];
      if (e < 0) continue;
      const GraphEdge& edge = topology_.edges[e];
      const BodyIndex parent = topology_.bodies[forest_.parent[v]];
      const BodyIndex child = topology_.bodies[v];
      const int level = forest_.level[v];
      const std::string reason = treeReason(e);
      plan_.weight += edge.weight;
      plan_.coordinates += edge.costs.dof;
      if (edge.rod < 0) {
        addTreeJoint(edge.joint, parent, child, edge.weight, level, reason);
        continue;
      }
      const RodCandidate& rod = topology_.rods[edge.rod];
      const int first = edge.ends.a == forest_.parent[v] ? 0 : 1;
      addTreeJoint(rod.joints[first], parent, rod.body, edge.rodWeights[first], level - 1, reason);
      addTreeJoint(rod.joints[1 - first], rod.body, child, edge.rodWeights[1 - first], level, reason);
    }
  }

  void addTreeJoint(JointIndex joint, BodyIndex parent, BodyIndex child, Weight weight, int level,
                    const std::string& reason) {
    const bool reversed = bodyI(model_, model_.joints[joint]) == parent;
    plan_.tree.push_back({joint, parent, child, reversed, weight, level, reason});
  }

  void fillRods() {
    plan_.notRods = topology_.refused;
    for (const RodCandidate& rod : topology_.rods) plan_.rods.push_back({rod, false, {}});
    for (int e = 0; e < topology_.edgeCount(); ++e) {
      const GraphEdge& edge = topology_.edges[e];
      if (edge.rod < 0) continue;
      Plan::Rod& rod = plan_.rods[edge.rod];
      rod.removed = !forest_.inTree[e];
      if (rod.removed) {
        rod.reason = edge.costs.rows == 1
                         ? fmt::format("one distance row instead of a body with {} coordinates", edge.costs.dof)
                         : fmt::format("{} rows instead of a massless body with {} coordinates", edge.costs.rows,
                                       edge.costs.dof);
        const std::string& bound = rod.candidate.bound;
        if (!bound.empty()) rod.reason += ", " + bound;
      } else if (edge.forced == Forced::keep) {
        rod.reason = "kept as asked";
      } else {
        rod.reason =
            rivals_[e].lightest == kNone ? "kept: it lies on no loop" : "kept: nothing lighter holds its loop together";
      }
    }
  }

  void fillBlocks() {
    int groups = 0;
    for (const int group : loopBlockOf_) groups = std::max(groups, group + 1);
    std::vector<int> blockOf(groups, -1);
    for (std::size_t k = 0; k < plan_.cuts.size(); ++k) {
      const int group = loopBlockOf_[cutEdges_[k]];
      int block = group < 0 ? -1 : blockOf[group];
      if (block < 0) {
        block = static_cast<int>(plan_.blocks.size());
        plan_.blocks.emplace_back();
        if (group >= 0) blockOf[group] = block;
      }
      plan_.cuts[k].block = block;
      plan_.blocks[block].cuts.push_back(static_cast<int>(k));
    }
    for (int e = 0; e < topology_.edgeCount(); ++e) {
      const GraphEdge& edge = topology_.edges[e];
      const int group = loopBlockOf_[e];
      if (!forest_.inTree[e] || group < 0 || blockOf[group] < 0) continue;
      std::vector<JointIndex>& joints = plan_.blocks[blockOf[group]].joints;
      if (edge.rod < 0)
        joints.push_back(edge.joint);
      else
        joints.insert(joints.end(), topology_.rods[edge.rod].joints.begin(), topology_.rods[edge.rod].joints.end());
    }
  }

  void remarkOnTies() {
    int searched = 0;
    int unconditioned = 0;
    const BiconnectedGraph* example = nullptr;
    for (std::size_t b = 0; b < trees_.size(); ++b) {
      searched += trees_[b].decidedBy == DecidedBy::search;
      unconditioned += trees_[b].skippedConditioning;
      if (example == nullptr && trees_[b].decidedBy == DecidedBy::search) example = &blocks_.blocks()[b].graph;
    }
    if (searched > 0) {
      plan_.tiesExhausted = false;
      plan_.remarks.push_back(
          fmt::format("Not every tree of least weight was compared: {} (the first around '{}', {} joints) {} too many; "
                      "exchanges of joints of equal weight were tried instead.",
                      counted(searched, "block"), topology_.edges[example->edges.front()].name, example->edgeCount(),
                      searched == 1 ? "has" : "have"));
    }
    if (unconditioned > 0) {
      plan_.remarks.push_back(fmt::format("Conditioning did not decide between trees of equal cost in {}: too large.",
                                          counted(unconditioned, "block")));
    }
  }

  const CartesianModel& model_;
  const Topology& topology_;
  const BiconnectedTree& blocks_;
  const std::vector<TreeChoice>& trees_;
  const std::vector<int>& loopBlockOf_;
  const RootedForest forest_;
  Plan& plan_;
  std::vector<Rivals> rivals_;
  std::vector<int> choiceOf_;  // block that was searched, by edge
  std::vector<int> cutEdges_;  // edges of plan_.cuts
};

}  // namespace

void fillPlan(const CartesianModel& model, const Topology& topology, const BiconnectedTree& blocks,
              const std::vector<TreeChoice>& trees, const std::vector<BaseChoice>& bases,
              const std::vector<int>& loopBlockOf, Plan& plan) {
  Report(model, topology, blocks, trees, bases, loopBlockOf, plan).fill(bases);
}

}  // namespace mb
