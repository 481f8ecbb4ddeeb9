// The commands without a model: tables of what there is.
#pragma once

#include <optional>
#include <string>

#include "converter/options.h"

namespace mb {

// The text of a listing, or nothing when the command is none. An error when it is to explain what does not exist.
std::optional<std::string> listing(const Options& options, Diagnostics& diagnostics);

}  // namespace mb
