#include "converter/cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "converter/cli/command_table.h"
#include "converter/cli/usage.h"
#include "converter/console/console.h"
#include "converter/console/messages.h"
#include "converter/files/atomic_file.h"

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
  if (app.get_subcommands().empty()) {
    if (options.model.empty()) throw CLI::RequiredError("MODEL");
    if (isMisspeltCommand(options.model)) throw CLI::ExtrasError({options.model});
    return;
  }
  const CLI::App& command = *app.get_subcommands().front();
  if (app.count("model") > 0) throw CLI::ExtrasError({options.model});
  if (options.command == Command::tree && options.json && command.count("--format") > 0 &&
      options.treeFormat != "json") {
    throw CLI::ValidationError(fmt::format("--json and --format {} exclude each other", options.treeFormat));
  }
}

// "--end=" is an option without its value; CLI11 takes the next word for it.
void checkValues(int count, const char* const* arguments) {
  for (int k = 1; k < count && arguments[k] != std::string_view("--"); ++k) {
    const std::string_view word = arguments[k];
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    throw CLI::ValidationError(fmt::format("there is no value behind '{}'", word));
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

// To standard output; the exit code is `code` where that succeeds.
int printed(const std::string& text, ExitCode code, const std::string& format) {
  Diagnostics diagnostics;
  if (!writeFile("-", text, diagnostics)) {
    narrate(messageIn(format, diagnostics.all().front()));
    code = diagnostics.exitCode();
  }
  return static_cast<int>(code);
}

}  // namespace

std::optional<int> parseCommandLine(int count, const char* const* arguments, Options& options) {
  const std::string format = messageFormat(count, arguments);
  // Without arguments the help is the best answer.
  if (count <= 1) return printed(helpText(""), ExitCode::usage, format);
  CLI::App app;
  addCommands(app, options);
  try {
    checkValues(count, arguments);
    app.parse(count, arguments);
    options.command = parsedRow(app).command;
    checkTogether(app, options);
    // By that name it would be a file beside which another one is written.
    if (options.output == "/dev/stdout") options.output = "-";
  } catch (const CLI::CallForHelp&) {
    return printed(app.help(), ExitCode::done, format);
  } catch (const CLI::CallForVersion& version) {
    return printed(version.what() + std::string("\n"), ExitCode::done, format);
  } catch (const CLI::ParseError& error) {
    narrate(messageIn(format, usageError(app, error)));
    return static_cast<int>(ExitCode::usage);
  }
  return std::nullopt;
}

}  // namespace mb
