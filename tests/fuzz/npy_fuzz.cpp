// Any bytes as NumPy's file: an error, or columns of one length whose names and numbers are the same when they are
// written as such a file and read again.
#include "converter/tables/files/npy.h"

#include <bit>
#include <cstdint>

#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {

void npy(std::string_view bytes) {
  static_cast<void>(looksLikeNpy(bytes));
  Diagnostics diagnostics;
  const std::optional<CsvTable> table = readNpy(*fileOf(bytes), diagnostics);
  if (table.has_value() == diagnostics.hasErrors()) wrong("a table with errors, or neither", textOf(diagnostics));
  if (!table) return;
  if (table->columns.size() != table->names.size()) wrong("other columns than names");
  std::string written = npyHeader(table->names, table->rows());
  for (std::size_t row = 0; row < table->rows(); ++row) {
    for (const std::vector<double>& column : table->columns) {
      if (column.size() != table->rows()) wrong("columns of different length");
      appendNpyNumber(column[row], written);
    }
  }
  const std::optional<CsvTable> again = readNpy(*fileOf(written), diagnostics);
  if (!again || again->names != table->names) wrong("a table is not read back", textOf(diagnostics));
  for (std::size_t k = 0; k < table->columns.size(); ++k) {
    for (std::size_t row = 0; row < table->rows(); ++row) {
      const auto before = std::bit_cast<std::uint64_t>(table->columns[k][row]);
      if (std::bit_cast<std::uint64_t>(again->columns[k][row]) != before) wrong("another number is read back");
    }
  }
}

}  // namespace mb::fuzz
