#include "converter/recursive_model_of.h"

#include "converter/atomic_file.h"
#include "converter/plan_file.h"
#include "converter/report_text.h"
#include "formats/formats.h"

namespace mb {
namespace {

bool isPlanned(const Options& options) {
  const PlanOptions& plan = options.plan;
  return !plan.base.empty() || !plan.cut.empty() || !plan.keep.empty() || !plan.prefer.empty() ||
         !plan.weights.empty() || plan.rods.mode != RodOptions::Mode::automatic || options.listRods ||
         !options.planFile.empty() || !options.input.lock.empty();
}

}  // namespace

std::optional<RecursiveModel> recursiveModelOf(const Options& options, Diagnostics& diagnostics,
                                               std::vector<StageTime>& times) {
  const std::optional<OpenedModel> opened = openModel(options.model, diagnostics, options.input);
  if (!opened) return std::nullopt;
  const auto& [file, format] = *opened;
  if (format->readRecursive) {
    if (isPlanned(options)) {
      diagnostics.error({file, 1, 1}, Code::badOption, "this is a recursive model: its tree is chosen already")
          .withHint("leave out the planning options and --lock, or give the Cartesian model it was made from");
    }
    RecursiveModel model = format->readRecursive(file, diagnostics);
    if (diagnostics.hasErrors()) return std::nullopt;
    return model;
  }
  PlanOptions plan = options.plan;
  if (!options.planFile.empty()) readPlan(options.planFile, plan, diagnostics);
  std::optional<CartesianModel> source = readModel(*opened, diagnostics, options.input);
  if (!source) return std::nullopt;
  std::optional<Conversion> conversion = convert(std::move(*source), plan, diagnostics);
  if (!conversion) return std::nullopt;
  times = conversion->times;
  if (options.listRods) {
    writeFile("-", rodsText(*conversion), diagnostics);
    return std::nullopt;
  }
  return std::move(conversion->recursive);
}

}  // namespace mb
