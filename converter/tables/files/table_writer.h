// Writes a table of numbers row by row.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "converter/files/atomic_file.h"

namespace mb {

// A column of a table that is written from rows of numbers in SI.
struct WrittenColumn {
  std::string name;
  double scale = 1;       // its unit as an SI value
  std::size_t place = 0;  // of its number in a row
};

// A CSV file: a line of names, then a line per row.
class TableWriter {
 public:
  TableWriter(const std::string& path, std::vector<WrittenColumn> columns);

  // Both: false and an error on failure. Nothing is written without commit().
  bool open(Diagnostics& diagnostics) { return file_.open(diagnostics); }
  bool commit(Diagnostics& diagnostics) { return file_.commit(diagnostics); }
  void add(std::span<const double> row);

 private:
  std::vector<WrittenColumn> columns_;
  AtomicFile file_;
  std::string line_;  // as long as any line may be
};

}  // namespace mb
