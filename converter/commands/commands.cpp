#include "converter/commands/commands.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "converter/cli/colour.h"
#include "converter/cli/output_files.h"
#include "converter/cli/plan_options.h"
#include "converter/commands/bench_command.h"
#include "converter/commands/compare_command.h"
#include "converter/commands/import_command.h"
#include "converter/commands/listings.h"
#include "converter/commands/plot_command.h"
#include "converter/commands/run_command.h"
#include "converter/commands/settle_command.h"
#include "converter/commands/verify_command.h"
#include "converter/console/console.h"
#include "converter/console/messages.h"
#include "converter/conversion/convert.h"
#include "converter/conversion/plan_file.h"
#include "converter/files/atomic_file.h"
#include "converter/report/draw.h"
#include "converter/report/report_json.h"
#include "converter/report/report_text.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

void tell(const Diagnostics& diagnostics, const Options& options) {
  if (options.diagnosticsFormat == "text" && options.quiet && !diagnostics.hasErrors()) return;
  narrate(messagesIn(options.diagnosticsFormat, diagnostics, options.maxMessages));
}

std::string treeIn(const std::string& format, const Conversion& conversion, const TextStyle& style) {
  if (format == "json") return treeJson(conversion);
  if (format == "dot") return treeDot(conversion);
  if (format == "svg") return treeSvg(conversion);
  return treeText(conversion, style);
}

// Of the commands below: the verdict, or none where there is none to give, as after errors.
std::optional<ExitCode> convertCommand(const Options& options, const Conversion& conversion, Diagnostics& diagnostics) {
  const std::string output = outputOf(options);
  if (!writeFile(output, writeRecursive(conversion.recursive), diagnostics)) return std::nullopt;
  // With the model on standard output the summary is narration.
  const bool toStdout = output == "-";
  if (toStdout && !options.narrates()) return ExitCode::done;
  const TextStyle style{wantsColour(options, toStdout ? STDERR_FILENO : STDOUT_FILENO)};
  std::string summary = options.json ? treeJson(conversion) : summaryText(conversion, style);
  if (!toStdout && !options.json) summary += fmt::format("  {:<9} {}\n", "written", output);
  summarise(output, summary, diagnostics);
  return ExitCode::done;
}

// What `check`, `tree` and `plan` print of a conversion.
std::string textOf(const Options& options, const Conversion& conversion, const Diagnostics& diagnostics) {
  const TextStyle style{options.output.empty() && wantsColour(options, STDOUT_FILENO)};
  if (options.listRods) return rodsIn(conversion, options.json);
  if (options.command == Command::plan) return writePlan(conversion, options.plan);
  if (options.command == Command::tree) return treeIn(options.json ? "json" : options.treeFormat, conversion, style);
  return options.json ? statisticsJson(conversion, diagnostics, options.maxMessages.value_or(0))
                      : statisticsText(conversion, style);
}

std::optional<ExitCode> planningCommand(Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  options.plan = planOf(options, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  std::optional<CartesianModel> model = readModel(options.model, diagnostics, options.input);
  if (!model) return std::nullopt;
  const std::optional<Conversion> conversion = convert(std::move(*model), options.plan, diagnostics);
  if (!conversion) return std::nullopt;
  times = conversion->times;
  if (options.command == Command::convert && !options.listRods) {
    return convertCommand(options, *conversion, diagnostics);
  }
  const std::string output = options.output.empty() ? "-" : options.output;
  if (!writeFile(output, textOf(options, *conversion, diagnostics), diagnostics)) return std::nullopt;
  return ExitCode::done;
}

std::optional<ExitCode> compareCommand(const Options& options, Diagnostics& diagnostics) {
  CompareRequest request = options.compare;
  request.json = options.json;
  request.quiet = options.quiet;
  return runCompare(request, diagnostics);
}

std::optional<ExitCode> listingCommand(const Options& options, Diagnostics& diagnostics) {
  const std::string text = listing(options, diagnostics);
  if (diagnostics.hasErrors() || !writeFile("-", text, diagnostics)) return std::nullopt;
  return ExitCode::done;
}

std::optional<ExitCode> execute(Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  if (!readsInputOnce(options, diagnostics) || !checkOutputsAreNotInputs(options, diagnostics)) return std::nullopt;
  switch (options.command) {
    case Command::convert:
    case Command::check:
    case Command::tree:
    case Command::plan: return planningCommand(options, diagnostics, times);
    case Command::import: return importCommand(options, diagnostics);
    case Command::run: return runCommand(options, diagnostics, times);
    case Command::settle: return settleCommand(options, diagnostics, times);
    case Command::verify: return verifyCommand(options, diagnostics, times);
    case Command::bench: return benchCommand(options, diagnostics, times);
    case Command::plot: return plotCommand(options, diagnostics);
    case Command::compare: return compareCommand(options, diagnostics);
    case Command::explain:
    case Command::solvers:
    case Command::tyres:
    case Command::formats:
    case Command::joints:
    case Command::completion:
    case Command::man:
    case Command::help: return listingCommand(options, diagnostics);
  }
  return std::nullopt;
}

}  // namespace

ExitCode run(Options options) {
  Diagnostics diagnostics(options.werror);
  std::vector<StageTime> times;
  const auto start = std::chrono::steady_clock::now();
  options.input.written = {outputOf(options), options.seriesFile};
  const std::optional<ExitCode> verdict = execute(options, diagnostics, times);
  // A command of one stage leaves its time to be taken here.
  if (times.empty()) {
    times.push_back({"all", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
  }
  // Who asked for JSON gets some in any case, but not in place of a result.
  const bool isUnanswered = !verdict && diagnostics.hasErrors();
  if (options.json && isUnanswered && options.output != "-")
    writeFile("-", diagnosticsJson(diagnostics, options.maxMessages.value_or(0)), diagnostics);
  tell(diagnostics, options);
  if (options.times && options.diagnosticsFormat == "text") {
    for (const StageTime& time : times) narrate(fmt::format("{:<10} {:.3f} s\n", time.stage, time.seconds));
  }
  return diagnostics.hasErrors() ? diagnostics.exitCode() : verdict.value_or(ExitCode::done);
}

}  // namespace mb
