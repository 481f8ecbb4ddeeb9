// Machines whose equations are too many to be solved together: what is worked out is dense inside of a block.
#pragma once

#include "formats/model/messages/diagnostics.h"
#include "runtime/mechanism/mechanism.h"

namespace mb {

// An error for every block of loops, couplers and drives that is larger than limits::kMostWork. Before a workspace is
// made, which holds matrices of a block's size.
void checkBlockSizes(const Mechanism& m, Diagnostics& diagnostics);

}  // namespace mb
