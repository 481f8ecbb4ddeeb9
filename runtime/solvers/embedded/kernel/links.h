// Links: poses and columns from the positions, then velocities, bias and inertia.
#pragma once

#include "runtime/solvers/embedded/kernel/places.h"

namespace mb::embedded::MB_VARIANT {

template <class T>
[[gnu::always_inline]] inline void turn(Axes<T>& R, int axis, const T& angle) {
  T s, c;
  sineCosineOf(angle, s, c);
  Vec<T>& u = R.e[(axis + 1) % 3];
  Vec<T>& v = R.e[(axis + 2) % 3];
  const Vec<T> u0 = u;
  u = c * u0 + s * v;
  v = c * v - s * u0;
}

template <class T>
inline void putColumn(double* at, const Vec<T>& p, const Vec<T>& u) {
  constexpr int S = kWidth<T>;
  storeVec<T, S>(at, cross(p, u));
  storeVec<T, S>(at + 3 * S, u);
}

// A ball's rotation; stages of an integration leave the unit sphere a little.
template <class T>
inline Axes<T> rotationOf(const T& w, const T& x, const T& y, const T& z) {
  const T s = 2.0 / (w * w + x * x + y * y + z * z);
  return {{{1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
           {s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)},
           {s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)}}};
}

// A rotation vector's exponential is 1 + a B + c B B, its left Jacobian 1 + c B + d B B, with B = beta x. Series below
// the angle where they beat the cancellation of the closed forms.
template <class T>
struct Bend {
  Vec<T> beta;
  T square, a, c, d, sine, cosine;
  LaneMask<T> isSmall;
  Vec<T> times(const T& first, const T& second, const Vec<T>& u) const {
    const Vec<T> Bu = cross(beta, u);
    return u + first * Bu + second * cross(beta, Bu);
  }
};
template <class T>
inline Bend<T> bendOf(const StepOp& step, const double* y, double sign) {
  Bend<T> bend;
  T angles[3] = {all<T>(0), all<T>(0), all<T>(0)};
  Four next = step.z;
  for (int& i : next) ++i;
  angles[(step.axis + 1) % 3] = sign * gather<T>(y, step.z.data());
  angles[(step.axis + 2) % 3] = sign * gather<T>(y, next.data());
  bend.beta = {angles[0], angles[1], angles[2]};
  bend.square = dot(bend.beta, bend.beta);
  const T q = bend.square;
  const T angle = squareRoot(q);
  sineCosineOf(angle, bend.sine, bend.cosine);
  bend.isSmall = angle < 0.05;
  const T one = all<T>(1);
  const T safe = bend.isSmall ? one : angle;
  const T safeSquare = safe * safe;
  bend.a = bend.isSmall ? T(1.0 - q / 6.0 + q * q / 120.0 - q * q * q / 5040.0) : T(bend.sine / safe);
  bend.c = bend.isSmall ? T(0.5 - q / 24.0 + q * q / 720.0) : T((1.0 - bend.cosine) / safeSquare);
  bend.d = bend.isSmall ? T(1.0 / 6.0 - q / 120.0 + q * q / 5040.0) : T((angle - bend.sine) / (safeSquare * safe));
  return bend;
}
// The rate of the left Jacobian times the rate of the vector: as runtime/evaluation/velocities.cpp has it.
template <class T>
inline Vec<T> bendBias(const Bend<T>& bend, const Vec<T>& rate) {
  const T q = bend.square;
  const T angle = squareRoot(q);
  const T safe = bend.isSmall ? all<T>(1) : angle;
  const T safeSquare = safe * safe;
  const T e1 = bend.isSmall ? T(-1.0 / 12.0 + q / 180.0 - q * q / 6720.0)
                            : T((angle * bend.sine - 2.0 * (1.0 - bend.cosine)) / (safeSquare * safeSquare));
  const T e2 = bend.isSmall
                   ? T(-1.0 / 60.0 + q / 1260.0 - q * q / 60480.0)
                   : T(((1.0 - bend.cosine) / safe - 3.0 * (angle - bend.sine) / safeSquare) / (safeSquare * safe));
  const T turning = dot(bend.beta, rate);
  const Vec<T> across = cross(bend.beta, rate);
  return (e1 * turning) * across + (e2 * turning) * cross(bend.beta, across) + bend.d * cross(rate, across);
}

template <class T>
void walk(const Schedule& s, const LinkSlot& slot, const double* constants, const double* y, double* values,
          double* columns, Frame<T>& X) {
  constexpr int S = kWidth<T>;
  for (int k = 0; k < slot.stepCount; ++k) {
    const StepOp& step = s.steps.data()[slot.firstStep + k];
    double* const b = columns + step.column * kColumnSize * S;
    const double sign = step.isInverse ? -1.0 : 1.0;
    const T signs = all<T>(sign);
    const Vec<T> u = X.R.e[step.axis];
    switch (step.kind) {
      case StepKind::rotation:
        putColumn(b, X.p, signs * u);
        turn(X.R, step.axis, T(sign * gather<T>(y, step.z.data())));
        break;
      case StepKind::translation: {
        storeVec<T, S>(b, signs * u);
        storeVec<T, S>(b + 3 * S, Vec<T>{all<T>(0), all<T>(0), all<T>(0)});
        X.p = X.p + (sign * gather<T>(y, step.z.data())) * u;
        break;
      }
      case StepKind::screw: {
        const T z = sign * gather<T>(y, step.z.data());
        const T pitch = load<T>(constants + step.constant);
        storeVec<T, S>(b, signs * (cross(X.p, u) + pitch * u));
        storeVec<T, S>(b + 3 * S, signs * u);
        X.p = X.p + (pitch * z) * u;
        turn(X.R, step.axis, z);
        break;
      }
      case StepKind::ball: {
        Four index = step.z;
        T q[4];
        for (int c = 0; c < 4; ++c) {
          q[c] = gather<T>(y, index.data());
          for (int& i : index) ++i;
        }
        const Axes<T> before = X.R;
        const Axes<T> Q = rotationOf<T>(q[0], sign * q[1], sign * q[2], sign * q[3]);
        for (int c = 0; c < 3; ++c) X.R.e[c] = before * Q.e[c];
        // The velocities are along F's axes.
        const Axes<T>& F = step.isInverse ? X.R : before;
        for (int c = 0; c < 3; ++c) putColumn(b + c * kColumnSize * S, X.p, signs * F.e[c]);
        break;
      }
      case StepKind::offset: X.p = X.p + (sign * load<T>(constants + step.constant)) * u; break;
      case StepKind::turn: {
        const Axes<T> R = X.R;
        const int shift = step.isInverse ? 2 : 1;
        for (int c = 0; c < 3; ++c) X.R.e[c] = R.e[(c + shift) % 3];
        break;
      }
      case StepKind::bend: {
        const Bend<T> bend = bendOf<T>(step, y, 1.0);
        const T zero = all<T>(0), one = all<T>(1);
        const Vec<T> unit[3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
        const Axes<T> before = X.R;
        for (int c = 0; c < 3; ++c) X.R.e[c] = before * bend.times(signs * bend.a, bend.c, unit[c]);
        const Axes<T>& F = step.isInverse ? X.R : before;
        for (int c = 0; c < 2; ++c) {
          putColumn(b + c * kColumnSize * S, X.p,
                    signs * (F * bend.times(bend.c, bend.d, unit[(step.axis + 1 + c) % 3])));
        }
        storeAxes<T, S>(values + step.frame, F);
        storeVec<T, S>(values + step.frame + 9 * S, X.p);
        break;
      }
    }
  }
}

template <class T>
void placeLink(const Schedule& s, const LinkSlot& slot, const double* constants, const double* y, double* values) {
  constexpr int S = kWidth<T>;
  const double* const k = constants + slot.constants;
  Frame<T> X;
  if (slot.isOnGround) {  // whose axes are the world's
    X.R = loadAxes<T, S>(k + kRA * S);
    T p[3];
    take<T, 3>(slot.parent, values, kP, p);
    X.p = loadVec<T, S>(k + kPA * S) + Vec<T>{p[0], p[1], p[2]};
  } else {
    T parent[12];
    take<T, 12>(slot.parent, values, kR, parent);
    const Frame<T> P = frameOf(parent);
    for (int c = 0; c < 3; ++c) X.R.e[c] = P.R * loadVec<T, S>(k + (kRA + 3 * c) * S);
    X.p = P.p + P.R * loadVec<T, S>(k + kPA * S);
  }
  double* const columns = values + slot.columns;
  if (slot.isHinge) {
    putColumn(columns, X.p, X.R.e[2]);
    turn(X.R, 2, gather<T>(y, s.steps.data()[slot.firstStep].z.data()));
  } else {
    walk<T>(s, slot, constants, y, values, columns, X);
  }
  double* const out = values + slot.at;
  storeAxes<T, S>(out + kR * S, X.R);
  storeVec<T, S>(out + kP * S, X.p);
}

template <class T>
void moveLink(const Schedule& s, const LinkSlot& slot, const double* constants, const double* y, const double* z_dot,
              double* values) {
  constexpr int S = kWidth<T>;
  T parent[12];
  take<T, 12>(slot.parent, values, kZ, parent);
  Six<T> Z = sixOf(parent);
  Six<T> A = sixOf(parent + 6);
  const double* const columns = values + slot.columns;
  const T zero = all<T>(0);
  const auto part = [&](int c) {
    Four index = slot.v;
    for (int& i : index) i += c;
    return gather<T>(z_dot, index.data()) * loadSix<T, S>(columns + c * kColumnSize * S);
  };
  // Columns are fixed in the frame before their step, so their rate is the cross product with that frame's motion;
  // those of a step walked backwards are fixed in the frame after it, which gives the same.
  if (slot.columnCount == 1 && slot.stepCount == 1) {
    const Six<T> relative = part(0);
    if (!slot.isOnGround) A = A + crossMotion(Z, relative);
    Z = Z + relative;
  } else {
    for (int k = 0; k < slot.stepCount; ++k) {
      const StepOp& step = s.steps.data()[slot.firstStep + k];
      if (step.kind == StepKind::offset || step.kind == StepKind::turn) continue;
      Six<T> relative = part(step.column);
      if (step.kind == StepKind::ball) relative = relative + part(step.column + 1) + part(step.column + 2);
      if (step.kind == StepKind::bend) {
        relative = relative + part(step.column + 1);
        Four index = slot.v;
        for (int& i : index) i += step.column;
        T rates[3] = {zero, zero, zero};
        rates[(step.axis + 1) % 3] = gather<T>(z_dot, index.data());
        for (int& i : index) ++i;
        rates[(step.axis + 2) % 3] = gather<T>(z_dot, index.data());
        const Vec<T> bias = bendBias(bendOf<T>(step, y, 1.0), {rates[0], rates[1], rates[2]});
        const Vec<T> turning = all<T>(step.isInverse ? -1.0 : 1.0) * (loadAxes<T, S>(values + step.frame) * bias);
        A = A + Six<T>{cross(loadVec<T, S>(values + step.frame + 9 * S), turning), turning};
      }
      A = A + crossMotion(Z, relative);
      Z = Z + relative;
    }
  }
  double* const out = values + slot.at;
  storeSix<T, S>(out + kZ * S, Z);
  storeSix<T, S>(out + kA * S, A);
  if (!slot.hasMass) {
    for (int k = kForce; k < kAlpha; ++k) store(out + k * S, zero);
    return;
  }
  // Spatial inertia about the reference point: mass, first and second moments.
  const double* const k = constants + slot.constants;
  const Axes<T> R = loadAxes<T, S>(out + kR * S);
  const T m = load<T>(k + kMass * S);
  const Vec<T> r = loadVec<T, S>(out + kP * S) + R * loadVec<T, S>(k + kCom * S);
  const T J0 = load<T>(k + kMoments * S), J1 = load<T>(k + (kMoments + 1) * S), J2 = load<T>(k + (kMoments + 2) * S);
  const T J3 = load<T>(k + (kMoments + 3) * S), J4 = load<T>(k + (kMoments + 4) * S),
          J5 = load<T>(k + (kMoments + 5) * S);
  const Vec<T>&e0 = R.e[0], &e1 = R.e[1], &e2 = R.e[2];
  const Vec<T> k0 = J0 * e0 + J3 * e1 + J4 * e2;
  const Vec<T> k1 = J3 * e0 + J1 * e1 + J5 * e2;
  const Vec<T> k2 = J4 * e0 + J5 * e1 + J2 * e2;
  const T J[6] = {k0.x * e0.x + k1.x * e1.x + k2.x * e2.x, k0.y * e0.y + k1.y * e1.y + k2.y * e2.y,
                  k0.z * e0.z + k1.z * e1.z + k2.z * e2.z, k0.x * e0.y + k1.x * e1.y + k2.x * e2.y,
                  k0.x * e0.z + k1.x * e1.z + k2.x * e2.z, k0.y * e0.z + k1.y * e1.z + k2.y * e2.z};
  // Newton and Euler about the centre of mass: the same as I A + Z x I Z about the reference point.
  const Vec<T> f = m * (A.v + cross(A.w, r) + cross(Z.w, Z.v + cross(Z.w, r)));
  storeVec<T, S>(out + kForce * S, f);
  storeVec<T, S>(out + (kForce + 3) * S, cross(r, f) + (symmetric(J, A.w) + cross(Z.w, symmetric(J, Z.w))));
  const Vec<T> h = m * r;
  const T hx = h.x * r.x, hy = h.y * r.y, hz = h.z * r.z;
  double* const I = out + kArticulated * S;
  store(I + kRigidMass * S, m);
  store(I + kRigidX * S, h.x);
  store(I + kRigidY * S, h.y);
  store(I + kRigidZ * S, h.z);
  if (!slot.isRigid) {
    for (int n = 1; n < 3; ++n) store(I + n * S, m);
    for (int n = 3; n < 7; ++n) store(I + n * S, zero);
    store(I + 7 * S, -h.z);
    store(I + 10 * S, zero);
    store(I + 11 * S, -h.x);
    store(I + 12 * S, -h.y);
    store(I + 14 * S, zero);
  }
  store(I + 15 * S, J[0] + (hy + hz));
  store(I + 16 * S, J[1] + (hx + hz));
  store(I + 17 * S, J[2] + (hx + hy));
  store(I + 18 * S, J[3] - h.x * r.y);
  store(I + 19 * S, J[4] - h.x * r.z);
  store(I + 20 * S, J[5] - h.y * r.z);
}

}  // namespace mb::embedded::MB_VARIANT
