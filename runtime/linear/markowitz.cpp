#include "runtime/linear/markowitz.h"

#include <algorithm>
#include <cmath>

#include "formats/model/basics/index.h"

namespace mb {
namespace {

constexpr double kThreshold = 4;  // a pivot times this is at least the largest entry of its row and of its column
constexpr int kSearched = 8;      // lines with an acceptable entry that are compared before the best is taken

constexpr std::size_t kSmall = 1 << 14;

}  // namespace

std::size_t roomFor(const SparsePattern& pattern, std::size_t most, std::size_t present) {
  return at(pattern.rows) * at(pattern.cols) <= kSmall ? most : std::min(most, 4 * present + 8);
}

void Markowitz::Lines::resize(std::size_t lines, std::size_t most) {
  head.assign(most + 1, -1);
  tail.assign(most + 1, -1);
  next.assign(lines, -1);
  before.assign(lines, -1);
  listed.assign(lines, 0);
}

void Markowitz::Lines::place(int line, std::size_t count) {
  if (at(listed[at(line)]) == count) return;
  if (const int old = listed[at(line)]; old > 0) {
    if (before[at(line)] >= 0) next[at(before[at(line)])] = next[at(line)];
    if (before[at(line)] < 0) head[at(old)] = next[at(line)];
    if (next[at(line)] >= 0) before[at(next[at(line)])] = before[at(line)];
    if (next[at(line)] < 0) tail[at(old)] = before[at(line)];
  }
  listed[at(line)] = static_cast<int>(count);
  if (count == 0) return;
  // Appended at the end, so that a chain is eliminated from both ends in turn and the remainder lies in its middle.
  before[at(line)] = tail[count];
  next[at(line)] = -1;
  if (tail[count] >= 0) next[at(tail[count])] = line;
  if (tail[count] < 0) head[count] = line;
  tail[count] = line;
}

void Markowitz::take(const SparsePattern& pattern, std::span<const double> values, double tolerance) {
  const std::size_t rowCount = at(pattern.rows);
  const std::size_t columnCount = at(pattern.cols);
  rows.clear();
  columns.clear();
  firstRight.assign(1, 0);
  right.clear();
  subtracted.clear();
  const std::size_t room = roomFor(pattern, rowCount * columnCount, values.size());
  right.reserve(room);
  subtracted.reserve(room);
  row_.resize(rowCount);
  column_.resize(columnCount);
  for (std::vector<int>& column : column_) column.clear();
  double largest = 1;
  for (std::size_t r = 0; r < rowCount; ++r) {
    row_[r].clear();
    row_[r].reserve(roomFor(pattern, columnCount, at(pattern.first[r + 1] - pattern.first[r])));
    for (int s = pattern.first[r]; s < pattern.first[r + 1]; ++s) {
      row_[r].push_back({pattern.column[at(s)], values[at(s)]});
      column_[at(pattern.column[at(s)])].push_back(static_cast<int>(r));
      largest = std::max(largest, std::abs(values[at(s)]));
    }
  }
  from_.reserve(roomFor(pattern, columnCount, 0));
  smallest_ = tolerance * largest;
  largestInRow_.resize(rowCount);
  largestInColumn_.assign(columnCount, -1.0);
  where_.assign(columnCount, -1);
  rowLines_.resize(rowCount, columnCount);
  columnLines_.resize(columnCount, rowCount);
  // In reverse, so that the lists start with the first.
  for (int r = pattern.rows; r-- > 0;) placeRow(r);
  for (int c = pattern.cols; c-- > 0;) {
    column_[at(c)].reserve(roomFor(pattern, rowCount, column_[at(c)].size()));
    columnLines_.place(c, column_[at(c)].size());
  }
}

void Markowitz::run(const SparsePattern& pattern, std::span<const double> values, double tolerance) {
  take(pattern, values, tolerance);
  for (Candidate pivot = search(); pivot.row >= 0; pivot = search()) eliminate(pivot);
}

// A row of round-off is not listed until something is added to it.
void Markowitz::placeRow(int row) {
  double largest = 0;
  for (const Entry& entry : row_[at(row)]) largest = std::max(largest, std::abs(entry.value));
  largestInRow_[at(row)] = largest;
  rowLines_.place(row, largest > smallest_ ? row_[at(row)].size() : 0);
}

double Markowitz::largestInColumn(int column) {
  double& largest = largestInColumn_[at(column)];
  if (largest >= 0) return largest;
  largest = 0;
  for (const int r : column_[at(column)]) {
    for (const Entry& entry : row_[at(r)]) {
      if (entry.column == column) largest = std::max(largest, std::abs(entry.value));
    }
  }
  return largest;
}

bool Markowitz::consider(int row, const Entry& entry, Candidate& best) {
  const double size = std::abs(entry.value);
  if (!(size > smallest_) || kThreshold * size < largestInRow_[at(row)]) return false;
  if (kThreshold * size < largestInColumn(entry.column)) return false;
  const long cost =
      static_cast<long>(row_[at(row)].size() - 1) * static_cast<long>(column_[at(entry.column)].size() - 1);
  // Only a clear lead counts, so that round-off does not decide between equal entries.
  if (best.row < 0 || cost < best.cost || (cost == best.cost && size > best.size * (1 + 1e-9))) {
    best = {row, entry.column, cost, size};
  }
  return true;
}

// Lines with few entries come first: no entry in a longer line can cost less than (count - 1)^2.
Markowitz::Candidate Markowitz::search() {
  Candidate best;
  int seen = 0;
  const std::size_t most = std::max(rowLines_.head.size(), columnLines_.head.size());
  for (std::size_t count = 1; count < most; ++count) {
    const long least = static_cast<long>(count - 1) * static_cast<long>(count - 1);
    const auto isGoodEnough = [&] { return best.row >= 0 && (best.cost <= least || seen >= kSearched); };
    if (isGoodEnough()) break;
    for (int c = count < columnLines_.head.size() ? columnLines_.head[count] : -1; c >= 0 && seen < kSearched;
         c = columnLines_.next[at(c)]) {
      bool accepted = false;
      for (const int r : column_[at(c)]) {
        for (const Entry& entry : row_[at(r)]) {
          if (entry.column == c) accepted = consider(r, entry, best) || accepted;
        }
      }
      seen += accepted ? 1 : 0;
    }
    if (isGoodEnough()) break;
    for (int r = count < rowLines_.head.size() ? rowLines_.head[count] : -1; r >= 0 && seen < kSearched;
         r = rowLines_.next[at(r)]) {
      bool accepted = false;
      for (const Entry& entry : row_[at(r)]) accepted = consider(r, entry, best) || accepted;
      seen += accepted ? 1 : 0;
    }
  }
  return best;
}

void Markowitz::eliminate(const Candidate& pivot) {
  const int step = static_cast<int>(rows.size());
  rows.push_back(pivot.row);
  columns.push_back(pivot.column);
  from_.clear();
  from_.swap(row_[at(pivot.row)]);
  rowLines_.place(pivot.row, 0);
  const auto own = std::find_if(from_.begin(), from_.end(), [&](const Entry& e) { return e.column == pivot.column; });
  const double inverse = 1 / own->value;
  from_.erase(own);
  for (const Entry& entry : from_) {
    right.push_back(entry.column);
    std::erase(column_[at(entry.column)], pivot.row);
    largestInColumn_[at(entry.column)] = -1;
  }
  firstRight.push_back(static_cast<int>(right.size()));
  for (const int r : column_[at(pivot.column)]) {
    if (r == pivot.row) continue;
    std::vector<Entry>& target = row_[at(r)];
    subtracted.push_back({r, step});
    for (std::size_t k = 0; k < target.size(); ++k) where_[at(target[k].column)] = static_cast<int>(k);
    const int place = where_[at(pivot.column)];
    const double factor = target[at(place)].value * inverse;
    const std::size_t before = target.size();
    for (const Entry& entry : from_) {
      const int k = where_[at(entry.column)];
      if (k >= 0) {
        target[at(k)].value -= factor * entry.value;
      } else {
        target.push_back({entry.column, -factor * entry.value});
        column_[at(entry.column)].push_back(r);
      }
    }
    for (std::size_t k = 0; k < before; ++k) where_[at(target[k].column)] = -1;
    target[at(place)] = target.back();
    target.pop_back();
    placeRow(r);
  }
  column_[at(pivot.column)].clear();
  columnLines_.place(pivot.column, 0);
  for (const Entry& entry : from_) columnLines_.place(entry.column, column_[at(entry.column)].size());
}

}  // namespace mb
