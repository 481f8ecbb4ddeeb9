// `mbconvert import`: writes a model of any format in the native one and reports losses.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "converter/cli/output_files.h"
#include "converter/commands/model_of.h"
#include "converter/console/console.h"
#include "converter/console/json_text.h"
#include "converter/files/atomic_file.h"
#include "converter/report/loss_report.h"
#include "formats/model/basics/text.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/native/native.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

struct ImportRequest {
  ModelRequest model;
  std::string seriesFile;
};

std::string csvOf(const Series& series) {
  std::string text;
  for (std::size_t k = 0; k < series.names.size(); ++k) text += (k > 0 ? "," : "") + series.names[k];
  text += '\n';
  const std::size_t rows = series.columns.empty() ? 0 : series.columns.front().size();
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < series.columns.size(); ++k) {
      text += fmt::format("{}{}", k > 0 ? "," : "", series.columns[k][row]);
    }
    text += '\n';
  }
  return text;
}

void writeSeries(const OpenedModel& opened, const std::string& path, Diagnostics& diagnostics) {
  std::optional<Series> series;
  if (opened.format->readSeries) series = opened.format->readSeries(opened.file, diagnostics);
  if (diagnostics.hasErrors()) return;
  if (series) {
    writeFile(path, csvOf(*series), diagnostics);
  } else {
    diagnostics.error({opened.file, 1, 1}, Code::badOption, "this file carries no results")
        .withHint("leave out --series; files of FreeCAD's assembly solver may have them");
  }
}

struct ElementCount {
  const char* one;
  const char* many;
  std::size_t count;
};
std::vector<ElementCount> countsOf(const CartesianModel& model) {
  const auto row = [](const char* one, const char* many, const auto& table) {
    return ElementCount{one, many, static_cast<std::size_t>(table.size())};
  };
  return {row("body", "bodies", model.bodies),     row("marker", "markers", model.markers),
          row("joint", "joints", model.joints),    row("force", "forces", model.forces),
          row("motion", "motions", model.drives),  row("coupler", "couplers", model.couplers),
          row("spline", "splines", model.splines), row("tyre", "tyres", model.tyres),
          row("road", "roads", model.roads),       row("driver", "drivers", model.drivers),
          row("probe", "probes", model.probes),    row("measure", "measures", model.measures),
          row("input", "inputs", model.inputs)};
}

std::string importJson(const CartesianModel& model, const Format& format, const std::string& output) {
  Json json;
  json["model"] = model.name;
  json["format"] = format.name;
  for (const ElementCount& row : countsOf(model)) json[row.many] = row.count;
  json["losses"] = Json::parse(lossesJson(model));
  json["remarks"] = model.remarks;
  json["output"] = output;
  return jsonText(json);
}

std::string importText(const CartesianModel& model, const Format& format, const std::string& output) {
  std::string text = fmt::format("{}: {}\n", model.name, format.description);
  std::string counts;
  for (const ElementCount& row : countsOf(model)) {
    if (row.count > 0) counts += (counts.empty() ? "" : ", ") + counted(row.count, row.one, row.many);
  }
  text += fmt::format("  {:<9} {}\n", "read", counts);
  const LossCount losses = countLosses(model);
  text += fmt::format("  {:<9} {}{}\n", "lost", losses.all,
                      losses.all > 0 ? fmt::format(", {} of them change the motion", losses.changingMotion) : "");
  text += fmt::format("  {:<9} {}\n", "written", output);
  text += lossesText(model);
  if (!model.remarks.empty()) text += "remarks\n";
  for (const std::string& remark : model.remarks) text += fmt::format("  - {}\n", remark);
  return forTerminal(text);
}

// The native file has all digits, so the source's precision is kept as a tolerance.
void keepTolerance(CartesianModel& model) {
  if (model.loopTolerance || model.joints.empty()) return;
  model.loopTolerance = toleranceOfDigits(digitsOfJoints(model)).value_or(kDefaultLoopTolerance);
}

std::optional<ExitCode> runImport(const ImportRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  Diagnostics& diagnostics = context.diagnostics;
  const std::string output = common.output.empty() ? defaultOutput(request.model.path, ".model.xml") : common.output;
  const std::vector<std::string> written{output, request.seriesFile};
  if (!checkFiles({request.model.files(), written}, diagnostics)) return std::nullopt;
  const std::optional<OpenedModel> opened = openModel(request.model.path, diagnostics, request.model.input);
  if (!opened) return std::nullopt;
  ModelOptions input = request.model.input;
  input.mergeLocked = false;
  std::optional<CartesianModel> model = cartesianModelOf(*opened, input, written, context);
  if (!model) return std::nullopt;
  keepTolerance(*model);
  if (!request.seriesFile.empty()) writeSeries(*opened, request.seriesFile, diagnostics);
  if (diagnostics.hasErrors() || !writeFile(output, writeNative(*model), diagnostics)) return std::nullopt;
  if (!common.summarises(output)) return ExitCode::done;
  const Format& format = *opened->format;
  summarise(output, common.json ? importJson(*model, format, output) : importText(*model, format, output), diagnostics);
  return ExitCode::done;
}

}  // namespace

Command importCommand(CommonOptions& common) {
  const auto request = std::make_shared<ImportRequest>();
  std::vector<Option> options{
      modelOption(request->model),
      outputOption(common,
                   "where to write the native model; by default NAME.model.xml in this folder; - is standard output"),
      file("--series", "CSV", request->seriesFile, "where to write the results that the file carries, as CSV"),
      jsonOption(common, "print the report as JSON"),
  };
  append(options, inputOptions(request->model));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runImport(*request, context); }};
}

}  // namespace mb
