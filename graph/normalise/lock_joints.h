// Holds joints at their initial positions by turning them into fixed joints, which are merged later.
#pragma once

#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

// The drives, friction and stops of a locked joint are removed; removed drives are remarked. A coupler with an offset
// or a function, and an expression that refers to a locked coordinate, are errors.
CartesianModel lockJoints(CartesianModel model, const std::vector<JointIndex>& joints, Diagnostics& diagnostics);

}  // namespace mb
