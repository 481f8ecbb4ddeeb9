#include "runtime/linear/small_linear.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mb {

int eliminateFullPivot(std::span<double> a, int rows, int cols, double tolerance, std::span<int> rowOrder,
                       std::span<int> colOrder) {
  std::iota(rowOrder.begin(), rowOrder.begin() + rows, 0);
  std::iota(colOrder.begin(), colOrder.begin() + cols, 0);
  const auto at = [&](int r, int c) -> double& { return a[static_cast<std::size_t>(r) * cols + c]; };
  double largest = 0;
  for (int k = 0; k < std::min(rows, cols); ++k) {
    int row = k;
    int col = k;
    double best = 0;
    for (int r = k; r < rows; ++r) {
      for (int c = k; c < cols; ++c) {
        // Only a clear lead counts, so that round-off does not decide between equal entries.
        if (std::abs(at(r, c)) > best * (1 + 1e-9)) {
          best = std::abs(at(r, c));
          row = r;
          col = c;
        }
      }
    }
    if (k == 0) largest = best;
    if (!(best > tolerance * std::max(1.0, largest))) return k;
    if (row != k) {
      for (int c = 0; c < cols; ++c) std::swap(at(row, c), at(k, c));
      std::swap(rowOrder[row], rowOrder[k]);
    }
    if (col != k) {
      for (int r = 0; r < rows; ++r) std::swap(at(r, col), at(r, k));
      std::swap(colOrder[col], colOrder[k]);
    }
    for (int r = k + 1; r < rows; ++r) {
      const double factor = at(r, k) / at(k, k);
      if (factor == 0) continue;
      for (int c = k; c < cols; ++c) at(r, c) -= factor * at(k, c);
    }
  }
  return std::min(rows, cols);
}

double factorLu(std::span<double> a, int n, std::span<int> exchange) {
  const auto row = [&](int r) { return a.data() + static_cast<std::size_t>(r) * n; };
  double smallest = 0;
  double largest = 0;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int r = k + 1; r < n; ++r) {
      if (std::abs(row(r)[k]) > std::abs(row(best)[k])) best = r;
    }
    exchange[k] = best;
    if (best != k) std::swap_ranges(row(best), row(best) + n, row(k));
    const double pivot = row(k)[k];
    const double size = std::abs(pivot);
    smallest = k == 0 ? size : std::min(smallest, size);
    largest = std::max(largest, size);
    if (!(size > 0)) return size;  // 0 or NaN
    const double inverse = 1 / pivot;
    for (int r = k + 1; r < n; ++r) {
      const double factor = row(r)[k] *= inverse;
      if (factor == 0) continue;
      for (int c = k + 1; c < n; ++c) row(r)[c] -= factor * row(k)[c];
    }
  }
  return n == 0 ? 1 : smallest / largest;
}

void solveLu(std::span<const double> lu, int n, std::span<const int> exchange, std::span<double> b, int k) {
  const auto row = [&](int r) { return b.data() + static_cast<std::size_t>(r) * k; };
  const auto l = [&](int r, int c) { return lu[static_cast<std::size_t>(r) * n + c]; };
  for (int r = 0; r < n; ++r) {
    if (exchange[r] != r) std::swap_ranges(row(r), row(r) + k, row(exchange[r]));
  }
  const auto subtract = [&](int target, int from, double factor) {
    if (factor == 0) return;
    for (int c = 0; c < k; ++c) row(target)[c] -= factor * row(from)[c];
  };
  for (int r = 1; r < n; ++r) {
    for (int c = 0; c < r; ++c) subtract(r, c, l(r, c));
  }
  for (int r = n; r-- > 0;) {
    for (int c = r + 1; c < n; ++c) subtract(r, c, l(r, c));
    const double inverse = 1 / l(r, r);
    for (int c = 0; c < k; ++c) row(r)[c] *= inverse;
  }
}

int factorCholesky(std::span<double> a, int n, double tolerance) {
  const auto row = [&](int r) { return a.data() + static_cast<std::size_t>(r) * n; };
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c <= r; ++c) {
      double sum = row(r)[c];
      for (int k = 0; k < c; ++k) sum -= row(r)[k] * row(c)[k];
      if (c < r) {
        row(r)[c] = sum / row(c)[c];
      } else {
        if (!(sum > tolerance * row(r)[r])) return r;
        row(r)[r] = std::sqrt(sum);
      }
    }
  }
  return -1;
}

void solveCholesky(std::span<const double> l, int n, std::span<double> b) {
  const auto row = [&](int r) { return l.data() + static_cast<std::size_t>(r) * n; };
  for (int r = 0; r < n; ++r) {
    double sum = b[r];
    for (int c = 0; c < r; ++c) sum -= row(r)[c] * b[c];
    b[r] = sum / row(r)[r];
  }
  for (int r = n; r-- > 0;) {
    double sum = b[r];
    for (int c = r + 1; c < n; ++c) sum -= row(c)[r] * b[c];
    b[r] = sum / row(r)[r];
  }
}

}  // namespace mb
