// The commands of the program, one row each. Help, completion, the manual and what is said of wrong usage come from
// here and from the options that the commands have.
#pragma once

#include "converter/cli/command.h"

namespace mb {

const CommandTable& commandTable();

}  // namespace mb
