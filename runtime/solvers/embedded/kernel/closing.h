// Closing equations of a batch: factors of Phi_d, R, velocities and accelerations of dependent coordinates.
#pragma once

#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/kernel/places.h"

namespace mb::embedded::MB_VARIANT {

// Solves for one right-hand side in place; rows are in the order of the pivots.
template <class T>
inline void solveRow(const ClusterBatch& batch, const Number* local, Number* rows) {
  constexpr int W = kWidth<T>;
  for (const ForwardOp& op : batch.forward) {
    Number* const target = rows + op.row * W;
    store(target, load<T>(target) - load<T>(local + op.entry * W) * load<T>(rows + op.pivot * W));
  }
  const int* p = batch.backward.data();
  for (int k = batch.rank; k-- > 0;) {
    T value = load<T>(rows + k * W);
    for (int n = *p++; n > 0; --n, p += 2) value -= load<T>(local + p[0] * W) * load<T>(rows + p[1] * W);
    store(rows + k * W, value * load<T>(local + (batch.localPivots + k) * W));
  }
}

// The same for `count` right-hand sides.
template <class T>
inline void solveRows(const ClusterBatch& batch, const Number* local, Number* rows, int count) {
  if (count == 1) return solveRow<T>(batch, local, rows);
  constexpr int W = kWidth<T>;
  const auto subtract = [&](int target, int from, const T& factor) {
    Number* const t = rows + target * count * W;
    const Number* const f = rows + from * count * W;
    for (int c = 0; c < count; ++c) store(t + c * W, load<T>(t + c * W) - factor * load<T>(f + c * W));
  };
  for (const ForwardOp& op : batch.forward) subtract(op.row, op.pivot, load<T>(local + op.entry * W));
  const int* q = batch.backward.data();
  for (int k = batch.rank; k-- > 0;) {
    for (int n = *q++; n > 0; --n) {
      const int entry = *q++;
      const int row = *q++;
      subtract(k, row, load<T>(local + entry * W));
    }
    const T inverse = load<T>(local + (batch.localPivots + k) * W);
    Number* const t = rows + k * count * W;
    for (int c = 0; c < count; ++c) store(t + c * W, load<T>(t + c * W) * inverse);
  }
}

inline Six<Lanes> columnsOf(const Columns& columns, const Number* values) {
  if (columns.isAligned) return loadSix<Lanes, 4>(values + columns.at[0]);
  Lanes x[6];
  for (int k = 0; k < 6; ++k) x[k] = gather<Lanes>(values + 4 * k, columns.at.data());
  return sixOf(x);
}
template <class T, int S>
void reduceBatch(const ClusterBatch& batch, Number* values) {
  constexpr int W = kWidth<T>;
  Number* const local = values + batch.local;
  for (const ConstantOp& op : batch.constants) store(local + op.local * W, all<T>(op.value));
  for (const JacobianOp& op : batch.jacobian) {
    store(local + op.local * W, op.sign * dot(loadSix<T, S>(values + op.gradient), loadSix<T, S>(values + op.b)));
  }
  for (const LaneJacobianOp& op : batch.laneJacobian) {
    const Lanes value = dot(loadSix<Lanes, 4>(values + op.gradient), columnsOf(op.b, values));
    const Lanes sign{op.sign[0], op.sign[1], op.sign[2], op.sign[3]};
    put(local, op.local, Lanes(sign * value), 4);
  }
  const int* p = batch.lu.data();
  for (int k = 0; k < batch.rank; ++k) {
    const T inverse = 1.0 / load<T>(local + *p++ * W);
    store(local + (batch.localPivots + k) * W, inverse);
    for (int n = *p++; n > 0; --n) {
      Number* const factor = local + *p++ * W;
      store(factor, load<T>(factor) * inverse);
    }
    for (int n = *p++; n > 0; --n, p += 3) {
      Number* const target = local + p[0] * W;
      store(target, load<T>(target) - load<T>(local + p[1] * W) * load<T>(local + p[2] * W));
    }
  }
  solveRows<T>(batch, local, local + batch.localR * W, batch.free);
}

template <class T>
void velocitiesOf(const ClusterBatch& batch, const Memory& memory) {
  constexpr int W = kWidth<T>;
  Number* const local = memory.values + batch.local;
  Number* const x = local + batch.localRate * W;
  if (batch.hasSignals) {
    for (int k = 0; k < batch.rank; ++k) {
      T rate = all<T>(0);
      for (int l = 0; l < W; ++l) {
        if (batch.signal[k][l] >= 0) setLane(rate, l, memory.signalRate[batch.signal[k][l]]);
      }
      store(x + k * W, rate);
    }
    solveRow<T>(batch, local, x);
  }
  Number* const given = local + batch.localS * W;  // unused until elimination
  for (int c = 0; c < batch.free; ++c)
    store(given + c * W, gather<T>(memory.given, batch.v[batch.independent[c]].data()));
  const Number* R = local + batch.localR * W;
  for (int k = 0; k < batch.rank; ++k) {
    T value = batch.hasSignals ? load<T>(x + k * W) : all<T>(0);
    for (int c = 0; c < batch.free; ++c, R += W) value += load<T>(R) * load<T>(given + c * W);
    put(memory.z_dot, batch.dependentV.data()[k], value, batch.lanes);
  }
}

// Dependent accelerations if the independent ones are zero.
template <class T>
inline const Number* solveGamma(const ClusterBatch& batch, const Memory& memory) {
  constexpr int W = kWidth<T>;
  Number* const local = memory.values + batch.local;
  Number* const x = local + batch.localX * W;
  for (int k = 0; k < batch.rank; ++k) {
    if (batch.gamma[k] >= 0) {
      store(x + k * W, load<T>(memory.values + batch.gamma[k]));
      continue;
    }
    T second = all<T>(0);
    for (int l = 0; l < W; ++l) {
      if (batch.signal[k][l] >= 0) setLane(second, l, memory.signalSecond[batch.signal[k][l]]);
    }
    store(x + k * W, second);
  }
  solveRow<T>(batch, local, x);
  return x;
}

}  // namespace mb::embedded::MB_VARIANT
