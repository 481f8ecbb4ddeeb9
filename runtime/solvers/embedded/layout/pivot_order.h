// The order in which a sparse square matrix is eliminated, with the fill that it causes.
// A search of its own beside runtime/linear/markowitz: four lanes share one order, the fill is kept, and no matrix is
// refused; it runs at set-up. That one takes rectangles and finds their rank, in the loop and without the heap.
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

// Markowitz: the entry that can cause the least fill, of those that are at least a tenth of the largest in their row
// and column in every lane (threshold rook pivoting).
PivotOrder choosePivots(std::vector<SparseRow> rows, int lanes);

}  // namespace mb::embedded
