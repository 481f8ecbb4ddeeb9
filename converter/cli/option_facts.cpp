#include "converter/cli/option_facts.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "converter/cli/command_table.h"
#include "formats/formats.h"
#include "formats/model/messages/codes.h"

namespace mb {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, separator);) words.push_back(word);
  return words;
}

bool isPath(const std::string& value) {
  constexpr const char* kPaths[] = {"FILE", "MODEL", "CSV", "RECURSIVE", "A", "B"};
  return std::find(std::begin(kPaths), std::end(kPaths), value) != std::end(kPaths);
}

// "TEXT:{si,source}", "auto|keep|list|BODY,...", or a name for words that are listed elsewhere.
std::vector<std::string> choicesOf(const std::string& typeName) {
  const std::size_t open = typeName.find('{');
  if (open != std::string::npos) return split(typeName.substr(open + 1, typeName.find('}') - open - 1), ',');
  std::vector<std::string> words;
  if (typeName == "FORMAT") {
    for (const Format& format : formats()) words.emplace_back(format.name);
  } else if (typeName == "CODE") {
    for (const char* letter : {"E", "W"}) {  // a user types what was printed, an error's or a warning's
      for (const CodeRow& row : codeRows()) words.push_back(letter + numberText(row.code));
    }
  } else if (typeName.find('|') != std::string::npos) {
    const auto isWord = [](const std::string& word) {
      return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    };
    for (const std::string& word : split(typeName, '|')) {
      if (isWord(word)) words.push_back(word);
    }
  }
  return words;
}

OptionFacts factsOf(const CLI::Option& option) {
  OptionFacts facts;
  facts.isPositional = option.get_positional() && option.get_lnames().empty() && option.get_snames().empty();
  if (facts.isPositional) facts.names.push_back(option.get_name(true, false));
  for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  facts.isRequired = option.get_required();
  facts.description = option.get_description();
  facts.group = option.get_group();
  const bool isFlag = option.get_type_size() == 0 || option.get_expected_max() == 0;
  if (isFlag) return facts;
  const std::string typeName = option.get_type_name();
  facts.value = typeName.substr(0, typeName.find(':'));
  facts.choices = choicesOf(typeName);
  facts.takesPath = isPath(facts.value);
  facts.mayRepeat = option.get_expected_max() > 1;
  facts.standard = option.get_default_str();
  return facts;
}

}  // namespace

std::vector<OptionFacts> optionsOf(const CLI::App& app) {
  std::vector<OptionFacts> options;
  for (const CLI::Option* option : app.get_options()) options.push_back(factsOf(*option));
  std::stable_partition(options.begin(), options.end(), [](const OptionFacts& facts) { return facts.isPositional; });
  return options;
}

ProgramFacts programFacts() {
  CLI::App app;
  Options options;
  addCommands(app, options);
  ProgramFacts facts{app.get_description(), exitCodeMeanings(), optionsOf(app), {}};
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    facts.commands.push_back(
        {command->get_name(), command->get_group(), command->get_description(), optionsOf(*command)});
  }
  return facts;
}

}  // namespace mb
