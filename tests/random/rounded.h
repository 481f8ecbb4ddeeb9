// A machine as a file with few digits has it.
#pragma once

#include "formats/model/cartesian.h"

namespace mb::random {

double rounded(double value, int digits);

// Positions and angles of all frames, and lengths of joints, with so many significant digits. Loops then fit to these
// digits only.
CartesianModel roundedCopy(CartesianModel model, int digits);

}  // namespace mb::random
