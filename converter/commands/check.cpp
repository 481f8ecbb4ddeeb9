// `mbconvert check`: the errors of a model and its statistics.
#include <unistd.h>

#include "converter/cli/option_hints.h"
#include "converter/commands/model_of.h"
#include "converter/report/report_json.h"
#include "converter/report/report_text.h"

namespace mb {
namespace {

struct CheckRequest {
  ModelRequest model;
  PlanningRequest planning;
};

std::optional<ExitCode> runCheck(const CheckRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  const std::optional<Conversion> conversion = conversionOf(request.model, request.planning, common.output, context);
  if (!conversion) return std::nullopt;
  if (request.planning.listRods) return printResult(rodsIn(*conversion, common.json), context);
  addOptionHints(context.diagnostics);  // the JSON contains them
  return printResult(common.json ? statisticsJson(*conversion, context.diagnostics, common.maxMessages.value_or(0))
                                 : statisticsText(*conversion, {wantsColour(common, STDOUT_FILENO)}),
                     context);
}

}  // namespace

Command checkCommand(CommonOptions& common) {
  const auto request = std::make_shared<CheckRequest>();
  std::vector<Option> options{modelOption(request->model), jsonOption(common)};
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runCheck(*request, context); }};
}

}  // namespace mb
