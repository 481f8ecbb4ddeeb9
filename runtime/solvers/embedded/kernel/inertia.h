// Articulated inertias in place: products, sums, and the rest after coordinates are eliminated.
#pragma once

#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/kernel/places.h"

namespace mb::embedded::MB_VARIANT {

// Adds the batch's sums to the base.
template <class T, int S>
[[gnu::always_inline]] inline void emit(const ClusterBatch& batch, const Memory& memory, const Number* sums) {
  if (batch.baseIsGround) return;
  give<T, kAlpha - kForce, S>(batch.base, batch.lanes, memory.values, kForce, sums + kForce * S);
}

// A pivot below 1e-12 of its diagonal is round-off: the coordinate moves no mass.
constexpr double kMasslessPivot = 1e-12;
template <class T>
inline Truth vanishes(const T& pivot, const T& diagonal, int lanes) {
  alignas(sizeof(Lanes)) Number excess[kWidth<T>];
  store(excess, T(pivot - kMasslessPivot * diagonal));
  Truth result = false;
  for (int l = 0; l < lanes; ++l) result = result || !(excess[l] > 0);
  return result;
}

// Inertia times motion, with the inertia in place.
template <class T, int S>
[[gnu::always_inline]] inline Six<T> timesInertia(const Number* p, const Six<T>& Z) {
  const auto n = [p](int k) { return load<T>(p + k * S); };
  const Vec<T>& v = Z.v;
  const Vec<T>& w = Z.w;
  return {{n(0) * v.x + n(3) * v.y + n(4) * v.z + (n(6) * w.x + n(9) * w.y + n(12) * w.z),
           n(3) * v.x + n(1) * v.y + n(5) * v.z + (n(7) * w.x + n(10) * w.y + n(13) * w.z),
           n(4) * v.x + n(5) * v.y + n(2) * v.z + (n(8) * w.x + n(11) * w.y + n(14) * w.z)},
          {n(6) * v.x + n(7) * v.y + n(8) * v.z + (n(15) * w.x + n(18) * w.y + n(19) * w.z),
           n(9) * v.x + n(10) * v.y + n(11) * v.z + (n(18) * w.x + n(16) * w.y + n(20) * w.z),
           n(12) * v.x + n(13) * v.y + n(14) * v.z + (n(19) * w.x + n(20) * w.y + n(17) * w.z)}};
}
// The same for a rigid inertia, which has ten numbers.
template <class T, int S>
[[gnu::always_inline]] inline Six<T> timesRigid(const Number* p, const Six<T>& Z) {
  const auto n = [p](int k) { return load<T>(p + k * S); };
  const T m = n(kRigidMass);
  const Vec<T> h{n(kRigidX), n(kRigidY), n(kRigidZ)};
  const T I[6] = {n(kRigidSecond),     n(kRigidSecond + 1), n(kRigidSecond + 2),
                  n(kRigidSecond + 3), n(kRigidSecond + 4), n(kRigidSecond + 5)};
  return {m * Z.v - cross(h, Z.w), cross(h, Z.v) + symmetric(I, Z.w)};
}
// Adds force and inertia of one place to another.
template <class T, int S>
inline void addCarried(Number* to, const Number* from) {
  for (int k = kForce; k < kAlpha; ++k) store(to + k * S, load<T>(to + k * S) + load<T>(from + k * S));
}
// Eliminates a coordinate with column U of F, pivot D and force s from force and inertia: p + U s / D and I - U U' / D.
template <class T, int S>
inline void release(Number* carried, const Six<T>& U, const T& inverse, const T& s) {
  const Six<T> a = inverse * U;
  Number* const p = carried + kForce * S;
  storeSix<T, S>(p, loadSix<T, S>(p) + s * a);
  Number* const I = carried + kArticulated * S;
  const auto less = [I](int k, const T& product) { store(I + k * S, load<T>(I + k * S) - product); };
  less(0, a.v.x * U.v.x);
  less(1, a.v.y * U.v.y);
  less(2, a.v.z * U.v.z);
  less(3, a.v.x * U.v.y);
  less(4, a.v.x * U.v.z);
  less(5, a.v.y * U.v.z);
  less(6, a.w.x * U.v.x);
  less(7, a.w.x * U.v.y);
  less(8, a.w.x * U.v.z);
  less(9, a.w.y * U.v.x);
  less(10, a.w.y * U.v.y);
  less(11, a.w.y * U.v.z);
  less(12, a.w.z * U.v.x);
  less(13, a.w.z * U.v.y);
  less(14, a.w.z * U.v.z);
  less(15, a.w.x * U.w.x);
  less(16, a.w.y * U.w.y);
  less(17, a.w.z * U.w.z);
  less(18, a.w.x * U.w.y);
  less(19, a.w.x * U.w.z);
  less(20, a.w.y * U.w.z);
}

// Adds a rod's coupling, an inertia of mass 2 b, to what carries both ends.
template <class T, int S, int SC = S>
inline void addRodInertia(const BatchRod& rod, const Memory& memory, Number* carried) {
  const Number* const values = memory.values;
  const T b = load<T>(memory.constants + rod.constant);
  const Vec<T> p = loadVec<T, S>(values + rod.points), q = loadVec<T, S>(values + rod.points + 3 * S);
  const T m = 2.0 * b;
  const Vec<T> h = b * (p + q);
  const T x = m * p.x * q.x, y = m * p.y * q.y, z = m * p.z * q.z;
  Number* const I = carried + kArticulated * SC;
  const auto more = [I](int k, const T& n) { store(I + k * SC, load<T>(I + k * SC) + n); };
  for (int k = 0; k < 3; ++k) more(k, m);
  more(7, -h.z);
  more(8, h.y);
  more(9, h.z);
  more(11, -h.x);
  more(12, -h.y);
  more(13, h.x);
  more(15, y + z);
  more(16, x + z);
  more(17, x + y);
  more(18, -b * (p.x * q.y + p.y * q.x));
  more(19, -b * (p.x * q.z + p.z * q.x));
  more(20, -b * (p.y * q.z + p.z * q.y));
}

// L D L' with V = L^-1 U' and s = L^-1 s; the diagonal keeps inverses. The sums become those of the base.
template <class T, int S>
inline void releaseAll(const ClusterBatch& batch, Memory& memory, Number* sums) {
  constexpr int W = kWidth<T>;
  const int f = batch.free;
  Number* const local = memory.values + batch.local;
  Number* const D = local + batch.localD * W;
  Number* const V = local + batch.localU * W;
  Number* const s = local + batch.localS * W;
  for (int j = 0; j < f; ++j) {
    const T diagonal = load<T>(D + (j * f + j) * W);
    T pivot = diagonal;
    for (int k = 0; k < j; ++k) {
      // Rows stay unscaled until their pivot: D_jk holds l_jk d_k.
      const T ld = load<T>(D + (j * f + k) * W);
      const T l = ld * load<T>(D + (k * f + k) * W);
      store(D + (j * f + k) * W, l);
      pivot -= l * ld;
      storeSix<T, W>(V + 6 * j * W, loadSix<T, W>(V + 6 * j * W) - l * loadSix<T, W>(V + 6 * k * W));
      store(s + j * W, load<T>(s + j * W) - l * load<T>(s + k * W));
      for (int i = j + 1; i < f; ++i) {
        Number* const target = D + (i * f + j) * W;
        store(target, load<T>(target) - load<T>(D + (i * f + k) * W) * l);
      }
    }
    memory.isMassless = memory.isMassless || vanishes(pivot, diagonal, batch.lanes);
    const T inverse = 1.0 / pivot;
    store(D + (j * f + j) * W, inverse);
    if (!batch.baseIsGround) release<T, S>(sums, loadSix<T, W>(V + 6 * j * W), inverse, load<T>(s + j * W));
  }
}

}  // namespace mb::embedded::MB_VARIANT
