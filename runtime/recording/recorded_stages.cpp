#include "runtime/recording/recorded_stages.h"

#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/traced_kernel.h"

namespace mb {

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
