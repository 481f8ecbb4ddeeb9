// What an accepted step needs besides an evaluation: values of the closing equations, Newton's corrections of the
// dependent positions, and energies.
#pragma once

#include "runtime/solvers/embedded/kernel/closing.h"
#include "runtime/solvers/embedded/kernel/inertia.h"
#include "runtime/solvers/embedded/kernel/rows.h"

namespace mb::embedded::MB_VARIANT {

constexpr double kTurn = 6.28318530717958647692;

template <class T>
inline T arcTangent(const T& sine, const T& cosine) {
  using elementary::atan2;
  T angle = all<T>(0);
  for (int l = 0; l < kWidth<T>; ++l) setLane(angle, l, atan2(lane(sine, l), lane(cosine, l)));
  return angle;
}
// The value nearest to zero that differs by whole periods: a pose does not count revolutions.
template <class T>
inline T nearest(const T& value, const T& period) {
  using std::remainder;
  T rest = all<T>(0);
  for (int l = 0; l < kWidth<T>; ++l) setLane(rest, l, remainder(lane(value, l), lane(period, l)));
  return rest;
}

// The place of one end of a closing: what setGradients() has kept, and the axes that only redundant rows need.
template <class T>
[[gnu::always_inline]] inline End<T> placeOf(const Source& source, int kept, int needed, const Number* at,
                                             const Number* constants, const Number* values) {
  constexpr int S = kWidth<T>;
  End<T> end;
  end.p = loadVec<T, S>(at);
  for (int c = 0; c < 3; ++c) {
    if (kept >> c & 1) end.R.e[c] = loadVec<T, S>(at + (3 + 3 * c) * S);
  }
  if ((needed & ~kept) == 0) return end;
  T x[12];
  take<T, 12>(source, values, kR, x);
  const Frame<T> L = frameOf(x);
  for (int c = 0; c < 3; ++c) {
    if ((needed & ~kept) >> c & 1) end.R.e[c] = L.R * loadVec<T, S>(constants + 3 * c * S);
  }
  return end;
}

// A row without its function of time, as in runtime/evaluation/equations.cpp.
template <class T>
[[gnu::always_inline]] inline T valueOf(const RowOp& row, const End<T>& F, const End<T>& M, const Number* constants) {
  const Vec<T> d = M.p - F.p;
  const T parameter = load<T>(constants + row.parameter);
  switch (row.kind) {
    case RowKind::on: return dot(F.R.e[row.a], d);
    case RowKind::onMoving: return dot(M.R.e[row.a], d);
    case RowKind::perpendicular: return dot(F.R.e[row.a], M.R.e[row.b]) - parameter;
    case RowKind::noTwist: {
      const int b = (row.a + 1) % 3, c = (row.a + 2) % 3;
      return dot(F.R.e[c], M.R.e[b]) - dot(F.R.e[b], M.R.e[c]);
    }
    case RowKind::length: return (dot(d, d) - parameter * parameter) / (2.0 * parameter);
    case RowKind::radius: {
      const Vec<T>& z = F.R.e[2];
      const Vec<T> across = d - dot(z, d) * z;
      return (dot(across, across) - parameter * parameter) / (2.0 * parameter);
    }
    case RowKind::pitch: {
      const Angle<T> a = angleOf(F, M, 2);
      return nearest(T(dot(F.R.e[2], d) - parameter * arcTangent(a.s, a.c)), T(kTurn * parameter));
    }
    case RowKind::angle: {
      const Angle<T> a = angleOf(F, M, row.a);
      return arcTangent(a.s, a.c);
    }
    case RowKind::coordinates: break;  // not in closings
  }
  return all<T>(0);
}

// Values of all rows of a closing, redundant ones included, in the place of gamma.
template <class T>
void setResiduals(const Schedule& s, const ClosingSlot& slot, const Memory& memory) {
  constexpr int S = kWidth<T>;
  Number* const values = memory.values;
  const Number* const constants = memory.constants + slot.constants;
  const End<T> F = placeOf<T>(slot.F, slot.axesF, slot.allAxesF, values + slot.at, constants, values);
  const End<T> M = placeOf<T>(slot.M, slot.axesM, slot.allAxesM, values + slot.at + 12 * S, constants + 12 * S, values);
  for (int r = 0; r < slot.residualCount; ++r) {
    const RowOp& row = s.residualRows.data()[slot.firstResidual + r];
    T value = valueOf(row, F, M, memory.constants);
    for (int l = 0; l < S && row.hasSignal; ++l) {
      if (row.signal[l] >= 0) setLane(value, l, lane(value, l) - memory.signalValue[row.signal[l]]);
    }
    if (row.kind == RowKind::angle) value = nearest(value, all<T>(kTurn));
    store(values + row.at + 6 * S, value);
  }
}

inline void setResidual(const Schedule& s, const CoordinateRow& row, const Memory& memory) {
  Number value = -row.offset;
  if (row.signal >= 0) value -= memory.signalValue[row.signal];
  for (int t = row.firstTerm; t < row.firstTerm + row.termCount; ++t) {
    const CoordinateTerm& term = s.coordinateTerms.data()[t];
    value += term.factor * memory.y[term.z];
  }
  memory.values[row.at] = value;
}

// Solves Phi_d dz = -Phi for the dependent coordinates of a batch, with the factors that reduceBatch() made last.
template <class T>
void solveResiduals(const ClusterBatch& batch, const Memory& memory) {
  constexpr int W = kWidth<T>;
  Number* const local = memory.values + batch.local;
  Number* const x = local + batch.localX * W;
  for (int k = 0; k < batch.rank; ++k) store(x + k * W, T(-gather<T>(memory.values, batch.residual[k].data())));
  solveRow<T>(batch, local, x);
  for (int k = 0; k < batch.rank; ++k) put(memory.change, batch.dependentV[k], load<T>(x + k * W), batch.lanes);
}

// Turns a ball's quaternion by a rotation vector in the axes before it.
inline void turnBall(Number* q, const Number* by) {
  const Number half = 0.5 * squareRoot(by[0] * by[0] + by[1] * by[1] + by[2] * by[2]);
  Number sine, cosine;
  sineCosineOf(half, sine, cosine);
  const auto isNothing = half < 1e-8;
  const Number share = choose(isNothing, Number(0.5), Number(0.5 * sine / choose(isNothing, Number(1), half)));
  const Number x = share * by[0], y = share * by[1], z = share * by[2];
  const Number turned[4] = {
      cosine * q[0] - x * q[1] - y * q[2] - z * q[3], cosine * q[1] + x * q[0] + y * q[3] - z * q[2],
      cosine * q[2] + y * q[0] + z * q[1] - x * q[3], cosine * q[3] + z * q[0] + x * q[2] - y * q[1]};
  const Number length =
      squareRoot((turned[0] * turned[0] + turned[1] * turned[1]) + (turned[2] * turned[2] + turned[3] * turned[3]));
  for (int k = 0; k < 4; ++k) q[k] = turned[k] / length;
}

// The acceleration and the origin that the ground has instead of gravity and the reference point.
template <class T>
inline Vec<T> groundVec(const Memory& memory, int part) {
  const Number* const p = memory.values + memory.schedule->ground.at + part;
  return {all<T>(p[0]), all<T>(p[1]), all<T>(p[2])};
}

// Kinetic energy and potential of gravity of a link, before the elimination adds other links' inertias to its own. They
// take the place of its acceleration until that is known.
template <class T>
void setEnergies(const LinkSlot& slot, const Memory& memory) {
  constexpr int S = kWidth<T>;
  if (!slot.hasMass) return;
  Number* const link = memory.values + slot.at;
  const Number* const I = link + kArticulated * S;
  const Six<T> Z = loadSix<T, S>(link + kZ * S);
  const Vec<T> h{load<T>(I + kRigidX * S), load<T>(I + kRigidY * S), load<T>(I + kRigidZ * S)};
  const Vec<T> inWorld = h - load<T>(I + kRigidMass * S) * groundVec<T>(memory, kP);
  store(link + kAlpha * S, T(0.5 * dot(Z, timesRigid<T, S>(I, Z))));
  store(link + (kAlpha + 1) * S, dot(groundVec<T>(memory, kA), inWorld));
}

// The coupling of a removed rod's ends; the squares are in the links. A uniform field acts on a rod as its inertia
// does.
template <class T>
void setEnergies(const RodSlot& rod, const Memory& memory) {
  constexpr int S = kWidth<T>;
  const Vec<T> origin = groundVec<T>(memory, kP);
  Vec<T> p[2], v[2];
  for (int e = 0; e < 2; ++e) {
    p[e] = loadVec<T, S>(memory.values + rod.at + 3 * e * S);
    T x[6];
    take<T, 6>(rod.end[e], memory.values, kZ, x);
    v[e] = velocityAt(sixOf(x), p[e]);
    p[e] = p[e] - origin;
  }
  const T b = load<T>(memory.constants + rod.constants + 6 * S);
  store(memory.values + rod.at + 6 * S, T(b * dot(v[0], v[1])));
  store(memory.values + rod.at + 7 * S, T(b * dot(groundVec<T>(memory, kA), p[0] + p[1])));
}

}  // namespace mb::embedded::MB_VARIANT
