// The base of every component: the ground, the user's choice, or the body from which the whole is cheapest.
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
  ForestWalk(const Topology& topology, const BlockTree& blocks);

  using TreeOf = std::function<const TreeFlags&(const BlockEntry& entry, std::int64_t above)>;
  ForestFigures from(int base, bool isFree, const TreeOf& treeOf);

 private:
  const BlockTree& blocks_;
  std::vector<std::int64_t> path_;  // coordinates from the base to every vertex
  std::vector<int> level_;
};

constexpr double kCostTolerance = 0.02;

struct BaseChoice {
  int vertex = 0;
  bool isGround = false;
  std::string reason;
  ForestFigures figures;
};

// One base a component, the ground's first, then by name; fills in the trees of the blocks as entered from there.
// `asked` holds the user's base of a component, or -1.
//
// Totals from all bodies follow from the blocks' best trees in one walk: moving the base inside a block changes the
// entry of that block and of no other. Bodies are compared by (cost, mass, depth, name); costs closer than
// kCostTolerance count as equal, since the prediction is no better than that and the heaviest body is the base that a
// dynamicist expects. Depth is compared among the equally heavy of these only, and where they are many among the
// cheapest of them.
std::vector<BaseChoice> chooseBases(const CartesianModel& model, const Topology& topology, const BlockTree& blocks,
                                    const std::vector<int>& asked, Conditioning& conditioning,
                                    std::vector<TreeChoice>& trees);

}  // namespace mb
