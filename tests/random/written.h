// A machine as a user's files: in other units, and in two files if a part is included, rotated, mirrored and attached.
#pragma once

#include <filesystem>
#include <string>

#include "formats/model/cartesian.h"
#include "tests/random/draws.h"

namespace mb::random {

// The same machine with numbers that are correct when read in these units.
CartesianModel inUnits(CartesianModel model, const Units& units);

// The native text in these units.
std::string nativeText(const CartesianModel& model, const Units& units);

// Writes the machine as "machine.xml" into the folder, in random units and mostly alone, sometimes with "part.xml", a
// second machine. Returns the path.
std::string writeMachine(const CartesianModel& model, Draws& draws, const std::filesystem::path& folder);

}  // namespace mb::random
