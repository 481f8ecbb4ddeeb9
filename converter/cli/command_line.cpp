#include "converter/cli/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "converter/cli/manual.h"
#include "converter/cli/usage.h"
#include "converter/console/console.h"
#include "converter/console/messages.h"
#include "converter/files/atomic_file.h"

namespace mb {
namespace {

void addOption(CLI::App& app, const Option& option) {
  const std::string names = fmt::format("{}", fmt::join(option.names, ","));
  CLI::Option* added = nullptr;
  const auto take = [option](const std::vector<std::string>& words) {
    const std::string fault = option.take(words);
    if (!fault.empty()) throw CLI::ValidationError(option.longName(), fault);
  };
  if (option.isFlag()) {
    added = app.add_flag_callback(
        names, [take] { take({}); }, option.description);
  } else if (option.mayRepeat) {
    added = app.add_option_function<std::vector<std::string>>(names, take, option.description)->allow_extra_args(false);
    if (option.splitsAtCommas) added->delimiter(',');
  } else {
    added = app.add_option_function<std::string>(
        names, [take](const std::string& word) { take({word}); }, option.description);
  }
  added->required(option.isRequired);
}

void addOptions(CLI::App& app, const Command& command, CommonOptions& common) {
  for (const Option& option : command.options) addOption(app, option);
  for (const Option& option : messageOptions(common)) addOption(app, option);
  // A flag takes no value: --json=maybe is refused.
  for (CLI::Option* const option : app.get_options()) {
    if (option->get_expected_max() == 0) option->disable_flag_override();
  }
}

// The program's commands for CLI11. The app itself acts as the default command.
struct Parser {
  CLI::App app;
  Command first;
  std::vector<Command> commands;  // in the order of the rows

  Parser(const CommandTable& table, CommonOptions& common) : first(table.rows.front().make(common)) {
    app.name("mbconvert");
    app.set_version_flag(versionOption().longName(), table.version, versionOption().description);
    app.set_help_flag(fmt::format("{}", fmt::join(helpOption().names, ",")), helpOption().description);
    app.require_subcommand(0, 1);
    addOptions(app, first, common);
    app.get_option("model")->required(false);  // a command may stand in its place
    for (const CommandRow& row : table.rows) {
      commands.push_back(row.make(common));
      addOptions(*app.add_subcommand(row.name), commands.back(), common);
    }
  }
};

// CLI11 checks words one by one; these are wrong only in combination.
void checkTogether(const CLI::App& app, const ProgramFacts& facts) {
  if (hasMisplacedWord(facts, app)) throw CLI::ExtrasError({});
  if (app.get_subcommands().empty() && app.count("model") == 0) throw CLI::RequiredError("MODEL");
}

// "--end=" lacks its value; CLI11 would take the next word for it.
void checkValues(int count, const char* const* arguments) {
  for (int k = 1; k < count && arguments[k] != std::string_view("--"); ++k) {
    const std::string_view word = arguments[k];
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    throw CLI::ValidationError(fmt::format("there is no value behind '{}'", word));
  }
}

// The value of --diagnostics, needed even if the command line cannot be parsed.
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

// Prints to standard output; the exit code is `code` if that succeeds.
ExitCode printed(const std::string& text, ExitCode code, const std::string& format) {
  Diagnostics diagnostics;
  if (writeFile("-", text, diagnostics)) return code;
  narrateMessages(messageIn(format, diagnostics.all().front()), format);
  return exitCodeOf(diagnostics);
}

Command parsedCommand(const CommandTable& table, const Parser& parser) {
  const std::vector<CLI::App*> parsed = parser.app.get_subcommands();
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    if (!parsed.empty() && parsed.front()->get_name() == table.rows[k].name) return parser.commands[k];
  }
  return parser.first;
}

}  // namespace

ParsedLine parseCommandLine(const CommandTable& table, int count, const char* const* arguments, CommonOptions& common) {
  const std::string format = messageFormat(count, arguments);
  // Without arguments the help is the best answer.
  if (count <= 1) return {printed(helpText("", factsOf(table)), ExitCode::usage, format), {}};
  Parser parser(table, common);
  try {
    checkValues(count, arguments);
    parser.app.parse(count, arguments);
    checkTogether(parser.app, factsOf(table));
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> parsed = parser.app.get_subcommands();
    const std::string command = parsed.empty() ? "" : parsed.front()->get_name();
    return {printed(helpText(command, factsOf(table)), ExitCode::done, format), {}};
  } catch (const CLI::CallForVersion& version) {
    return {printed(version.what() + std::string("\n"), ExitCode::done, format), {}};
  } catch (const CLI::ParseError& error) {
    narrateMessages(messageIn(format, usageError(factsOf(table), parser.app, error)), format);
    return {ExitCode::usage, {}};
  }
  // Otherwise a temporary file would be written beside /dev/stdout.
  if (common.output == "/dev/stdout") common.output = "-";
  return {std::nullopt, parsedCommand(table, parser)};
}

}  // namespace mb
