// Where the bodies and joints of a machine are, as seen from above, from the side and from ahead.
#pragma once

#include <vector>

#include "converter/pictures/picture_parts.h"
#include "formats/model/cartesian.h"

namespace mb {

enum class Viewpoint { above, side, ahead };

// The bodies, then the joints, in metres. What lies farther up, or aside, is shifted a little, so that two arms above
// each other are told apart.
std::vector<PicturePoint> seenFrom(Viewpoint viewpoint, const CartesianModel& model,
                                   const std::vector<BodyIndex>& bodies, const std::vector<JointIndex>& joints);

}  // namespace mb
