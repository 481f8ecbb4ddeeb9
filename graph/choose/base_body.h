// Chooses the base of each component: the ground, the user's choice, or the body from which the component is cheapest.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "graph/choose/choose_tree.h"

namespace mb {

struct ForestFigures {
  std::int64_t entries = 0;  // non-zeros of the lower triangle of M
  std::int64_t cost = 0;
  int depth = 0;
};

// Walks the blocks of a component from its base outwards.
class ForestWalk {
 public:
  ForestWalk(const Topology& topology, const BiconnectedTree& blocks);

  using TreeOf = std::function<const TreeFlags&(const BiconnectedEntry& entry, std::int64_t above)>;
  ForestFigures from(int base, bool isFree, const TreeOf& treeOf);

 private:
  const BiconnectedTree& blocks_;
  std::vector<std::int64_t> path_;  // coordinates from the base to each vertex
  std::vector<int> level_;
};

constexpr double kCostTolerance = 0.02;

struct BaseChoice {
  int vertex = 0;
  bool isGround = false;
  std::string reason;
  ForestFigures figures;
};

// Chooses one base per component, the ground's component first, then by name, and fills in the trees of the blocks as
// entered from there. `asked` holds the user's base of each component, or -1.
//
// The total costs for all bodies follow from the blocks' best trees in one walk, because moving the base inside a block
// changes the entry of that block only. Bodies are compared by (cost, mass, depth, name). Costs closer than
// kCostTolerance count as equal, since the prediction is no better than that and a dynamicist expects the heaviest body
// as base. Depth is compared only among the equally heavy of these and, if they are many, only among the cheapest.
std::vector<BaseChoice> chooseBases(const CartesianModel& model, const Topology& topology,
                                    const BiconnectedTree& blocks, const std::vector<int>& asked,
                                    Conditioning& conditioning, std::vector<TreeChoice>& trees);

}  // namespace mb
