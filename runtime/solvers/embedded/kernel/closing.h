// The closing equations of a unit: factors of Phi_d, R, velocities and accelerations of the dependent coordinates.
#pragma once

#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/kernel/places.h"

namespace mb::embedded::MB_VARIANT {

// Solves for one right-hand side in place: rows in the order of the pivots.
template <class T>
inline void solveRow(const Unit& u, const double* local, double* rows) {
  constexpr int W = kWidth<T>;
  for (const ForwardOp& op : u.forward) {
    double* const target = rows + op.row * W;
    store(target, load<T>(target) - load<T>(local + op.entry * W) * load<T>(rows + op.pivot * W));
  }
  const int* p = u.backward.data();
  for (int k = u.rank; k-- > 0;) {
    T value = load<T>(rows + k * W);
    for (int n = *p++; n > 0; --n, p += 2) value -= load<T>(local + p[0] * W) * load<T>(rows + p[1] * W);
    store(rows + k * W, value * load<T>(local + (u.localPivots + k) * W));
  }
}

// The same for `count` of them.
template <class T>
inline void solveRows(const Unit& u, const double* local, double* rows, int count) {
  if (count == 1) return solveRow<T>(u, local, rows);
  constexpr int W = kWidth<T>;
  const auto subtract = [&](int target, int from, const T& factor) {
    double* const t = rows + target * count * W;
    const double* const f = rows + from * count * W;
    for (int c = 0; c < count; ++c) store(t + c * W, load<T>(t + c * W) - factor * load<T>(f + c * W));
  };
  for (const ForwardOp& op : u.forward) subtract(op.row, op.pivot, load<T>(local + op.entry * W));
  const int* q = u.backward.data();
  for (int k = u.rank; k-- > 0;) {
    for (int n = *q++; n > 0; --n) {
      const int entry = *q++;
      const int row = *q++;
      subtract(k, row, load<T>(local + entry * W));
    }
    const T inverse = load<T>(local + (u.localPivots + k) * W);
    double* const t = rows + k * count * W;
    for (int c = 0; c < count; ++c) store(t + c * W, load<T>(t + c * W) * inverse);
  }
}

inline Six<Lanes> columnsOf(const Columns& columns, const double* values) {
  if (columns.isSlot) return loadSix<Lanes, 4>(values + columns.at[0]);
  Lanes x[6];
  for (int k = 0; k < 6; ++k) x[k] = gather<Lanes>(values + 4 * k, columns.at.data());
  return sixOf(x);
}
template <class T, int S>
void reduceUnit(const Unit& u, double* values) {
  constexpr int W = kWidth<T>;
  double* const local = values + u.localLu;
  for (const ConstantOp& op : u.constants) store(local + op.local * W, all<T>(op.value));
  for (const JacobianOp& op : u.jacobian) {
    store(local + op.local * W, op.sign * dot(loadSix<T, S>(values + op.gradient), loadSix<T, S>(values + op.b)));
  }
  for (const LaneJacobianOp& op : u.laneJacobian) {
    const Lanes value = dot(loadSix<Lanes, 4>(values + op.gradient), columnsOf(op.b, values));
    const Lanes sign{op.sign[0], op.sign[1], op.sign[2], op.sign[3]};
    put(local, op.local, Lanes(sign * value), 4);
  }
  const int* p = u.lu.data();
  for (int k = 0; k < u.rank; ++k) {
    const T inverse = 1.0 / load<T>(local + *p++ * W);
    store(local + (u.localPivots + k) * W, inverse);
    for (int n = *p++; n > 0; --n) {
      double* const factor = local + *p++ * W;
      store(factor, load<T>(factor) * inverse);
    }
    for (int n = *p++; n > 0; --n, p += 3) {
      double* const target = local + p[0] * W;
      store(target, load<T>(target) - load<T>(local + p[1] * W) * load<T>(local + p[2] * W));
    }
  }
  solveRows<T>(u, local, local + u.localR * W, u.free);
}

template <class T>
void velocitiesOf(const Unit& u, const Memory& memory) {
  constexpr int W = kWidth<T>;
  double* const local = memory.values + u.localLu;
  double* const x = local + u.localRate * W;
  if (u.hasSignals) {
    for (int k = 0; k < u.rank; ++k) {
      T rate = all<T>(0);
      for (int l = 0; l < W; ++l) {
        if (u.signal[k][l] >= 0) setLane(rate, l, memory.signalRate[u.signal[k][l]]);
      }
      store(x + k * W, rate);
    }
    solveRow<T>(u, local, x);
  }
  double* const given = local + u.localS * W;  // free until the masses come
  for (int c = 0; c < u.free; ++c) store(given + c * W, gather<T>(memory.given, u.v[u.independent[c]].data()));
  const double* R = local + u.localR * W;
  for (int k = 0; k < u.rank; ++k) {
    T value = u.hasSignals ? load<T>(x + k * W) : all<T>(0);
    for (int c = 0; c < u.free; ++c, R += W) value += load<T>(R) * load<T>(given + c * W);
    put(memory.z_dot, u.dependentV.data()[k], value, u.lanes);
  }
}

// Dependent accelerations when the independent ones are none.
template <class T>
inline const double* solveGamma(const Unit& u, const Memory& memory) {
  constexpr int W = kWidth<T>;
  double* const local = memory.values + u.localLu;
  double* const x = local + u.localX * W;
  for (int k = 0; k < u.rank; ++k) {
    if (u.gamma[k] >= 0) {
      store(x + k * W, load<T>(memory.values + u.gamma[k]));
      continue;
    }
    T second = all<T>(0);
    for (int l = 0; l < W; ++l) {
      if (u.signal[k][l] >= 0) setLane(second, l, memory.signalSecond[u.signal[k][l]]);
    }
    store(x + k * W, second);
  }
  solveRow<T>(u, local, x);
  return x;
}

}  // namespace mb::embedded::MB_VARIANT
