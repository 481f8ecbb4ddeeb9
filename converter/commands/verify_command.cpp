#include "converter/commands/verify_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "converter/cli/colour.h"
#include "converter/cli/plan_options.h"
#include "converter/console/console.h"
#include "converter/files/atomic_file.h"
#include "converter/report/report_json.h"
#include "converter/report/verify_report.h"
#include "formats/formats.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

std::optional<RecursiveModel> readRecursiveModel(const std::string& path, Diagnostics& diagnostics) {
  const std::optional<OpenedModel> opened = openModel(path, diagnostics);
  if (!opened) return std::nullopt;
  const auto& [file, format] = *opened;
  if (!format->readRecursive) {
    diagnostics.error({file, 1, 1}, Code::otherKindOfFile, "a recursive model is wanted here")
        .withHint("`mbconvert verify MODEL` converts the model by itself; a second file must be what mbconvert wrote");
    return std::nullopt;
  }
  RecursiveModel model = format->readRecursive(file, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  return model;
}

// Nothing is certified by a run that could not be made, nor by runs that are no nearer to the motion than to each
// other.
void reportFailure(const RunFailure& failure, const std::string& model, Diagnostics& diagnostics) {
  diagnostics
      .error(
          failure.at, failure.code,
          fmt::format("'{}' cannot be verified: its run failed at {:.6g} s: {}", model, failure.time, failure.message))
      .withHint(failure.time > 0
                    ? failure.hint + (failure.hint.empty() ? "" : "; ") + "--end T verifies what comes before"
                    : failure.hint);
}
void reportUndecided(const Verification& verification, const std::string& model, Diagnostics& diagnostics) {
  for (const NamedFinding& row : findingsOf(verification)) {
    if (row.finding->decides()) continue;
    const Finding& finding = *row.finding;
    if (row.level == "states") {
      diagnostics
          .error({}, Code::notDecided,
                 fmt::format("'{}' is not decided: round-off alone may change {} ({}) by {:.3g} of their size at every "
                             "state that was looked at; above {:.3g} their difference says nothing",
                             model, row.name, finding.where, finding.tolerance, finding.meaningful))
          .withHint(
              "masses, stiffnesses or lengths that differ by many orders, or a start next to a singular position, "
              "take the digits");
      return;
    }
    diagnostics
        .error({}, Code::notDecided,
               fmt::format("'{}' is not decided: its runs are off by up to {:.3g} by themselves ({}: {}); above {:.3g} "
                           "their difference says nothing",
                           model, finding.tolerance, row.level, row.name, finding.meaningful))
        .withHint(fmt::format("the runs went to {:.3g} s in {} steps at least: --steps N above that allows for shorter "
                              "ones, --end T below it compares less of the motion",
                              verification.runs.end, verification.runs.steps));
    return;
  }
}

}  // namespace

std::optional<ExitCode> verifyCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  const PlanOptions plan = planOf(options, diagnostics);
  std::optional<CartesianModel> source = readModel(options.model, diagnostics, options.input);
  if (!source || diagnostics.hasErrors()) return std::nullopt;
  std::optional<RecursiveModel> recursive;
  if (!options.verify.recursiveFile.empty()) {
    if (isPlanAsked(options)) {
      diagnostics
          .warning({}, Code::optionWithoutEffect,
                   "the recursive model is given: the options for planning its tree have no effect")
          .withHint("leave them out, or leave out the recursive model");
    }
    recursive = readRecursiveModel(options.verify.recursiveFile, diagnostics);
  } else if (std::optional<Conversion> conversion = convert(*source, plan, diagnostics)) {
    times = conversion->times;
    if (options.listRods) {
      writeFile("-", rodsIn(*conversion, options.json), diagnostics);
      return ExitCode::done;
    }
    recursive = std::move(conversion->recursive);
  }
  if (!recursive || diagnostics.hasErrors()) return std::nullopt;

  const auto start = std::chrono::steady_clock::now();
  const Verification verification = verify(*source, *recursive, options.verify.levels);
  times.push_back({"verify", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
  const Verdict verdict = verification.verdict();
  if (verification.failure && verdict == Verdict::notDecided) {
    reportFailure(*verification.failure, source->name, diagnostics);
    return std::nullopt;
  }
  const std::string certificate = certificateJson(
      verification, options.verify.levels,
      {source->name, source->origin.at.file ? source->origin.at.file->text : "", writeRecursive(*recursive)});
  if (!options.output.empty() && !writeFile(options.output, certificate, diagnostics)) return std::nullopt;
  if (options.json) {
    if (options.output != "-") writeFile("-", certificate, diagnostics);
  } else if (options.output != "-" || options.narrates()) {
    summarise(
        options.output,
        verificationText(verification, options.verify.levels, source->name, {wantsColour(options, STDOUT_FILENO)}),
        diagnostics);
  }
  if (verdict == Verdict::notDecided) {
    reportUndecided(verification, source->name, diagnostics);
    return ExitCode::numericalFailure;
  }
  return verdict == Verdict::equivalent ? ExitCode::done : ExitCode::notEquivalent;
}

}  // namespace mb
