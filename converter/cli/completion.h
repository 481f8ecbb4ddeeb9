// Shell completion scripts, generated from the table of options.
#pragma once

#include <string>
#include <vector>

#include "converter/cli/command.h"

namespace mb {

std::vector<std::string> completionShells();
// A script for the shell, one of completionShells().
std::string completionScript(const std::string& shell, const ProgramFacts& program);

}  // namespace mb
