// A table of numbers: a line of names, then lines of numbers. Separated by commas, as `mbconvert run -o` writes it, or
// by semicolons, tabs or blanks, as other tools do; lines that begin with # are comments.
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
  std::vector<int> lines;  // of the rows; none where the numbers stand otherwise in the file
  char separator = ',';
  std::vector<std::string> names;            // each once
  std::vector<std::vector<double>> columns;  // not a number where the file says nan or inf
  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
};

// The separator is the one that the line of names has most of. Without such a line, a comment before the numbers with
// as many words names them. Exponents may be Fortran's, 1.5D-03. Nothing after errors: no names or rows, a name twice,
// rows of another length, what is no number; the first few are told.
std::optional<CsvTable> readCsv(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

// Of a number, by its row and column; of the names, where the table has no lines.
SourceRef sourceAt(const CsvTable& table, std::size_t row, int column);

// Without the blanks and tabs around it.
std::string_view trimmed(std::string_view text);

// The column of a name; -1 and an error (ExitCode::usage) where there is none.
int findColumn(const CsvTable& table, const std::string& name, Diagnostics& diagnostics);
// The columns that one of the patterns matches, in the order of the patterns and then of the table, each once, without
// `except`. An error (ExitCode::usage) for every pattern that matches none.
std::vector<int> findColumns(const CsvTable& table, const std::vector<std::string>& patterns, int except,
                             Diagnostics& diagnostics);

}  // namespace mb
