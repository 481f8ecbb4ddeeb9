// `mbconvert plan`: writes the chosen plan as a file to edit and pass to --plan.
#include "converter/commands/model_of.h"
#include "converter/conversion/plan_file.h"
#include "converter/report/report_json.h"

namespace mb {
namespace {

struct PlanRequest {
  ModelRequest model;
  PlanningRequest planning;
};

std::optional<ExitCode> runPlan(const PlanRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  const std::optional<Conversion> conversion = conversionOf(request.model, request.planning, common.output, context);
  if (!conversion) return std::nullopt;
  return printResult(request.planning.listRods ? rodsIn(*conversion, common.json) : writePlan(*conversion), context);
}

}  // namespace

Command planCommand(CommonOptions& common) {
  const auto request = std::make_shared<PlanRequest>();
  std::vector<Option> options{modelOption(request->model),
                              outputOption(common, "where to write the plan; by default standard output")};
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runPlan(*request, context); }};
}

}  // namespace mb
