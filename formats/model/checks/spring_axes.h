// Torsion springs about axes that nothing turns about.
#pragma once

#include "formats/model/cartesian.h"

namespace mb {

// Warns of each rsda whose axis, z of j, is not the one about which a joint between its two bodies lets them turn. A
// joint with two rotations or more turns about any axis in one position or another, and is left alone.
void warnOfSpringAxes(const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
