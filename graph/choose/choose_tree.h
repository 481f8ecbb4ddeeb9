// Chooses the tree of one block: among all trees of least weight the one with the least (predicted cost, depth,
// conditioning, reversed joints, names of the cuts). If there are too many to compare, the stable tree is improved by
// exchanging edges of equal weight.
#pragma once

#include <string>
#include <vector>

#include "graph/trees/biconnected_tree.h"
#include "graph/trees/conditioning.h"

namespace mb {

enum class DecidedBy { only, cost, depth, conditioning, reversed, name, search };

struct TreeChoice {
  TreeFlags inTree;
  TreeFigures figures;
  int entry = 0;
  std::int64_t above = 0;  // coordinates between the entry and the base, including a free base
  DecidedBy decidedBy = DecidedBy::only;
  std::string tie;  // how the tie was decided, e.g. "conditioning 2.4 against 4.0"; empty without a tie
  bool skippedConditioning = false;
};

TreeChoice chooseTree(const BiconnectedSearch& block, int entry, std::int64_t above, Conditioning& conditioning);

// The least figures with each vertex as entry. If there are too many trees to compare, they are those of the improved
// stable tree.
std::vector<TreeFigures> bestEverywhere(const BiconnectedSearch& block);

}  // namespace mb
