// Taking bodies and joints out of a Cartesian model, with every reference renumbered.
#pragma once

#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

// Joints of the result in the order of the input. Nothing may refer to a joint or marker that goes; markers of bodies
// that go are dropped with them.
CartesianModel withoutJoints(CartesianModel model, const std::vector<bool>& jointsDropped);
CartesianModel withoutBodies(CartesianModel model, const std::vector<bool>& bodiesDropped);

// Joints whose coordinates something refers to: couplers, drives, expressions, limits, friction, initial values.
std::vector<bool> jointsWithReferences(const CartesianModel& model);
std::vector<bool> bodiesWithForces(const CartesianModel& model);

}  // namespace mb
