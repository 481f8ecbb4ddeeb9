// Blocks and the bodies where they meet form a tree: from a base every block is entered at one vertex.
#pragma once

#include <vector>

#include "graph/trees/minimum_trees.h"
#include "graph/trees/tree_cost.h"

namespace mb {

struct SearchBlock {
  BlockGraph graph;
  MinimumTrees minimum;
  std::int64_t work = 0;  // operations this block may spend on comparing trees
};

struct BlockEntry {
  int block = 0;
  int entry = 0;  // in the block's own numbers
};

class BlockTree {
 public:
  BlockTree(const Topology& topology, const PlanOptions& options);

  const std::vector<SearchBlock>& blocks() const { return blocks_; }
  // The blocks of a component in the order in which they are reached from a vertex.
  std::vector<BlockEntry> from(int vertex) const;

 private:
  void hangCoordinates(const Topology& topology);

  std::vector<SearchBlock> blocks_;
  std::vector<std::vector<int>> blocksAt_;  // by vertex
};

}  // namespace mb
