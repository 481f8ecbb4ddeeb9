// `mbconvert compare`: tells whether two tables of one motion agree.
#include <fmt/format.h>

#include "converter/cli/command.h"
#include "converter/cli/output_files.h"
#include "converter/files/atomic_file.h"
#include "converter/report/compare_report.h"
#include "converter/tables/table_file.h"

namespace mb {
namespace {

struct CompareRequest {
  ComparedFiles files;            // paths; "-" for standard input
  std::vector<std::string> maps;  // OURS=THEIRS
  std::string align = "interpolate";
  CompareOptions options;
};

CompareOptions compareOptionsOf(const CompareRequest& request, Diagnostics& diagnostics) {
  CompareOptions options = request.options;
  options.align = request.align == "nearest" ? Alignment::nearest : Alignment::interpolate;
  for (const std::string& text : request.maps) {
    if (std::optional<ColumnMap> map = parseColumnMap(text)) {
      options.maps.push_back(std::move(*map));
    } else {
      diagnostics.error({}, Code::badOption, fmt::format("'{}' does not say which columns belong together", text))
          .withHint("--map OURS=THEIRS, OURS=-THEIRS or OURS=0.001*THEIRS maps them");
    }
  }
  return options;
}

std::optional<TableComparison> compared(const ComparedFiles& files, const CompareOptions& options,
                                        CommandContext& context) {
  const ShownWork work(context.progress, "compare");
  return compareFiles(files.ours, files.theirs, options, context.diagnostics);
}

std::optional<ExitCode> runCompare(const CompareRequest& request, CommandContext& context) {
  Diagnostics& diagnostics = context.diagnostics;
  const auto& [ours, theirs] = request.files;
  if (!checkFiles({{ours, theirs}, {}}, diagnostics)) return std::nullopt;
  const CompareOptions options = compareOptionsOf(request, diagnostics);
  const std::optional<TableComparison> comparison = compared(request.files, options, context);
  if (!comparison) return std::nullopt;
  if (context.common.json)
    writeFile("-", comparisonJson(*comparison, options, request.files), diagnostics);
  else if (!context.common.quiet)
    writeFile("-", comparisonText(*comparison, options, request.files), diagnostics);
  return comparison->isWithin() ? ExitCode::done : ExitCode::notEquivalent;
}

}  // namespace

Command compareCommand(CommonOptions& common) {
  const auto request = std::make_shared<CompareRequest>();
  std::vector<Option> options{
      required(file("ours", "A", request->files.ours,
                    "table to examine: CSV, a text table with names in its first line, or a model that carries "
                    "results; - reads standard input")),
      required(file("theirs", "B", request->files.theirs, "table to compare it with")),
  };
  append(options, inGroup("Comparison",
                          {repeated("--map", "OURS=THEIRS", request->maps,
                                    "columns with different names: OURS=THEIRS, OURS=-THEIRS or OURS=0.001*THEIRS"),
                           alsoCalled(number("--tolerance", "FLOAT", request->options.tolerance, {0},
                                             "largest difference allowed, relative to the range of B's column"),
                                      "--tol,--rtol"),
                           number("--absolute-tolerance", "FLOAT", request->options.absoluteTolerance, {0},
                                  "difference that does not count, in the unit of the column"),
                           oneOf("--align", "TEXT", request->align, {"interpolate", "nearest"},
                                 "interpolate: compare at the times of the coarser table, with cubics through the "
                                 "finer one; nearest: pair rows within half a step")}));
  options.push_back(jsonOption(common));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runCompare(*request, context); }};
}

}  // namespace mb
