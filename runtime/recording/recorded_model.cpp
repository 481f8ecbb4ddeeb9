#include "runtime/recording/recorded_model.h"

#include "runtime/recording/recorded_stages.h"
#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {

TraceInputs traceInputs(const Mechanism& m, std::size_t parameters) {
  TraceInputs places;
  places.angles = places.state + m.workAt();
  places.arriving = places.angles + m.library.angleCount;
  places.parameters = places.arriving + static_cast<int>(m.library.inputs.size());
  places.count = places.parameters + static_cast<int>(parameters);
  return places;
}

RecordedEvaluation recordEvaluation(Trace& trace, const Mechanism& m, const Workspace& w,
                                    std::span<const double* const> parameters) {
  const Recording recording(trace);
  EvaluationOf<Traced> evaluation(m, w);
  begin(evaluation, recordedInputs(trace, m, parameters));
  evaluate(evaluation);
  RecordedEvaluation result = recordedEvaluation(evaluation);
  if (m.blocks.empty()) return result;
  EvaluationOf<Traced> correction(m, w);
  begin(correction, recordedInputs(trace, m, parameters));
  int next = traceInputs(m, parameters.size()).count;
  for (const int place : embedded::factorPlaces(evaluation.layout)) {
    const Traced factor = evaluation.memory.values[place];
    correction.memory.values[place] = trace.isConstant(factor.node) ? factor : Traced::of(trace.input(next++));
    if (!trace.isConstant(factor.node)) result.factors.push_back(factor.node);
  }
  correct(correction);
  result.residual = correction.residual.node;
  result.positions = nodesOf(std::span(correction.inputs.y).first(at(m.zCount)));
  return result;
}

}  // namespace mb
