// A table of numbers: one line of names, then lines of numbers. They are separated by commas, as `mbconvert run -o`
// writes them, or by semicolons, tabs or blanks, as other tools do. Lines that begin with # are comments.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb {

struct CsvTable {
  std::shared_ptr<const SourceFile> file;
  int headerLine = 1;
  std::vector<int> lines;  // of the rows; empty where the file arranges the numbers otherwise
  char separator = ',';
  std::vector<std::string> names;            // unique
  std::vector<std::string> units;            // by column; empty: unknown, all of them or one
  std::vector<std::vector<double>> columns;  // NaN where the file says nan or inf
  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
};

// The separator is the one that occurs most in the line of names. Without such a line, a comment before the numbers
// names the columns if it has as many words. A line of units may follow the names. Exponents may be Fortran's, 1.5D-03.
// Returns nothing after errors: no names or rows, a duplicate name, rows of another length, or a cell that is not a
// number; only the first few are reported.
std::optional<CsvTable> readCsv(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

// The source of a number by row and column, or of the names where the table has no lines.
SourceRef sourceAt(const CsvTable& table, std::size_t row, int column);

// The column of a name; -1 and an error where there is none.
int findColumn(const CsvTable& table, const std::string& name, Diagnostics& diagnostics);
// The columns that one of the patterns matches, in the order of the patterns and then of the table, each once, without
// `except`. An error for every pattern that matches none.
std::vector<int> findColumns(const CsvTable& table, const std::vector<std::string>& patterns, int except,
                             Diagnostics& diagnostics);

}  // namespace mb
