// The whole program: from the command line to the exit code.
#pragma once

#include "converter/cli/command.h"

namespace mb {

// Runs the named command and reports its messages on standard error.
ExitCode runProgram(const CommandTable& table, int count, const char* const* arguments);

}  // namespace mb
