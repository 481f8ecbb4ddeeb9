// The plan that the command line and its plan file ask for together.
#pragma once

#include "converter/cli/options.h"

namespace mb {

// The lists of names are those of both; where both say one thing, the command line is obeyed.
PlanOptions planOf(const Options& options, Diagnostics& diagnostics);

// Whether there is anything of that.
bool isPlanAsked(const Options& options);

}  // namespace mb
