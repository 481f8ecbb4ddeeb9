// All trees of least weight of a block. Spanning trees form a matroid: for each class of equal key, any tree of what
// the lighter classes leave to join can be combined with any choice in the other classes. The minimum trees are
// therefore a product of small independent choices.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/trees/tree_cost.h"

namespace mb {

// A ring, or any other biconnected piece, of edges of equal key, from which one of several sets of edges is left out.
struct ChoiceGroup {
  std::vector<int> edges;              // of the block
  std::vector<std::vector<int>> cuts;  // the possible sets, in lexicographic order
};

struct MinimumTrees {
  TreeFlags stable;  // the tree that Kruskal's algorithm finds with ties by name
  std::vector<ChoiceGroup> groups;
  std::int64_t count = 1;  // of trees with the same weight and preference; limit + 1 if there are more
  bool enumerated = true;  // the groups contain them all
};

// Enumerates up to the given number of trees.
MinimumTrees minimumTrees(const BiconnectedGraph& block, std::int64_t limit);

// Calls visit(flags) for each enumerated tree.
template <class Visit>
void forEachTree(const MinimumTrees& trees, Visit visit) {
  TreeFlags flags = trees.stable;
  const auto take = [&](const ChoiceGroup& group, std::size_t choice) {
    for (const int e : group.edges) flags[e] = 1;
    for (const int e : group.cuts[choice]) flags[e] = 0;
  };
  std::vector<std::size_t> counter(trees.groups.size(), 0);
  for (const ChoiceGroup& group : trees.groups) take(group, 0);
  for (;;) {
    visit(flags);
    std::size_t g = 0;
    for (; g < counter.size(); ++g) {
      counter[g] = (counter[g] + 1) % trees.groups[g].cuts.size();
      take(trees.groups[g], counter[g]);
      if (counter[g] != 0) break;
    }
    if (g == counter.size()) return;
  }
}

}  // namespace mb
