// How idealising a loop that nearly fits changed the frames of a joint.
#pragma once

#include <string>

#include "formats/model/basics/geometry.h"
#include "formats/model/joints/gap.h"

namespace mb {

struct FrameChange {
  std::string joint;     // of the source
  Pose X_MN;             // the new frame on body i, relative to the written one
  Pose X_FG;             // the new frame on body j, relative to the written one
  double tolerance = 0;  // of the loop: radians, or fractions of its size
  Gap miss;              // largest error of the joint during the motion with the frames as written
};

}  // namespace mb
