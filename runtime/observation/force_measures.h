// What forces offer by name, as length, rate and force of a spring, at an evaluated state.
#pragma once

#include <span>

#include "runtime/laws/force_set.h"

namespace mb {

// Of one force, in the order of measuresOf() and in SI, from what the laws have left; markers by MarkerIndex. R_WS: the
// axes of the file's world.
void forceMeasures(const ForceSet& set, std::size_t force, const ForceResults& results,
                   std::span<const FrameMotion> markers, const Matrix3& R_WS, std::span<double> values);

}  // namespace mb
