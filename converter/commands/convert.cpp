// `mbconvert convert`: turns a Cartesian model into a recursive one.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "converter/cli/output_files.h"
#include "converter/commands/model_of.h"
#include "converter/console/console.h"
#include "converter/console/wrap.h"
#include "converter/files/atomic_file.h"
#include "converter/report/report_json.h"
#include "converter/report/report_text.h"
#include "formats/recursive/recursive_xml.h"

namespace mb {
namespace {

struct ConvertRequest {
  ModelRequest model;
  PlanningRequest planning;
  std::string printAfter;  // a stage; empty: the whole conversion
};

ConversionStage stageCalled(const std::string& name) {
  return static_cast<ConversionStage>(std::ranges::find(kConversionStages, name) - std::begin(kConversionStages));
}

std::optional<ExitCode> printAfter(const ConvertRequest& request, CommandContext& context) {
  const std::optional<std::string> text =
      modelAfter(stageCalled(request.printAfter), request.model, request.planning, context);
  return text ? printResult(*text, context) : std::nullopt;
}

std::optional<ExitCode> runConvert(const ConvertRequest& request, CommandContext& context) {
  if (!request.printAfter.empty()) return printAfter(request, context);
  const CommonOptions& common = context.common;
  const bool writesModel = !request.planning.listRods;
  const std::string output =
      common.output.empty() && writesModel ? defaultOutput(request.model.path, ".recursive.xml") : common.output;
  const std::optional<Conversion> conversion = conversionOf(request.model, request.planning, output, context);
  if (!conversion) return std::nullopt;
  if (!writesModel) return printResult(rodsIn(*conversion, common.json), context);
  if (!writeFile(output, writeRecursive(conversion->recursive), context.diagnostics)) return std::nullopt;
  if (!common.summarises(output)) return ExitCode::done;
  const bool toStdout = output == "-";
  const TextStyle style{wantsColour(common, toStdout ? STDERR_FILENO : STDOUT_FILENO)};
  std::string summary = common.json ? treeJson(*conversion) : summaryText(*conversion, style);
  if (!toStdout && !common.json) summary += fitted(fmt::format("  {:<9} {}\n", "written", output));
  summarise(output, summary, context.diagnostics);
  return ExitCode::done;
}

}  // namespace

Command convertCommand(CommonOptions& common) {
  const auto request = std::make_shared<ConvertRequest>();
  std::vector<Option> options{
      modelOption(request->model),
      outputOption(
          common,
          "where to write the recursive model; by default NAME.recursive.xml in this folder; - is standard output"),
      jsonOption(common, "print the summary as JSON, as `tree --format json` does"),
  };
  options.push_back(oneOf("--print-after", "STAGE", request->printAfter,
                          {std::begin(kConversionStages), std::end(kConversionStages)},
                          "print the model as it is after a stage, to standard output or -o, and stop there"));
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runConvert(*request, context); }};
}

}  // namespace mb
