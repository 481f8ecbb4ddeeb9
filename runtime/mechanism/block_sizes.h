// Refuses machines with too many coupled equations, because the computations inside a block are dense.
#pragma once

#include "formats/model/messages/diagnostics.h"
#include "runtime/mechanism/mechanism.h"

namespace mb {

// Reports an error for every block of loops, couplers and drives larger than limits::kMostWork. Call this before making
// a workspace, which holds matrices of a block's size.
void checkBlockSizes(const Mechanism& m, Diagnostics& diagnostics);

}  // namespace mb
