// The way back to the file: what was changed on joints of the normalised model, as changes of the joints that the user
// wrote, so that the Cartesian reference and whoever reads the recursive file can have the same frames.
#pragma once

#include <vector>

#include "graph/idealise/idealise.h"

namespace mb {

// `normalised` is the model that was idealised, before that: bodies are members of others, joints may stand for
// several. By the names of the joints.
std::vector<FrameChange> changesOfSource(const CartesianModel& source, const CartesianModel& normalised,
                                         const IdealiseReport& report);

// The model with the frames of those joints moved; joints that it does not have are left alone.
CartesianModel withFrameChanges(CartesianModel model, const std::vector<FrameChange>& changes);

// How far a change moves the frames: the larger of both sides.
Gap sizeOf(const FrameChange& change);

}  // namespace mb
