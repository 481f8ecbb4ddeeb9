#include "converter/tables/table_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "converter/tables/files/npy.h"
#include "converter/tables/files/units_file.h"
#include "formats/files/read_file.h"
#include "formats/formats.h"

namespace mb {
namespace {

// Takes the units from the file beside the table, where there is one.
void readUnitsBeside(const std::string& path, CsvTable& table, Diagnostics& diagnostics) {
  const std::string beside = unitsPath(path);
  if (path == "-" || !table.units.empty() || !std::filesystem::exists(beside)) return;
  const std::shared_ptr<const SourceFile> file = readSource(beside, diagnostics);
  if (!file) return;
  const std::optional<ColumnUnits> units = parseUnits(file->text);
  std::string fault = units ? "" : "it is no list of columns and units";
  std::vector<std::string> found;
  for (const std::string& name : table.names) {
    const auto unit = units ? units->find(name) : ColumnUnits::const_iterator{};
    if (!units || unit == units->end()) {
      if (fault.empty()) fault = fmt::format("it has no column '{}'", name);
      break;
    }
    found.push_back(unit->second);
  }
  if (fault.empty()) {
    table.units = std::move(found);
    return;
  }
  diagnostics
      .warning({file, 1, 1}, Code::malformedTable, fmt::format("the units beside the table are not its own: {}", fault))
      .withHint("remove the file, or write the table again");
}

}  // namespace

std::optional<CsvTable> readTable(const std::string& path, Diagnostics& diagnostics) {
  const std::shared_ptr<const SourceFile> file = readSource(path, diagnostics);
  if (!file) return std::nullopt;
  const int errorsBefore = diagnostics.errorCount();
  const bool isNpy = looksLikeNpy(file->text);
  const Format* const format = isNpy ? nullptr : recogniseFormat(file->text);
  if (!format) {
    std::optional<CsvTable> table = isNpy ? readNpy(*file, diagnostics) : readCsv(file, diagnostics);
    if (table) readUnitsBeside(path, *table, diagnostics);
    return table;
  }
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
