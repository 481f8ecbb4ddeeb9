// Finds the smallest change of the joint frames with which a linkage that moves except for rounding closes exactly in
// every position. The result does not depend on the spanning tree: it is the nearest set of frames that lets the
// linkage move.
#pragma once

#include <optional>
#include <vector>

#include "graph/idealise/decide.h"

namespace mb {

struct IdealFrames {
  Linkage linkage;      // with the new frames
  double change = 0;    // largest component of any frame's twist: radians, or fractions of the size
  double residual = 0;  // largest row that remains at the points considered
};

// Empty if no change within three times the tolerance works: the rows do not fit, or the motion is a different one.
std::optional<IdealFrames> idealised(const Linkage& linkage, const Decision& decision, double tau);

}  // namespace mb
