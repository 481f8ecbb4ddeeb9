// Makes loops exact that nearly fit. Files are rounded, so a machine whose rows are redundant on paper can be locked by
// the last digits of its data. Where finite motion shows that rows are redundant except for rounding, the frames of the
// loop's joints are moved by the smallest change that makes the loop exact; every later stage uses those frames. The
// pass runs after joints are locked and bodies welded and before joints are fused: the two rounded hinges of a door
// would otherwise be fused to a weld.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/frame_change.h"

namespace mb {

struct IdealiseOptions {
  bool isWanted = true;
  std::optional<double> tolerance;  // overrides the file's tolerance and the one derived from its digits
};

struct IdealiseReport {
  // A block of loops whose frames are moved.
  struct Block {
    std::vector<FrameChange> changes;  // in the order of the joints' names
    double tolerance = 0;
    int digits = 0;  // of the file's numbers, if the tolerance comes from them
    Gap miss;        // largest miss of the loop during motion, with the frames as written
    int dof = 0;     // 0 for a structure
  };
  std::vector<Block> blocks;
  std::vector<FrameChange> changes() const;          // of all blocks
  std::vector<std::vector<std::string>> structures;  // joints of blocks that cannot move at any tolerance
};

// A loop that cannot move, but would with a tolerance up to thirty times larger, is an error that names it.
CartesianModel idealise(CartesianModel model, const IdealiseOptions& options, IdealiseReport& report,
                        Diagnostics& diagnostics);

}  // namespace mb
