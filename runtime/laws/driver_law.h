// The demands of a driver, from the position and motion of the vehicle.
#pragma once

#include "formats/model/elements/driver.h"
#include "runtime/laws/frame_motion.h"
#include "runtime/laws/roads/curve.h"

namespace mb {

struct DriverDemand {
  double steer = 0;   // rad at the wheels, positive to the left
  double torque = 0;  // on all driven wheels together
};

struct CompiledDriver {
  Driver driver;
  Curve table;  // of a path given by points
};
CompiledDriver compileDriver(const Driver& driver);

// The lateral position of the path at x, positive to the left.
double pathAt(const CompiledDriver& driver, double x);
DriverDemand demandOf(const CompiledDriver& driver, const FrameMotion& vehicle);

}  // namespace mb
