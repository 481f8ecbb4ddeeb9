// Links: poses and columns from the positions, then velocities, bias and inertia.
#pragma once

#include "runtime/solvers/embedded/kernel/bend.h"

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
inline void putColumn(Number* at, const Vec<T>& p, const Vec<T>& u) {
  constexpr int S = kWidth<T>;
  storeVec<T, S>(at, cross(p, u));
  storeVec<T, S>(at + 3 * S, u);
}

// A ball's rotation, normalised because integration stages leave the unit sphere.
template <class T>
inline Axes<T> rotationOf(const T& w, const T& x, const T& y, const T& z) {
  const T s = 2.0 / (w * w + x * x + y * y + z * z);
  return {{{1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)},
           {s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)},
           {s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)}}};
}

// A ball turns by a quaternion. Its velocities are along the axes of F.
template <class T>
[[gnu::always_inline]] inline void walkBall(const JointMotion& motion, const Number* y, Number* b, Frame<T>& X) {
  const double sign = motion.isInverse ? -1.0 : 1.0;
  const T signs = all<T>(sign);
  Four index = motion.z;
  T q[4];
  for (int c = 0; c < 4; ++c) {
    q[c] = gather<T>(y, index.data());
    for (int& i : index) ++i;
  }
  const Axes<T> before = X.R;
  const Axes<T> Q = rotationOf<T>(q[0], sign * q[1], sign * q[2], sign * q[3]);
  for (int c = 0; c < 3; ++c) X.R.e[c] = before * Q.e[c];
  const Axes<T>& F = motion.isInverse ? X.R : before;
  for (int c = 0; c < 3; ++c) putColumn(b + c * kColumnSize * kWidth<T>, X.p, signs * F.e[c]);
}

template <class T>
[[gnu::always_inline]] inline void walkBend(const JointMotion& motion, const Number* y, Number* values, Number* b,
                                            Frame<T>& X) {
  constexpr int S = kWidth<T>;
  const T signs = all<T>(motion.isInverse ? -1.0 : 1.0);
  const Bend<T> bend = bendOf<T>(motion, y, 1.0);
  const T zero = all<T>(0), one = all<T>(1);
  const Vec<T> axis[3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  const Axes<T> before = X.R;
  for (int c = 0; c < 3; ++c) X.R.e[c] = before * bend.times(signs * bend.a, bend.c, axis[c]);
  const Axes<T>& F = motion.isInverse ? X.R : before;
  for (int c = 0; c < 2; ++c)
    putColumn(b + c * kColumnSize * S, X.p, signs * (F * bend.times(bend.c, bend.d, axis[(motion.axis + 1 + c) % 3])));
  storeAxes<T, S>(values + motion.frame, F);
  storeVec<T, S>(values + motion.frame + 9 * S, X.p);
}

// Moves the joint's frame from parent to link: each elementary motion writes its columns b and moves the frame.
template <class T>
void walk(const Schedule& s, const LinkSlot& slot, const Number* constants, const Number* y, Number* values,
          Number* columns, Frame<T>& X) {
  constexpr int S = kWidth<T>;
  for (int k = 0; k < slot.motionCount; ++k) {
    const JointMotion& motion = s.jointMotions.data()[slot.firstMotion + k];
    Number* const b = columns + motion.column * kColumnSize * S;
    const double sign = motion.isInverse ? -1.0 : 1.0;
    const T signs = all<T>(sign);
    const Vec<T> u = X.R.e[motion.axis];
    switch (motion.kind) {
      case MotionKind::rotation:
        putColumn(b, X.p, signs * u);
        turn(X.R, motion.axis, T(sign * gather<T>(y, motion.z.data())));
        break;
      case MotionKind::translation: {
        storeVec<T, S>(b, signs * u);
        storeVec<T, S>(b + 3 * S, Vec<T>{all<T>(0), all<T>(0), all<T>(0)});
        X.p = X.p + (sign * gather<T>(y, motion.z.data())) * u;
        break;
      }
      case MotionKind::screw: {
        const T z = sign * gather<T>(y, motion.z.data());
        const T pitch = load<T>(constants + motion.constant);
        storeVec<T, S>(b, signs * (cross(X.p, u) + pitch * u));
        storeVec<T, S>(b + 3 * S, signs * u);
        X.p = X.p + (pitch * z) * u;
        turn(X.R, motion.axis, z);
        break;
      }
      case MotionKind::ball: walkBall(motion, y, b, X); break;
      case MotionKind::offset: X.p = X.p + (sign * load<T>(constants + motion.constant)) * u; break;
      case MotionKind::turn: {
        const Axes<T> R = X.R;
        const int shift = motion.isInverse ? 2 : 1;
        for (int c = 0; c < 3; ++c) X.R.e[c] = R.e[(c + shift) % 3];
        break;
      }
      case MotionKind::bend: walkBend(motion, y, values, b, X); break;
    }
  }
}

template <class T>
void placeLink(const Schedule& s, const LinkSlot& slot, const Number* constants, const Number* y, Number* values) {
  constexpr int S = kWidth<T>;
  const Number* const k = constants + slot.constants;
  Frame<T> X;
  if (slot.isOnGround) {  // its axes are the world's
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
  Number* const columns = values + slot.columns;
  if (slot.isHinge) {
    putColumn(columns, X.p, X.R.e[2]);
    turn(X.R, 2, gather<T>(y, s.jointMotions.data()[slot.firstMotion].z.data()));
  } else {
    walk<T>(s, slot, constants, y, values, columns, X);
  }
  Number* const out = values + slot.at;
  storeAxes<T, S>(out + kR * S, X.R);
  storeVec<T, S>(out + kP * S, X.p);
}

// The motion Z of a link and its acceleration A without z_ddot, from those of the parent.
//
// The columns of an elementary motion are fixed in the frame before it, so their rate is the cross product with the
// motion of that frame. Those of a reversed motion are fixed in the frame after it, which gives the same result.
template <class T>
[[gnu::always_inline]] inline void addMotions(const Schedule& s, const LinkSlot& slot, const Number* y,
                                              const Number* z_dot, const Number* values, Six<T>& Z, Six<T>& A) {
  constexpr int S = kWidth<T>;
  const Number* const columns = values + slot.columns;
  const T zero = all<T>(0);
  const auto part = [&](int c) {
    Four index = slot.v;
    for (int& i : index) i += c;
    return gather<T>(z_dot, index.data()) * loadSix<T, S>(columns + c * kColumnSize * S);
  };
  if (slot.columnCount == 1 && slot.motionCount == 1) {
    const Six<T> relative = part(0);
    if (!slot.isOnGround) A = A + crossMotion(Z, relative);
    Z = Z + relative;
    return;
  }
  for (int k = 0; k < slot.motionCount; ++k) {
    const JointMotion& motion = s.jointMotions.data()[slot.firstMotion + k];
    if (motion.kind == MotionKind::offset || motion.kind == MotionKind::turn) continue;
    Six<T> relative = part(motion.column);
    if (motion.kind == MotionKind::ball) relative = relative + part(motion.column + 1) + part(motion.column + 2);
    if (motion.kind == MotionKind::bend) {
      relative = relative + part(motion.column + 1);
      Four index = slot.v;
      for (int& i : index) i += motion.column;
      T rates[3] = {zero, zero, zero};
      rates[(motion.axis + 1) % 3] = gather<T>(z_dot, index.data());
      for (int& i : index) ++i;
      rates[(motion.axis + 2) % 3] = gather<T>(z_dot, index.data());
      const Vec<T> bias = bendBias(bendOf<T>(motion, y, 1.0), {rates[0], rates[1], rates[2]});
      const Vec<T> turning = all<T>(motion.isInverse ? -1.0 : 1.0) * (loadAxes<T, S>(values + motion.frame) * bias);
      A = A + Six<T>{cross(loadVec<T, S>(values + motion.frame + 9 * S), turning), turning};
    }
    A = A + crossMotion(Z, relative);
    Z = Z + relative;
  }
}

// Moments of a link about its centre of mass, turned into the axes of the world (xx yy zz xy xz yz).
template <class T>
[[gnu::always_inline]] inline void turnMoments(const Number* k, const Axes<T>& R, T (&J)[6]) {
  constexpr int S = kWidth<T>;
  const T J0 = load<T>(k), J1 = load<T>(k + S), J2 = load<T>(k + 2 * S);
  const T J3 = load<T>(k + 3 * S), J4 = load<T>(k + 4 * S), J5 = load<T>(k + 5 * S);
  const Vec<T>&e0 = R.e[0], &e1 = R.e[1], &e2 = R.e[2];
  const Vec<T> k0 = J0 * e0 + J3 * e1 + J4 * e2;
  const Vec<T> k1 = J3 * e0 + J1 * e1 + J5 * e2;
  const Vec<T> k2 = J4 * e0 + J5 * e1 + J2 * e2;
  J[0] = k0.x * e0.x + k1.x * e1.x + k2.x * e2.x;
  J[1] = k0.y * e0.y + k1.y * e1.y + k2.y * e2.y;
  J[2] = k0.z * e0.z + k1.z * e1.z + k2.z * e2.z;
  J[3] = k0.x * e0.y + k1.x * e1.y + k2.x * e2.y;
  J[4] = k0.x * e0.z + k1.x * e1.z + k2.x * e2.z;
  J[5] = k0.y * e0.z + k1.y * e1.z + k2.y * e2.z;
}

// The spatial inertia of a link about the reference point, and the force that its bias acceleration needs. Passing Z
// and A by value takes fewer instructions.
template <class T>
[[gnu::always_inline]] inline void setInertia(const LinkSlot& slot, const Number* constants, Six<T> Z, Six<T> A,
                                              Number* out) {
  constexpr int S = kWidth<T>;
  const Number* const k = constants + slot.constants;
  const T zero = all<T>(0);
  const Axes<T> R = loadAxes<T, S>(out + kR * S);
  const T m = load<T>(k + kMass * S);
  const Vec<T> r = loadVec<T, S>(out + kP * S) + R * loadVec<T, S>(k + kCom * S);
  T J[6];
  turnMoments(k + kMoments * S, R, J);
  // Newton and Euler about the centre of mass: the same as I A + Z x* I Z about the reference point.
  const Vec<T> f = m * (A.v + cross(A.w, r) + cross(Z.w, Z.v + cross(Z.w, r)));
  storeVec<T, S>(out + kForce * S, f);
  storeVec<T, S>(out + (kForce + 3) * S, cross(r, f) + (symmetric(J, A.w) + cross(Z.w, symmetric(J, Z.w))));
  const Vec<T> h = m * r;
  const T hx = h.x * r.x, hy = h.y * r.y, hz = h.z * r.z;
  Number* const I = out + kArticulated * S;
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

template <class T>
void moveLink(const Schedule& s, const LinkSlot& slot, const Number* constants, const Number* y, const Number* z_dot,
              Number* values) {
  constexpr int S = kWidth<T>;
  T parent[12];
  take<T, 12>(slot.parent, values, kZ, parent);
  Six<T> Z = sixOf(parent);
  Six<T> A = sixOf(parent + 6);
  addMotions(s, slot, y, z_dot, values, Z, A);
  Number* const out = values + slot.at;
  storeSix<T, S>(out + kZ * S, Z);
  storeSix<T, S>(out + kA * S, A);
  if (!slot.hasMass) {
    for (int k = kForce; k < kAlpha; ++k) store(out + k * S, all<T>(0));
    return;
  }
  setInertia(slot, constants, Z, A, out);
}

}  // namespace mb::embedded::MB_VARIANT
