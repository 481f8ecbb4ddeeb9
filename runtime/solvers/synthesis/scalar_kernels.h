// Small linear algebra and elimination for any scalar: double to run, Counted to count (counted.h).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/evaluation/stages.h"

namespace mb {

template <class T>
using Mat3 = Eigen::Matrix<T, 3, 3>;
template <class T>
using Mat6 = Eigen::Matrix<T, 6, 6>;

template <class T>
struct PoseOf {
  Mat3<T> R = Mat3<T>::Identity();
  Vec3<T> p = Vec3<T>::Zero();
};
inline double valueOf(double x) { return x; }

// Adds the lower triangle of the 6 x 6 matrix of an inertia.
template <class T>
void addLower(const SpatialInertiaOf<T>& inertia, Mat6<T>& M) {
  for (int k = 0; k < 3; ++k) {
    M(k, k) += inertia.m;
    for (int l = 0; l <= k; ++l) M(3 + k, 3 + l) += inertia.I(k, l);
  }
  // skew(h) below the diagonal
  M(3, 1) -= inertia.h(2);
  M(3, 2) += inertia.h(1);
  M(4, 0) += inertia.h(2);
  M(4, 2) -= inertia.h(0);
  M(5, 0) -= inertia.h(1);
  M(5, 1) += inertia.h(0);
}

// The product term b v1.v2 of a removed rod as an inertia of a body that carries both ends.
template <class T>
SpatialInertiaOf<T> rodInertia(double b, const Vec3<T>& p1, const Vec3<T>& p2) {
  const T weight(b);
  SpatialInertiaOf<T> inertia;
  inertia.m = weight + weight;
  inertia.h = weight * (p1 + p2);
  const Mat3<T> product = (weight * p1) * p2.transpose();
  inertia.I = -(product + product.transpose());
  const T trace = product(0, 0) + product(1, 1) + product(2, 2);
  for (int k = 0; k < 3; ++k) inertia.I(k, k) += trace + trace;
  return inertia;
}

// L D L' of a symmetric n x n matrix, row-major, lower triangle in place, without square roots. Returns -1, or the
// first row whose pivot is not above `tolerance` times its diagonal.
template <class T>
int factorLdl(T* a, int n, double tolerance) {
  const auto row = [&](int r) { return a + static_cast<std::ptrdiff_t>(r) * n; };
  for (int r = 0; r < n; ++r) {
    const double diagonal = valueOf(row(r)[r]);
    for (int c = 0; c < r; ++c) {  // row r holds L D until its pivot is known
      T sum = row(r)[c];
      for (int k = 0; k < c; ++k) sum -= row(r)[k] * row(c)[k];
      row(r)[c] = sum;
    }
    T pivot = row(r)[r];
    for (int c = 0; c < r; ++c) {
      const T scaled = row(r)[c] / row(c)[c];
      pivot -= scaled * row(r)[c];
      row(r)[c] = scaled;
    }
    if (!(valueOf(pivot) > tolerance * diagonal)) return r;
    row(r)[r] = pivot;
  }
  return -1;
}
// b := inverse(L) b, for numbers or vectors.
template <class T, class B>
void solveUnitLower(const T* l, int n, B* b) {
  for (int r = 1; r < n; ++r) {
    for (int c = 0; c < r; ++c) b[r] -= l[static_cast<std::ptrdiff_t>(r) * n + c] * b[c];
  }
}
// b := inverse(L') b.
template <class T>
void solveUnitUpper(const T* l, int n, T* b) {
  for (int r = n; r-- > 1;) {
    for (int c = 0; c < r; ++c) b[c] -= l[static_cast<std::ptrdiff_t>(r) * n + c] * b[r];
  }
}

// LU with row exchanges of a row-major matrix with many zeros: rows that need no update are skipped, and so are columns
// where the pivot row is zero. `nonzero` is scratch for n numbers. Returns false if singular.
template <class T>
bool factorSparseLu(T* a, int n, int* exchange, int* nonzero) {
  const auto row = [&](int r) { return a + static_cast<std::ptrdiff_t>(r) * n; };
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int r = k + 1; r < n; ++r) {
      if (std::abs(valueOf(row(r)[k])) > std::abs(valueOf(row(best)[k]))) best = r;
    }
    exchange[k] = best;
    if (best != k) std::swap_ranges(row(best), row(best) + n, row(k));
    T* const pivotRow = row(k);
    if (!(std::abs(valueOf(pivotRow[k])) > 0)) return false;
    int count = 0;
    for (int c = k + 1; c < n; ++c) {
      if (valueOf(pivotRow[c]) != 0) nonzero[count++] = c;
    }
    pivotRow[k] = T(1) / pivotRow[k];  // stored as its inverse
    for (int r = k + 1; r < n; ++r) {
      T* const target = row(r);
      if (valueOf(target[k]) == 0) continue;
      const T factor = target[k] *= pivotRow[k];
      for (int c = 0; c < count; ++c) target[nonzero[c]] -= factor * pivotRow[nonzero[c]];
    }
  }
  return true;
}
// Solves one right-hand side in place; its zeros are skipped too.
template <class T>
void solveSparseLu(const T* lu, int n, const int* exchange, T* b) {
  const auto at = [&](int r, int c) -> const T& { return lu[static_cast<std::ptrdiff_t>(r) * n + c]; };
  for (int k = 0; k < n; ++k) {
    if (exchange[k] != k) std::swap(b[k], b[exchange[k]]);
  }
  for (int c = 0; c < n; ++c) {
    if (valueOf(b[c]) == 0) continue;
    for (int r = c + 1; r < n; ++r) {
      if (valueOf(at(r, c)) != 0) b[r] -= at(r, c) * b[c];
    }
  }
  for (int c = n; c-- > 0;) {
    if (valueOf(b[c]) == 0) continue;
    b[c] *= at(c, c);
    for (int r = 0; r < c; ++r) {
      if (valueOf(at(r, c)) != 0) b[r] -= at(r, c) * b[c];
    }
  }
}

}  // namespace mb
