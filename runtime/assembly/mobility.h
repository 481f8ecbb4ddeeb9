// Mobility: for every block of loops the closing rows, their rank at the initial position, and the redundant rows by
// name.
#pragma once

#include <string>
#include <vector>

#include "runtime/mechanism/loops.h"

namespace mb {

struct BlockMobility {
  struct RedundantRow {
    std::string joint;
    std::string equation;
  };
  std::vector<std::string> cuts;    // joints and rods that close its loops
  std::vector<std::string> joints;  // tree joints on its loops
  int columns = 0;                  // coordinates on its loops, driven ones only if the loops constrain them
  int rows = 0;
  int rank = 0;
  std::vector<RedundantRow> redundant;
  double condition = 1;  // largest over smallest non-zero singular value; lengths relative to the block's size
  double clearance =
      0;  // largest singular value taken for zero over the smallest nonzero one: the rank is certain if this is tiny
};

struct MobilityReport {
  std::vector<BlockMobility> blocks;
  int coordinates = 0;
  int equations = 0;
  int rank = 0;
  int dof = 0;         // coordinates - rank
  int prescribed = 0;  // by drives and couplers: their number, or fewer if some add nothing new
};

// At the initial positions, which must be assembled: redundant rows are dependent where the loops are closed, and not
// beside it. The blocks are those of the model (loopBlocks).
MobilityReport mobilityOf(const RecursiveModel& model, const std::vector<LoopBlock>& blocks);

}  // namespace mb
