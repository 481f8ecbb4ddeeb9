#include "converter/cli/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>

#include "converter/cli/command_table.h"
#include "converter/cli/option_facts.h"

namespace mb {
namespace {

struct Complaint {
  std::string message;
  std::string hint;
};

// What other tools call our commands and options.
struct OtherWord {
  std::string_view theirs;
  std::string_view ours;
};
constexpr OtherWord kOtherCommands[] = {
    {"simulate", "run"},    {"simulation", "run"},     {"sim", "run"},          {"solve", "run"},
    {"integrate", "run"},   {"dynamics", "run"},       {"validate", "check"},   {"lint", "check"},
    {"info", "check"},      {"equivalence", "verify"}, {"prove", "verify"},     {"equilibrium", "settle"},
    {"static", "settle"},   {"statics", "settle"},     {"translate", "import"}, {"read", "import"},
    {"graph", "tree"},      {"show", "tree"},          {"draw", "tree"},        {"diff", "compare"},
    {"benchmark", "bench"}, {"chart", "plot"},         {"export", "convert"},
};
constexpr OtherWord kOtherOptions[] = {
    {"--dt", "--step"},           {"--timestep", "--step"},  {"--time-step", "--step"}, {"--stepsize", "--step"},
    {"--step-size", "--step"},    {"--tend", "--end"},       {"--t-end", "--end"},      {"--tf", "--end"},
    {"--tfinal", "--end"},        {"--stop", "--end"},       {"--until", "--end"},      {"--duration", "--end"},
    {"--out", "--output"},        {"--outfile", "--output"}, {"--tol", "--tolerance"},  {"--rtol", "--tolerance"},
    {"--method", "--integrator"}, {"--interval", "--every"}, {"--root", "--base"},
};

std::string otherWord(std::span<const OtherWord> words, std::string_view theirs) {
  const auto found = std::ranges::find(words, theirs, &OtherWord::theirs);
  return found == words.end() ? std::string() : std::string(found->ours);
}

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool has(const CLI::App& app, const std::string& name) {
  const std::vector<std::string> names = optionNames(app);
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Which commands have the option; empty: none.
std::string ownersOf(const CLI::App& root, const std::string& name) {
  std::vector<std::string> owners;
  for (const CLI::App* other : root.get_subcommands([](const CLI::App*) { return true; })) {
    if (has(*other, name)) owners.push_back(fmt::format("'mbconvert {}'", other->get_name()));
  }
  if (!owners.empty()) return fmt::format("it is an option of {}", fmt::join(owners, ", "));
  return has(root, name) ? fmt::format("it is an option of the program itself: `mbconvert {}`", name) : std::string{};
}

Complaint unknownOption(const CLI::App& root, const CLI::App& command, const std::string& name) {
  Complaint complaint{fmt::format("unknown option '{}'", name), ""};
  std::error_code ignored;
  if (name.find('.') != std::string::npos || std::filesystem::exists(name, ignored)) {
    complaint.hint = fmt::format("a file of that name is given as './{0}', or behind '--': `-- {0}`", name);
    return complaint;
  }
  const bool isShort = name[1] != '-';
  complaint.hint = ownersOf(root, isShort ? name.substr(0, 2) : name);
  const std::string meant = otherWord(kOtherOptions, name);
  if (complaint.hint.empty() && has(command, meant)) complaint.hint = fmt::format("did you mean '{}'?", meant);
  // One letter is as near to any other.
  if (complaint.hint.empty() && name.size() > 2) complaint.hint = didYouMean(name, optionNames(command));
  return complaint;
}

bool isNoFile(const std::string& word) {
  std::error_code ignored;
  return !std::filesystem::exists(word, ignored);
}

std::string meantCommand(const std::string& word) {
  const std::string meant = otherWord(kOtherCommands, word);
  return meant.empty() ? didYouMean(word, commandNames()) : fmt::format("did you mean '{}'?", meant);
}

Complaint noSuchCommand(const std::string& word) {
  return {fmt::format("there is no command or file '{}'", word), meantCommand(word)};
}

// The first word on the command line that means nothing, whatever CLI11 stumbled over first: a misspelt option that
// is required is also missing.
std::optional<Complaint> firstUnknown(const CLI::App& root, const CLI::App& command) {
  const CLI::Option& model = *root.get_option("model");
  if (model.count() > 0) {
    const std::string& word = model.results().front();
    if (&command != &root) {
      return Complaint{
          fmt::format("'{}' stands before the command '{}'; files come after it", word, command.get_name()), ""};
    }
    if (isMisspeltCommand(word)) return noSuchCommand(word);
  }
  const std::vector<std::string> extras = root.remaining(true);
  for (const std::string& word : extras) {
    if (word.size() > 1 && word[0] == '-') return unknownOption(root, command, word.substr(0, word.find('=')));
  }
  if (extras.empty()) return std::nullopt;
  // Of two words without a command the first is where a command would be.
  if (&command == &root && model.count() > 0 && isNoFile(model.results().front())) {
    return noSuchCommand(model.results().front());
  }
  return Complaint{fmt::format("unexpected argument '{}'", extras.front()), ""};
}

// "MODEL", or "--end T".
std::string shown(const OptionFacts& option) {
  return option.isPositional ? option.value : fmt::format("{} {}", option.names.back(), option.value);
}

// All that a command cannot do without and does not have.
std::string missing(const CLI::App& root, const CLI::App& command) {
  if (&command == &root) return "MODEL is missing";
  std::vector<std::string> names;
  for (const OptionFacts& option : optionsOf(command)) {
    const std::string& name = option.names.back();
    if (option.isRequired && command.get_option(name)->count() == 0) names.push_back(shown(option));
  }
  return fmt::format("{} {} missing", fmt::join(names, ", "), names.size() == 1 ? "is" : "are");
}

std::string wantsValue(const std::string& name, const OptionFacts& option) {
  const bool isListed = !option.choices.empty() && option.value.find('|') == std::string::npos;
  return isListed ? fmt::format("{} wants a value, one of {}", name, fmt::join(option.choices, ", "))
                  : fmt::format("{} wants a value: {}", name, option.value);
}

// An option that stands without its value, with one too many or too often. CLI11 says no more of it than a text that
// begins with its name, that of a flag without dashes.
std::string mismatched(const CLI::App& root, const CLI::App& command, const std::string& text) {
  const std::string name = text.substr(0, text.find_first_of(": "));
  if (!name.starts_with('-')) return fmt::format("--{} takes no value", name);
  std::string message = text;
  for (const CLI::App* const app : {&root, &command}) {  // options of both may be given
    for (const OptionFacts& option : optionsOf(*app)) {
      if (std::find(option.names.begin(), option.names.end(), name) == option.names.end()) continue;
      const std::size_t count = app->count(name);
      if (count > 1 && !option.mayRepeat) {
        return fmt::format("{} is given {}", fmt::join(option.names, ", "),
                           count == 2 ? "twice" : fmt::format("{} times", count));
      }
      message = wantsValue(name, option);
    }
  }
  return message;
}

}  // namespace

Diagnostic usageError(const CLI::App& app, const CLI::Error& error) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  const CLI::App& command = parsed.empty() ? app : *parsed.front();
  Complaint complaint{error.what(), ""};
  if (std::optional<Complaint> unknown = firstUnknown(app, command))
    complaint = std::move(*unknown);
  else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    complaint.message = missing(app, command);
  else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    complaint.message = mismatched(app, command, error.what());
  const std::string help =
      fmt::format("`mbconvert {}--help` lists the options", parsed.empty() ? "" : command.get_name() + " ");
  const char* const between = complaint.hint.ends_with('?') ? " " : "; ";
  const std::string hint = complaint.hint.empty() ? help : complaint.hint + between + help;
  return {Severity::error, Code::badOption, {}, complaint.message, hint, {}};
}

bool isMisspeltCommand(const std::string& word) { return isNoFile(word) && !meantCommand(word).empty(); }

}  // namespace mb
