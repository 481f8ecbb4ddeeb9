// Closing rows: gradients from the positions, right-hand sides of the accelerations from the velocities.
#pragma once

#include "runtime/solvers/embedded/kernel/places.h"

namespace mb::embedded::MB_VARIANT {

// One end of a closing.
template <class T>
struct End {
  Axes<T> R;
  Vec<T> p;
  Six<T> Z, A;
  Vec<T> p_dot() const { return velocityAt(Z, p); }
  Vec<T> p_ddot() const { return velocityAt(A, p) + cross(Z.w, velocityAt(Z, p)); }
};

template <class T>
[[gnu::always_inline]] inline End<T> endOf(const Source& source, const Number* values, const Number* constants,
                                           int axes) {
  constexpr int S = kWidth<T>;
  T x[12];
  take<T, 12>(source, values, kR, x);
  const Frame<T> L = frameOf(x);
  End<T> end;
  end.p = L.p + L.R * loadVec<T, S>(constants + 9 * S);
  for (int c = 0; c < 3; ++c) {
    if (axes >> c & 1) end.R.e[c] = L.R * loadVec<T, S>(constants + 3 * c * S);
  }
  return end;
}

// The angle of M about an axis of F: that of an axis m of M, from e_c towards e_s of F, as in
// runtime/evaluation/equations.cpp.
template <class T>
struct Angle {
  Vec<T> m, es, ec;
  T s, c, square;
  Vec<T> n;  // of the gradient: n / square
};
template <class T>
inline Angle<T> angleOf(const End<T>& F, const End<T>& M, int axis) {
  constexpr int kM[3] = {2, 2, 0}, kS[3] = {1, 0, 1}, kC[3] = {2, 2, 0};
  constexpr double kSign[3] = {-1, 1, 1};
  Angle<T> a;
  a.m = M.R.e[kM[axis]];
  a.es = all<T>(kSign[axis]) * F.R.e[kS[axis]];
  a.ec = F.R.e[kC[axis]];
  a.s = dot(a.es, a.m);
  a.c = dot(a.ec, a.m);
  a.square = a.s * a.s + a.c * a.c;
  a.n = a.c * cross(a.m, a.es) - a.s * cross(a.m, a.ec);
  return a;
}
template <class T>
inline Vec<T> angleGradientRate(const Angle<T>& a, const Vec<T>& wF, const Vec<T>& wM) {
  const Vec<T> m_dot = cross(wM, a.m);
  const Vec<T> es_dot = cross(wF, a.es);
  const Vec<T> ec_dot = cross(wF, a.ec);
  const T s_dot = dot(es_dot, a.m) + dot(a.es, m_dot);
  const T c_dot = dot(ec_dot, a.m) + dot(a.ec, m_dot);
  const Vec<T> n_dot = c_dot * cross(a.m, a.es) + a.c * (cross(m_dot, a.es) + cross(a.m, es_dot)) -
                       s_dot * cross(a.m, a.ec) - a.s * (cross(m_dot, a.ec) + cross(a.m, ec_dot));
  const T growth = 2.0 * (a.s * s_dot + a.c * c_dot) / a.square;
  return (1.0 / a.square) * (n_dot - growth * a.n);
}

// The force {f; t} on M per unit of a row's multiplier. The row's rate is this times Z_M - Z_F.
template <class T>
[[gnu::always_inline]] inline Six<T> gradientOf(const RowOp& row, const End<T>& F, const End<T>& M,
                                                const Number* constants) {
  const Vec<T> none{all<T>(0), all<T>(0), all<T>(0)};
  switch (row.kind) {
    case RowKind::on: return wrenchAt(M.p, F.R.e[row.a]);
    case RowKind::onMoving: return wrenchAt(F.p, M.R.e[row.a]);
    case RowKind::perpendicular: return {none, cross(M.R.e[row.b], F.R.e[row.a])};
    case RowKind::noTwist: {
      const int b = (row.a + 1) % 3, c = (row.a + 2) % 3;
      return {none, cross(M.R.e[b], F.R.e[c]) - cross(M.R.e[c], F.R.e[b])};
    }
    case RowKind::length: return wrenchAt(M.p, (1.0 / load<T>(constants + row.parameter)) * (M.p - F.p));
    case RowKind::radius: {
      const Vec<T> d = M.p - F.p;
      const Vec<T>& z = F.R.e[2];
      return wrenchAt(M.p, (1.0 / load<T>(constants + row.parameter)) * (d - dot(z, d) * z));
    }
    case RowKind::pitch: {
      const Angle<T> a = angleOf(F, M, 2);
      Six<T> g = wrenchAt(M.p, F.R.e[2]);
      g.w = g.w - (load<T>(constants + row.parameter) / a.square) * a.n;
      return g;
    }
    case RowKind::angle: {
      const Angle<T> a = angleOf(F, M, row.a);
      return {none, (1.0 / a.square) * a.n};
    }
    case RowKind::coordinates: break;  // not in closings
  }
  return {none, none};
}

// The acceleration of d as a frame sees it, d_ddot - alpha x d - w x (d_dot + s) with s = d_dot - w x d: along an axis
// of that frame it is the second derivative of a row of planes, at the bias accelerations.
template <class T>
inline Vec<T> seenFrom(const End<T>& frame, const Vec<T>& d, const Vec<T>& d_dot, const Vec<T>& d_ddot) {
  const Vec<T>& w = frame.Z.w;
  const Vec<T> s = d_dot - cross(w, d);
  return d_ddot - cross(frame.A.w, d) - cross(w, d_dot + s);
}
template <class T>
inline T turnBias(const Vec<T>& m, const Vec<T>& f, const End<T>& F, const End<T>& M) {
  const Vec<T> rate = cross(cross(M.Z.w, m), f) + cross(m, cross(F.Z.w, f));
  return dot(cross(m, f), M.A.w - F.A.w) + dot(rate, M.Z.w - F.Z.w);
}
template <class T>
[[gnu::always_inline]] inline T biasOf(const RowOp& row, const End<T>& F, const End<T>& M, const Vec<T>& d,
                                       const Vec<T>& d_dot, const Vec<T>& d_ddot, const Vec<T>& inF,
                                       const Number* constants) {
  const auto angleBias = [&](const Angle<T>& a) {
    return dot((1.0 / a.square) * a.n, M.A.w - F.A.w) + dot(angleGradientRate(a, F.Z.w, M.Z.w), M.Z.w - F.Z.w);
  };
  switch (row.kind) {
    case RowKind::on: return dot(F.R.e[row.a], inF);
    case RowKind::onMoving: return dot(M.R.e[row.a], seenFrom(M, d, d_dot, d_ddot));
    case RowKind::perpendicular: return turnBias(M.R.e[row.b], F.R.e[row.a], F, M);
    case RowKind::noTwist: {
      const int b = (row.a + 1) % 3, c = (row.a + 2) % 3;
      return turnBias(M.R.e[b], F.R.e[c], F, M) - turnBias(M.R.e[c], F.R.e[b], F, M);
    }
    case RowKind::length: return (dot(d_dot, d_dot) + dot(d, d_ddot)) / load<T>(constants + row.parameter);
    case RowKind::radius: {
      const Vec<T>& z = F.R.e[2];
      const Vec<T> s_dot = d_dot - cross(F.Z.w, d);  // as F sees it
      const Vec<T> across = d - dot(z, d) * z;
      const T along = dot(z, s_dot);
      return (dot(s_dot, s_dot) - along * along + dot(across, inF)) / load<T>(constants + row.parameter);
    }
    case RowKind::pitch: return dot(F.R.e[2], inF) - load<T>(constants + row.parameter) * angleBias(angleOf(F, M, 2));
    case RowKind::angle: return angleBias(angleOf(F, M, row.a));
    case RowKind::coordinates: break;
  }
  return all<T>(0);
}

template <class T>
[[gnu::always_inline]] inline void keepEnd(const End<T>& end, int axes, Number* at) {
  constexpr int S = kWidth<T>;
  storeVec<T, S>(at, end.p);
  for (int c = 0; c < 3; ++c) {
    if (axes >> c & 1) storeVec<T, S>(at + (3 + 3 * c) * S, end.R.e[c]);
  }
}
template <class T>
[[gnu::always_inline]] inline End<T> keptEnd(const Source& source, int axes, const Number* at, const Number* values) {
  constexpr int S = kWidth<T>;
  End<T> end;
  end.p = loadVec<T, S>(at);
  for (int c = 0; c < 3; ++c) {
    if (axes >> c & 1) end.R.e[c] = loadVec<T, S>(at + (3 + 3 * c) * S);
  }
  T x[12];
  take<T, 12>(source, values, kZ, x);
  end.Z = sixOf(x);
  end.A = sixOf(x + 6);
  return end;
}

template <class T>
void setGradients(const Schedule& s, const ClosingSlot& slot, const Number* constants, Number* values) {
  constexpr int S = kWidth<T>;
  const End<T> F = endOf<T>(slot.F, values, constants + slot.constants, slot.axesF);
  const End<T> M = endOf<T>(slot.M, values, constants + slot.constants + 12 * S, slot.axesM);
  keepEnd(F, slot.axesF, values + slot.at);
  keepEnd(M, slot.axesM, values + slot.at + 12 * S);
  for (int r = 0; r < slot.rowCount; ++r) {
    const RowOp& row = s.rows.data()[slot.firstRow + r];
    storeSix<T, S>(values + row.at, gradientOf(row, F, M, constants));
  }
}

template <class T>
void setGammas(const Schedule& s, const ClosingSlot& slot, const Number* constants, Number* values,
               const Number* second) {
  constexpr int S = kWidth<T>;
  const End<T> F = keptEnd<T>(slot.F, slot.axesF, values + slot.at, values);
  const End<T> M = keptEnd<T>(slot.M, slot.axesM, values + slot.at + 12 * S, values);
  const Vec<T> d = M.p - F.p;
  const Vec<T> d_dot = M.p_dot() - F.p_dot();
  const Vec<T> d_ddot = M.p_ddot() - F.p_ddot();
  const Vec<T> inF = seenFrom(F, d, d_dot, d_ddot);  // most rows need it
  for (int r = 0; r < slot.rowCount; ++r) {
    const RowOp& row = s.rows.data()[slot.firstRow + r];
    T gamma = -biasOf(row, F, M, d, d_dot, d_ddot, inF, constants);
    for (int l = 0; l < S && row.hasSignal; ++l) {
      if (row.signal[l] >= 0) setLane(gamma, l, lane(gamma, l) + second[row.signal[l]]);
    }
    store(values + row.at + 6 * S, gamma);
  }
}

}  // namespace mb::embedded::MB_VARIANT
