#include "converter/commands/model_of.h"

#include <fmt/format.h>

#include <algorithm>

#include "converter/cli/output_files.h"
#include "converter/conversion/moved_bodies.h"
#include "converter/conversion/plan_file.h"
#include "converter/files/atomic_file.h"
#include "converter/report/report_json.h"
#include "formats/formats.h"
#include "formats/native/native.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

CommandFiles filesOf(const ModelRequest& model, const PlanningRequest& planning, const std::string& output) {
  CommandFiles files{model.files(), {output}};
  files.read.push_back(planning.planFile);
  return files;
}

std::optional<RecursiveModel> readRecursiveModel(const OpenedModel& opened, const ModelOptions& input,
                                                 const PlanningRequest& planning, Diagnostics& diagnostics) {
  const auto& [file, format] = opened;
  if (planning.isAny() || !input.lock.empty() || !input.hold.empty()) {
    diagnostics.error({file, 1, 1}, Code::badOption, "this is a recursive model: its tree is chosen already")
        .withHint("leave out the planning options, --lock and --hold, or give the Cartesian model it was made from");
  }
  knowsTyres(opened, input, diagnostics);
  hasParameters(opened, input, diagnostics);
  if (input.strict) {
    diagnostics
        .warning({file, 1, 1}, Code::optionWithoutEffect,
                 "this is a recursive model: nothing of it is translated, and --strict has no effect")
        .withHint("leave out --strict");
  }
  RecursiveModel model = format->readRecursive(file, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  warnOfStart(model, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  return model;
}

std::optional<Conversion> conversionOfFile(const OpenedModel& opened, const ModelRequest& model,
                                           const PlanOptions& plan, const std::string& output,
                                           CommandContext& context) {
  std::optional<CartesianModel> source = cartesianModelOf(opened, model.input, {output}, context);
  if (!source) return std::nullopt;
  return converted(std::move(*source), plan, context);
}

// The native format has no bodies inside bodies: a body welded to another becomes a remark, and its markers belong to
// the other. Expressions keep the file's names.
std::string nativeText(CartesianModel model) {
  for (Body& body : model.bodies) {
    for (const Member& member : body.members) {
      model.remarks.push_back(fmt::format("'{}' is welded to '{}'", member.name, body.name));
    }
    body.members.clear();
  }
  for (Marker& marker : model.markers) {
    const std::string& body = model.bodies[marker.body].name;
    if (marker.name.starts_with(body + ".")) continue;
    std::ranges::replace(marker.name, '.', '_');
    marker.name = body + "." + marker.name;
  }
  return writeNative(model);
}

// Native before the plan, recursive after it.
std::string textAfter(ConversionStage stage, const Conversion& conversion) {
  if (stage < ConversionStage::plan) return nativeText(conversion.model);
  return stage == ConversionStage::plan ? writePlan(conversion) : writeRecursive(conversion.recursive);
}

}  // namespace

std::optional<CartesianModel> cartesianModelOf(const OpenedModel& opened, const ModelOptions& input,
                                               const std::vector<std::string>& written, CommandContext& context) {
  const ShownWork work(context.progress, nameOf(ConversionStage::read));
  Stopwatch watch(context.times);
  ModelOptions unlocked = input;
  unlocked.lock.clear();
  std::optional<CartesianModel> model = readModel(opened, context.diagnostics, unlocked);
  if (!model || !checkFilesOfModel(model->files, written, context.diagnostics)) return std::nullopt;
  watch.lap(nameOf(ConversionStage::read));
  if (input.lock.empty()) return model;
  model = lockModel(std::move(*model), input, context.diagnostics);
  watch.lap(nameOf(ConversionStage::lock));
  return model;
}

std::optional<Conversion> converted(CartesianModel source, const PlanOptions& plan, CommandContext& context,
                                    const AfterStage& after) {
  const ShownWork work(context.progress, "convert");
  std::optional<Conversion> conversion = convert(std::move(source), plan, context.diagnostics, after, work.progress());
  if (conversion) context.times.insert(context.times.end(), conversion->times.begin(), conversion->times.end());
  return conversion;
}

std::optional<Conversion> conversionOf(const ModelRequest& model, const PlanningRequest& planning,
                                       const std::string& output, CommandContext& context) {
  if (!checkFiles(filesOf(model, planning, output), context.diagnostics)) return std::nullopt;
  const PlanOptions plan = planOf(planning, context.diagnostics);
  if (context.diagnostics.hasErrors()) return std::nullopt;
  const std::optional<OpenedModel> opened = openModel(model.path, context.diagnostics, model.input);
  return opened ? conversionOfFile(*opened, model, plan, output, context) : std::nullopt;
}

std::optional<std::string> modelAfter(ConversionStage stage, const ModelRequest& model, const PlanningRequest& planning,
                                      CommandContext& context) {
  const std::string& output = context.common.output;
  if (!checkFiles(filesOf(model, planning, output), context.diagnostics)) return std::nullopt;
  const PlanOptions plan = planOf(planning, context.diagnostics);
  if (context.diagnostics.hasErrors()) return std::nullopt;
  const std::optional<OpenedModel> opened = openModel(model.path, context.diagnostics, model.input);
  if (!opened) return std::nullopt;
  ModelOptions input = model.input;
  if (stage == ConversionStage::read) input.lock.clear();
  std::optional<CartesianModel> source = cartesianModelOf(*opened, input, {output}, context);
  if (!source) return std::nullopt;
  if (stage <= ConversionStage::lock) return nativeText(std::move(*source));
  std::optional<std::string> text;
  converted(std::move(*source), plan, context, [&](ConversionStage now, const Conversion& conversion) {
    if (now == stage) text = textAfter(stage, conversion);
    return now != stage;
  });
  return text;
}

std::optional<GivenModel> givenModelOf(const ModelRequest& model, const PlanningRequest& planning,
                                       const std::string& output, CommandContext& context) {
  if (!checkFiles(filesOf(model, planning, output), context.diagnostics)) return std::nullopt;
  const std::optional<OpenedModel> opened = openModel(model.path, context.diagnostics, model.input);
  if (!opened) return std::nullopt;
  if (opened->format->readRecursive) {
    std::optional<RecursiveModel> recursive = readRecursiveModel(*opened, model.input, planning, context.diagnostics);
    if (!recursive) return std::nullopt;
    return GivenModel{std::move(*recursive), std::nullopt};
  }
  const PlanOptions plan = planOf(planning, context.diagnostics);
  std::optional<Conversion> conversion = conversionOfFile(*opened, model, plan, output, context);
  if (!conversion) return std::nullopt;
  if (planning.listRods) {
    writeFile("-", rodsIn(*conversion, context.common.json), context.diagnostics);
    return std::nullopt;
  }
  RecursiveModel recursive = conversion->recursive;
  return GivenModel{std::move(recursive), std::move(conversion)};
}

std::optional<RecursiveModel> recursiveModelOf(const ModelRequest& model, const PlanningRequest& planning,
                                               CommandContext& context) {
  std::optional<GivenModel> given = givenModelOf(model, planning, context.common.output, context);
  if (!given) return std::nullopt;
  return std::move(given->recursive);
}

SettleReport settled(RecursiveModel& model, const SettleOptions& options, CommandContext& context) {
  const ShownWork work(context.progress, "settle");
  Stopwatch watch(context.times);
  SettleReport report = settleModel(model, options, context.diagnostics);
  watch.lap("settle");
  return report;
}

std::optional<ExitCode> printResult(const std::string& text, CommandContext& context) {
  const std::string output = context.common.output.empty() ? "-" : context.common.output;
  if (!writeFile(output, text, context.diagnostics)) return std::nullopt;
  return ExitCode::done;
}

}  // namespace mb
