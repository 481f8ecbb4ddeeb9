// Elimination of a batch by its cluster motion subspace S = S_span G, the links' motions per independent coordinate,
// and c = S_span g. Summed over the links,
//   D = S' I S,   U = I S,   s = G' tau - S' (p + I c),   and for the base the sums of p + I c and of I.
#pragma once

#include "runtime/solvers/embedded/kernel/closing.h"
#include "runtime/solvers/embedded/kernel/inertia.h"

namespace mb::embedded::MB_VARIANT {

// Adds the coupling b v_1 . v_2 of a rod, from the rows of S of its ends.
template <class T, int S>
inline void addRodBySubspace(const ClusterBatch& batch, const BatchRod& rod, const Memory& memory, Number* sums) {
  constexpr int W = kWidth<T>;
  const Number* const values = memory.values;
  Number* const local = memory.values + batch.local;
  const T b = load<T>(memory.constants + rod.constant);
  const T zero = all<T>(0);
  const int f = batch.free;
  Vec<T> p[2], v[2][kMostSubspace + 1];
  for (int e = 0; e < 2; ++e) {
    p[e] = loadVec<T, S>(values + rod.points + 3 * e * S);
    for (int j = 0; j <= f; ++j) {
      v[e][j] = {zero, zero, zero};
      if (rod.link[e] >= 0)
        v[e][j] = velocityAt(loadSix<T, S>(values + batch.subspace[rod.link[e]].at + 6 * j * S), p[e]);
    }
  }
  const auto more = [](Number* at, const T& n) { store(at, load<T>(at) + n); };
  const auto both = [&](int j) {
    const Six<T> first = wrenchAt(p[1], b * v[0][j]), second = wrenchAt(p[0], b * v[1][j]);
    return first + second;
  };
  for (int j = 0; j < f; ++j) {
    more(local + (batch.localS + j) * W, -b * (dot(v[0][j], v[1][f]) + dot(v[1][j], v[0][f])));
    Number* const U = local + (batch.localU + 6 * j) * W;
    storeSix<T, W>(U, loadSix<T, W>(U) + both(j));
    for (int i = 0; i <= j; ++i)
      more(local + (batch.localD + j * f + i) * W, b * (dot(v[0][j], v[1][i]) + dot(v[1][j], v[0][i])));
  }
  if (batch.baseIsGround) return;
  storeSix<T, W>(sums + kForce * W, loadSix<T, W>(sums + kForce * W) + both(f));
  addRodInertia<T, S, W>(rod, memory, sums);
}

// The running sums. The inertia I of all links is apart, because the compiler keeps no member in registers if one is an
// array that long. kMost: the most columns of S.
template <class T, int kMost>
struct SubspaceSums {
  T D[kMost * kMost], s[kMost];
  Six<T> U[kMost];
  Six<T> p;
};

template <class T, int kMost>
[[gnu::always_inline]] inline void clear(SubspaceSums<T, kMost>& sums, T (&I)[21], int f) {
  const T zero = all<T>(0);
  const Six<T> none{{zero, zero, zero}, {zero, zero, zero}};
  for (int j = 0; j < f; ++j) {
    sums.s[j] = zero;
    sums.U[j] = none;
    for (int i = 0; i <= j; ++i) sums.D[j * kMost + i] = zero;
  }
  sums.p = none;
  for (T& n : I) n = zero;
}

// The rows of S of a slot, then those of c: the parent's plus those of the columns b of its own joint.
template <class T, bool isAcross, int N>
[[gnu::always_inline]] inline void setSubspaceRows(const ClusterBatch& batch, const SubspaceSlot& slot,
                                                   const Number* values, int f, Six<T> (&rows)[N]) {
  constexpr int S = kWidth<T>;
  const Number* const local = values + batch.local;
  const T zero = all<T>(0);
  for (int j = 0; j <= f; ++j) {
    rows[j] = {{zero, zero, zero}, {zero, zero, zero}};
    if (slot.hasParent) {
      T x[6];
      take<T, 6>(slot.parent, values, 6 * j, x);
      rows[j] = sixOf(x);
    }
  }
  const Four* coefficient = batch.coefficients.data() + slot.coefficients;
  for (int c = 0; c < slot.columnCount; ++c) {
    const Six<T> b = loadSix<T, S>(values + slot.columns + c * kColumnSize * S);
    for (int j = 0; j <= f; ++j, ++coefficient) {
      if constexpr (isAcross) {
        rows[j] = rows[j] + gather<T>(local, coefficient->data()) * b;
      } else {
        rows[j] = rows[j] + load<T>(local + (*coefficient)[0] * S) * b;
      }
    }
  }
}

template <class T, bool isAcross, int kMost>
[[gnu::always_inline]] inline void addLinks(const ClusterBatch& batch, const SubspaceSlot& slot, Number* values, int f,
                                            SubspaceSums<T, kMost>& sums, T (&I)[21]) {
  constexpr int S = kWidth<T>;
  const Number* const link = values + slot.at;
  const Number* const inertia = link + kArticulated * S;
  Six<T> rows[kMost + 1];
  setSubspaceRows<T, isAcross>(batch, slot, values, f, rows);
  // Unused lanes must not contribute.
  T used = all<T>(1);
  const bool isPartial = isAcross && slot.lanes < 4;
  if (isPartial) {
    for (int l = slot.lanes; l < S; ++l) setLane(used, l, 0.0);
    for (int j = 0; j <= f; ++j) rows[j] = used * rows[j];
  }
  for (int j = 0; j <= f; ++j) storeSix<T, S>(values + slot.subspace + 6 * j * S, rows[j]);
  // S' (p + I c) is S' p + (I S)' c: only a base needs I c by itself.
  const Six<T> own = loadSix<T, S>(link + kForce * S);
  for (int j = 0; j < f; ++j) {
    const Six<T> moved = batch.isRigid ? timesRigid<T, S>(inertia, rows[j]) : timesInertia<T, S>(inertia, rows[j]);
    sums.s[j] -= dot(rows[j], own) + dot(moved, rows[f]);
    if (!batch.baseIsGround) sums.U[j] = sums.U[j] + moved;
    for (int i = 0; i <= j; ++i) sums.D[j * kMost + i] += dot(moved, rows[i]);
  }
  if (batch.baseIsGround) return;
  const Six<T> force = own + timesInertia<T, S>(inertia, rows[f]);
  if (isPartial) {
    sums.p = sums.p + used * force;
    for (int k = 0; k < 21; ++k) I[k] += used * load<T>(inertia + k * S);
  } else {
    sums.p = sums.p + force;
    for (int k = 0; k < 21; ++k) I[k] += load<T>(inertia + k * S);
  }
}

// Turns the sums, with one number per lane of links, into numbers N of the batch by `number`, and passes the rest to
// the base.
template <class N, class T, int kMost, class ToNumber>
[[gnu::always_inline]] inline void finish(const ClusterBatch& batch, Memory& memory, int f,
                                          const SubspaceSums<T, kMost>& sums, const T (&I)[21], ToNumber number) {
  constexpr int W = kWidth<N>;
  Number* const local = memory.values + batch.local;
  Number* const carried = local + batch.localSums * W;
  const auto six = [&](const Six<T>& a) {
    return Six<N>{{number(a.v.x), number(a.v.y), number(a.v.z)}, {number(a.w.x), number(a.w.y), number(a.w.z)}};
  };
  for (int j = 0; j < f; ++j) {
    N force = number(sums.s[j]);
    for (int k = 0; k < batch.rank && memory.hasTau; ++k)
      force +=
          load<N>(local + (batch.localR + k * f + j) * W) * gather<N>(memory.tau, batch.v[batch.dependent[k]].data());
    store(local + (batch.localS + j) * W, N(force + gather<N>(memory.tau, batch.v[batch.independent[j]].data())));
    storeSix<N, W>(local + (batch.localU + 6 * j) * W, six(sums.U[j]));
    for (int i = 0; i <= j; ++i) store(local + (batch.localD + j * f + i) * W, number(sums.D[j * kMost + i]));
  }
  if (!batch.baseIsGround) {
    storeSix<N, W>(carried + kForce * W, six(sums.p));
    for (int k = 0; k < 21; ++k) store(carried + (kArticulated + k) * W, number(I[k]));
  }
  for (const BatchRod& rod : batch.rods) addRodBySubspace<N, kWidth<T>>(batch, rod, memory, carried);
  releaseAll<N, W>(batch, memory, carried);
  emit<N, W>(batch, memory, carried);
}

// isAcross: the lanes are links of one cluster, so that lanes are summed and the batch has single numbers. F:
// batch.free, or 0 for sizes without a variant of their own.
template <class T, bool isAcross, int F>
void eliminateBySubspace(const ClusterBatch& batch, Memory& memory) {
  constexpr int kMost = F > 0 ? F : kMostSubspace;
  const int f = F > 0 ? F : batch.free;
  if constexpr (isAcross) {
    solveGamma<Number>(batch, memory);
  } else {
    solveGamma<T>(batch, memory);
  }
  SubspaceSums<T, kMost> sums;
  T I[21];
  clear(sums, I, f);
  for (const SubspaceSlot& slot : batch.slots) addLinks<T, isAcross>(batch, slot, memory.values, f, sums, I);
  if constexpr (kWidth<T> == 1) {
    finish<Number>(batch, memory, f, sums, I, [](const Number& n) { return n; });
  } else if constexpr (isAcross) {
    finish<Number>(batch, memory, f, sums, I,
                   [](const Lanes& n) { return (lane(n, 0) + lane(n, 1)) + (lane(n, 2) + lane(n, 3)); });
  } else {
    finish<T>(batch, memory, f, sums, I, [](const Lanes& n) { return n; });
  }
}

template <class T, bool isAcross>
inline void eliminateBySubspace(const ClusterBatch& batch, Memory& memory) {
  if (batch.free == 1) {
    eliminateBySubspace<T, isAcross, 1>(batch, memory);
  } else if (batch.free == 2) {
    eliminateBySubspace<T, isAcross, 2>(batch, memory);
  } else {
    eliminateBySubspace<T, isAcross, 0>(batch, memory);
  }
}

}  // namespace mb::embedded::MB_VARIANT
