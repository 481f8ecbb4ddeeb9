// The commands without a model: tables of what there is.
#pragma once

#include <string>

#include "converter/cli/options.h"

namespace mb {

// The text of a listing; `formats` when the command is no other. An error when it is to explain what does not exist.
std::string listing(const Options& options, Diagnostics& diagnostics);

}  // namespace mb
