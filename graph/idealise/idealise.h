// Loops that nearly fit: files are rounded, and a machine whose rows are redundant on paper is then locked by the last
// digits of its data. Where finite motion shows that rows are redundant but for rounding, the frames of the loop's
// joints are moved by the least that makes it exact; every later stage sees those frames. One pass, after joints are
// locked and bodies welded, before joints are fused: two hinges of a door, rounded, would otherwise be fused to a weld.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/frame_change.h"

namespace mb {

struct IdealiseOptions {
  bool isWanted = true;
  std::optional<double> tolerance;  // instead of the file's, or of what its digits tell
};

struct IdealiseReport {
  // A block of loops whose frames were moved.
  struct Block {
    std::vector<FrameChange> changes;  // in the order of the joints' names
    double tolerance = 0;
    int digits = 0;  // of the file's numbers, where the tolerance comes from them
    Gap miss;        // the largest by which the loop missed in motion, with the frames as written
    int dof = 0;     // 0: a structure
  };
  std::vector<Block> blocks;
  std::vector<FrameChange> changes() const;          // of all blocks
  std::vector<std::vector<std::string>> structures;  // joints of blocks that cannot move, whatever the tolerance
};

// A loop that cannot move, and would with a tolerance up to thirty times larger, is an error that names it.
CartesianModel idealise(CartesianModel model, const IdealiseOptions& options, IdealiseReport& report,
                        Diagnostics& diagnostics);

}  // namespace mb
