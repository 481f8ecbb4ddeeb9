#include "runtime/directional/directional.h"

#include "runtime/scalars/stages.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {

struct Directional::Evaluation : EvaluationOf<Dual> {
  using EvaluationOf<Dual>::EvaluationOf;
};

Directional::Directional(const Mechanism& m, const Workspace& chosen)
    : evaluation_(std::make_unique<Evaluation>(m, chosen)) {}
Directional::~Directional() = default;

DirectionalDerivative Directional::along(double time, StateView y, std::span<const double> lastAngles,
                                         const Direction& direction, std::span<const double> held) {
  EvaluationOf<Dual>& e = *evaluation_;
  const Mechanism& m = e.m;
  if (held.size() != m.library.inputs.size()) throw CannotTrace("a model with inputs");
  EvaluationInputs<Dual> inputs;
  inputs.time = {time, direction.time};
  for (int k = 0; k < m.workAt(); ++k) inputs.y.emplace_back(y[at(k)], direction.y[at(k)]);
  inputs.lastAngles.assign(lastAngles.begin(), lastAngles.end());
  for (const double one : held) inputs.arriving.emplace_back(one);
  begin(e, std::move(inputs));
  moveDependents(e);
  evaluate(e);
  DirectionalDerivative result;
  const std::vector<Dual> rates = ratesOf(e);
  for (const Dual& rate : rates) result.rates.push_back(rate.derivative);
  for (const Dual& z_ddot : e.z_ddot) result.z_ddot.push_back(z_ddot.derivative);
  for (const Dual& one : e.inputs.y) result.y.push_back(one.derivative);
  for (int v = 0; v < m.vCount; ++v) result.y[at(m.velocityAt() + v)] = e.z_dot[at(v)].derivative;
  return result;
}

bool hasDerivatives(const Mechanism& m, const Workspace& chosen, StateView y) {
  const std::vector<double> angles(at(m.library.angleCount));
  try {
    Directional(m, chosen).along(0, y, angles, {0, std::vector<double>(at(m.workAt()))});
  } catch (const CannotTrace&) {
    return false;
  }
  return true;
}

}  // namespace mb
