// What only one of two models has: elements by name, and whatever they say that no state may ever reach.
#pragma once

#include <string>
#include <vector>

#include "converter/verify/mapping/state_mapping.h"

namespace mb {

// Splines, roads, tyres, drivers, couplers, drives and forces; the stops and frictions of joints; where the markers of
// elements stand. Random states and runs of a second say nothing of the far end of a table, of a force that sets in
// later, or of a stop that is out of reach. Each is told as its side has it.
std::vector<std::string> differentElements(const CartesianSystem& system, const RecursiveModel& recursive,
                                           const StateMapping& mapping);

}  // namespace mb
