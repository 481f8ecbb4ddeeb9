// The constraints of a tree joint, computed from the motions it allows.
#pragma once

#include <array>
#include <cmath>

#include "runtime/solvers/synthesis/scalar_kernels.h"

namespace mb {

// Rows dual to the motions b of a joint: row_k . b_l = 1 for k = l, otherwise 0. The first `count` rows give the rates
// of the coordinates, the others vanish on every motion that the joint allows.
template <class T>
struct JointRows {
  std::array<Vec6<T>, 6> rows;
};
template <class T>
JointRows<T> jointRows(const Vec6<T>* b, int count) {
  const auto at = [](int value) { return static_cast<std::size_t>(value); };
  // Gauss-Jordan elimination of [b | 1] with full pivoting; rows stay sparse.
  std::array<Vec6<T>, 6> columns;
  for (int k = 0; k < count; ++k) columns[at(k)] = b[k];
  std::array<Vec6<T>, 6> E;
  for (int r = 0; r < 6; ++r) {
    E[at(r)].setZero();
    E[at(r)](r) = T(1);
  }
  std::array<int, 6> columnOfRow{-1, -1, -1, -1, -1, -1};
  std::array<bool, 6> isDone{};
  for (int step = 0; step < count; ++step) {
    int row = 0;
    std::size_t column = 0;
    double best = -1;
    for (std::size_t c = 0; c < at(count); ++c) {
      if (isDone[c]) continue;
      for (int r = 0; r < 6; ++r) {
        // NaN is accepted as well: every pass needs a row and a column of its own.
        if (columnOfRow[at(r)] < 0 && !(std::abs(valueOf(columns[c](r))) <= best)) {
          best = std::abs(valueOf(columns[c](r)));
          row = r;
          column = c;
        }
      }
    }
    isDone[column] = true;
    columnOfRow[at(row)] = static_cast<int>(column);
    const auto forRow = [&](const auto& visit) {  // the part of the pivot's row that is not eliminated yet
      for (std::size_t c = 0; c < at(count); ++c) {
        if (!isDone[c] && valueOf(columns[c](row)) != 0) visit(columns[c], row);
      }
    };
    const T inverse = T(1) / columns[column](row);
    forRow([&](Vec6<T>& values, int r) { values(r) *= inverse; });
    Vec6<T>& pivot = E[at(row)];
    for (int k = 0; k < 6; ++k) {
      if (valueOf(pivot(k)) != 0) pivot(k) = k == row ? inverse : pivot(k) * inverse;
    }
    for (int r = 0; r < 6; ++r) {
      const T factor = columns[column](r);
      if (r == row || valueOf(factor) == 0) continue;
      forRow([&](Vec6<T>& values, int from) { values(r) -= factor * values(from); });
      Vec6<T>& target = E[at(r)];
      for (int k = 0; k < 6; ++k) {
        if (valueOf(pivot(k)) != 0) target(k) -= factor * pivot(k);
      }
    }
  }
  JointRows<T> result;
  auto next = at(count);
  for (std::size_t r = 0; r < 6; ++r) {
    result.rows[columnOfRow[r] >= 0 ? static_cast<std::size_t>(columnOfRow[r]) : next++] = E[r];
  }
  return result;
}

}  // namespace mb
