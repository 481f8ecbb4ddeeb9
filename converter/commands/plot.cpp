// `mbconvert plot`: draws columns of a table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "converter/cli/command.h"
#include "converter/cli/output_files.h"
#include "converter/console/wrap.h"
#include "converter/files/atomic_file.h"
#include "converter/page/plot_page.h"
#include "converter/tables/plots/plot.h"
#include "converter/tables/plots/plot_panels.h"
#include "converter/tables/table_file.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

struct PlotRequest {
  std::string table;
  std::string x = "time";
  std::vector<std::string> panels;  // patterns of columns, separated by commas
  std::string title;
  std::string compare;              // another table
  std::optional<double> tolerance;  // of the tubes around its curves, relative to their range
  bool mixesUnits = false;
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

// As `compare` measures it.
double rangeOf(std::span<const double> values) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return high > low ? high - low : 0;
}

// Adds the curves of the other table that match those of the panel, as tubes where there is a tolerance.
void addReferences(const CsvTable& other, int x, double tolerance, PlotPanel& panel, Diagnostics& diagnostics) {
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
    const std::vector<double>& values = other.columns[found->second];
    references.push_back({curve.name, other.columns[static_cast<std::size_t>(x)], values, curve.style, true,
                          tolerance * rangeOf(values)});
  }
  panel.curves.insert(panel.curves.end(), references.begin(), references.end());
}

PlotPanel panelOf(const CsvTable& table, int x, const std::vector<int>& columns) {
  PlotPanel panel;
  for (const int column : columns) {
    const auto k = static_cast<std::size_t>(column);
    panel.curves.push_back({table.names[k], table.columns[static_cast<std::size_t>(x)], table.columns[k],
                            static_cast<int>(panel.curves.size()), false});
    const std::string unit = unitOf(table, column);
    panel.unit = panel.curves.size() == 1 || unit == panel.unit ? unit : "";
  }
  return panel;
}

std::string comparisonLine(const PlotRequest& request) {
  const std::string ours = tableName(request.table);
  const std::string theirs = tableName(request.compare);
  if (!request.tolerance) return fmt::format("thin: {}; broad and pale: {}", ours, theirs);
  return fmt::format("line: {}; tube: {} ± {:g} of its range", ours, theirs, *request.tolerance);
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
  plot.xUnit = unitOf(table, x);
  if (other) plot.subtitle = comparisonLine(request);
  for (const std::string& list : request.panels) {
    const std::vector<int> columns = findColumns(table, patternsOf(list), x, diagnostics);
    if (columns.empty() && !diagnostics.hasErrors()) {
      diagnostics.error({}, Code::noSuchColumn, "--y names no column")
          .withHint("give names or patterns, as --y 'chassis.*'");
    }
    std::vector<std::vector<int>> groups{columns};
    if (!request.mixesUnits) groups = groupedByUnit(table, columns);
    for (const std::vector<int>& group : groups) {
      plot.panels.push_back(panelOf(table, x, group));
      if (other) addReferences(*other, otherX, request.tolerance.value_or(0), plot.panels.back(), diagnostics);
    }
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
  if (request.tolerance && request.compare.empty()) {
    diagnostics.warning({}, Code::optionWithoutEffect, "without --compare there is no tube: --tolerance has no effect")
        .withHint("--compare CSV names the table that it is drawn around");
  }
  const auto [table, other] = tablesOf(request, context);
  if (diagnostics.hasErrors() || !table) return std::nullopt;
  const std::optional<Plot> plot = plotOf(request, *table, other, diagnostics);
  const bool isPage = output.ends_with(".html") || output.ends_with(".htm");
  if (!plot || !writeFile(output, isPage ? plotPage(*plot) : plotSvg(*plot), diagnostics)) return std::nullopt;
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
      outputOption(common,
                   "where to write the picture; NAME.svg in this folder by default; NAME.html shows values where one "
                   "points; - is "
                   "standard output"),
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
                   "second table; its columns of the same names are drawn broad and pale"),
              number("--tolerance", "FLOAT", request->tolerance, {0},
                     "draw them as tubes of this half-height, relative to their range, as `compare` measures it"),
              flag("--mix-units", request->mixesUnits, "keep columns of different units in one panel")}));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runPlot(*request, context); }};
}

}  // namespace mb
