// Root to leaves: accelerations of a batch from those of its base, and the power of its drives.
#pragma once

#include "runtime/solvers/embedded/kernel/inertia.h"

namespace mb::embedded::MB_VARIANT {

template <class T, int S>
void accelerateBatch(const ClusterBatch& batch, const Memory& memory) {
  constexpr int W = kWidth<T>;
  Number* const values = memory.values;
  Number* const local = values + batch.local;
  T base[6] = {};
  if (!batch.baseIsGround) take<T, 6>(batch.base, values, kAlpha, base);
  const Six<T> alpha = sixOf(base);
  const int f = batch.free;
  const Number* const D = local + batch.localD * W;
  Number* const z = local + batch.localZ * W;  // by column
  Number* const t = local + batch.localS * W;
  for (int j = 0; j < f; ++j) {
    T rest = load<T>(t + j * W);
    if (!batch.baseIsGround) rest -= dot(loadSix<T, W>(local + (batch.localU + 6 * j) * W), alpha);
    store(t + j * W, rest * load<T>(D + (j * f + j) * W));
  }
  for (int j = f; j-- > 0;) {
    T value = load<T>(t + j * W);
    for (int i = j + 1; i < f; ++i) value -= load<T>(D + (i * f + j) * W) * load<T>(t + i * W);
    store(t + j * W, value);
    store(z + batch.independent[j] * W, value);
    put(memory.z_ddot, batch.v[batch.independent[j]], value, batch.lanes);
  }
  const Number* R = local + batch.localR * W;
  const Number* x = local + batch.localX * W;
  for (int k = 0; k < batch.rank; ++k, x += W) {
    T value = load<T>(x);
    for (int c = 0; c < f; ++c, R += W) value += load<T>(R) * load<T>(t + c * W);
    store(z + batch.dependent[k] * W, value);
    put(memory.z_ddot, batch.dependentV.data()[k], value, batch.lanes);
  }
  if (!batch.carriesOthers) return;
  for (const BatchLink& link : batch.links) {
    Six<T> a = link.parent >= 0 ? loadSix<T, S>(values + batch.links[link.parent].at + kAlpha * S) : alpha;
    for (int c = link.firstColumn; c < link.firstColumn + link.columnCount; ++c)
      a = a + load<T>(z + c * W) * loadSix<T, S>(values + batch.b[c]);
    storeSix<T, S>(values + link.at + kAlpha * S, a);
  }
}

// Power of the constraint forces of driven equations: the forces that links need beyond the applied ones, times the
// motion eta that time alone gives the links.
template <class T, int S>
Number drivePowerOf(const ClusterBatch& batch, const Memory& memory) {
  constexpr int W = kWidth<T>;
  Number* const values = memory.values;
  Number* const local = values + batch.local;
  Number* const rate = local + batch.localZ * W;  // by column; reuses localZ, as the accelerations are in z_ddot
  for (std::size_t c = 0; c < batch.b.size(); ++c) store(rate + c * W, all<T>(0));
  T power = all<T>(0);
  for (int k = 0; k < batch.rank; ++k) {
    const T value = load<T>(local + (batch.localRate + k) * W);
    store(rate + batch.dependent[k] * W, value);
    power -= value * gather<T>(memory.tau, batch.v[batch.dependent[k]].data());
  }
  const auto etaOf = [&](int n) {  // from the link to the base
    Six<T> eta{{all<T>(0), all<T>(0), all<T>(0)}, {all<T>(0), all<T>(0), all<T>(0)}};
    for (; n >= 0; n = batch.links[n].parent) {
      for (int c = batch.links[n].firstColumn; c < batch.links[n].firstColumn + batch.links[n].columnCount; ++c) {
        eta = eta + load<T>(rate + c * W) * loadSix<T, S>(values + batch.b[c]);
      }
    }
    return eta;
  };
  T base[6];
  take<T, 6>(batch.base, values, kAlpha, base);
  const auto alphaOf = [&](int n) {
    return n >= 0 ? loadSix<T, S>(values + batch.links[n].at + kAlpha * S) : sixOf(base);
  };
  for (int n = 0; n < static_cast<int>(batch.links.size()); ++n) {
    const Number* const link = values + batch.links[n].at;
    power += dot(etaOf(n), loadSix<T, S>(link + kForce * S) + timesInertia<T, S>(link + kArticulated * S, alphaOf(n)));
  }
  for (const BatchRod& rod : batch.rods) {
    const Vec<T> p = loadVec<T, S>(values + rod.points), q = loadVec<T, S>(values + rod.points + 3 * S);
    power += load<T>(memory.constants + rod.constant) *
             (dot(velocityAt(etaOf(rod.link[0]), p), velocityAt(alphaOf(rod.link[1]), q)) +
              dot(velocityAt(etaOf(rod.link[1]), q), velocityAt(alphaOf(rod.link[0]), p)));
  }
  Number sum = 0;
  for (int l = 0; l < batch.lanes; ++l) sum += lane(power, l);
  return sum;
}

}  // namespace mb::embedded::MB_VARIANT
