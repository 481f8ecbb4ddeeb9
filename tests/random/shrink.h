// Shrinks a failing machine as long as it still fails.
#pragma once

#include <functional>

#include "formats/model/cartesian.h"

namespace mb::random {

// Whether a machine still fails in the same way.
using Fails = std::function<bool(const CartesianModel&)>;

// Removes forces, drives, couplers, elements on joints, joints and bodies; then simplifies numbers: body frames at the
// world's, masses of 1, velocities of 0, points with few digits. `mostTries` bounds the work.
CartesianModel shrunk(CartesianModel model, const Fails& fails, int mostTries = 400);

}  // namespace mb::random
