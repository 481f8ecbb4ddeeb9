// The program from its words to its exit code.
#pragma once

#include "converter/cli/command.h"

namespace mb {

// Runs the command that the words name, and reports on standard error what it had to say.
ExitCode runProgram(const CommandTable& table, int count, const char* const* arguments);

}  // namespace mb
