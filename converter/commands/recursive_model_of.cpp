#include "converter/commands/recursive_model_of.h"

#include "converter/cli/plan_options.h"
#include "converter/conversion/moved_bodies.h"
#include "converter/files/atomic_file.h"
#include "converter/report/report_json.h"
#include "formats/formats.h"

namespace mb {

std::optional<RecursiveModel> recursiveModelOf(const Options& options, Diagnostics& diagnostics,
                                               std::vector<StageTime>& times) {
  const std::optional<OpenedModel> opened = openModel(options.model, diagnostics, options.input);
  if (!opened) return std::nullopt;
  const auto& [file, format] = *opened;
  if (format->readRecursive) {
    if (isPlanAsked(options) || !options.input.lock.empty()) {
      diagnostics.error({file, 1, 1}, Code::badOption, "this is a recursive model: its tree is chosen already")
          .withHint("leave out the planning options and --lock, or give the Cartesian model it was made from");
    }
    knowsTyres(*opened, options.input, diagnostics);
    if (options.input.strict) {
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
  const PlanOptions plan = planOf(options, diagnostics);
  std::optional<CartesianModel> source = readModel(*opened, diagnostics, options.input);
  if (!source) return std::nullopt;
  std::optional<Conversion> conversion = convert(std::move(*source), plan, diagnostics);
  if (!conversion) return std::nullopt;
  times = conversion->times;
  if (options.listRods) {
    writeFile("-", rodsIn(*conversion, options.json), diagnostics);
    return std::nullopt;
  }
  return std::move(conversion->recursive);
}

}  // namespace mb
