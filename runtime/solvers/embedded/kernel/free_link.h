// A base that is free to move.
#pragma once

#include "runtime/solvers/embedded/kernel/inertia.h"

namespace mb::embedded::MB_VARIANT {

// Solves I alpha = -p for a free link, then finds its coordinates from alpha. They are three translations along fixed
// axes, then a ball.
template <class T, int S>
void accelerateFree(const ClusterBatch& batch, Memory& memory) {
  Number* const values = memory.values;
  Number* const link = values + batch.links[0].at;
  const Number* const at = link + kArticulated * S;
  const auto n = [at](int k) { return load<T>(at + k * S); };
  // Lower triangle by rows; L D L' in place, the inverse of D on the diagonal.
  T a[21] = {n(0),  n(3),  n(1),  n(4),  n(5),  n(2),  n(6),  n(7),  n(8),  n(15), n(9),
             n(10), n(11), n(18), n(16), n(12), n(13), n(14), n(19), n(20), n(17)};
  const auto at2 = [](int row, int column) { return row * (row + 1) / 2 + column; };
  T x[6];
  for (int k = 0; k < 6; ++k) x[k] = -load<T>(link + (kForce + k) * S);
#pragma GCC unroll 6
  for (int k = 0; k < 6; ++k) {
    memory.isMassless = memory.isMassless || vanishes(a[at2(k, k)], n(k < 3 ? k : 12 + k), batch.lanes);
    const T inverse = 1.0 / a[at2(k, k)];
    a[at2(k, k)] = inverse;
#pragma GCC unroll 6
    for (int i = k + 1; i < 6; ++i) {
      const T l = a[at2(i, k)] * inverse;
#pragma GCC unroll 6
      for (int j = i; j < 6; ++j) a[at2(j, i)] -= a[at2(j, k)] * l;
      x[i] -= l * x[k];
    }
  }
  // Entries below a pivot still hold l d.
#pragma GCC unroll 6
  for (int k = 5; k >= 0; --k) {
#pragma GCC unroll 6
    for (int i = k + 1; i < 6; ++i) x[k] -= a[at2(i, k)] * x[i];
    x[k] = x[k] * a[at2(k, k)];
  }
  const Six<T> alpha = sixOf(x);
  storeSix<T, S>(link + kAlpha * S, alpha);
  // Columns {u; 0} and {p x e; e}: the ball's share of alpha.v is subtracted first.
  Vec<T> v = alpha.v;
  for (int c = 3; c < 6; ++c) {
    const Six<T> b = loadSix<T, S>(values + batch.b[c]);
    const T z = dot(b.w, alpha.w);
    v = v - z * b.v;
    put(memory.z_ddot, batch.v[c], z, batch.lanes);
  }
  for (int c = 0; c < 3; ++c) {
    const T z = dot(loadVec<T, S>(values + batch.b[c]), v);
    put(memory.z_ddot, batch.v[c], z, batch.lanes);
  }
}

}  // namespace mb::embedded::MB_VARIANT
