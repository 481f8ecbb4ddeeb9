#include "runtime/solvers/embedded/pivot_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formats/model/basics/index.h"

namespace mb::embedded {
namespace {

constexpr double kThreshold = 0.1;
constexpr int kCandidates = 4;  // rows with the fewest entries that are looked at

struct Matrix {
  std::vector<SparseRow> rows;
  std::vector<std::vector<int>> inColumn;  // rows with an entry, not yet eliminated
  std::vector<char> isDone;
  int lanes;

  const SparseEntry* find(int row, int column) const {
    const SparseRow& entries = rows[at(row)];
    const auto found = std::lower_bound(entries.begin(), entries.end(), column,
                                        [](const SparseEntry& e, int c) { return e.column < c; });
    return found != entries.end() && found->column == column ? &*found : nullptr;
  }
  // The least over all lanes of an entry by the largest of its row, of those left.
  double share(int row, int column, const std::vector<char>& columnDone) const {
    const SparseEntry& entry = *find(row, column);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t l = 0; l < at(lanes); ++l) {
      double largest = 0;
      for (const SparseEntry& other : rows[at(row)]) {
        if (!columnDone[at(other.column)]) largest = std::max(largest, std::abs(other.value[l]));
      }
      for (const int other : inColumn[at(column)]) largest = std::max(largest, std::abs(find(other, column)->value[l]));
      least = std::min(least, largest > 0 ? std::abs(entry.value[l]) / largest : 0);
    }
    return least;
  }
};

}  // namespace

PivotOrder choosePivots(std::vector<SparseRow> source, int lanes) {
  const int n = static_cast<int>(source.size());
  Matrix a{std::move(source), std::vector<std::vector<int>>(at(n)), std::vector<char>(at(n), 0), lanes};
  std::vector<char> columnDone(at(n), 0);
  std::vector<int> left(at(n), 0);  // entries of each row in columns that are left
  for (int r = 0; r < n; ++r) {
    for (const SparseEntry& entry : a.rows[at(r)]) a.inColumn[at(entry.column)].push_back(r);
    left[at(r)] = static_cast<int>(a.rows[at(r)].size());
  }
  const auto hasFewer = [&](int x, int y) { return left[at(x)] != left[at(y)] ? left[at(x)] < left[at(y)] : x < y; };
  PivotOrder order;
  order.pattern.resize(at(n));
  for (int k = 0; k < n; ++k) {
    // Rows with the fewest entries first.
    std::vector<int> candidates;
    for (int r = 0; r < n; ++r) {
      if (a.isDone[at(r)]) continue;
      candidates.push_back(r);
      std::push_heap(candidates.begin(), candidates.end(), hasFewer);
      if (static_cast<int>(candidates.size()) > kCandidates) {
        std::pop_heap(candidates.begin(), candidates.end(), hasFewer);
        candidates.pop_back();
      }
    }
    int row = -1;
    int column = -1;
    long bestCost = std::numeric_limits<long>::max();
    double bestShare = 0;
    const auto look = [&](int r, double threshold) {
      for (const SparseEntry& entry : a.rows[at(r)]) {
        if (columnDone[at(entry.column)]) continue;
        const long cost =
            static_cast<long>(left[at(r)] - 1) * (static_cast<long>(a.inColumn[at(entry.column)].size()) - 1);
        if (cost > bestCost) continue;
        const double share = a.share(r, entry.column, columnDone);
        if (share < threshold || (cost == bestCost && share <= bestShare * (1 + 1e-9))) continue;
        bestCost = cost;
        bestShare = share;
        row = r;
        column = entry.column;
      }
    };
    for (const int r : candidates) look(r, kThreshold);
    for (double threshold = kThreshold; row < 0 && threshold > 1e-30; threshold *= 0.1) {
      for (int r = 0; r < n; ++r) {
        if (!a.isDone[at(r)]) look(r, threshold);
      }
    }
    if (row < 0) {  // nothing but zeros is left: any order is as good
      row = static_cast<int>(std::find(a.isDone.begin(), a.isDone.end(), 0) - a.isDone.begin());
      column = static_cast<int>(std::find(columnDone.begin(), columnDone.end(), 0) - columnDone.begin());
      if (!a.find(row, column)) {
        SparseRow& entries = a.rows[at(row)];
        entries.insert(std::lower_bound(entries.begin(), entries.end(), column,
                                        [](const SparseEntry& e, int c) { return e.column < c; }),
                       {column, {}});
        a.inColumn[at(column)].push_back(row);
      }
    }
    a.isDone[at(row)] = 1;
    columnDone[at(column)] = 1;
    order.rows.push_back(row);
    order.columns.push_back(column);
    const SparseRow pivotRow = a.rows[at(row)];
    for (const SparseEntry& entry : pivotRow) {
      auto& list = a.inColumn[at(entry.column)];
      list.erase(std::remove(list.begin(), list.end(), row), list.end());
    }
    const SparseEntry pivot = *a.find(row, column);
    order.pivots.push_back(pivot.value);
    for (const int target : a.inColumn[at(column)]) {
      const SparseEntry factor = *a.find(target, column);
      --left[at(target)];
      SparseRow merged;
      SparseRow& old = a.rows[at(target)];
      auto mine = old.begin();
      for (const SparseEntry& from : pivotRow) {
        if (columnDone[at(from.column)] && from.column != column) continue;
        if (from.column == column) continue;
        while (mine != old.end() && mine->column < from.column) merged.push_back(*mine++);
        SparseEntry sum{from.column, {}};
        if (mine != old.end() && mine->column == from.column) {
          sum = *mine++;
        } else {
          ++left[at(target)];
          a.inColumn[at(from.column)].push_back(target);
        }
        for (std::size_t l = 0; l < at(lanes); ++l) {
          if (pivot.value[l] != 0) sum.value[l] -= factor.value[l] / pivot.value[l] * from.value[l];
        }
        merged.push_back(sum);
      }
      merged.insert(merged.end(), mine, old.end());
      old = std::move(merged);
    }
  }
  for (int r = 0; r < n; ++r) {
    for (const SparseEntry& entry : a.rows[at(r)]) order.pattern[at(r)].push_back(entry.column);
  }
  return order;
}

}  // namespace mb::embedded
