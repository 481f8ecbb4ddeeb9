#include "runtime/solvers/embedded/layout/pivot_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/model/basics/index.h"

namespace mb::embedded {
namespace {

constexpr double kThreshold = 0.1;
constexpr int kCandidates = 4;  // number of shortest rows that are searched

bool isBefore(const SparseEntry& entry, int column) { return entry.column < column; }

class Elimination {
 public:
  Elimination(std::vector<SparseRow> rows, int lanes)
      : n_(static_cast<int>(rows.size())),
        lanes_(lanes),
        rows_(std::move(rows)),
        inColumn_(at(n_)),
        isRowDone_(at(n_), 0),
        isColumnDone_(at(n_), 0),
        left_(at(n_), 0) {
    for (int r = 0; r < n_; ++r) {
      for (const SparseEntry& entry : rows_[at(r)]) inColumn_[at(entry.column)].push_back(r);
      left_[at(r)] = static_cast<int>(rows_[at(r)].size());
    }
  }

  PivotOrder run() {
    PivotOrder order;
    for (int k = 0; k < n_; ++k) {
      const Pivot pivot = choose();
      order.rows.push_back(pivot.row);
      order.columns.push_back(pivot.column);
      order.pivots.push_back(find(pivot.row, pivot.column)->value);
      eliminate(pivot.row, pivot.column);
    }
    order.pattern.resize(at(n_));
    for (int r = 0; r < n_; ++r) {
      for (const SparseEntry& entry : rows_[at(r)]) order.pattern[at(r)].push_back(entry.column);
    }
    return order;
  }

 private:
  struct Pivot {
    int row = -1;
    int column = -1;
    long cost = std::numeric_limits<long>::max();
    double share = 0;
  };

  const SparseEntry* find(int row, int column) const {
    const SparseRow& entries = rows_[at(row)];
    const auto found = std::lower_bound(entries.begin(), entries.end(), column, isBefore);
    return found != entries.end() && found->column == column ? &*found : nullptr;
  }

  // An entry's size relative to the largest left in its row and column, the least over all lanes.
  double shareOf(int row, int column) const {
    const SparseEntry& entry = *find(row, column);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < at(lanes_); ++l) {
      double largest = 0;
      for (const SparseEntry& other : rows_[at(row)]) {
        if (!isColumnDone_[at(other.column)]) largest = std::max(largest, std::abs(other.value[l]));
      }
      for (const int other : inColumn_[at(column)])
        largest = std::max(largest, std::abs(find(other, column)->value[l]));
      least = std::min(least, largest > 0 ? std::abs(entry.value[l]) / largest : 0);
    }
    return least;
  }

  // The rows with the fewest entries left.
  std::vector<int> shortestRows() const {
    const auto hasFewer = [&](int x, int y) {
      return left_[at(x)] != left_[at(y)] ? left_[at(x)] < left_[at(y)] : x < y;
    };
    std::vector<int> shortest;
    for (int r = 0; r < n_; ++r) {
      if (isRowDone_[at(r)]) continue;
      shortest.push_back(r);
      std::push_heap(shortest.begin(), shortest.end(), hasFewer);
      if (static_cast<int>(shortest.size()) > kCandidates) {
        std::pop_heap(shortest.begin(), shortest.end(), hasFewer);
        shortest.pop_back();
      }
    }
    return shortest;
  }

  // Replaces `best` by an entry of the row that is better.
  void look(int row, double threshold, Pivot& best) const {
    for (const SparseEntry& entry : rows_[at(row)]) {
      if (isColumnDone_[at(entry.column)]) continue;
      const long cost =
          static_cast<long>(left_[at(row)] - 1) * (static_cast<long>(inColumn_[at(entry.column)].size()) - 1);
      if (cost > best.cost) continue;
      const double share = shareOf(row, entry.column);
      if (share < threshold || (cost == best.cost && share <= best.share * (1 + 1e-9))) continue;
      best = {row, entry.column, cost, share};
    }
  }

  Pivot choose() {
    Pivot best;
    for (const int r : shortestRows()) look(r, kThreshold, best);
    for (double threshold = kThreshold; best.row < 0 && threshold > 1e-30; threshold *= 0.1) {
      for (int r = 0; r < n_; ++r) {
        if (!isRowDone_[at(r)]) look(r, threshold, best);
      }
    }
    if (best.row >= 0) return best;
    // Only zeros are left, so any order will do.
    best.row = static_cast<int>(std::find(isRowDone_.begin(), isRowDone_.end(), 0) - isRowDone_.begin());
    best.column = static_cast<int>(std::find(isColumnDone_.begin(), isColumnDone_.end(), 0) - isColumnDone_.begin());
    if (!find(best.row, best.column)) {
      SparseRow& entries = rows_[at(best.row)];
      entries.insert(std::lower_bound(entries.begin(), entries.end(), best.column, isBefore), {best.column, {}});
      inColumn_[at(best.column)].push_back(best.row);
    }
    return best;
  }

  void eliminate(int row, int column) {
    isRowDone_[at(row)] = 1;
    isColumnDone_[at(column)] = 1;
    const SparseRow pivotRow = rows_[at(row)];
    for (const SparseEntry& entry : pivotRow) std::erase(inColumn_[at(entry.column)], row);
    const SparseEntry pivot = *find(row, column);
    for (const int target : inColumn_[at(column)]) subtract(pivotRow, pivot, target);
  }

  // Subtracts a multiple of the pivot's row to eliminate the pivot's column from another row.
  void subtract(const SparseRow& pivotRow, const SparseEntry& pivot, int target) {
    const SparseEntry factor = *find(target, pivot.column);
    --left_[at(target)];
    SparseRow merged;
    SparseRow& old = rows_[at(target)];
    auto mine = old.begin();
    for (const SparseEntry& from : pivotRow) {
      if (isColumnDone_[at(from.column)]) continue;
      while (mine != old.end() && mine->column < from.column) merged.push_back(*mine++);
      SparseEntry sum{from.column, {}};
      if (mine != old.end() && mine->column == from.column) {
        sum = *mine++;
      } else {
        ++left_[at(target)];
        inColumn_[at(from.column)].push_back(target);
      }
      for (std::size_t l = 0; l < at(lanes_); ++l) {
        if (pivot.value[l] != 0) sum.value[l] -= factor.value[l] / pivot.value[l] * from.value[l];
      }
      merged.push_back(sum);
    }
    merged.insert(merged.end(), mine, old.end());
    old = std::move(merged);
  }

  int n_;
  int lanes_;
  std::vector<SparseRow> rows_;
  std::vector<std::vector<int>> inColumn_;  // rows with an entry, not yet eliminated
  std::vector<char> isRowDone_;
  std::vector<char> isColumnDone_;
  std::vector<int> left_;  // entries of each row in columns that are left
};

}  // namespace

PivotOrder choosePivots(std::vector<SparseRow> rows, int lanes) { return Elimination(std::move(rows), lanes).run(); }

}  // namespace mb::embedded
