// Removes bodies and joints from a Cartesian model and renumbers every reference.
#pragma once

#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

// The remaining joints keep their order. Nothing may refer to a removed joint or marker; the markers of removed bodies
// are removed with them.
CartesianModel withoutJoints(CartesianModel model, const std::vector<bool>& jointsDropped);
CartesianModel withoutBodies(CartesianModel model, const std::vector<bool>& bodiesDropped);

// Joints whose coordinates are referred to by couplers, drives, expressions, limits, friction or initial values, and
// those whose reactions are measured.
std::vector<bool> jointsWithReferences(const CartesianModel& model);
std::vector<bool> bodiesWithForces(const CartesianModel& model);

}  // namespace mb
