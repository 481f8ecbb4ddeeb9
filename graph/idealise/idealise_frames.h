// The smallest change of the joints' frames with which a linkage that moves but for rounding closes exactly, wherever
// it is. The frames it finds do not depend on the spanning tree: they are the nearest of all that let it move.
#pragma once

#include <optional>
#include <vector>

#include "graph/idealise/decide.h"

namespace mb {

struct IdealFrames {
  Linkage linkage;      // with the new frames
  double change = 0;    // the largest component of any frame's twist: radians, or shares of the size
  double residual = 0;  // the largest row that is left at the points that were looked at
};

// Nothing when there is none within three times the tolerance: rows that do not fit, or a motion that is another one.
std::optional<IdealFrames> idealised(const Linkage& linkage, const Decision& decision, double tau);

}  // namespace mb
