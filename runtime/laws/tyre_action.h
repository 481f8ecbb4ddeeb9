// From the contact of a tyre to its force on the wheel, for any number: tyre_force.cpp evaluates it, and generated code
// is recorded from it.
#pragma once

#include <numbers>

#include "formats/model/tracing/limited.h"
#include "runtime/laws/tyre_force.h"

namespace mb {

constexpr double kForgets = 50;            // 1/s: how fast a tyre in the air loses the deflection of its patch
constexpr double kStandstillRatio = 0.3;   // damping ratio of the patch at standstill, with the mass that it carries
constexpr double kStandardGravity = 9.81;  // m/s^2: converts a load to the mass it carries

// The sliding velocity of the wheel on the road.
template <class T>
struct Sliding {
  T Vx{};   // of the centre along the heading
  T Vsx{};  // of the patch
  T Vsy{};
};

// Smooth at rest, |v| above `low`.
template <class T>
T speedAbove(T v, double low) {
  using std::abs;
  const T speed = abs(v);
  return explored<T>([&]() -> T { return speed >= low ? speed : (low * low + v * v) / (2 * low); });
}

// Slip with a lag of one relaxation length: u_dot = -Vs - |Vx| / l u, slip = u / l. At rest the patch is a spring, and
// a damper lets it come to rest; both fade into plain slip with speed.
template <class T>
struct Lag {
  T length;
  T stiffness;
  double limit;  // of slip

  T rate(T u, T Vs, T Vx) const {
    using std::abs;
    return held(u, -Vs - abs(Vx) / length * u, limit * length);
  }
  T slip(T u, T Vs, T Vx, double lowSpeed, T load) const {
    using elementary::cos;
    using std::abs, std::sqrt;
    const T share = explored<T>(
        [&]() -> T { return abs(Vx) < lowSpeed ? 0.5 + 0.5 * cos(std::numbers::pi * Vx / lowSpeed) : T(0); });
    return explored<T>([&]() -> T {
      if (share == 0 || !(stiffness > 0)) return u / length;
      const T damping = 2 * kStandstillRatio * sqrt(stiffness / length * load / kStandardGravity);
      return u / length - share * damping * Vs / stiffness;
    });
  }

 private:
  // A deflection beyond the largest slip grows no further, so that it recovers quickly.
  static T held(T value, T rate, T most) {
    using std::abs;
    return explored<T>([&]() -> T {
      const T beyond = abs(value) / most - 1;
      if (beyond <= 0 || value * rate <= 0) return rate;
      return rate * largest(T(0), 1 - 4 * beyond);
    });
  }
};

template <class T>
void setSlip(const TyreLawOf<T>& law, const Sliding<T>& sliding, const T* state, TyreActionOf<T>& action) {
  using elementary::atan;
  TyreSlipOf<T>& slip = action.slip;
  T tanAlpha{};
  if (state) {
    const TyreRelaxationOf<T> relaxation = law.relaxation(slip.load, slip.camber);
    const Lag<T> x{relaxation.lengthX, relaxation.stiffnessX, law.largestKappa};
    const Lag<T> y{relaxation.lengthY, relaxation.stiffnessY, law.largestTanAlpha};
    slip.kappa = x.slip(state[0], sliding.Vsx, sliding.Vx, law.lowSpeed, slip.load);
    tanAlpha = -y.slip(state[1], sliding.Vsy, sliding.Vx, law.lowSpeed, slip.load);
    action.rate[0] = x.rate(state[0], sliding.Vsx, sliding.Vx);
    action.rate[1] = y.rate(state[1], sliding.Vsy, sliding.Vx);
  } else {
    const T speed = speedAbove(sliding.Vx, law.lowSpeed);
    slip.kappa = -sliding.Vsx / speed;
    tanAlpha = sliding.Vsy / speed;
  }
  slip.alpha = atan(tanAlpha);
}

template <class T>
TyreActionOf<T> touchingAction(const CompiledTyre& tyre, const TyreLawOf<T>& law, const ContactOf<T>& contact,
                               const WheelMotionOf<T>& wheel, const T* state) {
  using elementary::asin;
  const Three<T>& n = contact.normal;
  const Three<T>& heading = contact.heading;
  const Three<T> left = cross(n, heading);
  const T spin = dot(wheel.w, wheel.axis);
  TyreActionOf<T> action;
  action.point = contact.point;
  TyreSlipOf<T>& slip = action.slip;
  slip.load = law.load(contact.deflection, -dot(n, wheel.v));
  slip.camber = asin(limited(dot(wheel.axis, n), -1.0, 1.0));
  slip.friction = contact.friction;
  slip.speed = dot(heading, wheel.v);
  const Three<T> arm = contact.point - wheel.centre;
  const Three<T> turning = wheel.w - spin * wheel.axis;
  setSlip(law,
          {slip.speed, slip.speed - spin * law.rollingRadius(contact.deflection, slip.load),
           dot(left, wheel.v + cross(turning, arm))},
          state, action);
  if (tyre.isSmooth) {
    action.force = slip.load * n;
    return action;
  }
  action.forces = tyre.isMirrored ? mirroredForces(law, slip) : law.forces(slip);
  const TyreForcesOf<T>& f = action.forces;
  action.force = f.Fx * heading + f.Fy * left + slip.load * n;
  action.torque = f.Mx * heading + f.My * left + f.Mz * n;
  return action;
}

// state: the two deflections of the contact patch along and across the heading; null if slip is steady.
template <class T>
TyreActionOf<T> actionAt(const CompiledTyre& tyre, const TyreLawOf<T>& law, const ContactOf<T>& contact,
                         const WheelMotionOf<T>& wheel, const T* state) {
  return explored<T>([&]() -> TyreActionOf<T> {
    if (contact.touches) return touchingAction(tyre, law, contact, wheel, state);
    TyreActionOf<T> action;
    for (int k = 0; state && k < 2; ++k) action.rate[k] = -kForgets * state[k];
    return action;
  });
}

template <class T>
ContactOf<T> contactOf(const CompiledTyre& tyre, const WheelMotionOf<T>& wheel) {
  const WheelPlaceOf<T> place{wheel.centre, wheel.axis};
  return tyre.discs ? discContact(*tyre.road, place, *tyre.discs) : pointContact(*tyre.road, place, tyre.law->radius);
}

}  // namespace mb
