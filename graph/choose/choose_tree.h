// The tree of one block: of all trees of least weight the one with the least (predicted cost, depth, conditioning,
// reversed joints, names of the cuts). Where there are too many to compare, exchanges of edges of equal weight improve
// the stable tree.
#pragma once

#include <string>
#include <vector>

#include "graph/trees/block_tree.h"
#include "graph/trees/conditioning.h"

namespace mb {

enum class DecidedBy { only, cost, depth, conditioning, reversed, name, search };

struct TreeChoice {
  TreeFlags inTree;
  TreeFigures figures;
  int entry = 0;
  std::int64_t above = 0;  // coordinates between the entry and the base, a free base included
  DecidedBy decidedBy = DecidedBy::only;
  std::string tie;  // how the tie was decided: "conditioning 2.4 against 4.0"; empty without a tie
  bool skippedConditioning = false;
};

TreeChoice chooseTree(const SearchBlock& block, int entry, std::int64_t above, Conditioning& conditioning);

// The least figures from every vertex as entry; from the improved stable tree where there are too many trees to
// compare.
std::vector<TreeFigures> bestEverywhere(const SearchBlock& block);

}  // namespace mb
