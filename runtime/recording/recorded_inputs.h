// Inputs of a trace as the inputs of an evaluation.
#pragma once

#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/scalars/evaluation_of.h"

namespace mb {

// As traceInputs() places them.
EvaluationInputs<Traced> recordedInputs(Trace& trace, const Mechanism& m, std::span<const double* const> parameters);
std::vector<int> nodesOf(std::span<const Traced> numbers);

}  // namespace mb
