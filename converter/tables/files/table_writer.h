// Writes a table of numbers row by row.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "converter/files/atomic_file.h"

namespace mb {

// A column of a table that is written from rows of numbers in SI.
struct WrittenColumn {
  std::string name;
  std::string unit;
  double scale = 1;       // the unit as an SI value
  std::size_t place = 0;  // of its number in a row
};

struct TableStyle {
  bool hasUnitsLine = false;  // below the names; otherwise the units are in a file beside the table
  int digits = 0;             // significant ones; 0: the fewest that read back as the same number
};

// A CSV file, or NumPy's .npy where the path ends so; beside it the units of its columns, unless they are in the table
// or it goes to standard output or another place that is no file.
class TableWriter {
 public:
  TableWriter(const std::string& path, std::vector<WrittenColumn> columns, const TableStyle& style = {});

  // Both: false and an error on failure. Nothing is written without commit(). No table stands beside the units of
  // another, whatever happens.
  bool open(Diagnostics& diagnostics);
  bool commit(Diagnostics& diagnostics);
  void add(std::span<const double> row);
  // Empty: none. After open().
  std::string unitsFile() const;

 private:
  std::vector<std::string> names() const;

  std::string path_;
  std::vector<WrittenColumn> columns_;
  TableStyle style_;
  bool isNpy_;
  AtomicFile file_;
  std::optional<AtomicFile> units_;
  std::string line_;  // CSV: as long as any line may be; .npy: the bytes of a row
  std::size_t rows_ = 0;
};

}  // namespace mb
