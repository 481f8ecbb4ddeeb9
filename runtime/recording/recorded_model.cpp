#include "runtime/recording/recorded_model.h"

#include "runtime/recording/recorded_stages.h"
#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/traced_kernel.h"

namespace mb {
std::vector<NotRecorded> notRecorded(const Mechanism& m) {
  std::vector<NotRecorded> missing;
  for (std::size_t k = 0; k < m.forces.forces.size(); ++k) {
    if (!std::holds_alternative<Compiled<TyreForce>>(m.forces.forces[k])) continue;
    const Force& force = m.model.forces[k];
    missing.push_back({"force " + force.name, force.origin.at});
  }
  for (const Input& input : m.model.inputs) missing.push_back({"input " + input.name, input.origin.at});
  return missing;
}

RecordedEvaluation recordEvaluation(Trace& trace, const Mechanism& m, const Workspace& w) {
  const Recording recording(trace);
  EvaluationOf<Traced> evaluation(m, w);
  begin(evaluation, recordedInputs(trace, m));
  evaluate(evaluation);
  RecordedEvaluation result = recordedEvaluation(evaluation);
  if (m.blocks.empty()) return result;
  EvaluationOf<Traced> correction(m, w);
  begin(correction, recordedInputs(trace, m));
  correct(correction);
  result.residual = correction.residual.node;
  result.positions = nodesOf(std::span(correction.inputs.y).first(at(m.zCount)));
  return result;
}

}  // namespace mb
