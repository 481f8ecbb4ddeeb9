#include "converter/cli/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>

namespace mb {
namespace {

struct Complaint {
  std::string message;
  std::string hint;
};

// The command that a line names, or the program itself, and how CLI11 parsed it.
struct Line {
  const ProgramFacts& program;
  const CLI::App& root;
  const CLI::App& app;
  const CommandFacts* command;  // null: the program

  const std::vector<Option>& options() const { return command ? command->options : program.options; }
};

Line lineOf(const ProgramFacts& program, const CLI::App& root) {
  const std::vector<CLI::App*> parsed = root.get_subcommands();
  if (parsed.empty()) return {program, root, root, nullptr};
  const auto found = std::ranges::find(program.commands, parsed.front()->get_name(), &CommandFacts::name);
  return {program, root, *parsed.front(), &*found};
}

const Option* find(const std::vector<Option>& options, const std::string& name) {
  const auto found = std::ranges::find_if(options, [&](const Option& option) { return option.isCalled(name); });
  return found == options.end() ? nullptr : &*found;
}

std::vector<std::string> optionNames(const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const Option& option : options) {
    if (!option.isArgument()) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// Which commands have the option; empty: none.
std::string ownersOf(const ProgramFacts& program, const std::string& name) {
  std::vector<std::string> owners;
  for (const CommandFacts& command : program.commands) {
    if (find(command.options, name)) owners.push_back(fmt::format("'mbconvert {}'", command.name));
  }
  if (!owners.empty()) return fmt::format("it is an option of {}", fmt::join(owners, ", "));
  return find(program.options, name) ? fmt::format("it is an option of the program itself: `mbconvert {}`", name)
                                     : std::string{};
}

// Suggestion for an unknown option: the one that other tools call so, or the nearest.
std::string meantOption(const std::vector<Option>& options, const std::string& name) {
  for (const Option& option : options) {
    if (std::ranges::count(option.otherNames, name) > 0) return fmt::format("did you mean '{}'?", option.longName());
  }
  // Any one-letter option is near to any other.
  return name.size() > 2 ? didYouMean(name, optionNames(options)) : std::string();
}

Complaint unknownOption(const Line& line, const std::string& name) {
  Complaint complaint{fmt::format("unknown option '{}'", name), ""};
  std::error_code ignored;
  if (name.find('.') != std::string::npos || std::filesystem::exists(name, ignored)) {
    complaint.hint = fmt::format("a file of that name is given as './{0}', or behind '--': `-- {0}`", name);
    return complaint;
  }
  const bool isShort = name[1] != '-';
  complaint.hint = ownersOf(line.program, isShort ? name.substr(0, 2) : name);
  if (complaint.hint.empty()) complaint.hint = meantOption(line.options(), name);
  return complaint;
}

bool isNoFile(const std::string& word) {
  std::error_code ignored;
  return !std::filesystem::exists(word, ignored);
}

std::string meantCommand(const ProgramFacts& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CommandFacts& command : program.commands) {
    if (std::ranges::count(command.otherNames, word) > 0) return fmt::format("did you mean '{}'?", command.name);
    names.push_back(command.name);
  }
  return didYouMean(word, names);
}

bool isMisspeltCommand(const ProgramFacts& program, const std::string& word) {
  return isNoFile(word) && !meantCommand(program, word).empty();
}

Complaint noSuchCommand(const ProgramFacts& program, const std::string& word) {
  return {fmt::format("there is no command or file '{}'", word), meantCommand(program, word)};
}

// A model or an option before a command, which the command would not see.
std::optional<Complaint> beforeCommand(const Line& line) {
  for (const Option& option : line.program.options) {
    if (line.root.count(option.names.front()) == 0) continue;
    if (option.isArgument()) {
      return Complaint{fmt::format("'{}' stands before the command '{}'; files come after it",
                                   line.root.get_option(option.names.front())->results().front(), line.command->name),
                       ""};
    }
    if (isCommon(option) && find(line.options(), option.longName())) continue;
    return Complaint{fmt::format("{} stands before the command '{}'; its options come after it", option.longName(),
                                 line.command->name),
                     ""};
  }
  return std::nullopt;
}

// A word that CLI11 accepts but that is misplaced.
std::optional<Complaint> misplacedWord(const Line& line) {
  if (line.command) return beforeCommand(line);
  const std::vector<std::string>& models = line.root.get_option("model")->results();
  if (models.empty() || !isMisspeltCommand(line.program, models.front())) return std::nullopt;
  return noSuchCommand(line.program, models.front());
}

// The first unknown word is reported, whatever CLI11 complains of: a misspelt required option also counts as missing.
std::optional<Complaint> firstUnknown(const Line& line) {
  if (std::optional<Complaint> misplaced = misplacedWord(line)) return misplaced;
  const std::vector<std::string> extras = line.root.remaining(true);
  for (const std::string& word : extras) {
    if (word.size() > 1 && word[0] == '-') return unknownOption(line, word.substr(0, word.find('=')));
  }
  if (extras.empty()) return std::nullopt;
  // Of two words without a command, the first stands in the command's place.
  const std::vector<std::string>& models = line.root.get_option("model")->results();
  if (!line.command && !models.empty() && isNoFile(models.front())) return noSuchCommand(line.program, models.front());
  return Complaint{fmt::format("unexpected argument '{}'", extras.front()), ""};
}

// "MODEL", or "--end T".
std::string shown(const Option& option) {
  return option.isArgument() ? option.value : fmt::format("{} {}", option.longName(), option.value);
}

// All required options and arguments that are missing.
std::string missing(const Line& line) {
  if (!line.command) return "MODEL is missing";
  std::vector<std::string> names;
  for (const Option& option : line.options()) {
    if (option.isRequired && line.app.count(option.longName()) == 0) names.push_back(shown(option));
  }
  return fmt::format("{} {} missing", fmt::join(names, ", "), names.size() == 1 ? "is" : "are");
}

std::string wantsValue(const std::string& name, const Option& option) {
  return option.choices.empty() || option.takesOthers
             ? fmt::format("{} wants a value: {}", name, option.value)
             : fmt::format("{} wants a value, one of {}", name, fmt::join(option.choices, ", "));
}

// An option without its value, with too many or given too often. CLI11 reports only a text that begins with the name,
// without dashes for a flag.
std::string mismatched(const Line& line, const std::string& text) {
  const std::string name = text.substr(0, text.find_first_of(": "));
  if (!name.starts_with('-')) return fmt::format("--{} takes no value", name);
  std::string message = text;
  const auto look = [&](const CLI::App& app, const std::vector<Option>& options) {
    const Option* const option = find(options, name);
    if (!option) return false;
    const std::size_t count = app.count(name);
    message = wantsValue(name, *option);
    if (count < 2 || option->mayRepeat) return false;
    message = fmt::format("{} is given {}", fmt::join(option->names, ", "),
                          count == 2 ? "twice" : fmt::format("{} times", count));
    return true;
  };
  // It may be the program's or the command's.
  if (!look(line.root, line.program.options)) look(line.app, line.options());
  return message;
}

}  // namespace

bool hasMisplacedWord(const ProgramFacts& program, const CLI::App& app) {
  return misplacedWord(lineOf(program, app)).has_value();
}

Diagnostic usageError(const ProgramFacts& program, const CLI::App& app, const CLI::Error& error) {
  const Line line = lineOf(program, app);
  Complaint complaint{error.what(), ""};
  if (std::optional<Complaint> unknown = firstUnknown(line))
    complaint = std::move(*unknown);
  else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    complaint.message = missing(line);
  else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    complaint.message = mismatched(line, error.what());
  const std::string help =
      fmt::format("`mbconvert {}--help` lists the options", line.command ? line.command->name + " " : "");
  const char* const between = complaint.hint.ends_with('?') ? " " : "; ";
  const std::string hint = complaint.hint.empty() ? help : complaint.hint + between + help;
  return {Severity::error, Code::badOption, {}, complaint.message, hint, {}};
}

}  // namespace mb
