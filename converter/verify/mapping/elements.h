// Differences between the elements of two models by name, including properties that no sampled state may ever reach.
#pragma once

#include <string>
#include <vector>

#include "converter/verify/mapping/state_mapping.h"

namespace mb {

// Compares splines, roads, tyres, drivers, couplers, drives, forces and measures, the stops and friction of joints, and
// the positions of the elements' markers. Random states and runs of a second do not reach the far end of a table, a
// force that sets in later, or a stop that is out of reach. Each difference is listed for either model as that model
// has it.
std::vector<std::string> differentElements(const CartesianSystem& system, const RecursiveModel& recursive,
                                           const StateMapping& mapping);

}  // namespace mb
