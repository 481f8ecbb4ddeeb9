#include "runtime/recording/recorded_directional.h"

#include "runtime/recording/recorded_stages.h"
#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {
namespace {

using Number = DualOf<Traced>;

// Inputs and parameters do not change along a direction.
EvaluationInputs<Number> movedInputs(Trace& trace, const Mechanism& m, std::span<const double* const> parameters) {
  const EvaluationInputs<Traced> plain = recordedInputs(trace, m, parameters);
  int next = traceInputs(m, parameters.size()).count;
  const auto derivative = [&] { return Traced::of(trace.input(next++)); };
  EvaluationInputs<Number> inputs;
  inputs.time = {plain.time, derivative()};
  for (const Traced one : plain.y) inputs.y.emplace_back(one, derivative());
  inputs.lastAngles.assign(plain.lastAngles.begin(), plain.lastAngles.end());
  for (const JetOf<Traced>& one : plain.arriving) inputs.arriving.emplace_back(Number(one.value));
  for (const auto& [place, value] : plain.parameters) inputs.parameters.emplace(place, value);
  return inputs;
}

}  // namespace

RecordedDirectional recordDirectional(Trace& trace, const Mechanism& m, const Workspace& w,
                                      std::span<const double* const> parameters) {
  const Recording recording(trace);
  EvaluationOf<Number> e(m, w);
  begin(e, movedInputs(trace, m, parameters));
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
