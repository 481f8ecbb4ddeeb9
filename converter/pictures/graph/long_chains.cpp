#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "converter/pictures/graph/graph_nodes.h"
#include "formats/model/basics/disjoint_sets.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

constexpr std::size_t kLongChain = 6;

std::string lettersOf(const std::string& name) {
  std::string text;
  std::ranges::copy_if(name, std::back_inserter(text), [](char c) { return !isDigit(c); });
  return text;
}

class ChainFolder {
 public:
  explicit ChainFolder(MachineGraph graph) : graph_(std::move(graph)), jointsAt_(graph_.bodies.size()) {
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      for (const int body : graph_.joints[k].bodies) jointsAt_[at(body)].push_back(static_cast<int>(k));
    }
    for (std::size_t k = 0; k < graph_.bodies.size(); ++k) newBody_.push_back(static_cast<int>(k));
    isGone_.resize(graph_.joints.size());
  }

  MachineGraph run() {
    DisjointSets sets(static_cast<int>(graph_.bodies.size()));
    for (std::size_t k = 0; k < graph_.joints.size(); ++k) {
      if (isInside(graph_.joints[k])) sets.unite(graph_.joints[k].bodies[0], graph_.joints[k].bodies[1]);
    }
    const ConnectedSets connected = connectedSets(sets);
    for (const std::vector<int>& chain : connected.members) {
      if (chain.size() >= kLongChain) fold(chain);
    }
    return keptOf(std::move(graph_), newBody_, isGone_);
  }

 private:
  bool isLink(int body) const {
    const GraphBody& link = graph_.bodies[at(body)];
    return jointsAt_[at(body)].size() == 2 && !link.isGround && !link.isCutRod;
  }
  // A joint of a chain: both of its bodies have one other joint each and are alike.
  bool isInside(const GraphJoint& joint) const {
    const auto [a, b] = joint.bodies;
    return joint.role != JointRole::cut && isLink(a) && isLink(b) &&
           lettersOf(graph_.bodies[at(a)].name) == lettersOf(graph_.bodies[at(b)].name);
  }

  // The first two ends that have a joint to something else stay; a ring without an end stays whole.
  void fold(const std::vector<int>& chain) {
    std::vector<int> middle;
    for (const int body : chain) {
      const auto inside = [&](int joint) { return isInside(graph_.joints[at(joint)]); };
      if (std::ranges::all_of(jointsAt_[at(body)], inside)) middle.push_back(body);
    }
    if (middle.size() == chain.size()) return;
    GraphBody& gap = graph_.bodies[at(middle.front())];
    gap.name = fmt::format("… {} more …", middle.size());
    gap.title = fmt::format("{} bodies of a chain", middle.size());
    gap.isGap = true;
    gap.subject = {};
    for (const int body : middle) newBody_[at(body)] = middle.front();
    for (const int body : middle) {
      for (const int joint : jointsAt_[at(body)]) {
        const auto [a, b] = graph_.joints[at(joint)].bodies;
        if (newBody_[at(a)] == newBody_[at(b)]) isGone_[at(joint)] = true;
      }
    }
  }

  MachineGraph graph_;
  std::vector<std::vector<int>> jointsAt_;  // by body
  std::vector<int> newBody_;                // by body: itself, or the gap that stands for it
  std::vector<bool> isGone_;                // by joint
};

}  // namespace

MachineGraph keptOf(MachineGraph graph, const std::vector<int>& standsFor, const std::vector<bool>& goneJoints) {
  MachineGraph out;
  std::vector<int> place(graph.nodeCount(), -1);
  for (std::size_t k = 0; k < graph.bodies.size(); ++k) {
    if (standsFor[k] != static_cast<int>(k)) continue;
    place[k] = static_cast<int>(out.bodies.size());
    out.bodies.push_back(graph.bodies[k]);
    out.sourceBodies.push_back(graph.sourceBodies[k]);
  }
  for (std::size_t k = 0; k < graph.bodies.size(); ++k) place[k] = standsFor[k] < 0 ? -1 : place[at(standsFor[k])];
  for (std::size_t k = 0; k < graph.joints.size(); ++k) {
    if (goneJoints[k]) continue;
    place[at(graph.jointNode(k))] = out.jointNode(out.joints.size());
    out.joints.push_back(graph.joints[k]);
    for (int& body : out.joints.back().bodies) body = place[at(body)];
    out.sourceJoints.push_back(graph.sourceJoints[k]);
  }
  for (GraphLoop& loop : graph.loops) {
    for (int& node : loop.nodes) node = place[at(node)];
    std::erase(loop.nodes, -1);
    loop.nodes.erase(std::unique(loop.nodes.begin(), loop.nodes.end()), loop.nodes.end());
  }
  for (GraphFold& fold : graph.folds) {
    for (int& node : fold.bodies) node = place[at(node)];
    std::erase(fold.bodies, -1);
  }
  out.folds = std::move(graph.folds);
  out.loops = std::move(graph.loops);
  out.blockNumbers = std::move(graph.blockNumbers);
  return out;
}

MachineGraph withoutLongChains(MachineGraph graph) { return ChainFolder(std::move(graph)).run(); }

}  // namespace mb
