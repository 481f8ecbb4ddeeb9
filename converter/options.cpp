#include "converter/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "converter/command_table.h"
#include "converter/usage.h"
#include "formats/model/diagnostics.h"

namespace mb {
namespace {

const CommandRow& parsedRow(const CLI::App& app) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  for (const CommandRow& row : commandRows()) {
    if (!parsed.empty() && parsed.front()->get_name() == row.name) return row;
  }
  return commandRows().front();  // convert
}

}  // namespace

std::optional<int> parseCommandLine(int count, const char* const* arguments, Options& options) {
  CLI::App app;
  addCommands(app, options);
  app.failure_message([&app](const CLI::App*, const CLI::Error& error) { return usageText(app, error); });
  try {
    app.parse(count, arguments);
    const CommandRow& row = parsedRow(app);
    options.command = row.command;
    // By that name it would be a file beside which another one is written.
    if (options.output == "/dev/stdout") options.output = "-";
    const bool isBare = app.get_subcommands().empty();
    if (isBare && isMisspeltCommand(options.model)) throw CLI::ExtrasError({options.model});
    const std::string& wanted = row.command == Command::compare      ? options.compare.theirs
                                : row.command == Command::completion ? options.topic
                                                                     : options.model;
    if (row.wants[0] != '\0' && wanted.empty()) {
      // Something like `mbconvert --version` never comes here; without arguments the help is the best answer.
      if (count == 1) {
        std::cout << app.help();
        return static_cast<int>(ExitCode::usage);
      }
      throw CLI::RequiredError(row.wants);
    }
  } catch (const CLI::ParseError& error) {
    const bool isHelp = error.get_exit_code() == 0;
    app.exit(error);
    if (isHelp && !std::cout.flush()) return static_cast<int>(ExitCode::io);
    return isHelp ? static_cast<int>(ExitCode::done) : static_cast<int>(ExitCode::usage);
  }
  return std::nullopt;
}

}  // namespace mb
