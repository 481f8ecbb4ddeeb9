// The chosen trees of all blocks, combined and rooted at their bases.
#pragma once

#include <vector>

#include "graph/choose/base_body.h"

namespace mb {

struct RootedForest {
  TreeFlags inTree;             // by edge of the topology
  std::vector<int> order;       // vertices, parents first, branch by branch, children by name
  std::vector<int> parent;      // by vertex; -1 for a base
  std::vector<int> parentEdge;  // likewise
  std::vector<int> level;       // a base has level 1
};

RootedForest hangOnBases(const CartesianModel& model, const Topology& topology, const BiconnectedTree& blocks,
                         const std::vector<TreeChoice>& trees, const std::vector<BaseChoice>& bases);

// Tree edges from end a of a cut to its end b.
std::vector<int> loopOf(const Topology& topology, const RootedForest& forest, int cut);

// Blocks of loops: biconnected components after contracting the prescribed joints, which have no unknowns. -1 for the
// prescribed joints themselves.
std::vector<int> loopBlocks(const Topology& topology);

}  // namespace mb
