// Commands without a model: listings, and texts about the program itself.
#include "converter/report/listings.h"
#include "converter/cli/completion.h"
#include "converter/cli/manual.h"
#include "converter/commands/command_table.h"
#include "converter/console/messages.h"
#include "converter/explain/explanations.h"
#include "converter/export/targets.h"
#include "converter/files/atomic_file.h"

namespace mb {
namespace {

// Prints the function's text, unless it adds an error.
template <class TextOf>
auto printing(TextOf textOf) {
  return [textOf](CommandContext& context) -> std::optional<ExitCode> {
    const std::string text = textOf(context);
    if (context.diagnostics.hasErrors() || !writeFile("-", text, context.diagnostics)) return std::nullopt;
    return ExitCode::done;
  };
}

Command listingCommand(CommonOptions& common, std::string (*listing)(bool json)) {
  return {{jsonOption(common)}, printing([listing](CommandContext& context) { return listing(context.common.json); })};
}

std::string formatsWithTargets(bool json) {
  std::vector<Writer> writers;
  for (const Target& target : targets()) writers.push_back({target.name, target.description});
  return formatsIn(json, writers);
}

// Prints a text about a command, or about the program.
Command topicCommand(const std::string& what, std::string (*textOf)(const std::string& command)) {
  const auto topic = std::make_shared<std::string>();
  return {{oneOf("command", "COMMAND", *topic, commandNames(commandTable()), what)},
          printing([topic, textOf](CommandContext&) { return textOf(*topic); })};
}

}  // namespace

Command explainCommand(CommonOptions&) {
  const auto code = std::make_shared<std::string>();
  Option option = text("code", "CODE", *code, "code of a message; by default all codes are listed");
  for (const char* letter : {"E", "W"}) {  // users type the code of an error or of a warning
    for (const Explanation& row : explanations()) option.choices.push_back(letter + numberText(row.code));
  }
  return {{std::move(option)}, printing([code](CommandContext& context) {
            return code->empty() ? codesText() : explanation(*code, context.diagnostics);
          })};
}

Command solversCommand(CommonOptions& common) { return listingCommand(common, solversIn); }
Command tyresCommand(CommonOptions& common) { return listingCommand(common, tyreTypesIn); }
Command jointsCommand(CommonOptions& common) { return listingCommand(common, jointTypesIn); }

Command formatsCommand(CommonOptions& common) {
  const auto listsFunctions = std::make_shared<bool>(false);
  return {{flag("--functions", *listsFunctions, "list the functions of the expression language"), jsonOption(common)},
          printing([listsFunctions](CommandContext& context) {
            return *listsFunctions ? functionsIn(context.common.json) : formatsWithTargets(context.common.json);
          })};
}

Command completionCommand(CommonOptions&) {
  const auto shell = std::make_shared<std::string>();
  return {{required(oneOf("shell", "SHELL", *shell, completionShells(), "shell that reads the script"))},
          printing([shell](CommandContext&) { return completionScript(*shell, factsOf(commandTable())); })};
}

Command manCommand(CommonOptions&) {
  return topicCommand("command; by default the program with all commands",
                      [](const std::string& command) { return manPage(command, factsOf(commandTable())); });
}

Command helpCommand(CommonOptions&) {
  return topicCommand("command; by default the program",
                      [](const std::string& command) { return helpText(command, factsOf(commandTable())); });
}

}  // namespace mb
