#include "converter/cli/run_program.h"

#include <fmt/format.h>

#include "converter/cli/command_line.h"
#include "converter/cli/option_hints.h"
#include "converter/console/console.h"
#include "converter/console/messages.h"
#include "converter/files/atomic_file.h"

namespace mb {
namespace {

void report(const Diagnostics& diagnostics, const CommonOptions& common) {
  if (common.diagnosticsFormat == "text" && common.quiet && !diagnostics.hasErrors()) return;
  narrate(messagesIn(common.diagnosticsFormat, diagnostics, common.maxMessages));
}

ExitCode execute(const Command& command, const CommonOptions& common) {
  Diagnostics diagnostics(common.werror);
  std::vector<StageTime> times;
  std::vector<StageTime> whole;
  Stopwatch watch(whole);
  CommandContext context{common, diagnostics, times};
  const std::optional<ExitCode> verdict = command.run(context);
  watch.lap("all");
  addOptionHints(diagnostics);
  // With --json, standard output is JSON even after errors, unless it is reserved for the result.
  const bool isUnanswered = !verdict && diagnostics.hasErrors();
  if (common.json && isUnanswered && common.output != "-") {
    writeFile("-", diagnosticsJson(diagnostics, common.maxMessages.value_or(0)), diagnostics);
  }
  report(diagnostics, common);
  if (common.times && common.diagnosticsFormat == "text") {
    // Commands without stages report the whole time.
    for (const StageTime& time : times.empty() ? whole : times) {
      narrate(fmt::format("{:<10} {:.3f} s\n", time.stage, time.seconds));
    }
  }
  return diagnostics.hasErrors() ? exitCodeOf(diagnostics) : verdict.value_or(ExitCode::done);
}

}  // namespace

ExitCode runProgram(const CommandTable& table, int count, const char* const* arguments) {
  CommonOptions common;
  try {
    const ParsedLine line = parseCommandLine(table, count, arguments, common);
    return line.exitCode ? *line.exitCode : execute(line.command, common);
  } catch (const std::exception& error) {
    const Diagnostic fault = faultOf(error);
    narrate(messageIn(common.diagnosticsFormat, fault));
    return exitCodeOf(fault.code);
  }
}

}  // namespace mb
