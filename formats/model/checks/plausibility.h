// Warns of values that are allowed but hardly intended, mostly mixed-up units; a few warnings per kind.
#pragma once

#include "formats/model/cartesian.h"

namespace mb {

void warnOfImplausible(const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
