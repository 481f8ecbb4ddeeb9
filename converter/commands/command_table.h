// The commands of the program, one row each. Help, completion, the manual and usage errors are generated from these
// rows and their options.
#pragma once

#include "converter/cli/command.h"

namespace mb {

const CommandTable& commandTable();

}  // namespace mb
