// The derivative of an evaluation along one direction, as a graph of operations beside those of the evaluation.
#pragma once

#include <span>

#include "formats/model/tracing/trace.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

struct RecordedDirectional {
  std::vector<int> y;       // the direction with its dependent positions and velocities, without the work
  std::vector<int> rates;   // by state without the work
  std::vector<int> z_ddot;  // by velocity
};

// As recordEvaluation(); its inputs, as traceInputs() places them, are followed by the direction: that of the time,
// then of the state.
RecordedDirectional recordDirectional(Trace& trace, const Mechanism& m, const Workspace& w,
                                      std::span<const double* const> parameters = {});

}  // namespace mb
