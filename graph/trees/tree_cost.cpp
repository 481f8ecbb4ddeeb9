#include "graph/trees/tree_cost.h"

#include <algorithm>

#include "formats/model/basics/sorted.h"

namespace mb {

int BiconnectedGraph::localVertex(int vertex) const { return placeInSorted(vertices, vertex); }

TreeCost::TreeCost(const BiconnectedGraph& block)
    : block_(block),
      parent_(block.vertices.size(), -1),
      parentEdge_(block.vertices.size(), -1),
      hops_(block.vertices.size(), 0),
      level_(block.vertices.size(), 1),
      below_(block.vertices.size(), 0),
      pairs_(block.vertices.size(), 0) {}

void TreeCost::root(const TreeFlags& inTree, int entry) {
  order_.assign(1, entry);
  parent_[entry] = parentEdge_[entry] = -1;
  hops_[entry] = 0;
  level_[entry] = 1;
  for (std::size_t k = 0; k < order_.size(); ++k) {
    const int v = order_[k];
    for (const int e : block_.adjacency.of(v)) {
      if (!inTree[e] || e == parentEdge_[v]) continue;
      const int u = block_.ends[e].a + block_.ends[e].b - v;
      parent_[u] = v;
      parentEdge_[u] = e;
      hops_[u] = hops_[v] + 1;
      level_[u] = level_[v] + block_.costs[e].links;
      order_.push_back(u);
    }
  }
}

std::int64_t TreeCost::loopDof(int edge) const {
  std::int64_t dof = 0;
  int a = block_.ends[edge].a;
  int b = block_.ends[edge].b;
  while (a != b) {
    int& lower = hops_[a] >= hops_[b] ? a : b;
    dof += block_.costs[parentEdge_[lower]].dof;
    lower = parent_[lower];
    ++walked_;
  }
  return dof;
}

std::vector<int> TreeCost::loopOf(int edge) const {
  std::vector<int> up;
  std::vector<int> down;
  int a = block_.ends[edge].a;
  int b = block_.ends[edge].b;
  while (a != b) {
    const bool fromA = hops_[a] >= hops_[b];
    int& lower = fromA ? a : b;
    (fromA ? up : down).push_back(parentEdge_[lower]);
    lower = parent_[lower];
  }
  up.insert(up.end(), down.rbegin(), down.rend());
  return up;
}

std::int64_t TreeCost::ownCost(const TreeFlags& inTree) const {
  std::int64_t entries = 0;
  std::int64_t constraints = 0;
  std::int64_t links = 0;
  walked_ = 0;
  for (int e = 0; e < block_.edgeCount(); ++e) {
    const EdgeCosts& costs = block_.costs[e];
    if (inTree[e]) {
      entries += costs.dof * (costs.dof + 1) / 2;
      constraints += costs.ownRows * costs.dof;
      links += costs.links;
    } else if (costs.rows > 0) {
      constraints += costs.rows * loopDof(e);
    }
  }
  return kPerEntry * entries + kPerConstraint * constraints + kPerLink * links;
}

std::int64_t TreeCost::pairsBelow() {
  for (const int v : order_) below_[v] = block_.hanging[v];
  std::int64_t pairs = 0;
  for (auto v = order_.rbegin(); v + 1 != order_.rend(); ++v) {
    const std::int64_t dof = block_.costs[parentEdge_[*v]].dof;
    pairs += dof * below_[*v];
    below_[parent_[*v]] += below_[*v] + dof;
  }
  return pairs;
}

TreeFigures TreeCost::at(const TreeFlags& inTree, int entry, std::int64_t above) {
  root(inTree, entry);
  const std::int64_t pairs = pairsBelow();
  const std::int64_t dof = below_[entry] - block_.hanging[entry];
  int depth = 1;
  std::int64_t hangingBelow = 0;
  for (const int v : order_) {
    depth = std::max(depth, level_[v]);
    if (v != entry) hangingBelow += block_.hanging[v];
  }
  return {kPerEntry * (pairs + above * (dof - hangingBelow)) + ownCost(inTree), depth};
}

void TreeCost::everywhere(const TreeFlags& inTree, std::vector<TreeFigures>& figures) {
  root(inTree, 0);
  pairs_[0] = pairsBelow();
  const std::int64_t share = ownCost(inTree);
  const std::int64_t all = below_[0];  // all coordinates of the block and around it

  // The number of levels below each vertex, from its two longest branches; the number above it follows in the next
  // loop.
  std::vector<std::array<int, 2>> longest(block_.vertices.size(), {0, 0});
  for (auto v = order_.rbegin(); v + 1 != order_.rend(); ++v) {
    const int length = longest[*v][0] + block_.costs[parentEdge_[*v]].links;
    auto& [first, second] = longest[parent_[*v]];
    second = std::max(second, std::min(first, length));
    first = std::max(first, length);
  }
  figures.resize(block_.vertices.size());
  std::vector<int> upward(block_.vertices.size(), 0);
  for (const int v : order_) {
    if (v != 0) {
      const int p = parent_[v];
      const EdgeCosts& costs = block_.costs[parentEdge_[v]];
      // Entered from below, the edge carries what used to be above it.
      pairs_[v] = pairs_[p] + costs.dof * (all - costs.dof - 2 * below_[v]);
      const bool isLongest = longest[p][0] == longest[v][0] + costs.links;
      upward[v] = costs.links + std::max(upward[p], isLongest ? longest[p][1] : longest[p][0]);
    }
    figures[v] = {kPerEntry * pairs_[v] + share, 1 + std::max(upward[v], longest[v][0])};
  }
}

int TreeCost::reversedJoints() const {
  int count = 0;
  for (const int v : order_) {
    if (parent_[v] < 0) continue;
    const int e = parentEdge_[v];
    count += block_.costs[e].reversed[block_.ends[e].a == parent_[v] ? 0 : 1];
  }
  return count;
}

}  // namespace mb
