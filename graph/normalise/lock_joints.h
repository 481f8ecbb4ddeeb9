// Joints held at their initial position: as fixed joints, which are merged later.
#pragma once

#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

// What moved such a joint, a drive or its own friction and stops, goes with it and is remarked; couplers and
// expressions that look at its coordinates are errors.
CartesianModel lockJoints(CartesianModel model, const std::vector<JointIndex>& joints, Diagnostics& diagnostics);

}  // namespace mb
