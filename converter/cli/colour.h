// Whether to colour what goes to a terminal.
#pragma once

#include "converter/cli/options.h"

namespace mb {

// descriptor: of standard output or standard error.
bool wantsColour(const Options& options, int descriptor);

}  // namespace mb
