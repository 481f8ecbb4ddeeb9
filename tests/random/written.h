// A machine as a user's files: in other units, and in two files where a part is included, turned, mirrored and hung on.
#pragma once

#include <filesystem>
#include <string>

#include "formats/model/cartesian.h"
#include "tests/random/draws.h"

namespace mb::random {

// The same machine in numbers that, read in these units, are its own.
CartesianModel inUnits(CartesianModel model, const Units& units);

// In the native format, in these units.
std::string nativeText(const CartesianModel& model, const Units& units);

// Writes the machine as "machine.xml" into the folder, in random units and mostly alone; with "part.xml", a second
// machine, now and then. Returns the path.
std::string writeMachine(const CartesianModel& model, Draws& draws, const std::filesystem::path& folder);

}  // namespace mb::random
