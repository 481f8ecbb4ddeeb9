#include "graph/choose/rooted_forest.h"

#include <algorithm>

#include "formats/model/basics/disjoint_sets.h"

namespace mb {

RootedForest hangOnBases(const CartesianModel& model, const Topology& topology, const BiconnectedTree& blocks,
                         const std::vector<TreeChoice>& trees, const std::vector<BaseChoice>& bases) {
  RootedForest forest;
  forest.inTree.assign(topology.edges.size(), 0);
  for (std::size_t b = 0; b < trees.size(); ++b) {
    const BiconnectedGraph& block = blocks.blocks()[b].graph;
    for (int e = 0; e < block.edgeCount(); ++e) forest.inTree[block.edges[e]] = trees[b].inTree[e];
  }
  forest.parent.assign(topology.bodies.size(), -1);
  forest.parentEdge.assign(topology.bodies.size(), -1);
  forest.level.assign(topology.bodies.size(), 1);

  const Adjacency adjacency(topology.vertexCount(), endsOf(topology));
  const auto firstBody = [&](int edge, int child) -> const std::string& {
    const int rod = topology.edges[edge].rod;
    return model.bodies[rod < 0 ? topology.bodies[child] : topology.rods[rod].body].name;
  };
  std::vector<int> waiting;
  std::vector<std::pair<int, int>> children;  // edge, vertex
  for (const BaseChoice& base : bases) {
    waiting.push_back(base.vertex);
    while (!waiting.empty()) {
      const int v = waiting.back();
      waiting.pop_back();
      forest.order.push_back(v);
      children.clear();
      for (const int e : adjacency.of(v)) {
        const Ends& ends = topology.edges[e].ends;
        if (forest.inTree[e] && e != forest.parentEdge[v]) children.emplace_back(e, ends.a + ends.b - v);
      }
      std::sort(children.begin(), children.end(), [&](const auto& a, const auto& b) {
        return firstBody(a.first, a.second) > firstBody(b.first, b.second);  // the last one pushed comes first
      });
      for (const auto& [e, u] : children) {
        forest.parent[u] = v;
        forest.parentEdge[u] = e;
        forest.level[u] = forest.level[v] + topology.edges[e].costs.links;
        waiting.push_back(u);
      }
    }
  }
  return forest;
}

std::vector<int> loopOf(const Topology& topology, const RootedForest& forest, int cut) {
  std::vector<int> up;
  std::vector<int> down;
  auto [a, b] = topology.edges[cut].ends;
  while (a != b) {
    const bool fromA = forest.level[a] >= forest.level[b];
    int& lower = fromA ? a : b;
    (fromA ? up : down).push_back(forest.parentEdge[lower]);
    lower = forest.parent[lower];
  }
  up.insert(up.end(), down.rbegin(), down.rend());
  return up;
}

std::vector<int> loopBlocks(const Topology& topology) {
  DisjointSets sets(topology.vertexCount());
  for (const GraphEdge& edge : topology.edges) {
    if (edge.prescribed) sets.unite(edge.ends.a, edge.ends.b);
  }
  const ConnectedSets rigid = connectedSets(std::move(sets));  // but for functions of time
  std::vector<Ends> ends;
  for (const GraphEdge& edge : topology.edges) ends.push_back({rigid.setOf[edge.ends.a], rigid.setOf[edge.ends.b]});
  BiconnectedSplit split = splitIntoBiconnected(rigid.count(), ends);
  for (int e = 0; e < topology.edgeCount(); ++e) {
    // A joint parallel to prescribed ones closes a loop without unknowns.
    if (split.blockOf[e] < 0 && !topology.edges[e].prescribed) split.blockOf[e] = split.count++;
  }
  return split.blockOf;
}

}  // namespace mb
