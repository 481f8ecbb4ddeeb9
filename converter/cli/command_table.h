// The commands of the program, one row each. Help, completion and the man page come from here and from the options that
// the rows add.
#pragma once

#include <string>
#include <vector>

#include "converter/cli/options.h"

namespace CLI {
class App;
}

namespace mb {

struct CommandRow {
  const char* name;
  Command command;
  const char* group;        // in the help
  const char* description;  // one line
  void (*addOptions)(CLI::App& app, Options& options);
};

const std::vector<CommandRow>& commandRows();
std::vector<std::string> commandNames();
const std::vector<std::string>& exitCodeMeanings();  // from 0

// What --help prints: of a command, or of the program where none is named.
std::string helpText(const std::string& command);

// Fills an empty app with all commands and their options, which write to `options`. The app itself is `convert`.
void addCommands(CLI::App& app, Options& options);

}  // namespace mb
