// Changes of joints' frames, put into a model: the one that goes on, and the source for the Cartesian reference. A
// change is in the axes of the marker itself, so that it is the same on a body and on the one it was welded to.
#pragma once

#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/frame_change.h"

namespace mb {

// The model with the frames of those joints moved; joints that it does not have are left alone.
CartesianModel withFrameChanges(CartesianModel model, const std::vector<FrameChange>& changes);

// How far a change moves the frames: the larger of both sides.
Gap sizeOf(const FrameChange& change);

}  // namespace mb
