#include "converter/report/compare_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "converter/console/console.h"
#include "converter/console/json_text.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

std::string leftOut(std::string_view table, const std::vector<std::string>& names) {
  if (names.empty()) return {};
  return fmt::format("  {:<9} {} of the {}: {}\n", "left out", counted(names.size(), "column"), table,
                     fmt::join(names, ", "));
}

// Why a difference may be none of the motion's.
std::string_view remarkOf(const ComparedColumn& column) {
  if (column.isWithin) return column.isConstant ? "  constant" : "";
  return column.difference <= 1.001 * column.rounding ? "  BEYOND, by its rounding" : "  BEYOND";
}

std::string rowsText(const TableComparison& c) {
  std::string text = fmt::format("{} of {} and {}, at times of {}", counted(c.rows, "row"), c.rowsOurs, c.rowsTheirs,
                                 c.atOurTimes ? "the first" : "the second");
  if (c.interpolated > 0) text += fmt::format("; {} interpolated in the other", c.interpolated);
  if (c.unmatched > 0) text += fmt::format("; {} without a partner left out", c.unmatched);
  if (c.repeatedTimes > 0) text += fmt::format("; {} with a repeated time left out", c.repeatedTimes);
  return text;
}

}  // namespace

std::string comparisonText(const TableComparison& c, const CompareOptions& options, const ComparedFiles& files) {
  std::string text = fmt::format("{} against {}\n\n", files.ours, files.theirs);
  std::size_t width = 6;
  std::size_t theirWidth = 9;
  for (const ComparedColumn& column : c.columns) {
    width = std::max(width, column.map.ours.size());
    theirWidth = std::max(theirWidth, toText(column.map).size());
  }
  text += fmt::format("{:<{}}  {:<{}}  {:>10}  {:>10}  {:>10}  {:>10}\n", "column", width, "reference", theirWidth,
                      "difference", "at time", "of range", "relative");
  for (const ComparedColumn& column : c.columns) {
    text += fmt::format("{:<{}}  {:<{}}  {:>10.3e}  {:>10.6g}  {:>10.4g}  {:>10.3e}{}\n", column.map.ours, width,
                        toText(column.map), theirWidth, column.difference, column.time, column.scale, column.relative,
                        remarkOf(column));
  }
  text += fmt::format("\n  {:<9} {:.6g} to {:.6g}\n", "time", c.start, c.end);
  text += fmt::format("  {:<9} {}\n", "rows", rowsText(c));
  if (c.digits > 0) text += fmt::format("  {:<9} {} in the second table: rounded\n", "digits", c.digits);
  text += leftOut("first", c.onlyOurs);
  text += leftOut("second", c.onlyTheirs);
  const ComparedColumn* const worst = c.worst();
  std::size_t beyond = 0;
  for (const ComparedColumn& column : c.columns) beyond += column.isWithin ? 0 : 1;
  text += fmt::format("  {:<9} {}: {} of {} beyond {:g} of their range{}; worst '{}' with {:.3e}\n", "verdict",
                      c.isWithin() ? "WITHIN" : "NOT WITHIN", beyond, counted(c.columns.size(), "column"),
                      options.tolerance,
                      options.absoluteTolerance > 0 ? fmt::format(" and {:g}", options.absoluteTolerance) : "",
                      worst->map.ours, worst->relative);
  return forTerminal(text);
}

std::string comparisonJson(const TableComparison& c, const CompareOptions& options, const ComparedFiles& files) {
  Json json;
  json["ours"] = files.ours;
  json["theirs"] = files.theirs;
  json["within"] = c.isWithin();
  json["tolerance"] = options.tolerance;
  json["absolute_tolerance"] = options.absoluteTolerance;
  json["align"] = options.align == Alignment::nearest ? "nearest" : "interpolate";
  json["start"] = c.start;
  json["end"] = c.end;
  json["rows"] = c.rows;
  json["rows_ours"] = c.rowsOurs;
  json["rows_theirs"] = c.rowsTheirs;
  json["times_of"] = c.atOurTimes ? "ours" : "theirs";
  json["interpolated"] = c.interpolated;
  json["unmatched"] = c.unmatched;
  json["repeated_times"] = c.repeatedTimes;
  json["digits"] = c.digits > 0 ? Json(c.digits) : Json(nullptr);
  json["worst"] = c.worst()->map.ours;
  for (const ComparedColumn& column : c.columns) {
    json["columns"].push_back({{"ours", column.map.ours},
                               {"theirs", column.map.theirs},
                               {"factor", column.map.factor},
                               {"difference", column.difference},
                               {"time", column.time},
                               {"value_ours", column.ours},
                               {"value_theirs", column.theirs},
                               {"scale", column.scale},
                               {"relative", numberOrNull<Json>(column.relative)},
                               {"rounding", column.rounding},
                               {"constant", column.isConstant},
                               {"within", column.isWithin}});
  }
  json["only_ours"] = c.onlyOurs;
  json["only_theirs"] = c.onlyTheirs;
  return jsonText(json);
}

}  // namespace mb
