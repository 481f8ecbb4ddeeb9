// `mbconvert settle`: finds a model's static equilibrium.
#include "converter/commands/model_of.h"
#include "converter/console/console.h"
#include "converter/files/atomic_file.h"
#include "converter/report/run_report.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

struct SettleRequest {
  ModelRequest model;
  PlanningRequest planning;
  SettleOptions settle;
};

std::optional<ExitCode> runSettle(const SettleRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  std::optional<RecursiveModel> model = recursiveModelOf(request.model, request.planning, context);
  if (!model) return std::nullopt;
  const SettleReport report = settled(*model, request.settle, context);
  std::string written;
  if (report.converged && !context.diagnostics.hasErrors() && !common.output.empty()) {
    if (!writeFile(common.output, writeRecursive(*model), context.diagnostics)) return std::nullopt;
    written = common.output;
  }
  if (!common.summarises(written)) return ExitCode::done;
  summarise(written,
            common.json ? settleJson(*model, report, request.settle.time, written)
                        : settleText(*model, report, request.settle.time, written),
            context.diagnostics);
  return ExitCode::done;
}

std::vector<Option> equilibriumOptions(SettleOptions& settle) {
  return inGroup(
      "Equilibrium",
      {alsoCalled(number("--tolerance", "FLOAT", settle.tolerance, kAboveZero,
                         "largest acceleration that may remain, relative to gravity"),
                  "--tol,--rtol"),
       wholeNumber("--iterations", "INT", settle.largestIterations, {1, 100'000}, "largest number of iterations"),
       number("--time", "FLOAT", settle.time, kAnyNumber, "time at which functions of time are held, in seconds")});
}

}  // namespace

Command settleCommand(CommonOptions& common) {
  const auto request = std::make_shared<SettleRequest>();
  std::vector<Option> options{
      modelOption(request->model, kEitherModel),
      outputOption(common,
                   "where to write the settled recursive model; - is standard output; by default it is not written"),
      jsonOption(common, "print the summary as JSON"),
  };
  append(options, equilibriumOptions(request->settle));
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runSettle(*request, context); }};
}

}  // namespace mb
