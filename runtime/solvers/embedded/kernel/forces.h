// Forces of removed rods and of linear springs on the links.
#pragma once

#include "runtime/solvers/embedded/kernel/places.h"

namespace mb::embedded::MB_VARIANT {

template <class T>
inline Vec<T> pointOf(const Source& source, const Number* values, const Vec<T>& local) {
  T x[12];
  take<T, 12>(source, values, kR, x);
  const Frame<T> X = frameOf(x);
  return X.p + X.R * local;
}

template <class T>
void placeRod(const RodSlot& rod, const Number* constants, Number* values) {
  constexpr int S = kWidth<T>;
  for (int e = 0; e < 2; ++e) {
    storeVec<T, S>(values + rod.at + 3 * e * S,
                   pointOf(rod.end[e], values, loadVec<T, S>(constants + rod.constants + 3 * e * S)));
  }
}

// Adds b a_2 at the first end and b a_1 at the second.
template <class T>
void moveRod(const RodSlot& rod, const Number* constants, Number* values) {
  constexpr int S = kWidth<T>;
  Vec<T> p[2], a[2];
  for (int e = 0; e < 2; ++e) {
    p[e] = loadVec<T, S>(values + rod.at + 3 * e * S);
    T x[12];
    take<T, 12>(rod.end[e], values, kZ, x);
    const Six<T> Z = sixOf(x), A = sixOf(x + 6);
    a[e] = velocityAt(A, p[e]) + cross(Z.w, velocityAt(Z, p[e]));
  }
  const T b = load<T>(constants + rod.constants + 6 * S);
  for (int e = 0; e < 2; ++e) {
    if (rod.isGround[e]) continue;
    const Six<T> f = wrenchAt(p[e], b * a[1 - e]);
    alignas(sizeof(Lanes)) Number numbers[6 * S];
    storeSix<T, S>(numbers, f);
    give<T, 6>(rod.end[e], rod.lanes, values, kForce, numbers);
  }
}

inline void pull(const SpringSlot& spring, const Number* constants, Number* values, Number& potential, Number& power) {
  const Number* const k = constants + spring.constants;
  Vec<Lanes> p[2], v[2];
  for (int e = 0; e < 2; ++e) {
    Lanes x[18];
    take<Lanes, 18>(spring.end[e], values, kR, x);
    const Frame<Lanes> X = frameOf(x);
    p[e] = X.p + X.R * loadVec<Lanes, 4>(k + 12 * e);
    v[e] = velocityAt(sixOf(x + 12), p[e]);
  }
  const Vec<Lanes> d = p[0] - p[1];
  const Lanes length = squareRoot(dot(d, d));
  const Lanes stiffness = load<Lanes>(k + 24), damping = load<Lanes>(k + 28), preload = load<Lanes>(k + 36);
  const Lanes x = length - load<Lanes>(k + 32);
  const Lanes inverse = choose(length > 0, 1.0 / length, all<Lanes>(0));  // at zero length the force has no direction
  const Lanes rate = inverse * dot(d, v[0] - v[1]);
  const Lanes lost = -damping * rate;
  const Lanes force = (preload - stiffness * x) + lost;
  const Lanes stored = -preload * x + 0.5 * stiffness * x * x;
  const Vec<Lanes> f = (force * inverse) * d;
  for (int l = 0; l < spring.lanes; ++l) {
    potential += choose(lane(length, l) > 0, lane(stored, l), Number(0));
    power += lane(lost, l) * lane(rate, l);  // at zero length the rate is 0
  }
  for (int e = 0; e < 2; ++e) {
    const Six<Lanes> wrench = wrenchAt(p[e], e == 0 ? -f : f);  // kForce is needed minus applied force
    alignas(sizeof(Lanes)) Number numbers[24];
    storeSix<Lanes, 4>(numbers, wrench);
    if (!spring.touchesGround[e]) {
      give<Lanes, 6>(spring.end[e], spring.lanes, values, kForce, numbers);
      continue;
    }
    for (int l = 0; l < spring.lanes; ++l) {
      if (spring.isGround[e][l]) continue;
      const Place place = spring.end[e].place[l];
      Number* const out = values + place.at + kForce * place.stride;
      for (int n = 0; n < 6; ++n) out[n * place.stride] += numbers[4 * n + l];
    }
  }
}

}  // namespace mb::embedded::MB_VARIANT
