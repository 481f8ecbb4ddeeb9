// The stages of Embedded::evaluate and Embedded::project (runtime/solvers/embedded/embedded.cpp) in the same order.
#pragma once

#include "formats/model/tracing/cuts.h"
#include "formats/model/tracing/dual.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"
#include "runtime/linear/small_linear.h"
#include "runtime/scalars/forces.h"

namespace mb {

template <class T>
void begin(EvaluationOf<T>& e, EvaluationInputs<T> inputs) {
  e.inputs = std::move(inputs);
  e.angles = e.inputs.lastAngles;
  e.memory.y = e.memory.moved = e.inputs.y.data();
  e.memory.given = e.inputs.y.data() + e.m.velocityAt();
  std::fill(e.tau.begin(), e.tau.end(), T(0));
  setConstants(e);
  setInputs(e);
  setSignals(e);
}

template <class T>
void noteGrowth(EvaluationOf<T>& e) {
  e.growth = 0;
  for (const embedded::ClusterBatch& batch : e.layout.schedule.batches) {
    const T* const inverse = e.memory.values + batch.local + batch.localPivots * batch.width;
    for (int l = 0; l < batch.lanes; ++l) {
      for (int k = 0; k < batch.rank; ++k) {
        const T growth = fabs(inverse[k * batch.width + l] * T(batch.chosen[at(k)][at(l)]));
        e.growth = choose(growth <= e.growth, e.growth, growth);
      }
    }
    endPiece();
  }
}

// As ClosingChecks::chosenResidual and worstResidual.
template <class T>
void noteResidual(EvaluationOf<T>& e) {
  const auto note = [&](const std::vector<embedded::ClosingChecks::Value>& rows, T& worst) {
    worst = 0;
    for (const embedded::ClosingChecks::Value& row : rows) {
      const T open = fabs(e.memory.values[row.at]) * T(row.scale);
      worst = choose(open <= worst, worst, open);
    }
    endPiece();
  };
  note(e.checks.chosen(), e.open);
  note(e.checks.rows(), e.residual);
}

// After begin(). Sets velocities, accelerations, angles, whether a coordinate has no inertia, and the growth of the
// pivots. Its stages can be recorded by themselves.
template <class T>
void placeLinks(EvaluationOf<T>& e) {
  setGround(e);
  embedded::kernelFor<T>().positions(e.memory);
}
template <class T>
void factorise(EvaluationOf<T>& e) {
  embedded::kernelFor<T>().reduce(e.memory);
  noteGrowth(e);
}
template <class T>
void accelerate(EvaluationOf<T>& e) {
  const auto& kernel = embedded::kernelFor<T>();
  kernel.velocities(e.memory);
  kernel.motions(e.memory);
  applyJointLaws(e);
  applyForces(e);
  kernel.eliminate(e.memory);
  kernel.accelerate(e.memory);
}
template <class T>
void evaluate(EvaluationOf<T>& e) {
  placeLinks(e);
  factorise(e);
  accelerate(e);
}

// After begin(), with the factors of the last evaluation at factorPlaces(). A correction is taken where
// Embedded::project takes it, so that the positions have its bits, unless it takes more than two or new factors.
template <class T>
void correct(EvaluationOf<T>& e) {
  const auto& kernel = embedded::kernelFor<T>();
  constexpr int kCorrections = 2;
  const auto measure = [&] {
    placeLinks(e);
    kernel.residuals(e.memory);
    noteResidual(e);
  };
  measure();
  auto goesOn = T(kClosed) < e.open;
  for (int k = 0; k < kCorrections; ++k) {
    const std::vector<T> before = e.inputs.y;
    kernel.correct(e.memory);
    for (int z = 0; z < e.m.zCount; ++z) e.inputs.y[at(z)] = choose(goesOn, e.inputs.y[at(z)], before[at(z)]);
    const T last = e.open;
    measure();
    const auto isRoundOff = T(0.5) * last <= e.open && e.open < T(kClosedToRoundOff);
    goesOn = goesOn && T(kClosed) < e.open && !isRoundOff;
  }
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
  for (int k = 0; k < m.library.stateCount; ++k) rates[at(m.lawStateAt() + k)] = e.stateRates[at(k)];
  return rates;
}

}  // namespace mb
