// The laws of forces between two markers, for any number: force_set.cpp evaluates them, and generated code is recorded
// from them.
#pragma once

#include "formats/model/elements/forces.h"
#include "runtime/laws/law_frames.h"
#include "runtime/laws/roads/curve.h"

namespace mb {

// What acts on i at its origin; the opposite acts on j, at the point that the law says.
template <class T>
struct PairOf {
  Three<T> force;
  Three<T> torque;
  T potential{};
  T power{};
  friend PairOf choose(const TracedTruth& truth, const PairOf& a, const PairOf& b) requires(kRecords<T>) {
    return {choose(truth, a.force, b.force), choose(truth, a.torque, b.torque), choose(truth, a.potential, b.potential),
            choose(truth, a.power, b.power)};
  }
};

// The curves that a law may have, and the value of its function.
template <class T>
struct LawCurves {
  const Curve* spring = nullptr;
  const Curve* damper = nullptr;
  T function{};
  T elastic(const T& x) const { return spring ? valueOf(*spring, x) : T(0); }
  T energy(const T& x) const { return spring ? integralOf(*spring, x) : T(0); }
  T viscous(const T& rate) const { return damper ? valueOf(*damper, rate) : T(0); }
};

// How laws take their numbers: as they stand. What records them may put parameters in their places.
struct AsTheyStand {
  double operator()(const double& number) const { return number; }
};

// On j at its own origin. Without a direction there is no force.
template <class T, class Numbers = AsTheyStand>
PairOf<T> tsdaBetween(const Tsda& law, const LawCurves<T>& curves, const FrameOf<T>& i, const FrameOf<T>& j,
                      const Numbers& of = {}) {
  const T stiffness = of(law.stiffness);
  const T preload = of(law.preload);
  const Three<T> d = i.p - j.p;
  const T length = norm(d);
  const T x = length - of(law.length);
  const T energy = -preload * x + 0.5 * stiffness * x * x + curves.energy(x);
  return explored<T>([&]() -> PairOf<T> {
    if (!(length > 0.0)) return {{}, {}, energy, T(0)};
    const Three<T> u = (1.0 / length) * d;
    const T rate = dot(u, i.v - j.v);
    const T kept = preload - stiffness * x - curves.elastic(x);
    const T lost = -of(law.damping) * rate - curves.viscous(rate) + curves.function;
    return {(kept + lost) * u, {}, energy, lost * rate};
  });
}

// On j at the origin of i. continued(angle) counts turns.
template <class T, class Continued, class Numbers = AsTheyStand>
PairOf<T> rsdaBetween(const Rsda& law, const LawCurves<T>& curves, const FrameOf<T>& i, const FrameOf<T>& j,
                      const Continued& continued, const Numbers& of = {}) {
  const T stiffness = of(law.stiffness);
  const T torque = of(law.torque);
  const Three<T>& axis = j.R.e[2];
  const TurnOf<T> R_ji = seenFrom(j.R, i.R);
  const T angle = continued(angleAbout(2, R_ji));
  const T rate = dot(axis, i.w - j.w);
  const T x = angle - of(law.angle);
  const T kept = torque - stiffness * x - curves.elastic(x);
  const T lost = -of(law.damping) * rate - curves.viscous(rate) + curves.function;
  // The angle is that of the x axis of i seen along the axis; if the axis is tilted, it changes faster and slower than
  // the body rotates. The power of the torque then differs from the rate of the spring's energy, and the angle jumps
  // when seen end on. The energy weighted by the square of the visible length is smooth; the rest is work.
  const T energy = -torque * x + 0.5 * stiffness * x * x + curves.energy(x);
  const Three<T>& seen = R_ji.e[0];
  const Three<T> w = seenFrom(j.R, i.w - j.w);
  const T share = seen.x * seen.x + seen.y * seen.y;
  const T shareRate = 2.0 * seen.z * (seen.x * w.y - seen.y * w.x);
  const T sharedAngleRate = share * w.z - seen.z * (seen.x * w.x + seen.y * w.y);
  return {{}, (kept + lost) * axis, share * energy, lost * rate + kept * (rate - sharedAngleRate) + shareRate * energy};
}

// Displacement and velocity of i relative to j, in the axes of j.
template <class T>
struct RelativeOf {
  Three<T> d, angle, v, w;
};
template <class T>
Three<T> smallAngles(AngleDefinition definition, const TurnOf<T>& R) {
  using elementary::atan2, elementary::hypot;
  if (definition == AngleDefinition::euler123)  // R = Rx(a) Ry(b) Rz(c)
    return {atan2(-R.e[2].y, R.e[2].z), atan2(R.e[2].x, T(hypot(R.e[0].x, R.e[1].x))), atan2(-R.e[1].x, R.e[0].x)};
  if (definition == AngleDefinition::rotationVector) return rotationVectorOf(R);
  return {angleAbout(0, R), angleAbout(1, R), angleAbout(2, R)};
}
// Their rates are not needed: dampers use the angular velocity.
template <class T>
RelativeOf<T> relativeOf(AngleDefinition definition, const FrameOf<T>& i, const FrameOf<T>& j) {
  const Three<T> d = i.p - j.p;
  return {seenFrom(j.R, d), smallAngles(definition, seenFrom(j.R, i.R)), seenFrom(j.R, i.v - j.v - cross(j.w, d)),
          seenFrom(j.R, i.w - j.w)};
}

// With the opposite on j at the origin of i.
template <class T>
PairOf<T> pairAt(const Three<T>& force, const Three<T>& torque, const FrameOf<T>& i, const FrameOf<T>* j) {
  T power = dot(force, i.v) + dot(torque, i.w);
  if (j) power = power - (dot(force, j->v + cross(j->w, i.p - j->p)) + dot(torque, j->w));
  return {force, torque, T(0), power};
}

template <class T, class Numbers>
Three<T> threeOf(const Vector3& a, const Numbers& of) {
  return {of(a.x()), of(a.y()), of(a.z())};
}

template <class T, class Numbers = AsTheyStand>
PairOf<T> bushingBetween(const Bushing& law, const RelativeOf<T>& r, const FrameOf<T>& i, const FrameOf<T>& j,
                         const Numbers& of = {}) {
  const auto three = [&](const Vector3& a) { return threeOf<T>(a, of); };
  const Three<T> force = three(law.force) - byParts(three(law.k), r.d) - byParts(three(law.c), r.v);
  const Three<T> torque = three(law.torque) - byParts(three(law.kt), r.angle) - byParts(three(law.ct), r.w);
  return pairAt(j.R * force, j.R * torque, i, &j);
}

template <class T, class Numbers = AsTheyStand>
PairOf<T> fieldBetween(const Field& law, const RelativeOf<T>& r, const FrameOf<T>& i, const FrameOf<T>& j,
                       const Numbers& of = {}) {
  const T x[6] = {r.d.x, r.d.y, r.d.z, r.angle.x, r.angle.y, r.angle.z};
  const T x_dot[6] = {r.v.x, r.v.y, r.v.z, r.w.x, r.w.y, r.w.z};
  T wrench[6];
  for (int row = 0; row < 6; ++row) {
    T elastic{};
    T viscous{};
    for (int k = 0; k < 6; ++k) {
      elastic = elastic + of(law.stiffness(row, k)) * x[k];
      viscous = viscous + of(law.damping(row, k)) * x_dot[k];
    }
    wrench[row] = -elastic - viscous;
  }
  const Three<T> force = threeOf<T>(law.force, of) + Three<T>{wrench[0], wrench[1], wrench[2]};
  const Three<T> torque = threeOf<T>(law.torque, of) + Three<T>{wrench[3], wrench[4], wrench[5]};
  return pairAt(j.R * force, j.R * torque, i, &j);
}

}  // namespace mb
