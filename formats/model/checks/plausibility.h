// Values that are allowed and yet hardly meant: mostly units that were mixed up. Warnings only, a few a kind.
#pragma once

#include "formats/model/cartesian.h"

namespace mb {

void warnOfImplausible(const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
