// `mbconvert plot`: draws columns of a table.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "converter/cli/command.h"
#include "converter/cli/output_files.h"
#include "converter/console/wrap.h"
#include "converter/files/atomic_file.h"
#include "converter/tables/plot.h"
#include "converter/tables/table_file.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

struct PlotRequest {
  std::string table;
  std::string x = "time";
  std::vector<std::string> panels;  // patterns of columns, separated by commas
  std::string title;
  std::string compare;  // another table
};

std::string tableName(const std::string& path) {
  return path == "-" ? "standard input" : std::filesystem::path(path).filename().string();
}

std::vector<std::string> patternsOf(const std::string& list) {
  std::vector<std::string> patterns;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t end = std::min(list.find(',', start), list.size());
    if (end > start) patterns.push_back(list.substr(start, end - start));
    start = end + 1;
  }
  return patterns;
}

// Adds the curves of the other table that match those of the panel.
void addReferences(const CsvTable& other, int x, PlotPanel& panel, Diagnostics& diagnostics) {
  constexpr int kMostGuesses = 20;  // comparing a name with all columns is slow
  std::map<std::string_view, std::size_t> columns;
  for (std::size_t k = 0; k < other.names.size(); ++k) columns.try_emplace(other.names[k], k);
  std::vector<PlotCurve> references;
  for (const PlotCurve& curve : panel.curves) {
    const auto found = columns.find(curve.name);
    if (found == columns.end()) {
      diagnostics
          .warning({other.file, 1, 1}, Code::noSuchColumn, fmt::format("no column '{}' to compare with", curve.name))
          .withHint(diagnostics.warningCount() < kMostGuesses ? didYouMean(curve.name, other.names) : std::string());
      continue;
    }
    references.push_back(
        {curve.name, other.columns[static_cast<std::size_t>(x)], other.columns[found->second], curve.style, true});
  }
  panel.curves.insert(panel.curves.end(), references.begin(), references.end());
}

// Returns nothing after errors.
std::optional<Plot> plotOf(const PlotRequest& request, const CsvTable& table, const std::optional<CsvTable>& other,
                           Diagnostics& diagnostics) {
  const int x = findColumn(table, request.x, diagnostics);
  const int otherX = other ? findColumn(*other, request.x, diagnostics) : -1;
  if (diagnostics.hasErrors()) return std::nullopt;

  Plot plot;
  plot.title = request.title;
  plot.xLabel = request.x;
  if (other) {
    plot.subtitle = fmt::format("thin: {}; broad and pale: {}", tableName(request.table), tableName(request.compare));
  }
  for (const std::string& list : request.panels) {
    PlotPanel panel;
    for (const int column : findColumns(table, patternsOf(list), x, diagnostics)) {
      const auto k = static_cast<std::size_t>(column);
      panel.curves.push_back({table.names[k], table.columns[static_cast<std::size_t>(x)], table.columns[k],
                              static_cast<int>(panel.curves.size()), false});
    }
    if (other) addReferences(*other, otherX, panel, diagnostics);
    if (panel.curves.empty() && !diagnostics.hasErrors()) {
      diagnostics.error({}, Code::noSuchColumn, "--y names no column")
          .withHint("give names or patterns, as --y 'chassis.*'");
    }
    plot.panels.push_back(std::move(panel));
  }
  if (diagnostics.hasErrors()) return std::nullopt;
  return plot;
}

TwoTables tablesOf(const PlotRequest& request, CommandContext& context) {
  const ShownWork work(context.progress, "read");
  if (request.compare.empty()) return {readTable(request.table, context.diagnostics), {}};
  return readTables(request.table, request.compare, context.diagnostics);
}

std::optional<ExitCode> runPlot(const PlotRequest& request, CommandContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  const std::string output =
      context.common.output.empty() ? defaultOutput(request.table, ".svg") : context.common.output;
  if (!checkFiles({{request.table, request.compare}, {output}}, diagnostics)) return std::nullopt;
  const auto [table, other] = tablesOf(request, context);
  if (diagnostics.hasErrors() || !table) return std::nullopt;
  const std::optional<Plot> plot = plotOf(request, *table, other, diagnostics);
  if (!plot || !writeFile(output, plotSvg(*plot), diagnostics)) return std::nullopt;
  if (output == "-" || !context.common.summarises(output)) return ExitCode::done;
  std::size_t curves = 0;
  for (const PlotPanel& panel : plot->panels) curves += panel.curves.size();
  const std::string summary = fmt::format("{}: {} of {} rows in {}\n", output, counted(curves, "curve"), table->rows(),
                                          counted(plot->panels.size(), "panel"));
  writeFile("-", fitted(summary), diagnostics);
  return ExitCode::done;
}

}  // namespace

Command plotCommand(CommonOptions& common) {
  const auto request = std::make_shared<PlotRequest>();
  std::vector<Option> options{
      required(file("table", "CSV", request->table, "the table; - reads standard input")),
      outputOption(common, "where to write the picture; by default NAME.svg in this folder; - is standard output"),
  };
  append(options,
         inGroup(
             "Plot",
             {required(repeated(
                  "--y", "PATTERN,...", request->panels,
                  "columns of a panel by name; * stands for any characters, ? for one; each further --y adds a panel")),
              text("--x", "TEXT", request->x, "column on the horizontal axis"),
              text("--title", "TEXT", request->title, "line above the panels"),
              file("--compare", "CSV", request->compare,
                   "second table; its columns of the same names are drawn broad and pale")}));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runPlot(*request, context); }};
}

}  // namespace mb
