#include "converter/commands/listings.h"

#include <fmt/format.h>

#include "converter/cli/command_table.h"
#include "converter/cli/completion.h"
#include "converter/cli/man_page.h"
#include "converter/console/messages.h"
#include "converter/report/report_json.h"
#include "formats/formats.h"
#include "formats/model/expressions/expression.h"
#include "formats/model/joints/joint_types.h"
#include "formats/model/tyres/tyre.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

std::string formatsText() {
  std::string text;
  for (const Format& format : formats()) {
    text +=
        fmt::format("{:<12} {:<14} {}\n", format.name, format.writes ? "reads, writes" : "reads", format.description);
  }
  return text;
}

std::string functionsText() {
  std::string text;
  for (const ExpressionFunction& function : expressionFunctions()) {
    const std::string arguments = function.minimumArguments == function.maximumArguments
                                      ? fmt::format("{}", function.minimumArguments)
                                      : fmt::format("{}-{}", function.minimumArguments, function.maximumArguments);
    text += fmt::format("{:<12} {:<5} {}\n", function.name, arguments, function.meaning);
  }
  return text;
}

std::string jointsText() {
  std::string text =
      fmt::format("{:<22} {:>3} {:>4} {:>6}  {:<36} {}\n", "type", "dof", "rows", "weight", "in the tree", "when cut");
  for (const JointType& type : jointTypes()) {
    text += fmt::format("{:<22} {:>3} {:>4} {:>6}  {:<36} {}\n", type.name, dofOf(type), equationsOf(type),
                        toText(weightOf(type)), motionsText(type), equationsText(type));
  }
  return text;
}

std::string solversText() {
  std::string text;
  for (const SolverType& type : solverTypes()) {
    text += fmt::format("{:<20} {}\n{:<20} {}; cost: {}{}{}\n", type.name, type.method, "", type.source, type.cost,
                        type.limits.empty() ? "" : "; limits: ", type.limits);
  }
  return text;
}

std::string tyresText() {
  std::string text;
  for (const TyreType& type : tyreTypes()) {
    text += fmt::format("{}: {}{}{}\n", type.name, type.meaning,
                        type.format.empty() ? "" : "; property files of format ", type.format);
    for (const TyreKey& key : type.keys) {
      text += fmt::format("  {:<24} {:<10} {}\n", key.name,
                          key.standard ? fmt::format("{}", *key.standard) : "required", key.meaning);
    }
  }
  return text;
}

}  // namespace

std::string listing(const Options& options, Diagnostics& diagnostics) {
  if (options.command == Command::explain) {
    return options.explainCode.empty() ? codesText() : explanation(options.explainCode, diagnostics);
  }
  if (options.command == Command::completion) return completionScript(options.topic, programFacts());
  if (options.command == Command::man) return manPage(options.topic, programFacts());
  if (options.command == Command::help) return helpText(options.topic);
  if (options.command == Command::solvers) return options.json ? solversJson() : solversText();
  if (options.command == Command::tyres) return options.json ? tyreTypesJson() : tyresText();
  if (options.command == Command::joints) return options.json ? jointTypesJson() : jointsText();
  if (options.listFunctions) return options.json ? functionsJson() : functionsText();
  return options.json ? formatsJson() : formatsText();
}

}  // namespace mb
