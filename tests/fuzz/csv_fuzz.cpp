// Any bytes as a table: errors or columns of one length, which are as far from themselves as rounding makes them, and
// can be drawn. The first line is also taken for a map of columns.
#include "converter/tables/files/csv.h"

#include "converter/tables/compare_tables.h"
#include "converter/tables/plots/plot.h"
#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {
namespace {

void draw(const CsvTable& table) {
  Plot plot;
  plot.title = table.names.front();
  plot.xLabel = table.names.front();
  for (std::size_t column = 0; column < std::min<std::size_t>(table.names.size(), 4); ++column) {
    plot.panels.push_back({{{table.names[column], table.columns.front(), table.columns[column]}}});
  }
  static_cast<void>(plotSvg(plot));
}

}  // namespace

void csv(std::string_view bytes) {
  if (const auto map = parseColumnMap(bytes.substr(0, bytes.find('\n')))) static_cast<void>(toText(*map));
  Diagnostics diagnostics;
  const std::optional<CsvTable> table = readCsv(fileOf(bytes), diagnostics);
  if (table.has_value() == diagnostics.hasErrors()) wrong("a table with errors, or neither", textOf(diagnostics));
  if (!table) return;
  for (const std::vector<double>& column : table->columns) {
    if (column.size() != table->rows()) wrong("columns of different length");
  }
  if (table->columns.size() != table->names.size()) wrong("other columns than names");
  static_cast<void>(findColumns(*table, {"*", "?*.x", table->names.back()}, 0, diagnostics));
  draw(*table);
  for (const Alignment alignment : {Alignment::interpolate, Alignment::nearest}) {
    CompareOptions options;
    options.align = alignment;
    Diagnostics ofComparison;
    const auto same = compareTables(*table, *table, options, ofComparison);
    if (same.has_value() == ofComparison.hasErrors()) wrong("a comparison with errors, or neither");
    if (same && !same->isWithin()) wrong("a table differs from itself", std::string(bytes));
  }
}

}  // namespace mb::fuzz
