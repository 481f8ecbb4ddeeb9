#include "converter/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>

#include "converter/command_table.h"

namespace mb {
namespace {

struct Complaint {
  std::string message;
  std::string hint;
};

std::vector<std::string> optionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Complaint unknownOption(const CLI::App& root, const CLI::App& command, const std::string& name) {
  Complaint complaint{fmt::format("unknown option '{}'", name), didYouMean(name, optionNames(command))};
  if (!complaint.hint.empty()) return complaint;
  std::vector<std::string> owners;
  for (const CLI::App* other : root.get_subcommands([](const CLI::App*) { return true; })) {
    if (has(optionNames(*other), name)) owners.push_back(fmt::format("'mbconvert {}'", other->get_name()));
  }
  if (!owners.empty()) complaint.hint = fmt::format("it is an option of {}", fmt::join(owners, ", "));
  return complaint;
}

// The first word on the command line that means nothing, whatever CLI11 stumbled over first: a misspelt option that
// is required is also missing.
std::optional<Complaint> firstUnknown(const CLI::App& root, const CLI::App& command) {
  const CLI::Option* const model = root.get_option_no_throw("model");
  const bool isBare = &command == &root;
  if (isBare && model != nullptr && model->count() > 0 && isMisspeltCommand(model->results().front())) {
    const std::string& word = model->results().front();
    return Complaint{fmt::format("there is no command or file '{}'", word), didYouMean(word, commandNames())};
  }
  const std::vector<std::string> extras = root.remaining(true);
  for (const std::string& word : extras) {
    if (word.size() > 1 && word[0] == '-') return unknownOption(root, command, word.substr(0, word.find('=')));
  }
  if (!extras.empty()) return Complaint{fmt::format("unexpected argument '{}'", extras.front()), ""};
  return std::nullopt;
}

}  // namespace

Diagnostic usageError(const CLI::App& app, const CLI::Error& error) {
  const std::vector<CLI::App*> parsed = app.get_subcommands();
  const CLI::App& command = parsed.empty() ? app : *parsed.front();
  Complaint complaint{error.what(), ""};
  if (std::optional<Complaint> unknown = firstUnknown(app, command)) complaint = std::move(*unknown);
  const std::string help =
      fmt::format("`mbconvert {}--help` lists the options", parsed.empty() ? "" : command.get_name() + " ");
  const char* const between = complaint.hint.ends_with('?') ? " " : "; ";
  const std::string hint = complaint.hint.empty() ? help : complaint.hint + between + help;
  return {Severity::error, Code::badOption, {}, complaint.message, hint, {}};
}

bool isMisspeltCommand(const std::string& word) {
  std::error_code ignored;
  return !std::filesystem::exists(word, ignored) && !didYouMean(word, commandNames()).empty();
}

}  // namespace mb
