// Coordinates of cut joints. Where a drive, coupler, friction, stop or expression needs one, the cut joint moves onto a
// massless link of its own, which is then fixed to the other side. The motion is the same, and the coordinate is a z
// like any other, with its sign, its turns and its exact rates.
#pragma once

#include "formats/model/recursive.h"

namespace mb {

// withInitials: also expands cuts with a given initial value or rate, for the assembly.
RecursiveModel expandCuts(RecursiveModel model, bool withInitials = false);

}  // namespace mb
