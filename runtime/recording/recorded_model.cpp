#include "runtime/recording/recorded_model.h"

#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_inputs.h"
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
  return missing;
}

TraceInputs traceInputs(const Mechanism& m, std::size_t parameters) {
  TraceInputs places;
  places.angles = places.state + m.workAt();
  places.arriving = places.angles + m.library.angleCount;
  places.parameters = places.arriving + static_cast<int>(m.library.inputs.size());
  places.count = places.parameters + static_cast<int>(parameters);
  return places;
}

EvaluationInputs<Traced> recordedInputs(Trace& trace, const Mechanism& m, std::span<const double* const> parameters) {
  EvaluationInputs<Traced> inputs;
  const TraceInputs places = traceInputs(m, parameters.size());
  const auto input = [&](int number) { return Traced::of(trace.input(number)); };
  inputs.time = input(0);
  for (int k = places.state; k < places.angles; ++k) inputs.y.push_back(input(k));
  for (int k = places.angles; k < places.arriving; ++k) inputs.lastAngles.push_back(input(k));
  for (int k = places.arriving; k < places.parameters; ++k) inputs.arriving.emplace_back(input(k));
  for (std::size_t k = 0; k < parameters.size(); ++k)
    inputs.parameters[parameters[k]] = input(places.parameters + static_cast<int>(k));
  return inputs;
}

std::vector<int> nodesOf(std::span<const Traced> numbers) {
  std::vector<int> nodes;
  for (const Traced number : numbers) nodes.push_back(number.node);
  return nodes;
}

RecordedEvaluation recordEvaluation(Trace& trace, const Mechanism& m, const Workspace& w,
                                    std::span<const double* const> parameters) {
  RecordedEvaluation result;
  const Recording recording(trace);
  EvaluationOf<Traced> evaluation(m, w);
  begin(evaluation, recordedInputs(trace, m, parameters));
  result.growth = evaluate(evaluation).node;
  result.rates = nodesOf(ratesOf(evaluation));
  result.z_dot = nodesOf(evaluation.z_dot);
  result.z_ddot = nodesOf(evaluation.z_ddot);
  result.angles = nodesOf(evaluation.angles);
  result.isMassless = evaluation.memory.isMassless.node;
  if (m.blocks.empty()) return result;
  EvaluationOf<Traced> correction(m, w);
  begin(correction, recordedInputs(trace, m, parameters));
  result.residual = correct(correction).node;
  result.positions = nodesOf(std::span(correction.inputs.y).first(at(m.zCount)));
  return result;
}

}  // namespace mb
