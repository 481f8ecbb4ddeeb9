// Blocks and the bodies they share form a tree: from a given base every block is entered at one vertex.
#pragma once

#include <vector>

#include "graph/trees/minimum_trees.h"
#include "graph/trees/tree_cost.h"

namespace mb {

struct BiconnectedSearch {
  BiconnectedGraph graph;
  MinimumTrees minimum;
  std::int64_t work = 0;  // operations that this block may spend on comparing trees
};

struct BiconnectedEntry {
  int block = 0;
  int entry = 0;  // in the block's own numbering
};

class BiconnectedTree {
 public:
  BiconnectedTree(const Topology& topology, const PlanOptions& options);

  const std::vector<BiconnectedSearch>& blocks() const { return blocks_; }
  // The blocks of a component in the order in which they are reached from a vertex.
  std::vector<BiconnectedEntry> from(int vertex) const;

 private:
  void hangCoordinates(const Topology& topology);

  std::vector<BiconnectedSearch> blocks_;
  std::vector<std::vector<int>> blocksAt_;  // by vertex
};

}  // namespace mb
