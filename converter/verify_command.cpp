#include "converter/verify_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "converter/atomic_file.h"
#include "converter/colour.h"
#include "converter/console.h"
#include "converter/plan_file.h"
#include "converter/verify_report.h"
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

}  // namespace

ExitCode verifyCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  PlanOptions plan = options.plan;
  if (!options.planFile.empty()) readPlan(options.planFile, plan, diagnostics);
  std::optional<CartesianModel> source = readModel(options.model, diagnostics, options.input);
  if (!source || diagnostics.hasErrors()) return diagnostics.exitCode();
  std::optional<RecursiveModel> recursive;
  if (!options.verify.recursiveFile.empty()) {
    recursive = readRecursiveModel(options.verify.recursiveFile, diagnostics);
  } else if (std::optional<Conversion> conversion = convert(*source, plan, diagnostics)) {
    times = conversion->times;
    recursive = std::move(conversion->recursive);
  }
  if (!recursive) return diagnostics.exitCode();

  const auto start = std::chrono::steady_clock::now();
  const Verification verification = verify(*source, *recursive, options.verify.levels);
  times.push_back({"verify", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
  const std::string certificate = certificateJson(
      verification, options.verify.levels,
      {source->name, source->origin.at.file ? source->origin.at.file->text : "", writeRecursive(*recursive)});
  if (!options.output.empty() && !writeFile(options.output, certificate, diagnostics)) return diagnostics.exitCode();
  if (options.json) {
    if (options.output != "-") writeFile("-", certificate, diagnostics);
  } else {
    summarise(
        options.output,
        verificationText(verification, options.verify.levels, source->name, {wantsColour(options, STDOUT_FILENO)}),
        diagnostics);
  }
  return verification.equivalent() ? ExitCode::done : ExitCode::notEquivalent;
}

}  // namespace mb
