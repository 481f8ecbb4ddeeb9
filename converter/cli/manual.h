// The output of --help and the manual in roff, both generated from the table of options.
#pragma once

#include <string>

#include "converter/cli/command.h"

namespace mb {

// An empty name stands for the program with all commands.
std::string helpText(const std::string& command, const ProgramFacts& program);
std::string manPage(const std::string& command, const ProgramFacts& program);

}  // namespace mb
