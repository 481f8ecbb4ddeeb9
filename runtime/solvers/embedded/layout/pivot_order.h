// The order in which a sparse square matrix is eliminated, with its fill. It differs from runtime/linear/markowitz,
// which finds the rank of rectangular matrices during the run without the heap: here four lanes share one order, the
// fill is kept, no matrix is refused, and it runs at set-up.
#pragma once

#include <array>
#include <vector>

namespace mb::embedded {

struct SparseEntry {
  int column = 0;
  std::array<double, 4> value{};  // by lane
};
using SparseRow = std::vector<SparseEntry>;  // by column

struct PivotOrder {
  std::vector<int> rows;  // in order
  std::vector<int> columns;
  std::vector<std::array<double, 4>> pivots;  // in order, by lane
  std::vector<std::vector<int>> pattern;      // by row of the matrix: its columns, fill included, in ascending order
};

// Markowitz: takes the entry that can cause the least fill among those at least a tenth of the largest in their row and
// column in every lane (threshold rook pivoting).
PivotOrder choosePivots(std::vector<SparseRow> rows, int lanes);

}  // namespace mb::embedded
