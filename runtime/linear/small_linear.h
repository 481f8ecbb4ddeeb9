// Dense elimination on flat row-major arrays without heap allocation.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace mb {

inline bool allFinite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
}

// Whether a value is worse than the worst so far. NaN is worse than any number and stays.
inline bool isWorse(double value, double worst) { return !std::isnan(worst) && !(value <= worst); }

// Full pivoting of a rows x cols matrix, in place [HG12 §4]. Returns the rank: the number of pivots above `tolerance`
// times the first one, or times 1 if all are smaller, because rows and columns are scaled to that order. The first
// `rank` entries of rowOrder and colOrder are the pivots' rows and columns.
int eliminateFullPivot(std::span<double> a, int rows, int cols, double tolerance, std::span<int> rowOrder,
                       std::span<int> colOrder);

// LU factorisation of an n x n matrix with row exchanges, in place. Returns the smallest pivot over the largest; 0 if
// singular.
double factorLu(std::span<double> a, int n, std::span<int> exchange);
// Solves for k right-hand sides in place; b is n x k.
void solveLu(std::span<const double> lu, int n, std::span<const int> exchange, std::span<double> b, int k);

// L L' of a symmetric positive definite matrix, lower triangle in place. Returns -1, or the first row whose pivot is
// not above `tolerance` times its diagonal.
int factorCholesky(std::span<double> a, int n, double tolerance);
void solveCholesky(std::span<const double> l, int n, std::span<double> b);

}  // namespace mb
