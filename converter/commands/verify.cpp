// `mbconvert verify`: proves that a model and its conversion, or a given recursive model, are the same machine.
#include <fmt/format.h>
#include <unistd.h>

#include "converter/cli/output_files.h"
#include "converter/commands/model_of.h"
#include "converter/console/console.h"
#include "converter/console/wrap.h"
#include "converter/files/atomic_file.h"
#include "converter/report/report_json.h"
#include "converter/report/verify_messages.h"
#include "converter/report/verify_report.h"
#include "formats/formats.h"
#include "formats/model/basics/text.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

struct VerifyRequest {
  ModelRequest model;
  PlanningRequest planning;
  std::string recursiveFile;  // replaces the conversion
  std::string runFile;        // for the Cartesian run
  VerifyOptions levels;
};

std::optional<RecursiveModel> recursiveModelAt(const std::string& path, Diagnostics& diagnostics) {
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

std::optional<CartesianModel> sourceOf(const VerifyRequest& request, CommandContext& context) {
  std::vector<std::string> inputs = request.model.files();
  inputs.insert(inputs.end(), {request.planning.planFile, request.recursiveFile});
  const std::vector<std::string> written{context.common.output, request.runFile};
  if (!checkFiles({inputs, written}, context.diagnostics)) return std::nullopt;
  const std::optional<OpenedModel> opened = openModel(request.model.path, context.diagnostics, request.model.input);
  return opened ? cartesianModelOf(*opened, request.model.input, written, context) : std::nullopt;
}

// Reads the recursive model or converts the source. Returns nothing after errors or `--rods list`.
std::optional<RecursiveModel> verifiedModel(const VerifyRequest& request, const CartesianModel& source,
                                            CommandContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  if (!request.recursiveFile.empty()) {
    if (request.planning.isAny()) {
      diagnostics
          .warning({}, Code::optionWithoutEffect,
                   "the recursive model is given: the options for planning its tree have no effect")
          .withHint("leave them out, or leave out the recursive model");
    }
    return recursiveModelAt(request.recursiveFile, diagnostics);
  }
  const PlanOptions plan = planOf(request.planning, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  std::optional<Conversion> conversion = converted(source, plan, context);
  if (!conversion) return std::nullopt;
  if (!request.planning.listRods) return std::move(conversion->recursive);
  writeFile("-", rodsIn(*conversion, context.common.json), diagnostics);
  return std::nullopt;
}

bool checkRunFile(const VerifyRequest& request, const CommonOptions& common, Diagnostics& diagnostics) {
  if (request.runFile.empty()) return true;
  if (!request.levels.trajectories) {
    diagnostics.error({}, Code::badOption, "--run writes a trajectory, and --no-trajectories computes none")
        .withHint("leave out one of the two");
  } else if (request.runFile == "-" && (common.json || common.output == "-")) {
    diagnostics.error({}, Code::badOption, "the run and the certificate cannot both go to standard output")
        .withHint("give a file for one of the two");
  }
  return !diagnostics.hasErrors();
}

// Prints the table of findings, as narration if standard output has another result.
void printFindings(const VerifyRequest& request, const Verification& verification, const std::string& model,
                   CommandContext& context) {
  const CommonOptions& common = context.common;
  const bool isTaken = common.output == "-" || request.runFile == "-";
  if (isTaken && !common.narrates()) return;
  const TextStyle style{wantsColour(common, isTaken ? STDERR_FILENO : STDOUT_FILENO)};
  std::string text = verificationText(verification, request.levels, model, style);
  if (!request.runFile.empty() && verification.trajectory && request.runFile != "-") {
    text += fitted(fmt::format("Cartesian run of {} in {}\n",
                               counted(verification.trajectory->cartesian.times.size(), "row"), request.runFile));
  }
  summarise(isTaken ? "-" : "", text, context.diagnostics);
}

Verification verified(const CartesianModel& source, const RecursiveModel& recursive, const VerifyOptions& levels,
                      CommandContext& context) {
  const ShownWork work(context.progress, "verify");
  Stopwatch watch(context.times);
  Verification verification = verify(source, recursive, levels, work.progress());
  watch.lap("verify");
  return verification;
}

std::optional<ExitCode> runVerify(const VerifyRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  Diagnostics& diagnostics = context.diagnostics;
  if (!checkRunFile(request, common, diagnostics)) return std::nullopt;
  const std::optional<CartesianModel> source = sourceOf(request, context);
  if (!source) return std::nullopt;
  const std::optional<RecursiveModel> recursive = verifiedModel(request, *source, context);
  if (!recursive || diagnostics.hasErrors()) return std::nullopt;

  // A place that cannot be written to is reported before the work.
  if (!request.runFile.empty() && !AtomicFile(request.runFile).open(diagnostics)) return std::nullopt;
  VerifyOptions levels = request.levels;
  levels.keepsRun = !request.runFile.empty();
  const Verification verification = verified(*source, *recursive, levels, context);
  const Verdict verdict = verification.verdict();
  if (verification.failure && verdict == Verdict::notDecided) {
    reportUnverified(*verification.failure, source->name, diagnostics);
    return std::nullopt;
  }
  const std::string certificate =
      certificateJson(verification, request.levels,
                      {source->name, source->origin.at.file ? source->origin.at.file->text : "",
                       writeRecursive(*recursive), source->setParameters});
  if (!common.output.empty() && !writeFile(common.output, certificate, diagnostics)) return std::nullopt;
  if (levels.keepsRun && verification.trajectory) {
    const CartesianRun& run = verification.trajectory->cartesian;
    if (!writeTable(request.runFile, run, makeMechanism(*recursive), diagnostics)) return std::nullopt;
  }
  if (!common.json) printFindings(request, verification, source->name, context);
  if (common.json && common.output != "-") writeFile("-", certificate, diagnostics);
  if (verdict == Verdict::notDecided) {
    reportUndecided(verification, source->name, diagnostics);
    return ExitCode::numericalFailure;
  }
  return verdict == Verdict::equivalent ? ExitCode::done : ExitCode::notEquivalent;
}

std::vector<Option> verificationOptions(VerifyOptions& levels) {
  return inGroup("Verification",
                 {wholeNumber("--states", "INT", levels.states, {1, 1'000'000},
                              "number of random states at which accelerations and reactions are compared"),
                  wholeNumber("--seed", "UINT", levels.seed, {}, "seed of the random states"),
                  number("--end", "T", levels.end, kAboveZero,
                         "length of the trajectories in seconds; shorter where it would take more than --steps"),
                  wholeNumber("--steps", "N", levels.steps, {16, 1'000'000},
                              "most steps of the coarser Cartesian run, which is slow"),
                  flag("--no-trajectories", levels.trajectories, "do not compare trajectories", false)});
}

}  // namespace

Command verifyCommand(CommonOptions& common) {
  const auto request = std::make_shared<VerifyRequest>();
  std::vector<Option> options{
      modelOption(request->model),
      file("recursive", "RECURSIVE", request->recursiveFile,
           "recursive model to compare it with; by default what the model converts to"),
  };
  append(options, verificationOptions(request->levels));
  options.push_back(outputOption(common, "where to write the certificate, as JSON; - is standard output"));
  options.push_back(jsonOption(common, "print the certificate instead of the table"));
  options.push_back(file("--run", "FILE", request->runFile,
                         "where to write the finer Cartesian run, as a table with the columns of a run; - is standard "
                         "output"));
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runVerify(*request, context); }};
}

}  // namespace mb
