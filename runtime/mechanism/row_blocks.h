// Blocks of closing equations: connected sets of rows and coordinates.
#pragma once

#include "runtime/mechanism/mechanism.h"

namespace mb {

// The velocities on which a row depends; some may occur twice.
std::vector<int> velocitiesOf(const Mechanism& m, const Mechanism::Row& row);

// Fills blocks, columns and blockOfVelocity, and sorts the rows by block.
void groupRows(Mechanism& m);

}  // namespace mb
