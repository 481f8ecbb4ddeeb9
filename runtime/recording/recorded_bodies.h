// How bodies of the source move, as a graph of operations.
#pragma once

#include <span>
#include <vector>

#include "formats/model/body_places.h"
#include "formats/model/tracing/trace.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

struct RecordedBody {
  BodyPlace body;  // on a link
  bool hasAcceleration = false;
};

// Nodes of position, quaternion w x y z of either sign, velocity, angular velocity, then accelerations where they are
// wanted: of the origin of each body, in world axes. The inputs of the trace: the time, then the state without the
// work, then the accelerations of the coordinates.
std::vector<int> recordBodies(Trace& trace, const Mechanism& m, const Workspace& w,
                              std::span<const RecordedBody> bodies);

}  // namespace mb
