// A machine as written to a file with few digits.
#pragma once

#include "formats/model/cartesian.h"

namespace mb::random {

double rounded(double value, int digits);

// Rounds positions and angles of all frames, and lengths of joints, to a number of significant digits. Loops then fit
// only to that accuracy.
CartesianModel roundedCopy(CartesianModel model, int digits);

}  // namespace mb::random
