// A marker in the world: pose, velocity of its origin, angular velocity; world axes.
#pragma once

#include "formats/model/basics/geometry.h"

namespace mb {

struct FrameMotion {
  Pose X;
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
};

// The accelerations of a marker's origin and of its rotation.
struct FrameAcceleration {
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
};

}  // namespace mb
