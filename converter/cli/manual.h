// What --help prints, and the manual in roff: both written from the table of options.
#pragma once

#include <string>

#include "converter/cli/command.h"

namespace mb {

// Both of one command, or, with an empty name, of the program with all commands.
std::string helpText(const std::string& command, const ProgramFacts& program);
std::string manPage(const std::string& command, const ProgramFacts& program);

}  // namespace mb
