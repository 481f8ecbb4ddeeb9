#include "converter/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "converter/atomic_file.h"
#include "converter/bench_command.h"
#include "converter/colour.h"
#include "converter/console.h"
#include "converter/draw.h"
#include "converter/import_command.h"
#include "converter/listings.h"
#include "converter/messages.h"
#include "converter/pipeline.h"
#include "converter/plan_file.h"
#include "converter/plot_command.h"
#include "converter/report_json.h"
#include "converter/report_text.h"
#include "converter/run_command.h"
#include "converter/settle_command.h"
#include "converter/verify_command.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

void tell(const Diagnostics& diagnostics, const Options& options) {
  if (options.diagnosticsFormat == "json")
    narrate(messagesJson(diagnostics));
  else if (options.diagnosticsFormat == "sarif")
    narrate(messagesSarif(diagnostics));
  else if (!options.quiet || diagnostics.hasErrors())
    narrate(messagesText(diagnostics, options.maxMessages));
}

std::string defaultOutput(const std::string& model) {
  if (model == "-") return "-";
  return std::filesystem::path(model).stem().string() + ".recursive.xml";
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
  std::string summary = options.json ? treeJson(conversion) : summaryText(conversion, style);
  if (!toStdout && !options.json) summary += fmt::format("  {:<9} {}\n", "written", output);
  summarise(output, summary, diagnostics);
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
    case Command::explain:
    case Command::solvers:
    case Command::tyres:
    case Command::formats:
    case Command::joints:
    case Command::completion:
    case Command::man: break;
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
    writeFile("-", diagnosticsJson(diagnostics), diagnostics);
  }
}

}  // namespace

ExitCode run(Options options) {
  Diagnostics diagnostics(options.werror);
  if (const std::optional<std::string> text = listing(options, diagnostics)) {
    writeFile("-", *text, diagnostics);
    tell(diagnostics, options);
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
  tell(diagnostics, options);
  if (options.times) {
    for (const StageTime& time : times) narrate(fmt::format("{:<10} {:.3f} s\n", time.stage, time.seconds));
  }
  return diagnostics.hasErrors() ? diagnostics.exitCode() : verdict;
}

}  // namespace mb
