// The manual in roff, written from the table of options.
#pragma once

#include <string>

#include "converter/cli/option_facts.h"

namespace mb {

// Of one command, or, with an empty name, of the program with all commands.
std::string manPage(const std::string& command, const ProgramFacts& program);

}  // namespace mb
