// Mobility: for every block of loops the closing rows, their rank at the initial position, and the redundant
// ones by name.
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
  int columns = 0;                  // coordinates on its loops, driven ones only where the loops hold them
  int rows = 0;
  int rank = 0;
  std::vector<RedundantRow> redundant;
  double condition = 1;  // largest over smallest non-zero singular value, lengths by the block's size
  double clearance =
      0;  // largest singular value taken for zero over the smallest not: the rank is sure when it is tiny
};

struct ClosedLoop {
  std::string joint;
  Gap before;  // as fitted from the Cartesian poses
  Gap after;   // after the loops were closed with least change
};

struct MobilityReport {
  std::vector<BlockMobility> blocks;
  std::vector<ClosedLoop> loops;
  int coordinates = 0;
  int equations = 0;
  int rank = 0;
  int dof = 0;         // coordinates - rank
  int prescribed = 0;  // of them, by drives and couplers: their number, or fewer where some say nothing new
};

// Closes the loops first (on a copy of the initial positions), since redundant rows are dependent on the constraint
// manifold only. A loop that cannot be closed is an error that names its joint.
MobilityReport mobilityOf(const RecursiveModel& model, Diagnostics& diagnostics);

}  // namespace mb
