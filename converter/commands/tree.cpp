// `mbconvert tree`: shows the chosen spanning tree as text, JSON or a picture.
#include <fmt/format.h>
#include <unistd.h>

#include "converter/commands/model_of.h"
#include "converter/pictures/graph/graph_svg.h"
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
  std::string view = "tree";
  std::string fold = "auto";
};

std::string treeIn(const std::string& format, const Conversion& conversion, const TextStyle& style) {
  if (format == "json") return treeJson(conversion);
  if (format == "dot") return treeDot(conversion);
  return treeText(conversion, style);
}

// The picture of the view; nothing if it would be too large, and the diagnostics say so.
std::optional<std::string> pictureOf(const Conversion& conversion, const TreeRequest& request,
                                     Diagnostics& diagnostics) {
  PictureOptions options;
  options.fold = request.fold == "auto" ? Fold::automatic : request.fold == "always" ? Fold::always : Fold::never;
  if (request.view == "tree") return treeSvg(conversion, options);
  std::optional<std::string> svg =
      graphSvg(conversion, request.view == "given" ? GraphView::given : GraphView::cuts, options);
  if (!svg) {
    diagnostics
        .error(conversion.source.origin.at, Code::tooMany,
               fmt::format("{} bodies and {} joints are too many for a picture of the graph; the limit is {} together",
                           conversion.source.bodies.size(), conversion.source.joints.size(), kMostGraphNodes))
        .withHint("draw the tree, which leaves out the middle of long chains: --view tree");
  }
  return svg;
}

// What concerns pictures alone is refused without one.
bool fitsFormat(const TreeRequest& request, Diagnostics& diagnostics) {
  const bool isPlain = request.view == "tree" && request.fold == "auto";
  if (isPlain || request.format == "svg") return true;
  diagnostics
      .error({}, Code::badOption,
             request.view == "tree" ? fmt::format("--fold {} is for pictures", request.fold)
                                    : fmt::format("--view {} is a picture", request.view))
      .withHint("add --format svg");
  return false;
}

std::optional<ExitCode> runTree(const TreeRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  if (common.json && !request.format.empty() && request.format != "json") {
    context.diagnostics
        .error({}, Code::badOption, fmt::format("--json and --format {} exclude each other", request.format))
        .withHint("leave out one of the two");
    return std::nullopt;
  }
  if (!fitsFormat(request, context.diagnostics)) return std::nullopt;
  const std::optional<Conversion> conversion = conversionOf(request.model, request.planning, common.output, context);
  if (!conversion) return std::nullopt;
  if (request.planning.listRods) return printResult(rodsIn(*conversion, common.json), context);
  if (request.format == "svg") {
    const std::optional<std::string> picture = pictureOf(*conversion, request, context.diagnostics);
    return picture ? printResult(*picture, context) : std::nullopt;
  }
  const TextStyle style{common.output.empty() && wantsColour(common, STDOUT_FILENO)};
  return printResult(treeIn(common.json ? "json" : request.format, *conversion, style), context);
}

Option formatOption(TreeRequest& request) {
  Option option = oneOf("--format", "TEXT", request.format, {"text", "json", "dot", "svg"},
                        "form of the picture; dot is for Graphviz");
  option.standard = "text";
  return option;
}

Option viewOption(TreeRequest& request) {
  Option option = oneOf("--view", "TEXT", request.view, {"given", "cuts", "tree"},
                        "what a picture shows: the joint graph as given, its loops, weights and cuts, or the tree");
  option.standard = "tree";
  return option;
}

Option foldOption(TreeRequest& request) {
  Option option = oneOf("--fold", "TEXT", request.fold, {"auto", "always", "never"},
                        "whether a picture shows once what repeats; auto: if there is much to show");
  option.standard = "auto";
  return option;
}

}  // namespace

Command treeCommand(CommonOptions& common) {
  const auto request = std::make_shared<TreeRequest>();
  std::vector<Option> options{
      modelOption(request->model),
      outputOption(common, "where to write; by default standard output"),
      formatOption(*request),
      viewOption(*request),
      foldOption(*request),
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
