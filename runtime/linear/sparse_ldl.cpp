#include "runtime/linear/sparse_ldl.h"

#include <algorithm>

#include "formats/model/basics/index.h"
#include "formats/model/basics/sorted.h"

namespace mb {
int SymmetricPattern::slot(int row, int wanted) const {
  const auto begin = column.begin() + first[at(row)];
  return static_cast<int>(std::lower_bound(begin, column.begin() + first[at(row) + 1], wanted) - column.begin());
}

SymmetricPattern makePattern(std::vector<std::vector<int>> rows) {
  SymmetricPattern pattern;
  const int size = static_cast<int>(rows.size());
  for (int k = 0; k < size; ++k) {
    for (const int c : rows[at(k)]) {
      if (c > k) rows[at(c)].push_back(k);
    }
  }
  // Eliminating a pivot couples all its neighbours; it is enough to add them to the next one to be eliminated.
  for (int k = size; k-- > 0;) {
    std::vector<int>& row = rows[at(k)];
    std::erase_if(row, [&](int c) { return c >= k; });
    sortUnique(row);
    if (!row.empty()) rows[at(row.back())].insert(rows[at(row.back())].end(), row.begin(), row.end() - 1);
    row.push_back(k);
  }
  pattern.size = size;
  pattern.first.push_back(0);
  std::vector<int> below(at(size) + 1);
  for (const std::vector<int>& row : rows) {
    pattern.column.insert(pattern.column.end(), row.begin(), row.end());
    pattern.first.push_back(static_cast<int>(pattern.column.size()));
    for (std::size_t k = 0; k + 1 < row.size(); ++k) ++below[at(row[k]) + 1];
  }
  for (std::size_t k = 1; k < below.size(); ++k) below[k] += below[k - 1];
  pattern.firstBelow = below;
  pattern.rowBelow.resize(at(below.back()));
  pattern.slotBelow.resize(at(below.back()));
  for (int k = size; k-- > 0;) {
    for (int t = pattern.first[at(k)]; t < pattern.diagonal(k); ++t) {
      const std::size_t place = at(below[at(pattern.column[at(t)])]++);
      pattern.rowBelow[place] = k;
      pattern.slotBelow[place] = t;
    }
  }
  return pattern;
}

SymmetricPattern fullPattern(int size) {
  std::vector<std::vector<int>> rows(at(size));
  for (int r = 0; r < size; ++r) {
    for (int c = 0; c < r; ++c) rows[at(r)].push_back(c);
  }
  return makePattern(std::move(rows));
}

int factorLdl(const SymmetricPattern& pattern, std::span<const double> a, std::span<double> l,
              std::span<double> scratch, double tolerance) {
  int failed = -1;
  for (std::size_t i = at(pattern.size); i-- > 0;) {
    const std::size_t begin = at(pattern.first[i]);
    const std::size_t diagonal = at(pattern.first[i + 1]) - 1;
    for (std::size_t t = begin; t <= diagonal; ++t) scratch[at(pattern.column[t])] = a[t];
    // Left of column i, rows eliminated before have only columns of row i.
    for (std::size_t s = at(pattern.firstBelow[i]); s < at(pattern.firstBelow[i + 1]); ++s) {
      const std::size_t k = at(pattern.rowBelow[s]);
      const std::size_t last = at(pattern.slotBelow[s]);
      const double factor = l[last] * l[at(pattern.first[k + 1]) - 1];
      for (std::size_t t = at(pattern.first[k]); t <= last; ++t) scratch[at(pattern.column[t])] -= factor * l[t];
    }
    const double pivot = scratch[i];
    if (!(pivot > tolerance * a[diagonal])) failed = static_cast<int>(i);
    const double inverse = 1 / pivot;
    for (std::size_t t = begin; t < diagonal; ++t) l[t] = scratch[at(pattern.column[t])] * inverse;
    l[diagonal] = pivot;
    for (std::size_t t = begin; t <= diagonal; ++t) scratch[at(pattern.column[t])] = 0;
    if (failed >= 0) break;
  }
  return failed;
}

void solveLdl(const SymmetricPattern& pattern, std::span<const double> l, std::span<double> b) {
  for (std::size_t k = at(pattern.size); k-- > 0;) {
    const std::size_t diagonal = at(pattern.first[k + 1]) - 1;
    for (std::size_t t = at(pattern.first[k]); t < diagonal; ++t) b[at(pattern.column[t])] -= l[t] * b[k];
  }
  for (std::size_t k = 0; k < at(pattern.size); ++k) {
    const std::size_t diagonal = at(pattern.first[k + 1]) - 1;
    double sum = b[k] / l[diagonal];
    for (std::size_t t = at(pattern.first[k]); t < diagonal; ++t) sum -= l[t] * b[at(pattern.column[t])];
    b[k] = sum;
  }
}

void multiply(const SymmetricPattern& pattern, std::span<const double> a, std::span<const double> x,
              std::span<double> y) {
  for (std::size_t k = 0; k < at(pattern.size); ++k) {
    const std::size_t diagonal = at(pattern.first[k + 1]) - 1;
    double sum = a[diagonal] * x[k];
    for (std::size_t t = at(pattern.first[k]); t < diagonal; ++t) {
      const std::size_t c = at(pattern.column[t]);
      sum += a[t] * x[c];
      y[c] += a[t] * x[k];
    }
    y[k] = sum;
  }
}

}  // namespace mb
