// The derivative of an evaluation along one direction, as a graph of operations beside those of the evaluation.
#pragma once

#include "formats/model/tracing/trace.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

struct RecordedDirectional {
  std::vector<int> y;       // the direction with its dependent positions and velocities, without the work
  std::vector<int> rates;   // by state without the work
  std::vector<int> z_ddot;  // by velocity
};

// As recordEvaluation(); its inputs are followed by the direction: that of the time, then of the state.
RecordedDirectional recordDirectional(Trace& trace, const Mechanism& m, const Workspace& w);

}  // namespace mb
