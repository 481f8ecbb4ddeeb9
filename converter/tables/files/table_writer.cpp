#include "converter/tables/files/table_writer.h"

#include <filesystem>

#include "converter/tables/files/npy.h"
#include "converter/tables/files/number_text.h"
#include "converter/tables/files/units_file.h"

namespace mb {
namespace {

// In the column's unit, and never -0.
double numberOf(const WrittenColumn& column, std::span<const double> row) {
  const double value = row[column.place];
  return (column.scale == 1 ? value : value / column.scale) + 0.0;
}

std::string lineOf(const std::vector<WrittenColumn>& columns, std::string WrittenColumn::*part) {
  std::string line;
  for (const WrittenColumn& column : columns) line += (line.empty() ? "" : ",") + column.*part;
  return line + "\n";
}

}  // namespace

TableWriter::TableWriter(const std::string& path, std::vector<WrittenColumn> columns, const TableStyle& style)
    : path_(path), columns_(std::move(columns)), style_(style), isNpy_(isNpyName(path)), file_(path) {
  if (isNpy_) {
    file_.append(npyHeader(names(), 0));
    line_.reserve(columns_.size() * sizeof(double));
    return;
  }
  file_.append(lineOf(columns_, &WrittenColumn::name));
  if (style_.hasUnitsLine) file_.append(lineOf(columns_, &WrittenColumn::unit));
  line_.resize(columns_.size() * kLongestNumberText);
}

std::vector<std::string> TableWriter::names() const {
  std::vector<std::string> names;
  for (const WrittenColumn& column : columns_) names.push_back(column.name);
  return names;
}

bool TableWriter::open(Diagnostics& diagnostics) {
  if (!file_.open(diagnostics)) return false;
  if (!file_.isNamedFile() || (style_.hasUnitsLine && !isNpy_)) return true;
  units_.emplace(unitsPath(path_));
  units_->append(unitsLine("column", "unit"));
  for (const WrittenColumn& column : columns_) units_->append(unitsLine(column.name, column.unit));
  return units_->open(diagnostics);
}

std::string TableWriter::unitsFile() const { return units_ ? unitsPath(path_) : std::string(); }

void TableWriter::add(std::span<const double> row) {
  ++rows_;
  if (isNpy_) {
    line_.clear();
    for (const WrittenColumn& column : columns_) appendNpyNumber(numberOf(column, row), line_);
    file_.append(line_);
    return;
  }
  char* to = line_.data();
  for (const WrittenColumn& column : columns_) {
    const double number = numberOf(column, row);
    to = style_.digits > 0 ? roundedText(number, style_.digits, to) : shortestText(number, to);
    *to++ = ',';
  }
  to[-1] = '\n';
  file_.append({line_.data(), static_cast<std::size_t>(to - line_.data())});
}

bool TableWriter::commit(Diagnostics& diagnostics) {
  if (isNpy_) file_.replaceStart(npyHeader(names(), rows_));
  if (!units_) return file_.commit(diagnostics);
  if (!file_.prepare(diagnostics) || !units_->prepare(diagnostics)) return false;
  std::error_code ignored;
  std::filesystem::remove(unitsPath(path_), ignored);
  return file_.commit(diagnostics) && units_->commit(diagnostics);
}

}  // namespace mb
