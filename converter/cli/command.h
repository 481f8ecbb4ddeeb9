// What a command is: a row with its name and the function that makes it, from which come its options and what it does.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "converter/cli/common_options.h"
#include "converter/console/exit_code.h"
#include "converter/conversion/stages.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// What a command works with while it runs: result on standard output, narration on standard error, messages here.
struct CommandContext {
  const CommonOptions& common;
  Diagnostics& diagnostics;
  std::vector<StageTime>& times;
};

struct Command {
  std::vector<Option> options;
  // Runs with the values that its options took. The verdict, or none where there is none to give, as after errors.
  std::function<std::optional<ExitCode>(CommandContext& context)> run;
};

struct CommandRow {
  const char* name;
  const char* group;        // in the help
  const char* description;  // one line
  Command (*make)(CommonOptions& common);
  std::vector<std::string> otherNames = {};  // what other tools call it
};

struct CommandTable {
  const char* description;
  std::vector<CommandRow> rows;  // the first is meant when no command is named
  std::string (*version)();
};

// The same without functions, for completion, the manual, what is said of wrong usage, and tests.
struct CommandFacts {
  std::string name;
  std::string group;
  std::string description;
  std::vector<Option> options;  // arguments first
  std::vector<std::string> otherNames;
};

struct ProgramFacts {
  std::string description;
  std::vector<std::string> exitCodes;  // what each means, from 0
  std::vector<Option> options;         // without a command: those of the first, and --version
  std::vector<CommandFacts> commands;
};
ProgramFacts factsOf(const CommandTable& table);
std::vector<std::string> commandNames(const CommandTable& table);

// The options that the program has by itself.
Option helpOption();
Option versionOption();

}  // namespace mb
