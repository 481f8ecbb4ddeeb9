// A command: a row with its name and the function that makes it, which provides its options and its action.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "converter/cli/common_options.h"
#include "converter/console/exit_code.h"
#include "converter/console/progress.h"
#include "converter/conversion/stages.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// What a command uses while it runs. Results go to standard output, narration to standard error, messages here.
struct CommandContext {
  const CommonOptions& common;
  Diagnostics& diagnostics;
  std::vector<StageTime>& times;
  ProgressLine& progress;  // shown by ShownWork while the command works
};

struct Command {
  std::vector<Option> options;
  // Runs with the values of its options. Returns the verdict, or nothing if there is none, as after errors.
  std::function<std::optional<ExitCode>(CommandContext& context)> run;
};

struct CommandRow {
  const char* name;
  const char* group;        // in the help
  const char* description;  // one line
  Command (*make)(CommonOptions& common);
  std::vector<std::string> otherNames = {};  // its names in other tools
};

struct CommandTable {
  const char* description;
  std::vector<CommandRow> rows;  // the first is the default command
  std::string (*version)();
};

// The same without functions, for completion, the manual, usage errors and tests.
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
  std::vector<Option> options;         // without a command: those of the default, and --version
  std::vector<CommandFacts> commands;
};
ProgramFacts factsOf(const CommandTable& table);
std::vector<std::string> commandNames(const CommandTable& table);

// Options of the program itself.
Option helpOption();
Option versionOption();

}  // namespace mb
