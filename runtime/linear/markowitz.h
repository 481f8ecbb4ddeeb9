// The pivot order of a sparse matrix: least Markowitz cost among entries that are large in their row and in their
// column (threshold rook pivoting, LUSOL's TRP). It ends when all remaining entries are negligible, which gives the
// rank.
#pragma once

#include <span>
#include <vector>

namespace mb {

// Positions of possible nonzeros, row by row. Values are passed in the same order.
struct SparsePattern {
  int rows = 0;
  int cols = 0;
  std::vector<int> first{0};  // of each row, into column; rows + 1 entries
  std::vector<int> column;
};

// Initial capacity of a list: everything possible for a small matrix, so that no later choice allocates; otherwise a
// few times the present number.
std::size_t roomFor(const SparsePattern& pattern, std::size_t most, std::size_t present);

class Markowitz {
 public:
  void run(const SparsePattern& pattern, std::span<const double> values, double tolerance);

  struct Subtracted {
    int row = 0;
    int pivot = 0;  // subtracted from the row, in this order
  };
  std::vector<int> rows;     // of the pivots, in order
  std::vector<int> columns;  // of the pivots
  std::vector<int> firstRight;
  std::vector<int> right;  // by pivot: other columns of its row when it was eliminated
  std::vector<Subtracted> subtracted;

 private:
  struct Entry {
    int column;
    double value;
  };
  struct Candidate {
    int row = -1;
    int column = -1;
    long cost = 0;
    double size = 0;
  };
  // Rows or columns in lists by their number of entries, without those that cannot give a pivot.
  struct Lines {
    std::vector<int> head;  // by count
    std::vector<int> tail;
    std::vector<int> next;
    std::vector<int> before;
    std::vector<int> listed;  // by line: the count under which it is listed; 0: not listed
    void resize(std::size_t lines, std::size_t most);
    void place(int line, std::size_t count);
  };

  void take(const SparsePattern& pattern, std::span<const double> values, double tolerance);
  Candidate search();
  bool consider(int row, const Entry& entry, Candidate& best);
  void eliminate(const Candidate& pivot);
  void placeRow(int row);
  double largestInColumn(int column);

  double smallest_ = 0;  // smallest size that is not negligible
  std::vector<std::vector<Entry>> row_;
  std::vector<std::vector<int>> column_;  // rows
  std::vector<Entry> from_;               // of the pivot's row
  std::vector<double> largestInRow_;
  std::vector<double> largestInColumn_;  // negative: unknown
  std::vector<int> where_;               // by column: position in the current row; -1: none
  Lines rowLines_;
  Lines columnLines_;
};

}  // namespace mb
