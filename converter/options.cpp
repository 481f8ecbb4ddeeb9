#include "converter/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "converter/command_table.h"
#include "converter/console.h"
#include "converter/messages.h"
#include "converter/usage.h"

namespace mb {
namespace {

const CommandRow& parsedRow(const CLI::App& app) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  for (const CommandRow& row : commandRows()) {
    if (!parsed.empty() && parsed.front()->get_name() == row.name) return row;
  }
  return commandRows().front();  // convert
}

// What CLI11 cannot see: words that fit one by one, and not together.
void checkTogether(const CLI::App& app, const Options& options) {
  if (app.get_subcommands().empty()) return;
  const CLI::App& command = *app.get_subcommands().front();
  if (app.count("model") > 0) {
    throw CLI::ValidationError(fmt::format("'{}' stands before the command '{}'; files come after it",
                                           app.get_option("model")->results().front(), command.get_name()));
  }
  if (options.command == Command::tree && options.json && command.count("--format") > 0 &&
      options.treeFormat != "json") {
    throw CLI::ValidationError(fmt::format("--json and --format {} exclude each other", options.treeFormat));
  }
}

// --diagnostics as far as it can be told of a command line that could not be parsed.
std::string messageFormat(int count, const char* const* arguments) {
  constexpr std::string_view kOption = "--diagnostics";
  std::string format = "text";
  for (int k = 1; k < count; ++k) {
    const std::string_view word = arguments[k];
    std::string_view value;
    if (word == kOption && k + 1 < count)
      value = arguments[k + 1];
    else if (word.starts_with(kOption) && word.substr(kOption.size()).starts_with('='))
      value = word.substr(kOption.size() + 1);
    if (value == "text" || value == "json" || value == "sarif") format = value;
  }
  return format;
}

}  // namespace

std::optional<int> parseCommandLine(int count, const char* const* arguments, Options& options) {
  CLI::App app;
  addCommands(app, options);
  try {
    app.parse(count, arguments);
    const CommandRow& row = parsedRow(app);
    options.command = row.command;
    checkTogether(app, options);
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
    if (!isHelp) {
      narrate(messageIn(messageFormat(count, arguments), usageError(app, error)));
      return static_cast<int>(ExitCode::usage);
    }
    app.exit(error);
    return static_cast<int>(std::cout.flush() ? ExitCode::done : ExitCode::io);
  }
  return std::nullopt;
}

}  // namespace mb
