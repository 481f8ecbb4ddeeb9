// Parses the command line into a command with its values.
#pragma once

#include "converter/cli/command.h"

namespace mb {

// The command to run, or the exit code if the parser has already printed the answer (help, version, wrong usage).
struct ParsedLine {
  std::optional<ExitCode> exitCode;
  Command command;
};
ParsedLine parseCommandLine(const CommandTable& table, int count, const char* const* arguments, CommonOptions& common);

}  // namespace mb
