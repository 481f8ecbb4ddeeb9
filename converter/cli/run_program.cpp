#include "converter/cli/run_program.h"

#include <fmt/format.h>
#include <unistd.h>

#include "converter/cli/command_line.h"
#include "converter/cli/option_hints.h"
#include "converter/console/console.h"
#include "converter/console/messages.h"
#include "converter/files/atomic_file.h"

namespace mb {
namespace {

void report(const Diagnostics& diagnostics, const CommonOptions& common) {
  if (common.diagnosticsFormat == "text" && common.quiet && !diagnostics.hasErrors()) return;
  narrateMessages(messagesIn(common.diagnosticsFormat, diagnostics, common.maxMessages), common.diagnosticsFormat);
}

ExitCode execute(const Command& command, const CommonOptions& common) {
  Diagnostics diagnostics(common.werror);
  std::vector<StageTime> times;
  std::vector<StageTime> whole;
  Stopwatch watch(whole);
  ProgressLine progress(common.narrates() && ::isatty(STDERR_FILENO) != 0);
  CommandContext context{common, diagnostics, times, progress};
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

// The words as a shell takes them; the program goes by its name, wherever it is.
std::string commandLineOf(int count, const char* const* arguments) {
  std::string line = "mbconvert";
  for (int k = 1; k < count; ++k) {
    const std::string_view word = arguments[k];
    const bool isPlain = !word.empty() && word.find_first_of(" \t\n'\"\\$`*?&|;<>()[]{}!#~") == std::string_view::npos;
    line += ' ';
    if (isPlain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) {
      if (c == '\'')
        line += "'\\''";
      else
        line += c;
    }
    line += '\'';
  }
  return line;
}

}  // namespace

ExitCode runProgram(const CommandTable& table, int count, const char* const* arguments) {
  CommonOptions common;
  common.commandLine = commandLineOf(count, arguments);
  try {
    const ParsedLine line = parseCommandLine(table, count, arguments, common);
    return line.exitCode ? *line.exitCode : execute(line.command, common);
  } catch (const std::exception& error) {
    const Diagnostic fault = faultOf(error);
    narrateMessages(messageIn(common.diagnosticsFormat, fault), common.diagnosticsFormat);
    return exitCodeOf(fault.code);
  }
}

}  // namespace mb
