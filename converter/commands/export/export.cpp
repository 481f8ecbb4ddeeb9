// `mbconvert export`: writes a model for another program, with the certificate of its conversion.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "converter/cli/output_files.h"
#include "converter/commands/model_of.h"
#include "converter/console/console.h"
#include "converter/export/export_report.h"
#include "converter/export/targets.h"
#include "converter/files/atomic_file.h"
#include "converter/report/verify_messages.h"
#include "converter/report/verify_report.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

struct ExportRequest {
  ModelRequest model;
  PlanningRequest planning;
  std::string target;
  std::string integrator;
  std::optional<double> step;
  std::vector<std::string> tunable;
  std::optional<int> fmi;
  std::string binary;
  bool hasBatch = false;
  bool isDirectional = false;
  bool verifies = false;
};

// The certificate of a conversion. Random states are compared and no runs, which take long for large machines.
struct Certified {
  std::string text;
  std::string verdict = "none: the model was recursive from the start";
  bool isEquivalent = true;  // or not decided
};

Certified certified(const Conversion& conversion, const std::string& recursiveText, CommandContext& context) {
  VerifyOptions levels;
  levels.trajectories = false;
  const ShownWork work(context.progress, "verify");
  Stopwatch watch(context.times);
  const Verification verification = verify(conversion.source, conversion.recursive, levels, work.progress());
  watch.lap("verify");
  const CartesianModel& source = conversion.source;
  if (verification.failure && verification.verdict() == Verdict::notDecided) {
    reportUnverified(*verification.failure, source.name, context.diagnostics);
  }
  const std::string sourceText = source.origin.at.file ? source.origin.at.file->text : "";
  Certified out{certificateJson(verification, levels, {source.name, sourceText, recursiveText}), "", true};
  if (verification.verdict() == Verdict::notEquivalent) {
    out.isEquivalent = false;
    summarise("-", verificationText(verification, levels, source.name, {}), context.diagnostics);
  }
  const bool isProved = verification.verdict() == Verdict::equivalent;
  out.verdict = fmt::format("{} at {} random states", isProved ? "EQUIVALENT" : "NOT DECIDED", levels.states);
  return out;
}

// Writes all files, or none where one of them cannot be written.
bool writeAll(const std::vector<ExportedFile>& files, Diagnostics& diagnostics) {
  std::vector<std::unique_ptr<AtomicFile>> open;
  for (const ExportedFile& file : files) {
    // An export of several files stands in a folder.
    std::error_code unmade;  // told by opening the file
    const std::filesystem::path folder = std::filesystem::path(file.name).parent_path();
    if (files.size() > 1 && !folder.empty()) std::filesystem::create_directories(folder, unmade);
    open.push_back(std::make_unique<AtomicFile>(file.name));
    if (!open.back()->open(diagnostics)) return false;
    open.back()->append(file.bytes);
    if (open.back()->isNamedFile() && !open.back()->prepare(diagnostics)) return false;
  }
  return std::ranges::all_of(open, [&](const auto& file) { return file->commit(diagnostics); });
}

// The files of an export by the path that they get: the model's, and the certificate's where that stands beside it.
std::vector<ExportedFile> namedFiles(const Target& target, const ExportJob& job, const Exported& exported,
                                     const std::string& output) {
  std::vector<ExportedFile> files;
  for (const ExportedFile& file : exported.files) {
    files.push_back({file.name.empty() ? output : output + "/" + file.name, file.bytes});
  }
  if (!target.carriesCertificate && !job.certificate.empty() && output != "-") {
    files.push_back({output + ".certificate.json", job.certificate});
  }
  return files;
}

std::optional<ExportJob> jobOf(const ExportRequest& request, const Target& target, Diagnostics& diagnostics) {
  ExportJob job;
  if (request.fmi) {
    job.version = *request.fmi;
    if (std::ranges::find(target.versions, *request.fmi) == target.versions.end()) {
      diagnostics
          .error({}, Code::badOption,
                 target.versions.empty()
                     ? fmt::format("--fmi chooses the version of an FMU, and {} is none", target.name)
                     : fmt::format("there is no version {} of {}", *request.fmi, target.name))
          .withHint(target.versions.empty() ? "leave out --fmi" : "give 2 or 3");
      return std::nullopt;
    }
  }
  if (!request.tunable.empty() && !target.hasTunables) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("--tunable names numbers to be changed later, and in {} all are fixed", target.name))
        .withHint("leave out --tunable, or give --to fmu");
    return std::nullopt;
  }
  if (request.hasBatch && !target.hasBatch) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("--batch adds functions for several states to C, and {} is none", target.name))
        .withHint("leave out --batch, or give --to c");
    return std::nullopt;
  }
  job.tunable = request.tunable;
  if (request.binary == "generated") job.binary = ExportJob::Binary::generated;
  if (request.binary == "runtime") job.binary = ExportJob::Binary::runtime;
  job.isStrict = request.model.input.strict;
  job.hasBatch = request.hasBatch;
  if (request.isDirectional && !target.makesDirectional) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("--directional adds derivatives to generated C, and {} is none", target.name))
        .withHint("leave out --directional, or give --to c");
    return std::nullopt;
  }
  job.isDirectional = request.isDirectional;
  return job;
}

// Where it goes; nothing after an error.
std::optional<std::string> outputOf(const ExportRequest& request, const Target& target, CommandContext& context) {
  const std::string& given = context.common.output;
  if (given == "-" && target.isFolder) {
    context.diagnostics
        .error({}, Code::badOption, fmt::format("{} is a folder, which standard output cannot take", target.name))
        .withHint("name a folder after -o, or leave it out");
    return std::nullopt;
  }
  return given.empty() ? defaultOutput(request.model.path, std::string(target.ending)) : given;
}

std::optional<ExitCode> runExport(const ExportRequest& request, CommandContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  const CommonOptions& common = context.common;
  const Target& target = *findTarget(request.target);
  std::optional<ExportJob> job = jobOf(request, target, diagnostics);
  if (!job) return std::nullopt;
  const std::optional<std::string> path = outputOf(request, target, context);
  if (!path) return std::nullopt;
  const std::string& output = *path;
  std::optional<GivenModel> given = givenModelOf(request.model, request.planning, output, context);
  if (!given || diagnostics.hasErrors()) return std::nullopt;

  job->model = std::move(given->recursive);
  job->recursiveText = writeRecursive(job->model);
  ExportSummary summary;
  summary.model = job->model.name;
  summary.target = target.name;
  Certified certificate;
  if (given->conversion) {
    certificate = certified(*given->conversion, job->recursiveText, context);
    if (diagnostics.hasErrors()) return std::nullopt;
    if (!certificate.isEquivalent) return ExitCode::notEquivalent;
  }
  job->certificate = certificate.text;
  summary.verdict = certificate.verdict;
  job->stepping = exportStepping(makeMechanism(job->model), request.integrator, request.step);
  summary.method = job->stepping.method ? job->stepping.method->name : "implicit-bdf";
  summary.step = job->stepping.method ? job->stepping.step : 0;
  summary.choice = job->stepping.reason;

  const std::optional<Exported> exported = target.make(*job, diagnostics);
  if (!exported || diagnostics.hasErrors()) return std::nullopt;
  summary.remarks = exported->remarks;
  bool holds = true;
  if (request.verifies) {
    const std::optional<std::vector<ExportCheck>> checks = target.verify(*job, *exported, diagnostics);
    if (!checks || diagnostics.hasErrors()) return std::nullopt;
    for (const ExportCheck& check : *checks) {
      summary.checks.push_back({check.what, check.difference, check.tolerance, check.worst, check.holds()});
      holds = holds && check.holds();
    }
  }
  const std::vector<ExportedFile> files = namedFiles(target, *job, *exported, output);
  if (holds && !writeAll(files, diagnostics)) return std::nullopt;
  for (const ExportedFile& file : files) {
    if (holds && output != "-") summary.written.emplace_back(file.name, file.bytes.size());
  }
  if (common.summarises(output)) {
    summarise(output, common.json ? exportJson(summary) : exportText(summary), diagnostics);
  }
  return holds ? ExitCode::done : ExitCode::notEquivalent;
}

std::vector<Option> exportOptions(ExportRequest& request) {
  std::vector<std::string> names;
  for (const Target& target : targets()) names.emplace_back(target.name);
  std::vector<std::string> methods;
  for (const RungeKutta& method : rungeKuttaMethods()) {
    if (!method.isAdaptive) methods.emplace_back(method.name);
  }
  Option to = alsoCalled(
      required(oneOf("--to", "TARGET", request.target, names, "what to write, as `mbconvert formats` lists it")),
      "--target");
  to.showsChoices = true;
  Option integrator = oneOf("--integrator", "TEXT", request.integrator, methods, "method of the fixed steps");
  integrator.showsChoices = true;
  integrator.standard = "rk4, or the implicit method for stiff models";
  Option binary = oneOf("--binary", "TEXT", request.binary, {"generated", "runtime"}, "what an FMU is made of");
  binary.showsChoices = true;
  binary.standard = "generated C where it can be made, else the runtime";
  return inGroup(
      "Export",
      {to,
       alsoCalled(number("--step", "H", request.step, kAboveZero,
                         "fixed step in seconds; by default half of what a trial of the start takes, at most 1 ms"),
                  "--dt,--step-size"),
       integrator,
       list("--tunable", "PATTERN,...", request.tunable,
            "numbers that the other program can change, as fl_spring.k; * stands for any characters, ? for one; by "
            "default rates of springs and dampers, scale factors of tyres, masses"),
       wholeNumber("--fmi", "2|3", request.fmi, {2, 3}, "version of FMI; by default 3"), binary,
       flag("--batch", request.hasBatch, "C for several states at a time as well: four, in single precision eight"),
       flag("--directional", request.isDirectional, "derivatives along directions of the state too, in C"),
       flag("--verify", request.verifies, "run what is exported beside the model, and print the differences")});
}

}  // namespace

Command exportCommand(CommonOptions& common) {
  const auto request = std::make_shared<ExportRequest>();
  std::vector<Option> options{
      modelOption(request->model, kEitherModel),
      outputOption(common, "where to write it; by default NAME with the target's ending in this folder"),
      jsonOption(common, "print the summary as JSON"),
  };
  append(options, exportOptions(*request));
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runExport(*request, context); }};
}

}  // namespace mb
