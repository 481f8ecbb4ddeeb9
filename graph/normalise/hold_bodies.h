// Fixes bodies to the ground where they start.
#pragma once

#include <string>
#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

// The other bodies keep their motion relative to the first held one. Reports names of no body.
CartesianModel holdBodies(CartesianModel model, const std::vector<std::string>& bodies, Diagnostics& diagnostics);

}  // namespace mb
