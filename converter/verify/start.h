// Where the recursive model starts, against where the source does.
#pragma once

#include "converter/verify/states.h"

namespace mb {

// The source has a start of its own only where its joints, drives and given coordinates agree; else the assembly finds
// one, which depends on the tree. So the source is converted once more along the tree of the recursive model, and both
// are taken as a run begins. `start` is the recursive model's. A source that does not convert or start is a failure.
Finding compareStarts(const ModelPair& pair, const RecursiveModel& recursive, const CartesianState& start,
                      std::optional<RunFailure>& failure);

}  // namespace mb
