// What goes into a recorded evaluation and what it leaves.
#pragma once

#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/scalars/evaluation_of.h"

namespace mb {

EvaluationInputs<Traced> recordedInputs(Trace& trace, const Mechanism& m);
std::vector<int> nodesOf(std::span<const Traced> numbers);
// After evaluate(), without the corrections.
RecordedEvaluation recordedEvaluation(const EvaluationOf<Traced>& e);

}  // namespace mb
