// Makes a machine from a seed, as read from a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tests/random/machine.h"
#include "tests/random/oracles.h"

namespace mb::random {

// A random machine, written into the folder as a user would write it and read back. Nothing, with the error, if it
// cannot be read.
std::optional<CartesianModel> readRandomMachine(std::uint64_t seed, const MachineOptions& options,
                                                const std::filesystem::path& folder, std::string& error);

}  // namespace mb::random
