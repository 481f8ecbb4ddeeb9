// What functions measure on markers in motion: distances, angles, velocities, accelerations, angles of wheels.
#pragma once

#include "runtime/laws/program.h"

namespace mb {

// Of an instruction Op::measure.
double measured(const Instruction& instruction, const Library& library, const Surroundings& around);

}  // namespace mb
