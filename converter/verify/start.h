// Comparison of the recursive model's initial state with that of the source.
#pragma once

#include "converter/verify/states.h"

namespace mb {

// The source has an initial state of its own only where its joints, drives and given coordinates agree; otherwise the
// assembly finds one, and that depends on the tree. The source is therefore converted once more along the recursive
// model's tree, and both are compared as a run begins. `start` is the recursive model's state. A source that does not
// convert or start is a failure.
Finding compareStarts(const ModelPair& pair, const RecursiveModel& recursive, const CartesianState& start,
                      std::optional<RunFailure>& failure);

}  // namespace mb
