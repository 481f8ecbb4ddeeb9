// What the joints changed of the poses and velocities that bodies were given.
#pragma once

#include "converter/conversion/convert.h"

namespace mb {

// The joints decide where a body is; its own pose is only where they are looked for.
void warnOfMoves(const Conversion& conversion, Diagnostics& diagnostics);
// The same of velocities, after the assembly. A body without one, or with only one of its two parts, follows in
// silence.
void warnOfVelocities(const Conversion& conversion, Diagnostics& diagnostics);

// Of a recursive model as it was read: dependent coordinates follow from the others, whatever the file says.
void warnOfStart(const RecursiveModel& model, Diagnostics& diagnostics);

}  // namespace mb
