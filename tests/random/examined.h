// From a seed to a machine as a file gave it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "tests/random/machine.h"
#include "tests/random/oracles.h"

namespace mb::random {

// A random machine, written into the folder as a user writes it and read back. Nothing, and the error, when it is not
// read.
std::optional<CartesianModel> readRandomMachine(std::uint64_t seed, const MachineOptions& options,
                                                const std::filesystem::path& folder, std::string& error);

}  // namespace mb::random
