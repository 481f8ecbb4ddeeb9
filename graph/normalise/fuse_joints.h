// Replaces several joints between the same two bodies by one joint where their equations together leave the motion of a
// known type: two hinges of a door, an in-line and a parallel axis, three planar mates.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "formats/model/cartesian.h"

namespace mb {

struct FuseReport {
  std::vector<std::string> remarks;
};

CartesianModel fuseJoints(CartesianModel model, const std::set<std::string>& untouched, FuseReport& report);

// The names of all joints that the joint replaces, as a+b; its own name if it is the user's.
std::string fusedName(const Joint& joint);

}  // namespace mb
