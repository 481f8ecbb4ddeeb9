#include "converter/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "converter/atomic_file.h"
#include "converter/bench_command.h"
#include "converter/colour.h"
#include "converter/draw.h"
#include "converter/import_command.h"
#include "converter/pipeline.h"
#include "converter/plan_file.h"
#include "converter/plot_command.h"
#include "converter/report_json.h"
#include "converter/report_text.h"
#include "converter/run_command.h"
#include "converter/settle_command.h"
#include "converter/verify_command.h"
#include "formats/formats.h"
#include "formats/recursive/recursive_xml.h"
#include "runtime/solvers/solver.h"

namespace mb {
namespace {

void tell(const Diagnostics& diagnostics) {
  constexpr int kMost = 100;
  int told = 0;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (++told > kMost) break;
    fmt::print(stderr, "{}", toText(diagnostic));
  }
  if (static_cast<int>(diagnostics.all().size()) > kMost) {
    fmt::print(stderr, "mbconvert: note: {} more messages not shown\n",
               static_cast<int>(diagnostics.all().size()) - kMost);
  }
  if (diagnostics.hasErrors()) {
    fmt::print(stderr, "mbconvert: {} error{}, {} warning{}\n", diagnostics.errorCount(),
               diagnostics.errorCount() == 1 ? "" : "s", diagnostics.warningCount(),
               diagnostics.warningCount() == 1 ? "" : "s");
  }
}

std::string defaultOutput(const std::string& model) {
  if (model == "-") return "-";
  return std::filesystem::path(model).stem().string() + ".recursive.xml";
}

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
      fmt::format("{:<19} {:>3} {:>4} {:>6}  {:<36} {}\n", "type", "dof", "rows", "weight", "in the tree", "when cut");
  for (const JointType& type : jointTypes()) {
    text += fmt::format("{:<19} {:>3} {:>4} {:>6}  {:<36} {}\n", type.name, dofOf(type), equationsOf(type),
                        toText(weightOf(type)), stepsText(type), equationsText(type));
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

// The commands without a model.
std::optional<std::string> listing(const Options& options) {
  if (options.command == Command::solvers) return options.json ? solversJson() : solversText();
  if (options.command == Command::tyres) return options.json ? tyreTypesJson() : tyresText();
  if (options.command == Command::joints) return options.json ? jointTypesJson() : jointsText();
  if (options.command != Command::formats) return std::nullopt;
  if (options.listFunctions) return functionsText();
  return options.json ? formatsJson() : formatsText();
}

std::string treeIn(const std::string& format, const Conversion& conversion, const TextStyle& style) {
  if (format == "json") return treeJson(conversion);
  if (format == "dot") return treeDot(conversion);
  if (format == "svg") return treeSvg(conversion);
  return treeText(conversion, style);
}

void convertCommand(const Options& options, const Conversion& conversion, Diagnostics& diagnostics) {
  const std::string output = options.output.empty() ? defaultOutput(options.model) : options.output;
  if (!writeFile(output, writeRecursive(conversion.recursive), diagnostics)) return;
  // With the model on standard output the summary is narration.
  const bool toStdout = output == "-";
  if (toStdout && options.quiet) return;
  const TextStyle style{wantsColour(options, toStdout ? STDERR_FILENO : STDOUT_FILENO)};
  const std::string summary = options.json ? treeJson(conversion) : summaryText(conversion, style);
  fmt::print(toStdout ? stderr : stdout, "{}", summary);
  if (!toStdout && !options.json) fmt::print("  {:<9} {}\n", "written", output);
}

void execute(const Options& options, const Conversion& conversion, Diagnostics& diagnostics) {
  const TextStyle style{options.output.empty() && wantsColour(options, STDOUT_FILENO)};
  const std::string output = options.output.empty() ? "-" : options.output;
  if (options.listRods) {
    writeFile(output, rodsText(conversion), diagnostics);
    return;
  }
  switch (options.command) {
    case Command::convert: convertCommand(options, conversion, diagnostics); break;
    case Command::check:
      writeFile("-", options.json ? statisticsJson(conversion, diagnostics) : statisticsText(conversion, style),
                diagnostics);
      break;
    case Command::tree:
      writeFile(output, treeIn(options.json ? "json" : options.treeFormat, conversion, style), diagnostics);
      break;
    case Command::plan: writeFile(output, writePlan(conversion, options.plan), diagnostics); break;
    case Command::import:
    case Command::run:
    case Command::settle:
    case Command::plot:
    case Command::compare:
    case Command::verify:
    case Command::bench:
    case Command::solvers:
    case Command::tyres:
    case Command::formats:
    case Command::joints: break;
  }
}

ExitCode compareCommand(const Options& options, Diagnostics& diagnostics) {
  CompareRequest request = options.compare;
  request.quiet = options.quiet;
  return runCompare(request, diagnostics);
}

void convertAndExecute(Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  if (!options.planFile.empty()) readPlan(options.planFile, options.plan, diagnostics);
  std::optional<Conversion> conversion;
  if (!diagnostics.hasErrors()) {
    if (std::optional<CartesianModel> model = readModel(options.model, diagnostics, options.input)) {
      conversion = convert(std::move(*model), options.plan, diagnostics);
    }
  }
  if (conversion) {
    execute(options, *conversion, diagnostics);
    times = conversion->times;
  } else if (options.json && options.command == Command::check) {
    fmt::print("{}", diagnosticsJson(diagnostics));
  }
}

}  // namespace

ExitCode run(Options options) {
  Diagnostics diagnostics;
  if (const std::optional<std::string> text = listing(options)) {
    writeFile("-", *text, diagnostics);
    tell(diagnostics);
    return diagnostics.exitCode();
  }
  std::vector<StageTime> times;
  ExitCode verdict = ExitCode::done;
  if (options.command == Command::run)
    runCommand(options, diagnostics, times);
  else if (options.command == Command::settle)
    settleCommand(options, diagnostics, times);
  else if (options.command == Command::compare)
    verdict = compareCommand(options, diagnostics);
  else if (options.command == Command::import)
    importCommand(options, diagnostics);
  else if (options.command == Command::plot)
    plotCommand(options, diagnostics);
  else if (options.command == Command::verify)
    verdict = verifyCommand(options, diagnostics, times);
  else if (options.command == Command::bench)
    benchCommand(options, diagnostics, times);
  else
    convertAndExecute(options, diagnostics, times);
  if (!options.quiet || diagnostics.hasErrors()) tell(diagnostics);
  if (options.times) {
    for (const StageTime& time : times) fmt::print(stderr, "{:<10} {:.3f} s\n", time.stage, time.seconds);
  }
  return diagnostics.hasErrors() ? diagnostics.exitCode() : verdict;
}

}  // namespace mb
