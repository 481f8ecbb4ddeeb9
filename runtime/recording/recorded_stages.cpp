#include "runtime/recording/recorded_stages.h"

#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {

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

RecordedEvaluation recordedEvaluation(const EvaluationOf<Traced>& e) {
  RecordedEvaluation result;
  result.growth = e.growth.node;
  result.rates = nodesOf(ratesOf(e));
  result.z_dot = nodesOf(e.z_dot);
  result.z_ddot = nodesOf(e.z_ddot);
  result.angles = nodesOf(e.angles);
  result.isMassless = e.memory.isMassless.node;
  return result;
}

}  // namespace mb
