// A tyre at work: where it meets the road, how its slip builds up, and what the road does to the wheel. The same for
// all types; what differs is behind TyreLaw.
#pragma once

#include <memory>
#include <optional>

#include "formats/model/elements/element_tables.h"
#include "runtime/laws/frame_motion.h"
#include "runtime/laws/roads/contact.h"

namespace mb {

struct CompiledTyre {
  TyreForce force;
  std::shared_ptr<const TyreLaw> law;
  std::shared_ptr<const RoadSurface> road;
  std::optional<Discs> discs;  // by which the contact is found; else by one point
  bool isMirrored = false;     // on the side that its properties are not for
  bool isSmooth = false;       // it carries load and nothing else
  int state = -1;              // its first of two; -1: slip follows at once
  int number = 0;              // among the tyres, in the model's order
};

// What is reported of a tyre.
struct TyreReading {
  Contact contact;
  TyreSlip slip;      // as the forces follow it
  TyreForces forces;  // in the axes of the contact
};

struct TyreAction {
  Vector3 point = Vector3::Zero();
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
};

// state and rate: the two deflections of the contact patch along and across the heading; null when slip is steady.
TyreAction actionOf(const CompiledTyre& tyre, const FrameMotion& wheel, const double* state, double* rate,
                    TyreReading& reading);

}  // namespace mb
