// A machine that fails, made smaller as long as it fails.
#pragma once

#include <functional>

#include "formats/model/cartesian.h"

namespace mb::random {

// Whether a machine still fails in the way that is looked at.
using Fails = std::function<bool(const CartesianModel&)>;

// Drops forces, drives, couplers, what hangs on joints, joints and bodies; then makes numbers simple: body frames at
// the world's, masses of 1, velocities of 0, points with few digits. `mostTries` bounds the work.
CartesianModel shrunk(CartesianModel model, const Fails& fails, int mostTries = 400);

}  // namespace mb::random
