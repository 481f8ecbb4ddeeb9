#include "graph/trees/minimum_trees.h"

#include <algorithm>
#include <numeric>

#include "formats/model/basics/disjoint_sets.h"
#include "graph/trees/tree_count.h"

namespace mb {
namespace {

// Enumerates the spanning trees of a connected multigraph as the sets of edges they leave out. Each edge in turn is
// taken or left; it is left only if the remaining edges still connect the graph.
std::vector<std::vector<int>> cutSets(std::span<const Ends> edges) {
  const int edgeCount = static_cast<int>(edges.size());
  const Subgraph graph = subgraphOf(edges);
  const std::vector<Ends>& local = graph.edges;
  const int vertexCount = graph.vertexCount();
  const int toLeave = edgeCount - (vertexCount - 1);

  enum : char { open, taken, left };
  std::vector<char> state(edgeCount, open);
  std::vector<int> cuts;
  std::vector<std::vector<int>> all;
  // Both predicates depend on the decisions so far: does edge k close a loop, and do the rest connect the graph without
  // it?
  const auto closesLoop = [&](int k) {
    DisjointSets sets(vertexCount);
    for (int e = 0; e < k; ++e) {
      if (state[e] == taken) sets.unite(local[e].a, local[e].b);
    }
    return sets.find(local[k].a) == sets.find(local[k].b);
  };
  const auto isDispensable = [&](int k) {
    DisjointSets sets(vertexCount);
    int joined = 1;
    for (int e = 0; e < edgeCount; ++e) {
      if (e != k && state[e] != left) joined += sets.unite(local[e].a, local[e].b);
    }
    return joined == vertexCount;
  };
  std::vector<int> branches;  // edges left although they could be taken; backtracking takes them
  int k = 0;
  for (;;) {
    bool complete = static_cast<int>(cuts.size()) == toLeave;
    if (!complete) {
      if (closesLoop(k)) {
        state[k] = left;
        cuts.push_back(k++);
      } else if (isDispensable(k)) {
        branches.push_back(k);
        state[k] = left;
        cuts.push_back(k++);
      } else {
        state[k++] = taken;
      }
      continue;
    }
    all.push_back(cuts);
    if (branches.empty()) return all;
    const int back = branches.back();
    branches.pop_back();
    for (; k > back; --k) state[k - 1] = open;
    while (!cuts.empty() && cuts.back() >= back) cuts.pop_back();
    state[k++] = taken;
  }
}

}  // namespace

MinimumTrees minimumTrees(const BiconnectedGraph& block, std::int64_t limit) {
  MinimumTrees result;
  result.stable.assign(block.edges.size(), 0);
  std::vector<int> order;
  for (int e = 0; e < block.edgeCount(); ++e) {
    if (block.mayStay[e]) order.push_back(e);
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return block.keys[a] < block.keys[b]; });

  DisjointSets sets(block.vertexCount());
  std::vector<std::vector<Ends>> groupEnds;
  for (auto first = order.begin(); first != order.end();) {
    const auto last = std::find_if(first, order.end(), [&](int e) { return block.keys[e] != block.keys[*first]; });
    // Contract what is joined already and split the class into pieces that can be decided independently.
    std::vector<int> members;
    std::vector<Ends> ends;
    for (auto e = first; e != last; ++e) {
      const Ends joined{sets.find(block.ends[*e].a), sets.find(block.ends[*e].b)};
      if (joined.a == joined.b) continue;
      members.push_back(*e);
      ends.push_back(joined);
    }
    const Subgraph graph = subgraphOf(ends);
    const BiconnectedSplit split = splitIntoBiconnected(graph.vertexCount(), graph.edges);
    std::vector<ChoiceGroup> pieces(split.count);
    std::vector<std::vector<Ends>> pieceEnds(split.count);
    for (std::size_t m = 0; m < members.size(); ++m) {
      pieces[split.blockOf[m]].edges.push_back(members[m]);
      pieceEnds[split.blockOf[m]].push_back(graph.edges[m]);
    }
    for (int p = 0; p < split.count; ++p) {
      if (pieces[p].edges.size() < 2) continue;
      const std::int64_t count = spanningForestCount(pieceEnds[p], limit);
      result.count = count > limit / result.count ? limit + 1 : result.count * count;
      result.groups.push_back(std::move(pieces[p]));
      groupEnds.push_back(std::move(pieceEnds[p]));
      if (result.count > limit) result.enumerated = false;
    }
    for (; first != last; ++first) {
      if (sets.unite(block.ends[*first].a, block.ends[*first].b)) result.stable[*first] = 1;
    }
  }
  if (!result.enumerated) {
    result.groups.clear();
    return result;
  }
  for (std::size_t g = 0; g < result.groups.size(); ++g) {
    ChoiceGroup& group = result.groups[g];
    group.cuts = cutSets(groupEnds[g]);
    for (std::vector<int>& cuts : group.cuts) {
      for (int& e : cuts) e = group.edges[e];
    }
  }
  return result;
}

}  // namespace mb
