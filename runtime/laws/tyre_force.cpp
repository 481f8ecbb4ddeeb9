#include "runtime/laws/tyre_force.h"

#include "runtime/laws/tyre_action.h"

namespace mb {

TyreAction actionOf(const CompiledTyre& tyre, const FrameMotion& wheel, const double* state, TyreReading& reading) {
  const WheelMotionOf<double> motion{threeOf<double>(wheel.X.p), threeOf<double>(wheel.X.R.col(1)),
                                     threeOf<double>(wheel.v), threeOf<double>(wheel.w)};
  reading.contact = contactOf(tyre, motion);
  const TyreAction action = actionAt(tyre, *tyre.law, reading.contact, motion, state);
  reading.slip = action.slip;
  reading.forces = action.forces;
  return action;
}

}  // namespace mb
