// Torsion springs about axes that nothing rotates about.
#pragma once

#include "formats/model/cartesian.h"

namespace mb {

// Warns of each rsda whose axis, z of j, is not the axis of a joint between its two bodies. A joint with two or more
// rotations can turn about any axis in some position and is ignored.
void warnOfSpringAxes(const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
