// What forces offer by name, as length, rate and force of a spring, at an evaluated state.
#pragma once

#include <span>

#include "runtime/mechanism/workspace.h"

namespace mb {

// Of one force, in the order of measuresOf() and in SI.
void forceMeasures(const Mechanism& m, const Workspace& w, std::size_t force, std::span<double> values);

}  // namespace mb
