#include "converter/tables/files/table_writer.h"

#include "converter/tables/files/number_text.h"

namespace mb {
namespace {

// In the column's unit, and never -0.
double numberOf(const WrittenColumn& column, std::span<const double> row) {
  const double value = row[column.place];
  return (column.scale == 1 ? value : value / column.scale) + 0.0;
}

}  // namespace

TableWriter::TableWriter(const std::string& path, std::vector<WrittenColumn> columns)
    : columns_(std::move(columns)), file_(path), line_(columns_.size() * kLongestNumberText, ' ') {
  std::string names;
  for (const WrittenColumn& column : columns_) names += (names.empty() ? "" : ",") + column.name;
  file_.append(names + "\n");
}

void TableWriter::add(std::span<const double> row) {
  char* to = line_.data();
  for (const WrittenColumn& column : columns_) {
    to = shortestText(numberOf(column, row), to);
    *to++ = ',';
  }
  to[-1] = '\n';
  file_.append({line_.data(), static_cast<std::size_t>(to - line_.data())});
}

}  // namespace mb
