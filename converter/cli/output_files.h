// Where a command writes, that it is no file that it reads, and that nothing is read twice that cannot be.
#pragma once

#include <string>

#include "converter/cli/options.h"

namespace mb {

// -o, or what the command chooses without it; empty: nothing, or standard output.
std::string outputOf(const Options& options);

// False and an error when standard input is to be read for two things.
bool readsInputOnce(const Options& options, Diagnostics& diagnostics);

// False and an error when a file that is to be read would be replaced by what is written.
bool checkOutputsAreNotInputs(const Options& options, Diagnostics& diagnostics);

}  // namespace mb
