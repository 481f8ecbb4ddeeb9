// From the words of the command line to a command with its values.
#pragma once

#include "converter/cli/command.h"

namespace mb {

// What is to be run; or the exit code when there is nothing more to do (help, version, wrong usage), after printing
// what is to be said.
struct ParsedLine {
  std::optional<ExitCode> exitCode;
  Command command;
};
ParsedLine parseCommandLine(const CommandTable& table, int count, const char* const* arguments, CommonOptions& common);

}  // namespace mb
