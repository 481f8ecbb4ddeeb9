#include "runtime/recording/recorded_directional.h"

#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {

RecordedDirectional recordDirectional(Trace& trace, const Mechanism& m, const Workspace& w) {
  using Number = DualOf<Traced>;
  const Recording recording(trace);
  int next = 0;
  const auto input = [&] { return Traced::of(trace.input(next++)); };
  EvaluationInputs<Number> inputs;
  inputs.time.value = input();
  for (int k = 0; k < m.workAt(); ++k) inputs.y.emplace_back(input());
  for (int k = 0; k < m.library.angleCount; ++k) inputs.lastAngles.emplace_back(input());
  inputs.time.derivative = input();
  for (Number& one : inputs.y) one.derivative = input();
  EvaluationOf<Number> e(m, w);
  begin(e, std::move(inputs));
  moveDependents(e);
  evaluate(e);
  RecordedDirectional result;
  const std::vector<Number> rates = ratesOf(e);
  for (const Number& rate : rates) result.rates.push_back(rate.derivative.node);
  for (const Number& z_ddot : e.z_ddot) result.z_ddot.push_back(z_ddot.derivative.node);
  for (const Number& one : e.inputs.y) result.y.push_back(one.derivative.node);
  for (int v = 0; v < m.vCount; ++v) result.y[at(m.velocityAt() + v)] = e.z_dot[at(v)].derivative.node;
  return result;
}

}  // namespace mb
