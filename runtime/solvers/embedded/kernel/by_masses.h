// Elimination of a unit by the entries of its mass matrix, and of single links.
#pragma once

#include "runtime/solvers/embedded/kernel/closing.h"
#include "runtime/solvers/embedded/kernel/inertia.h"

namespace mb::embedded::MB_VARIANT {

// One link with one coordinate, which nothing else depends on.
template <class T, int S>
inline void eliminateOne(const Unit& u, Memory& memory) {
  constexpr int W = kWidth<T>;
  double* const values = memory.values;
  double* const local = values + u.localLu;
  double* const link = values + u.links[0].at;
  const Six<T> b = loadSix<T, S>(values + u.b[0]);
  const Six<T> U = timesInertia<T, S>(link + kArticulated * S, b);
  const T D = dot(U, b);
  const T s = gather<T>(memory.tau, u.v[0].data()) - dot(b, loadSix<T, S>(link + kForce * S));
  memory.isMassless = memory.isMassless || vanishes(D, D, u.lanes);
  const T inverse = 1.0 / D;
  storeSix<T, W>(local + u.localV * W, U);
  store(local + u.localS * W, s);
  store(local + u.localD * W, inverse);
  if (u.baseIsGround) return;
  release<T, S>(link, U, inverse, s);
  emit<T, S>(u, memory, link);
}

// The kinetic coupling b v_1 . v_2 of a rod, beside what its ends carry.
template <class T, int S>
inline void addRod(const Unit& u, const UnitRod& rod, const Memory& memory, double* local) {
  constexpr int W = kWidth<T>;
  const double* const values = memory.values;
  const T b = load<T>(memory.constants + rod.constant);
  const Vec<T> p[2] = {loadVec<T, S>(values + rod.points), loadVec<T, S>(values + rod.points + 3 * S)};
  const int* above = rod.withAbove.data();
  for (int e = 0; e < 2; ++e) {
    for (const int a : rod.below[e]) {
      const Six<T> extra = wrenchAt(p[1 - e], b * velocityAt(loadSix<T, S>(values + u.b[a]), p[e]));
      double* const F = memory.values + u.b[a] + kF * S;
      storeSix<T, S>(F, loadSix<T, S>(F) + extra);
      for (const int c : rod.above) {
        double* const entry = local + *above++ * W;
        store(entry, load<T>(entry) + dot(extra, loadSix<T, S>(values + u.b[c])));
      }
    }
  }
  const int* across = rod.across.data();
  for (const int a : rod.below[0]) {
    const Vec<T> first = b * velocityAt(loadSix<T, S>(values + u.b[a]), p[0]);
    for (const int c : rod.below[1]) {
      double* const entry = local + *across++ * W;
      store(entry, load<T>(entry) + dot(first, velocityAt(loadSix<T, S>(values + u.b[c]), p[1])));
    }
  }
}

template <class T, int S>
void eliminateUnit(const Unit& u, Memory& memory) {
  constexpr int W = kWidth<T>;
  double* const values = memory.values;
  double* const local = values + u.localLu;
  const T zero = all<T>(0);
  for (const UnitRod& rod : u.rods) {
    if (rod.meeting >= 0) addRodInertia<T, S>(rod, memory, values + u.links[rod.meeting].at);
  }
  // M, F and Q by columns, leaves to the base. An entry of M goes where it is needed: among the independent columns
  // into D, between a dependent and an independent one into B, among dependent ones into a list.
  for (const int zeroed : u.zeros) store(local + zeroed * W, zero);
  const int* entry = u.entries.data();
  for (int n = static_cast<int>(u.links.size()); n-- > 0;) {
    const UnitLink& link = u.links[n];
    double* const at = values + link.at;
    const Six<T> force = loadSix<T, S>(at + kForce * S);
    for (int a = link.firstColumn; a < link.firstColumn + link.columnCount; ++a) {
      const Six<T> b = loadSix<T, S>(values + u.b[a]);
      const Six<T> U = timesInertia<T, S>(at + kArticulated * S, b);
      storeSix<T, S>(values + u.b[a] + kF * S, U);
      store(values + u.b[a] + kQ * S, gather<T>(memory.tau, u.v[a].data()) - dot(b, force));
      for (int c = link.firstColumn; c <= a; ++c) store(local + *entry++ * W, dot(U, loadSix<T, S>(values + u.b[c])));
      for (int k = 0; k < link.pathCount; ++k) {
        store(local + *entry++ * W, dot(U, loadSix<T, S>(values + u.b[u.path[link.firstPath + k]])));
      }
    }
    if (link.parent >= 0) addCarried<T, S>(values + u.links[link.parent].at, at);
  }
  // The sums of the whole unit stand on its first link from here on.
  double* const sums = values + u.links[0].at;
  if (!u.baseIsGround) {
    for (std::size_t n = 1; n < u.links.size(); ++n) {
      if (u.links[n].parent < 0) addCarried<T, S>(sums, values + u.links[n].at);
    }
    for (const UnitRod& rod : u.rods) {
      if (rod.meeting < 0) addRodInertia<T, S>(rod, memory, sums);
    }
  }
  for (const UnitRod& rod : u.rods) addRod<T, S>(u, rod, memory, local);

  const int f = u.free;
  double* const D = local + u.localD * W;
  double* const V = local + u.localV * W;
  double* const s = local + u.localS * W;
  const auto Q = [&](int column) { return values + u.b[column] + kQ * S; };
  for (int j = 0; j < f; ++j) {
    store(s + j * W, load<T>(Q(u.independent[j])));
    storeSix<T, W>(V + 6 * j * W, loadSix<T, S>(values + u.b[u.independent[j]] + kF * S));
  }
  if (u.rank > 0) {
    const double* const x = solveGamma<T>(u, memory);
    // With E = B + 1/2 M_dd R:  R' M R = M_ii + R' E + E' R.
    const double* const R = local + u.localR * W;
    const double* const B = local + u.localB * W;
    double* const E = local + u.localE * W;
    for (int k = 0; k < u.rank * f; ++k) store(E + k * W, load<T>(B + k * W));
    for (const PairOp& op : u.pairs) {
      const T m = load<T>(local + op.local * W);
      const T half = 0.5 * m;
      double* const q1 = Q(u.dependent[op.first]);
      double* const e1 = E + op.first * f * W;
      const double* const r1 = R + op.first * f * W;
      const double* const r2 = R + op.second * f * W;
      store(q1, load<T>(q1) - m * load<T>(x + op.second * W));
      for (int j = 0; j < f; ++j) store(e1 + j * W, load<T>(e1 + j * W) + half * load<T>(r2 + j * W));
      if (op.first == op.second) continue;
      double* const q2 = Q(u.dependent[op.second]);
      double* const e2 = E + op.second * f * W;
      store(q2, load<T>(q2) - m * load<T>(x + op.first * W));
      for (int j = 0; j < f; ++j) store(e2 + j * W, load<T>(e2 + j * W) + half * load<T>(r1 + j * W));
    }
    Six<T> p = loadSix<T, S>(sums + kForce * S);
    for (int k = 0; k < u.rank; ++k) {
      const T force = load<T>(Q(u.dependent[k]));
      const T value = load<T>(x + k * W);
      const Six<T> U = loadSix<T, S>(values + u.b[u.dependent[k]] + kF * S);
      p = p + value * U;
      for (int j = 0; j < f; ++j) {
        const T r = load<T>(R + (k * f + j) * W);
        const T e = load<T>(E + (k * f + j) * W);
        store(s + j * W, load<T>(s + j * W) + r * force - load<T>(B + (k * f + j) * W) * value);
        storeSix<T, W>(V + 6 * j * W, loadSix<T, W>(V + 6 * j * W) + r * U);
        for (int i = j; i < f; ++i) {
          double* const target = D + (i * f + j) * W;
          store(target, load<T>(target) + load<T>(R + (k * f + i) * W) * e + load<T>(E + (k * f + i) * W) * r);
        }
      }
    }
    storeSix<T, S>(sums + kForce * S, p);
  }
  releaseAll<T, S>(u, memory, sums);
  emit<T, S>(u, memory, sums);
}

// A link that is free to move: I alpha = -p by itself, and its coordinates from alpha. Three translations along fixed
// axes, then a ball.
template <class T, int S>
void accelerateFree(const Unit& u, Memory& memory) {
  double* const values = memory.values;
  double* const link = values + u.links[0].at;
  const double* const at = link + kArticulated * S;
  const auto n = [at](int k) { return load<T>(at + k * S); };
  // Lower triangle by rows; L D L' in place, the inverse of D on the diagonal.
  T a[21] = {n(0),  n(3),  n(1),  n(4),  n(5),  n(2),  n(6),  n(7),  n(8),  n(15), n(9),
             n(10), n(11), n(18), n(16), n(12), n(13), n(14), n(19), n(20), n(17)};
  const auto at2 = [](int row, int column) { return row * (row + 1) / 2 + column; };
  T x[6];
  for (int k = 0; k < 6; ++k) x[k] = -load<T>(link + (kForce + k) * S);
#pragma GCC unroll 6
  for (int k = 0; k < 6; ++k) {
    memory.isMassless = memory.isMassless || vanishes(a[at2(k, k)], n(k < 3 ? k : 12 + k), u.lanes);
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
  // Rows below a pivot still hold l d.
#pragma GCC unroll 6
  for (int k = 5; k >= 0; --k) {
#pragma GCC unroll 6
    for (int i = k + 1; i < 6; ++i) x[k] -= a[at2(i, k)] * x[i];
    x[k] = x[k] * a[at2(k, k)];
  }
  const Six<T> alpha = sixOf(x);
  storeSix<T, S>(link + kAlpha * S, alpha);
  // Columns {u; 0} and {p x e; e}: what the ball's do to the point of reference comes off first.
  Vec<T> v = alpha.v;
  for (int c = 3; c < 6; ++c) {
    const Six<T> b = loadSix<T, S>(values + u.b[c]);
    const T z = dot(b.w, alpha.w);
    v = v - z * b.v;
    put(memory.z_ddot, u.v[c], z, u.lanes);
  }
  for (int c = 0; c < 3; ++c) {
    const T z = dot(loadVec<T, S>(values + u.b[c]), v);
    put(memory.z_ddot, u.v[c], z, u.lanes);
  }
}

}  // namespace mb::embedded::MB_VARIANT
