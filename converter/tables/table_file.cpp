#include "converter/tables/table_file.h"

#include <fmt/format.h>

#include "formats/files/read_file.h"
#include "formats/formats.h"

namespace mb {

std::optional<CsvTable> readTable(const std::string& path, Diagnostics& diagnostics) {
  const std::shared_ptr<const SourceFile> file = readSource(path, diagnostics);
  if (!file) return std::nullopt;
  const int errorsBefore = diagnostics.errorCount();
  const Format* const format = recogniseFormat(file->text);
  if (!format) return readCsv(file, diagnostics);
  std::optional<Series> series = format->readSeries ? format->readSeries(file, diagnostics) : std::nullopt;
  if (series && !series->columns.empty() && !series->columns.front().empty()) {
    CsvTable table;
    table.file = file;
    table.names = std::move(series->names);
    table.columns = std::move(series->columns);
    return table;
  }
  if (diagnostics.errorCount() == errorsBefore) {
    diagnostics
        .error({file, 1, 1}, Code::otherKindOfFile, fmt::format("this is a model ({}) without results", format->name))
        .withHint("take a table of its motion", Topic::motionTable);
  }
  return std::nullopt;
}

TwoTables readTables(const std::string& first, const std::string& second, Diagnostics& diagnostics) {
  TwoTables tables{readTable(first, diagnostics), {}};
  tables.second = second == first ? tables.first : readTable(second, diagnostics);
  return tables;
}

std::optional<TableComparison> compareFiles(const std::string& ours, const std::string& theirs,
                                            const CompareOptions& options, Diagnostics& diagnostics) {
  const auto [first, second] = readTables(ours, theirs, diagnostics);
  if (!first || !second || diagnostics.hasErrors()) return std::nullopt;
  return compareTables(*first, *second, options, diagnostics);
}

}  // namespace mb
