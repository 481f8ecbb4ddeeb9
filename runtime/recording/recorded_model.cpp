#include "runtime/recording/recorded_model.h"

#include "formats/model/tracing/traced.h"
#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

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

namespace {

EvaluationInputs<Traced> recordedInputs(Trace& trace, const Mechanism& m) {
  EvaluationInputs<Traced> inputs;
  int next = 0;
  const auto input = [&] { return Traced::of(trace.input(next++)); };
  inputs.time = input();
  for (int k = 0; k < m.workAt(); ++k) inputs.y.push_back(input());
  for (int k = 0; k < m.library.angleCount; ++k) inputs.lastAngles.push_back(input());
  return inputs;
}

std::vector<int> nodesOf(std::span<const Traced> numbers) {
  std::vector<int> nodes;
  for (const Traced number : numbers) nodes.push_back(number.node);
  return nodes;
}

}  // namespace

RecordedEvaluation recordEvaluation(Trace& trace, const Mechanism& m, const Workspace& w) {
  RecordedEvaluation result;
  const Recording recording(trace);
  EvaluationOf<Traced> evaluation(m, w);
  begin(evaluation, recordedInputs(trace, m));
  result.growth = evaluate(evaluation).node;
  result.rates = nodesOf(ratesOf(evaluation));
  result.z_dot = nodesOf(evaluation.z_dot);
  result.z_ddot = nodesOf(evaluation.z_ddot);
  result.angles = nodesOf(evaluation.angles);
  result.isMassless = evaluation.memory.isMassless.node;
  if (m.blocks.empty()) return result;
  EvaluationOf<Traced> correction(m, w);
  begin(correction, recordedInputs(trace, m));
  result.residual = correct(correction).node;
  result.positions = nodesOf(std::span(correction.inputs.y).first(at(m.zCount)));
  return result;
}

}  // namespace mb
