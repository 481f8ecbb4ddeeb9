#include "converter/cli/command.h"

#include <algorithm>
#include <functional>

namespace mb {
namespace {

std::vector<Option> withHelp(std::vector<Option> options) {
  options.insert(options.begin(), helpOption());
  std::stable_partition(options.begin(), options.end(), std::mem_fn(&Option::isArgument));
  return options;
}

Option plainFlag(std::vector<std::string> names, std::string description) {
  return {std::move(names), "", std::move(description), nullptr};
}

}  // namespace

Option helpOption() { return plainFlag({"-h", "--help"}, "show this help"); }
Option versionOption() { return plainFlag({"--version"}, "show the version and what this build is made of"); }

std::vector<std::string> commandNames(const CommandTable& table) {
  std::vector<std::string> names;
  for (const CommandRow& row : table.rows) names.emplace_back(row.name);
  return names;
}

ProgramFacts factsOf(const CommandTable& table) {
  ProgramFacts facts{table.description, exitCodeMeanings(), {}, {}};
  CommonOptions unused;
  for (const CommandRow& row : table.rows) {
    std::vector<Option> options = row.make(unused).options;
    append(options, messageOptions(unused));
    for (Option& option : options) option.take = nullptr;  // its target no longer exists
    facts.commands.push_back({row.name, row.group, row.description, withHelp(std::move(options)), row.otherNames});
  }
  facts.options = facts.commands.front().options;
  facts.options.push_back(versionOption());
  return facts;
}

}  // namespace mb
