// `mbconvert report`: a model, its tree, its motion and the proof as one HTML page.
#include <fmt/format.h>

#include <cmath>

#include "converter/cli/output_files.h"
#include "converter/commands/model_of.h"
#include "converter/commands/run_schedule.h"
#include "converter/console/console.h"
#include "converter/console/progress.h"
#include "converter/files/atomic_file.h"
#include "converter/page/page.h"
#include "converter/report/digest.h"
#include "converter/report/verify_messages.h"
#include "converter/report/verify_report.h"
#include "converter/tables/files/glob.h"
#include "converter/tables/files/npy.h"
#include "converter/tables/table_file.h"
#include "formats/files/read_file.h"
#include "formats/model/basics/text.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

constexpr double kVehicleEnd = 10;  // s: of machines with tyres
constexpr double kUsualEnd = 5;
constexpr double kRows = 1000;  // about, where nothing is said

struct ReportRequest {
  std::string path;    // of the model, or of a table if the model is given apart
  ModelRequest model;  // with --model
  PlanningRequest planning;
  std::string certificate;
  bool verifies = true;
  std::optional<double> end;
  RunTiming timing;
  std::vector<std::string> columns;

  bool showsTable() const { return !model.path.empty(); }
};

// The certificate, and what must be said when the page is written.
struct Proof {
  std::optional<Certificate> certificate;
  std::optional<Verification> verification;  // made now
};

std::optional<Certificate> givenCertificate(const std::string& path, const Conversion& conversion,
                                            Diagnostics& diagnostics) {
  const std::shared_ptr<const SourceFile> file = readSource(path, diagnostics);
  if (!file) return std::nullopt;
  std::optional<Certificate> certificate = readCertificate(file, diagnostics);
  if (certificate && certificate->recursiveHash != sha256(writeRecursive(conversion.recursive))) {
    diagnostics
        .error({file, 1, 1}, Code::badOption,
               "this certificate is of another conversion: its hash is not that of this one")
        .withHint("leave out --certificate to verify now, or give the options with which it was made");
    return std::nullopt;
  }
  return certificate;
}

Proof proofOf(const ReportRequest& request, const Conversion& conversion, CommandContext& context) {
  if (!request.certificate.empty()) {
    return {givenCertificate(request.certificate, conversion, context.diagnostics), std::nullopt};
  }
  if (!request.verifies) return {};
  VerifyOptions levels;
  levels.keepsRun = true;
  const ShownWork work(context.progress, "verify");
  Stopwatch watch(context.times);
  Verification verification = verify(conversion.source, conversion.recursive, levels, work.progress());
  watch.lap("verify");
  const CartesianModel& source = conversion.source;
  const auto text = std::make_shared<const SourceFile>(
      SourceFile{"certificate", certificateJson(verification, levels,
                                                {source.name, source.origin.at.file ? source.origin.at.file->text : "",
                                                 writeRecursive(conversion.recursive), source.setParameters})});
  return {readCertificate(text, context.diagnostics), std::move(verification)};
}

bool hasTyres(const CartesianModel& model) {
  return std::ranges::any_of(model.forces,
                             [](const Force& force) { return std::holds_alternative<TyreForce>(force.law); });
}

// As `mbconvert run` would, with rows at equal distances.
RunTiming timingOf(const ReportRequest& request, const CartesianModel& model) {
  RunTiming timing = request.timing;
  timing.end = request.end.value_or(hasTyres(model) ? kVehicleEnd : kUsualEnd);
  if (!timing.every && timing.step) {
    timing.every = *timing.step * std::max(1.0, std::round(timing.end / kRows / *timing.step));
  }
  return timing;
}

std::string noteOf(const Schedule& schedule) {
  std::string note = fmt::format(", stepped by {}", schedule.integrator);
  note += schedule.isAdaptive ? fmt::format(", relative tolerance {:g}", schedule.run.relativeTolerance)
                              : fmt::format(" in steps of {:g} s", schedule.run.step);
  return schedule.choice.reason.empty() ? note : fmt::format("{}; {}", note, schedule.choice.reason);
}

// Fills in the run, or why there is none.
void addRun(const ReportRequest& request, const RecursiveModel& model, ReportPage& page, CommandContext& context) {
  const RunTiming timing = timingOf(request, page.conversion.source);
  Schedule schedule = scheduleOf(timing, true, context.diagnostics);
  if (context.diagnostics.hasErrors()) return;
  std::optional<PlayedTable> played = playedInputs(timing, model, context.diagnostics);
  if (!played) return;
  schedule.run.inputs = std::move(played->inputs);
  const Mechanism m = makeMechanism(model);
  if (schedule.choosesMethod) choose(m, timing, schedule);
  const RecordOptions options{schedule.run, schedule.every,
                              !request.end && !request.timing.every && !request.timing.step};
  const ShownWork work(context.progress, "run");
  Stopwatch watch(context.times);
  RecordedRun run = recordRun(m, options, [&](double time) { work.progress()("run", time / options.run.end); });
  watch.lap("run");
  if (run.rows() < 2) {
    page.withoutRun = fmt::format("the run failed at {}", run.failure);
    return;
  }
  run.note += noteOf(schedule);
  if (!timing.inputs.empty()) run.note += fmt::format("; inputs by {}", timing.inputs);
  page.run = std::move(run);
}

// The Cartesian run from where the page's run begins. A settled model is compared once more with its source for that,
// at few states, since it begins elsewhere.
void addReference(const ReportRequest& request, const Proof& proof, const RecursiveModel& model, ReportPage& page,
                  CommandContext& context) {
  if (!page.run) return;
  if (request.showsTable()) {
    page.withoutReference = "a table may begin elsewhere than the model does";
    return;
  }
  if (!request.timing.inputs.empty()) {
    page.withoutReference = "the Cartesian run knows no table of inputs";
    return;
  }
  if (!proof.verification) {
    page.withoutReference = request.verifies ? "the certificate was made before" : "nothing was verified";
    return;
  }
  const std::optional<Verification::Trajectory>* trajectory = &proof.verification->trajectory;
  Verification again;
  if (request.timing.settles) {
    VerifyOptions levels;
    levels.states = 1;
    levels.keepsRun = true;
    const ShownWork work(context.progress, "verify from the equilibrium");
    again = verify(page.conversion.source, model, levels, work.progress());
    trajectory = &again.trajectory;
  }
  if (*trajectory) page.reference = referenceOf((*trajectory)->cartesian, *page.run);
  if (!page.reference) page.withoutReference = "it could not be made";
}

// A table may have few columns: bodies without their seven stand still.
void warnOfStandingBodies(const RecordedRun& run, const CartesianModel& model, Diagnostics& diagnostics) {
  std::vector<std::string> standing;
  for (const Body& body : model.bodies) {
    if (!body.isGround && !run.poseOf(body.name)) standing.push_back(body.name);
  }
  if (standing.empty()) return;
  diagnostics
      .warning({}, Code::malformedTable,
               fmt::format("the table does not say where {} is: what is not in it stands still in the picture",
                           someOf(standing, 3, "'")))
      .withHint("a run writes them with the columns @bodies");
}

// Patterns that match no column of the run are errors, as everywhere.
void checkColumns(const ReportRequest& request, const ReportPage& page, Diagnostics& diagnostics) {
  if (!page.run) return;
  for (const std::string& pattern : request.columns) {
    const auto isMet = [&](const std::string& name) { return name != "time" && matchesPattern(pattern, name); };
    if (std::ranges::any_of(page.run->names, isMet)) continue;
    std::string hint = didYouMean(pattern, page.run->names);
    if (hint.empty()) {
      hint = fmt::format("columns are named like '{}'; * matches any characters and ? matches one",
                         page.run->names.back());
    }
    diagnostics.error({}, Code::noSuchColumn, fmt::format("no column of the run matches '{}'", pattern))
        .withHint(std::move(hint));
  }
}

std::string summaryOf(const ReportPage& page, const std::string& output, std::size_t bytes) {
  std::string motion = "no motion";
  if (page.run)
    motion = fmt::format("{:g} s of motion in {}", page.run->end() - page.run->start, counted(page.run->rows(), "row"));
  return fmt::format("{}: {}, {}, {} kB\n", output,
                     page.certificate ? textOf(page.certificate->verdict) : "not verified", motion,
                     (bytes + 999) / 1000);
}

// The exit code is that of `verify`.
std::optional<ExitCode> verdictOf(const Proof& proof, const std::string& model, Diagnostics& diagnostics) {
  if (!proof.certificate) return ExitCode::done;
  if (proof.certificate->verdict == Verdict::equivalent) return ExitCode::done;
  if (proof.certificate->verdict == Verdict::notEquivalent) return ExitCode::notEquivalent;
  if (proof.verification && proof.verification->failure) {
    reportUnverified(*proof.verification->failure, model, diagnostics);
  } else if (proof.verification) {
    reportUndecided(*proof.verification, model, diagnostics);
  }
  return ExitCode::numericalFailure;
}

std::optional<ExitCode> runReport(const ReportRequest& request, CommandContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  const CommonOptions& common = context.common;
  if (!request.verifies && !request.certificate.empty()) {
    diagnostics.error({}, Code::badOption, "--no-verify and --certificate exclude each other")
        .withHint("leave out one of the two");
    return std::nullopt;
  }
  if (!request.showsTable() && (request.path.ends_with(".csv") || isNpyName(request.path))) {
    diagnostics
        .error({}, Code::badOption, fmt::format("'{}' is a table, and the model of its run is missing", request.path))
        .withHint(fmt::format("--model MODEL names it: mbconvert report {} --model MODEL", request.path));
    return std::nullopt;
  }
  ModelRequest opened = request.model;
  if (!request.showsTable()) opened.path = request.path;
  const std::string output = common.output.empty() ? defaultOutput(request.path, ".report.html") : common.output;
  if (!checkFiles({{request.path, request.model.path, request.certificate, request.timing.inputs}, {output}},
                  diagnostics))
    return std::nullopt;
  const std::optional<Conversion> conversion = conversionOf(opened, request.planning, output, context);
  if (!conversion) return std::nullopt;
  const Proof proof = proofOf(request, *conversion, context);
  if (diagnostics.hasErrors()) return std::nullopt;
  ReportPage page{*conversion, proof.certificate, {}, {}, {}, {}, request.columns, common.commandLine};
  RecursiveModel model = conversion->recursive;
  if (request.showsTable()) {
    const std::optional<CsvTable> table = readTable(request.path, diagnostics);
    if (table) page.run = recordedIn(*table, conversion->source, diagnostics);
    if (page.run) warnOfStandingBodies(*page.run, conversion->source, diagnostics);
  } else {
    if (request.timing.settles) settled(model, {}, context);
    if (!diagnostics.hasErrors()) addRun(request, model, page, context);
  }
  checkColumns(request, page, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  addReference(request, proof, model, page, context);
  if (diagnostics.hasErrors()) return std::nullopt;
  const std::string html = reportHtml(page);
  if (!writeFile(output, html, diagnostics)) return std::nullopt;
  if (output != "-" || common.narrates()) summarise(output, summaryOf(page, output, html.size()), diagnostics);
  return verdictOf(proof, conversion->source.name, diagnostics);
}

std::vector<Option> motionOptions(ReportRequest& request) {
  std::vector<Option> options = inGroup(
      "Run",
      {file("--model", "MODEL", request.model.path, "the model of a run that exists; the first argument is its table"),
       number("--end", "T", request.end, kAboveZero,
              "length of the run, in seconds; by default 10 with tyres, otherwise 5")});
  append(options, steppingOptions(request.timing));
  append(options,
         inGroup("Run", {number("--every", "E", request.timing.every, kAboveZero,
                                "seconds between rows; by default about T/1000"),
                         list("--columns", "PATTERN,...", request.columns,
                              "columns of the run to draw, a chart per pattern; * stands for any characters, ? for "
                              "one; by default measures, probes, tyres, joints and energy")}));
  return options;
}

}  // namespace

Command reportCommand(CommonOptions& common) {
  const auto request = std::make_shared<ReportRequest>();
  std::vector<Option> options{
      required(file("model", "MODEL", request->path,
                    "the Cartesian model, or with --model the table of a run; - reads standard input")),
      outputOption(common, "where to write the page; by default NAME.report.html in this folder; - is standard output"),
  };
  append(options, motionOptions(*request));
  append(options,
         inGroup("Verification", {flag("--no-verify", request->verifies, "do not verify; the page says so", false),
                                  file("--certificate", "FILE", request->certificate,
                                       "certificate that `mbconvert verify -o` wrote, instead of verifying now")}));
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runReport(*request, context); }};
}

}  // namespace mb
