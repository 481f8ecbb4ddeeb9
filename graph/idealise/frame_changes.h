// Applies changes of joint frames to a model: to the one being converted and to the source of the Cartesian reference.
// A change is expressed in the axes of the marker itself, so it stays valid when a body is welded to another.
#pragma once

#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/frame_change.h"

namespace mb {

// The model with the frames of the named joints moved; names of joints that the model does not have are ignored.
CartesianModel withFrameChanges(CartesianModel model, const std::vector<FrameChange>& changes);

// How far a change moves the frames: the larger of the two sides.
Gap sizeOf(const FrameChange& change);

}  // namespace mb
