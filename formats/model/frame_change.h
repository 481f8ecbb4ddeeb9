// What idealising a loop that nearly fits did to the frames of a joint.
#pragma once

#include <string>

#include "formats/model/basics/geometry.h"
#include "formats/model/joints/gap.h"

namespace mb {

struct FrameChange {
  std::string joint;     // of the source
  Pose X_MN;             // the new frame on body i, in the one that was written
  Pose X_FG;             // the new frame on body j, in the one that was written
  double tolerance = 0;  // of the loop: radians, or shares of its size
  Gap miss;              // the largest by which the joint missed in the motion, with the frames as written
};

}  // namespace mb
