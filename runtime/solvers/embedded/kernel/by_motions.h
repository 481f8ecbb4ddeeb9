// Elimination of a unit by the motions that its independent coordinates give to its links.
#pragma once

#include "runtime/solvers/embedded/kernel/closing.h"
#include "runtime/solvers/embedded/kernel/inertia.h"

namespace mb::embedded::MB_VARIANT {

// The coupling b v_1 . v_2 of a rod, from the motions of its ends.
template <class T, int S>
inline void addRodByMotions(const Unit& u, const UnitRod& rod, const Memory& memory, double* sums) {
  constexpr int W = kWidth<T>;
  const double* const values = memory.values;
  double* const local = memory.values + u.localLu;
  const T b = load<T>(memory.constants + rod.constant);
  const T zero = all<T>(0);
  const int f = u.free;
  Vec<T> p[2], v[2][kMostMotions + 1];
  for (int e = 0; e < 2; ++e) {
    p[e] = loadVec<T, S>(values + rod.points + 3 * e * S);
    for (int j = 0; j <= f; ++j) {
      v[e][j] = {zero, zero, zero};
      if (rod.link[e] >= 0) v[e][j] = velocityAt(loadSix<T, S>(values + u.motions[rod.link[e]].at + 6 * j * S), p[e]);
    }
  }
  const auto more = [](double* at, const T& n) { store(at, load<T>(at) + n); };
  const auto both = [&](int j) {
    const Six<T> first = wrenchAt(p[1], b * v[0][j]), second = wrenchAt(p[0], b * v[1][j]);
    return first + second;
  };
  for (int j = 0; j < f; ++j) {
    more(local + (u.localS + j) * W, -b * (dot(v[0][j], v[1][f]) + dot(v[1][j], v[0][f])));
    double* const V = local + (u.localV + 6 * j) * W;
    storeSix<T, W>(V, loadSix<T, W>(V) + both(j));
    for (int i = 0; i <= j; ++i)
      more(local + (u.localD + j * f + i) * W, b * (dot(v[0][j], v[1][i]) + dot(v[1][j], v[0][i])));
  }
  if (u.baseIsGround) return;
  storeSix<T, W>(sums + kForce * W, loadSix<T, W>(sums + kForce * W) + both(f));
  addRodInertia<T, S, W>(rod, memory, sums);
}

// The other way to D, V and s, when there are few independent coordinates: with the motion rho_j that each gives to the
// links, and xi that x gives,
//   D = sum rho' I rho,  V = sum I rho,  s = -sum rho (p + I xi) + R' tau,  and to the base sum p + I xi, sum I.
template <class T, bool isAcross, int F>
void eliminateByMotions(const Unit& u, Memory& memory) {
  // isAcross: lanes are links of one group, so that their sums go together and the unit's own numbers are single. F:
  // u.free, or 0 when it is not worth a variant of its own.
  constexpr int S = kWidth<T>;
  constexpr int kMost = F > 0 ? F : kMostMotions;
  double* const values = memory.values;
  double* const local = values + u.localLu;
  const int f = F > 0 ? F : u.free;
  const T zero = all<T>(0);
  if constexpr (isAcross) {
    solveGamma<double>(u, memory);
  } else {
    solveGamma<T>(u, memory);
  }
  T D[kMost * kMost], s[kMost];
  Six<T> V[kMost];
  const Six<T> none{{zero, zero, zero}, {zero, zero, zero}};
  for (int j = 0; j < f; ++j) {
    s[j] = zero;
    V[j] = none;
    for (int i = 0; i <= j; ++i) D[j * kMost + i] = zero;
  }
  Six<T> p = none;
  T I[21];
  for (T& n : I) n = zero;
  for (const MotionSlot& slot : u.slots) {
    const double* const link = values + slot.at;
    const double* const inertia = link + kArticulated * S;
    Six<T> rho[kMost + 1];
    for (int j = 0; j <= f; ++j) {
      rho[j] = none;
      if (slot.hasParent) {
        T x[6];
        take<T, 6>(slot.parent, values, 6 * j, x);
        rho[j] = sixOf(x);
      }
    }
    const Four* coefficient = u.coefficients.data() + slot.coefficients;
    for (int c = 0; c < slot.columnCount; ++c) {
      const Six<T> b = loadSix<T, S>(values + slot.columns + c * kColumnSize * S);
      for (int j = 0; j <= f; ++j, ++coefficient) {
        if constexpr (isAcross) {
          rho[j] = rho[j] + gather<T>(local, coefficient->data()) * b;
        } else {
          rho[j] = rho[j] + load<T>(local + (*coefficient)[0] * S) * b;
        }
      }
    }
    // Lanes that no link stands in must not count.
    T used = all<T>(1);
    const bool isPartial = isAcross && slot.lanes < 4;
    if (isPartial) {
      for (int l = slot.lanes; l < S; ++l) setLane(used, l, 0.0);
      for (int j = 0; j <= f; ++j) rho[j] = used * rho[j];
    }
    for (int j = 0; j <= f; ++j) storeSix<T, S>(values + slot.motions + 6 * j * S, rho[j]);
    // rho (p + I xi) is rho p + (I rho) xi: what I xi is by itself only a base asks.
    const Six<T> own = loadSix<T, S>(link + kForce * S);
    for (int j = 0; j < f; ++j) {
      const Six<T> moved = u.isRigid ? timesRigid<T, S>(inertia, rho[j]) : timesInertia<T, S>(inertia, rho[j]);
      s[j] -= dot(rho[j], own) + dot(moved, rho[f]);
      if (!u.baseIsGround) V[j] = V[j] + moved;
      for (int i = 0; i <= j; ++i) D[j * kMost + i] += dot(moved, rho[i]);
    }
    if (u.baseIsGround) continue;
    const Six<T> force = own + timesInertia<T, S>(inertia, rho[f]);
    if (isPartial) {
      p = p + used * force;
      for (int k = 0; k < 21; ++k) I[k] += used * load<T>(inertia + k * S);
    } else {
      p = p + force;
      for (int k = 0; k < 21; ++k) I[k] += load<T>(inertia + k * S);
    }
  }
  const auto finish = [&](auto one, auto number) {
    using N = decltype(one);
    constexpr int W = kWidth<N>;
    double* const sums = local + u.localSums * W;
    for (int j = 0; j < f; ++j) {
      N force = number(s[j]);
      for (int k = 0; k < u.rank && memory.hasTau; ++k)
        force += load<N>(local + (u.localR + k * f + j) * W) * gather<N>(memory.tau, u.v[u.dependent[k]].data());
      store(local + (u.localS + j) * W, N(force + gather<N>(memory.tau, u.v[u.independent[j]].data())));
      storeSix<N, W>(local + (u.localV + 6 * j) * W, Six<N>{{number(V[j].v.x), number(V[j].v.y), number(V[j].v.z)},
                                                            {number(V[j].w.x), number(V[j].w.y), number(V[j].w.z)}});
      for (int i = 0; i <= j; ++i) store(local + (u.localD + j * f + i) * W, number(D[j * kMost + i]));
    }
    if (!u.baseIsGround) {
      storeSix<N, W>(sums + kForce * W, Six<N>{{number(p.v.x), number(p.v.y), number(p.v.z)},
                                               {number(p.w.x), number(p.w.y), number(p.w.z)}});
      for (int k = 0; k < 21; ++k) store(sums + (kArticulated + k) * W, number(I[k]));
    }
    for (const UnitRod& rod : u.rods) addRodByMotions<N, kWidth<T>>(u, rod, memory, sums);
    releaseAll<N, W>(u, memory, sums);
    emit<N, W>(u, memory, sums);
  };
  if constexpr (S == 1) {
    finish(1.0, [](double n) { return n; });
  } else if constexpr (isAcross) {
    finish(1.0, [](const Lanes& n) { return (n[0] + n[1]) + (n[2] + n[3]); });
  } else {
    finish(zero, [](const Lanes& n) { return n; });
  }
}

template <class T, bool isAcross>
inline void eliminateByMotions(const Unit& u, Memory& memory) {
  if (u.free == 1) {
    eliminateByMotions<T, isAcross, 1>(u, memory);
  } else if (u.free == 2) {
    eliminateByMotions<T, isAcross, 2>(u, memory);
  } else {
    eliminateByMotions<T, isAcross, 0>(u, memory);
  }
}

}  // namespace mb::embedded::MB_VARIANT
