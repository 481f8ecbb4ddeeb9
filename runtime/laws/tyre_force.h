// The force of a tyre: its contact with the road, the build-up of slip, and the force of the road on the wheel. This is
// the same for all types; the differences are behind TyreLawOf.
#pragma once

#include <memory>
#include <optional>

#include "formats/model/elements/element_tables.h"
#include "runtime/laws/law_frames.h"
#include "runtime/laws/roads/contact.h"

namespace mb {

struct CompiledTyre {
  std::shared_ptr<const TyreLaw> law;
  std::shared_ptr<const RoadSurface> road;
  std::optional<Discs> discs;  // for contact by discs; otherwise by one point
  bool isMirrored = false;     // on the side for which its properties do not hold
  bool isSmooth = false;       // carries load and nothing else
  int state = -1;              // the first of two; -1: steady slip
  int number = 0;              // among the tyres, in the model's order
};

// A wheel in the world.
template <class T>
struct WheelMotionOf {
  Three<T> centre;
  Three<T> axis;  // of its spin, to the left
  Three<T> v;     // of the centre
  Three<T> w;
};

inline TyreSlipOf<Traced> choose(const TracedTruth& truth, const TyreSlipOf<Traced>& a, const TyreSlipOf<Traced>& b) {
  return {choose(truth, a.kappa, b.kappa), choose(truth, a.alpha, b.alpha), choose(truth, a.camber, b.camber),
          choose(truth, a.load, b.load),   choose(truth, a.speed, b.speed), choose(truth, a.friction, b.friction)};
}

// What the road does to a wheel, with what is reported of it.
template <class T>
struct TyreActionOf {
  Three<T> point;
  Three<T> force;
  Three<T> torque;
  TyreSlipOf<T> slip;      // as used for the forces
  TyreForcesOf<T> forces;  // in contact axes
  T rate[2]{};             // of the states
  friend TyreActionOf choose(const TracedTruth& truth, const TyreActionOf& a,
                             const TyreActionOf& b) requires(kRecords<T>) {
    return {
        choose(truth, a.point, b.point),   choose(truth, a.force, b.force),
        choose(truth, a.torque, b.torque), choose(truth, a.slip, b.slip),
        choose(truth, a.forces, b.forces), {choose(truth, a.rate[0], b.rate[0]), choose(truth, a.rate[1], b.rate[1])}};
  }
};

// Reported values of a tyre.
struct TyreReading {
  Contact contact;
  TyreSlip slip;
  TyreForces forces;
};

// state: the two deflections of the contact patch along and across the heading; null if slip is steady.
using TyreAction = TyreActionOf<double>;
TyreAction actionOf(const CompiledTyre& tyre, const FrameMotion& wheel, const double* state, TyreReading& reading);

}  // namespace mb
