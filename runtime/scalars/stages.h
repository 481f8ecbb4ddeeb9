// The stages of Embedded::evaluate and Embedded::project (runtime/solvers/embedded/embedded.cpp) in the same order.
#pragma once

#include "formats/model/tracing/dual.h"
#include "runtime/evaluation/partition.h"
#include "runtime/linear/small_linear.h"
#include "runtime/scalars/forces.h"

namespace mb {

// How much smaller the worst pivot is than it was chosen.
template <class T>
T growthOf(const EvaluationOf<T>& e) {
  T largest = 0;
  for (const embedded::ClusterBatch& batch : e.layout.schedule.batches) {
    const T* const inverse = e.memory.values + batch.local + batch.localPivots * batch.width;
    for (int l = 0; l < batch.lanes; ++l) {
      for (int k = 0; k < batch.rank; ++k) {
        const T growth = fabs(inverse[k * batch.width + l] * T(batch.chosen[at(k)][at(l)]));
        largest = choose(growth <= largest, largest, growth);
      }
    }
  }
  return largest;
}

// The worst of the closing equations, with lengths divided by the size of their block.
template <class T>
T residualOf(const EvaluationOf<T>& e) {
  T worst = 0;
  for (const Mechanism::Block& block : e.m.blocks) {
    for (int r = 0; r < block.rowCount; ++r) {
      const T open = e.memory.values[e.layout.residualAt[at(block.firstRow + r)]];
      const T value = fabs(open) * T(rowScale(e.m, block, r));
      worst = choose(value <= worst, worst, value);
    }
  }
  return worst;
}

// After begin(). Sets velocities, accelerations, angles, and whether a coordinate has no inertia; returns the growth of
// the pivots.
template <class T>
T evaluate(EvaluationOf<T>& e) {
  const auto& kernel = embedded::kernelFor<T>();
  setGround(e);
  kernel.positions(e.memory);
  kernel.reduce(e.memory);
  const T growth = growthOf(e);
  kernel.velocities(e.memory);
  kernel.motions(e.memory);
  applyJointLaws(e);
  applyForces(e);
  kernel.eliminate(e.memory);
  kernel.accelerate(e.memory);
  return growth;
}

// After begin(). As Embedded::project, with a fixed number of corrections and one factorisation; returns the residual
// that is left.
template <class T>
T correct(EvaluationOf<T>& e) {
  const auto& kernel = embedded::kernelFor<T>();
  constexpr int kCorrections = 2;
  for (int k = 0; k <= kCorrections; ++k) {
    setGround(e);
    kernel.positions(e.memory);
    kernel.residuals(e.memory);
    if (k == kCorrections) break;
    if (k == 0) kernel.reduce(e.memory);
    kernel.correct(e.memory);
  }
  return residualOf(e);
}

// After begin(), of duals at a position that is closed: gives the dependent positions the derivatives that keep it
// closed. One correction by Newton's method does that, because Phi_d z_d' = -Phi' is linear in the derivatives.
template <class T>
void moveDependents(EvaluationOf<DualOf<T>>& e) {
  if (e.m.blocks.empty()) return;
  const auto& kernel = embedded::kernelFor<DualOf<T>>();
  const std::vector<DualOf<T>> before = e.inputs.y;
  setGround(e);
  kernel.positions(e.memory);
  kernel.residuals(e.memory);
  kernel.reduce(e.memory);
  kernel.correct(e.memory);
  for (std::size_t k = 0; k < before.size(); ++k) e.inputs.y[k].value = before[k].value;
}

// After evaluate(): rates of the state without the work, as positionRates() and Simulation::ratesFrom().
template <class T>
std::vector<T> ratesOf(const EvaluationOf<T>& e) {
  const Mechanism& m = e.m;
  std::vector<T> rates(at(m.workAt()));
  for (const Mechanism::Motion& motion : m.motions) {
    if (motion.kind == MotionKind::ball) {
      const T* const q = e.inputs.y.data() + motion.z;
      const T* const w = e.z_dot.data() + motion.v;
      rates[at(motion.z)] = 0.5 * -(w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
      rates[at(motion.z + 1)] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
      rates[at(motion.z + 2)] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
      rates[at(motion.z + 3)] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
      continue;
    }
    for (int k = 0; k < positionsOf(motion.kind); ++k) rates[at(motion.z + k)] = e.z_dot[at(motion.v + k)];
  }
  for (int v = 0; v < m.vCount; ++v) rates[at(m.velocityAt() + v)] = e.z_ddot[at(v)];
  for (std::size_t k = 0; k < m.drives.size(); ++k) {
    const JetOf<T>& signal = e.signals[at(m.drives[k].signal)];
    rates[at(m.integralAt()) + 2 * k] = signal.rate;
    rates[at(m.integralAt()) + 2 * k + 1] = signal.second;
  }
  return rates;
}

}  // namespace mb
