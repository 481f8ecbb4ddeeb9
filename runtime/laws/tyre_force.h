// The force of a tyre: its contact with the road, the build-up of slip, and the force of the road on the wheel. This is
// the same for all types; the differences are behind TyreLaw.
#pragma once

#include <memory>
#include <optional>

#include "formats/model/elements/element_tables.h"
#include "runtime/laws/frame_motion.h"
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

// Reported values of a tyre.
struct TyreReading {
  Contact contact;
  TyreSlip slip;      // as used for the forces
  TyreForces forces;  // in contact axes
};

struct TyreAction {
  Vector3 point = Vector3::Zero();
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
};

// state and rate: the two deflections of the contact patch along and across the heading; null if slip is steady.
TyreAction actionOf(const CompiledTyre& tyre, const FrameMotion& wheel, const double* state, double* rate,
                    TyreReading& reading);

}  // namespace mb
