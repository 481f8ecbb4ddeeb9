// `mbconvert report`: a model, its tree, its motion and the proof as one HTML page.
#include <fmt/format.h>

#include "converter/cli/output_files.h"
#include "converter/commands/model_of.h"
#include "converter/console/console.h"
#include "converter/console/progress.h"
#include "converter/conversion/settle_model.h"
#include "converter/files/atomic_file.h"
#include "converter/page/page.h"
#include "converter/report/digest.h"
#include "converter/report/verify_messages.h"
#include "converter/report/verify_report.h"
#include "converter/tables/files/glob.h"
#include "converter/tables/table_file.h"
#include "formats/files/read_file.h"
#include "formats/model/basics/text.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

constexpr double kVehicleEnd = 10;  // s: of machines with tyres
constexpr double kUsualEnd = 5;

struct ReportRequest {
  std::string path;    // of the model, or of a table if the model is given apart
  ModelRequest model;  // with --model
  PlanningRequest planning;
  std::string certificate;
  bool verifies = true;
  std::optional<double> end;
  RecordOptions record;
  bool settles = false;
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

// Fills in the run, or why there is none.
void addRun(const ReportRequest& request, ReportPage& page, CommandContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  if (request.showsTable()) {
    const std::optional<CsvTable> table = readTable(request.path, diagnostics);
    if (table) page.run = recordedIn(*table, diagnostics);
    return;
  }
  RecursiveModel model = page.conversion.recursive;
  if (request.settles) settleModel(model, {}, diagnostics);
  if (diagnostics.hasErrors()) return;
  RecordOptions options = request.record;
  options.end = request.end.value_or(hasTyres(page.conversion.source) ? kVehicleEnd : kUsualEnd);
  options.mayShorten = !request.end && !options.every && !options.step;
  const ShownWork work(context.progress, "run");
  Stopwatch watch(context.times);
  RecordedRun run = recordRun(model, options, [&](double time) { work.progress()("run", time / options.end); });
  watch.lap("run");
  if (run.rows() < 2)
    page.withoutRun = fmt::format("the run failed at {}", run.failure);
  else
    page.run = std::move(run);
}

// Patterns that match no column of the run are errors, as everywhere.
void checkColumns(const ReportRequest& request, const ReportPage& page, Diagnostics& diagnostics) {
  if (!page.run) return;
  for (const std::string& pattern : request.columns) {
    const auto isMet = [&](const std::string& name) { return name != "time" && matchesPattern(pattern, name); };
    if (std::ranges::any_of(page.run->names, isMet)) continue;
    diagnostics.error({}, Code::noSuchColumn, fmt::format("no column of the run matches '{}'", pattern))
        .withHint(fmt::format("columns are named like '{}'; * matches any characters and ? matches one",
                              page.run->names.back()));
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
  ModelRequest model = request.model;
  if (!request.showsTable()) model.path = request.path;
  const std::string output = common.output.empty() ? defaultOutput(request.path, ".report.html") : common.output;
  if (!checkFiles({{request.path, request.model.path, request.certificate}, {output}}, diagnostics))
    return std::nullopt;
  const std::optional<Conversion> conversion = conversionOf(model, request.planning, output, context);
  if (!conversion) return std::nullopt;
  const Proof proof = proofOf(request, *conversion, context);
  if (diagnostics.hasErrors()) return std::nullopt;
  ReportPage page{*conversion, proof.certificate, {}, {}, {}, request.columns, common.commandLine};
  addRun(request, page, context);
  checkColumns(request, page, diagnostics);
  // A settled run, or one that was read, begins elsewhere.
  if (page.run && proof.verification && proof.verification->trajectory && !request.settles && !request.showsTable()) {
    page.reference = referenceOf(proof.verification->trajectory->cartesian, *page.run);
  }
  if (diagnostics.hasErrors()) return std::nullopt;
  const std::string html = reportHtml(page);
  if (!writeFile(output, html, diagnostics)) return std::nullopt;
  if (output != "-" || common.narrates()) summarise(output, summaryOf(page, output, html.size()), diagnostics);
  return verdictOf(proof, conversion->source.name, diagnostics);
}

std::vector<Option> motionOptions(ReportRequest& request) {
  return inGroup(
      "Motion",
      {file("--model", "MODEL", request.model.path, "the model of a run that exists; the first argument is its table"),
       number("--end", "T", request.end, kAboveZero,
              "length of the run, in seconds; by default 10 with tyres, otherwise 5"),
       number("--step", "H", request.record.step, kAboveZero,
              "fixed step of rk4, in seconds; by default dopri5 chooses its steps"),
       number("--every", "E", request.record.every, kAboveZero, "seconds between rows; by default T/1000"),
       flag("--settle", request.settles, "start from the static equilibrium, with the velocities of the model"),
       list("--columns", "PATTERN,...", request.columns,
            "columns of the run to draw, a chart per pattern; * stands for any characters, ? for one; by default "
            "probes, tyres, joints and energy")});
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
