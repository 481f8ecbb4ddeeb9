// Elimination of a batch by the entries of its mass matrix M, and of single links.
#pragma once

#include "runtime/solvers/embedded/kernel/closing.h"
#include "runtime/solvers/embedded/kernel/inertia.h"

namespace mb::embedded::MB_VARIANT {

// A cluster of one link with one coordinate and no closing equations.
template <class T, int S>
inline void eliminateOne(const ClusterBatch& batch, Memory& memory) {
  constexpr int W = kWidth<T>;
  Number* const values = memory.values;
  Number* const local = values + batch.local;
  Number* const link = values + batch.links[0].at;
  const Six<T> b = loadSix<T, S>(values + batch.b[0]);
  const Six<T> U = timesInertia<T, S>(link + kArticulated * S, b);
  const T D = dot(U, b);
  const T s = gather<T>(memory.tau, batch.v[0].data()) - dot(b, loadSix<T, S>(link + kForce * S));
  memory.isMassless = memory.isMassless || vanishes(D, D, batch.lanes);
  const T inverse = 1.0 / D;
  storeSix<T, W>(local + batch.localU * W, U);
  store(local + batch.localS * W, s);
  store(local + batch.localD * W, inverse);
  if (batch.baseIsGround) return;
  release<T, S>(link, U, inverse, s);
  emit<T, S>(batch, memory, link);
}

// Adds the kinetic coupling b v_1 . v_2 of a rod to F and M of the columns below its ends' meeting.
template <class T, int S>
inline void addRod(const ClusterBatch& batch, const BatchRod& rod, const Memory& memory, Number* local) {
  constexpr int W = kWidth<T>;
  const Number* const values = memory.values;
  const T b = load<T>(memory.constants + rod.constant);
  const Vec<T> p[2] = {loadVec<T, S>(values + rod.points), loadVec<T, S>(values + rod.points + 3 * S)};
  const int* above = rod.withAbove.data();
  for (int e = 0; e < 2; ++e) {
    for (const int a : rod.below[e]) {
      const Six<T> extra = wrenchAt(p[1 - e], b * velocityAt(loadSix<T, S>(values + batch.b[a]), p[e]));
      Number* const F = memory.values + batch.b[a] + kF * S;
      storeSix<T, S>(F, loadSix<T, S>(F) + extra);
      for (const int c : rod.above) {
        Number* const entry = local + *above++ * W;
        store(entry, load<T>(entry) + dot(extra, loadSix<T, S>(values + batch.b[c])));
      }
    }
  }
  const int* across = rod.across.data();
  for (const int a : rod.below[0]) {
    const Vec<T> first = b * velocityAt(loadSix<T, S>(values + batch.b[a]), p[0]);
    for (const int c : rod.below[1]) {
      Number* const entry = local + *across++ * W;
      store(entry, load<T>(entry) + dot(first, velocityAt(loadSix<T, S>(values + batch.b[c]), p[1])));
    }
  }
}

// Sets M, F = I b and Q by columns, leaves to base. Entries of M between independent columns go into D, between a
// dependent and an independent one into B, between dependent ones into a list.
template <class T, int S>
[[gnu::always_inline]] inline void setMasses(const ClusterBatch& batch, const Memory& memory, Number* local) {
  constexpr int W = kWidth<T>;
  Number* const values = memory.values;
  for (const BatchRod& rod : batch.rods) {
    if (rod.meeting >= 0) addRodInertia<T, S>(rod, memory, values + batch.links[rod.meeting].at);
  }
  for (const int zeroed : batch.zeros) store(local + zeroed * W, all<T>(0));
  const int* entry = batch.entries.data();
  for (int n = static_cast<int>(batch.links.size()); n-- > 0;) {
    const BatchLink& link = batch.links[n];
    Number* const at = values + link.at;
    const Six<T> force = loadSix<T, S>(at + kForce * S);
    for (int a = link.firstColumn; a < link.firstColumn + link.columnCount; ++a) {
      const Six<T> b = loadSix<T, S>(values + batch.b[a]);
      const Six<T> F = timesInertia<T, S>(at + kArticulated * S, b);
      storeSix<T, S>(values + batch.b[a] + kF * S, F);
      store(values + batch.b[a] + kQ * S, gather<T>(memory.tau, batch.v[a].data()) - dot(b, force));
      for (int c = link.firstColumn; c <= a; ++c)
        store(local + *entry++ * W, dot(F, loadSix<T, S>(values + batch.b[c])));
      for (int k = 0; k < link.pathCount; ++k)
        store(local + *entry++ * W, dot(F, loadSix<T, S>(values + batch.b[batch.path[link.firstPath + k]])));
    }
    if (link.parent >= 0) addCarried<T, S>(values + batch.links[link.parent].at, at);
  }
}

// Sums force and inertia of the whole batch on its first link.
template <class T, int S>
[[gnu::always_inline]] inline Number* sumLinks(const ClusterBatch& batch, const Memory& memory) {
  Number* const values = memory.values;
  Number* const sums = values + batch.links[0].at;
  if (batch.baseIsGround) return sums;
  for (std::size_t n = 1; n < batch.links.size(); ++n) {
    if (batch.links[n].parent < 0) addCarried<T, S>(sums, values + batch.links[n].at);
  }
  for (const BatchRod& rod : batch.rods) {
    if (rod.meeting < 0) addRodInertia<T, S>(rod, memory, sums);
  }
  return sums;
}

// Applies the entries of M between dependent columns: Q_d -= M_dd x, E = B + 1/2 M_dd R.
template <class T, int S>
[[gnu::always_inline]] inline void addPairs(const ClusterBatch& batch, Number* values, Number* local, const Number* x) {
  constexpr int W = kWidth<T>;
  const int f = batch.free;
  const Number* const R = local + batch.localR * W;
  const Number* const B = local + batch.localB * W;
  Number* const E = local + batch.localE * W;
  for (int k = 0; k < batch.rank * f; ++k) store(E + k * W, load<T>(B + k * W));
  for (const PairOp& op : batch.pairs) {
    const T m = load<T>(local + op.local * W);
    const T half = 0.5 * m;
    Number* const q1 = values + batch.b[batch.dependent[op.first]] + kQ * S;
    Number* const e1 = E + op.first * f * W;
    const Number* const r1 = R + op.first * f * W;
    const Number* const r2 = R + op.second * f * W;
    store(q1, load<T>(q1) - m * load<T>(x + op.second * W));
    for (int j = 0; j < f; ++j) store(e1 + j * W, load<T>(e1 + j * W) + half * load<T>(r2 + j * W));
    if (op.first == op.second) continue;
    Number* const q2 = values + batch.b[batch.dependent[op.second]] + kQ * S;
    Number* const e2 = E + op.second * f * W;
    store(q2, load<T>(q2) - m * load<T>(x + op.first * W));
    for (int j = 0; j < f; ++j) store(e2 + j * W, load<T>(e2 + j * W) + half * load<T>(r1 + j * W));
  }
}

// Adds the dependent columns to D, U, s and the force on the base: G' M G = M_ii + R' E + E' R.
template <class T, int S>
[[gnu::always_inline]] inline void addDependent(const ClusterBatch& batch, Number* values, Number* local,
                                                const Number* x, Number* sums) {
  constexpr int W = kWidth<T>;
  const int f = batch.free;
  const Number* const R = local + batch.localR * W;
  const Number* const B = local + batch.localB * W;
  const Number* const E = local + batch.localE * W;
  Number* const D = local + batch.localD * W;
  Number* const U = local + batch.localU * W;
  Number* const s = local + batch.localS * W;
  Six<T> p = loadSix<T, S>(sums + kForce * S);
  for (int k = 0; k < batch.rank; ++k) {
    const T force = load<T>(values + batch.b[batch.dependent[k]] + kQ * S);
    const T value = load<T>(x + k * W);
    const Six<T> F = loadSix<T, S>(values + batch.b[batch.dependent[k]] + kF * S);
    p = p + value * F;
    for (int j = 0; j < f; ++j) {
      const T r = load<T>(R + (k * f + j) * W);
      const T e = load<T>(E + (k * f + j) * W);
      store(s + j * W, load<T>(s + j * W) + r * force - load<T>(B + (k * f + j) * W) * value);
      storeSix<T, W>(U + 6 * j * W, loadSix<T, W>(U + 6 * j * W) + r * F);
      for (int i = j; i < f; ++i) {
        Number* const target = D + (i * f + j) * W;
        store(target, load<T>(target) + load<T>(R + (k * f + i) * W) * e + load<T>(E + (k * f + i) * W) * r);
      }
    }
  }
  storeSix<T, S>(sums + kForce * S, p);
}

// With G = [R; 1] and g = [x; 0]:  D = G' M G,  U = F G,  s = G' (Q - M g),  and for the base p + F g.
template <class T, int S>
void eliminateByMasses(const ClusterBatch& batch, Memory& memory) {
  constexpr int W = kWidth<T>;
  Number* const values = memory.values;
  Number* const local = values + batch.local;
  setMasses<T, S>(batch, memory, local);
  Number* const sums = sumLinks<T, S>(batch, memory);
  for (const BatchRod& rod : batch.rods) addRod<T, S>(batch, rod, memory, local);
  for (int j = 0; j < batch.free; ++j) {
    const Number* const column = values + batch.b[batch.independent[j]];
    store(local + (batch.localS + j) * W, load<T>(column + kQ * S));
    storeSix<T, W>(local + (batch.localU + 6 * j) * W, loadSix<T, S>(column + kF * S));
  }
  if (batch.rank > 0) {
    const Number* const x = solveGamma<T>(batch, memory);
    addPairs<T, S>(batch, values, local, x);
    addDependent<T, S>(batch, values, local, x, sums);
  }
  releaseAll<T, S>(batch, memory, sums);
  emit<T, S>(batch, memory, sums);
}

}  // namespace mb::embedded::MB_VARIANT
