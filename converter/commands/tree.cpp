// `mbconvert tree`: shows the chosen spanning tree as text, JSON or a picture.
#include <fmt/format.h>
#include <unistd.h>

#include "converter/commands/model_of.h"
#include "converter/pictures/tree_dot.h"
#include "converter/pictures/tree_svg.h"
#include "converter/report/report_json.h"
#include "converter/report/report_text.h"

namespace mb {
namespace {

struct TreeRequest {
  ModelRequest model;
  PlanningRequest planning;
  std::string format;  // empty: text, or JSON with --json
};

std::string treeIn(const std::string& format, const Conversion& conversion, const TextStyle& style) {
  if (format == "json") return treeJson(conversion);
  if (format == "dot") return treeDot(conversion);
  if (format == "svg") return treeSvg(conversion);
  return treeText(conversion, style);
}

std::optional<ExitCode> runTree(const TreeRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  if (common.json && !request.format.empty() && request.format != "json") {
    context.diagnostics
        .error({}, Code::badOption, fmt::format("--json and --format {} exclude each other", request.format))
        .withHint("leave out one of the two");
    return std::nullopt;
  }
  const std::optional<Conversion> conversion = conversionOf(request.model, request.planning, common.output, context);
  if (!conversion) return std::nullopt;
  if (request.planning.listRods) return printResult(rodsIn(*conversion, common.json), context);
  const TextStyle style{common.output.empty() && wantsColour(common, STDOUT_FILENO)};
  return printResult(treeIn(common.json ? "json" : request.format, *conversion, style), context);
}

Option formatOption(TreeRequest& request) {
  Option option = oneOf("--format", "TEXT", request.format, {"text", "json", "dot", "svg"},
                        "form of the picture; dot is for Graphviz");
  option.standard = "text";
  return option;
}

}  // namespace

Command treeCommand(CommonOptions& common) {
  const auto request = std::make_shared<TreeRequest>();
  std::vector<Option> options{
      modelOption(request->model),
      outputOption(common, "where to write; by default standard output"),
      formatOption(*request),
      jsonOption(common, "same as --format json"),
      wholeNumber("--alternatives", "INT", request->planning.plan.alternatives, {0, 1000},
                  "number of other trees to show"),
  };
  append(options, inputOptions(request->model, "--from"));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runTree(*request, context); }};
}

}  // namespace mb
