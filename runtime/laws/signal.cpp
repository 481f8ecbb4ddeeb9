#include "runtime/laws/signal.h"

#include <numbers>

namespace mb {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

Jet stepAt(const StepFunction& step, const Jet& t) {
  if (t.value <= step.t0) return step.v0;
  if (t.value >= step.t1) return step.v1;
  const Jet s = (t - step.t0) / (step.t1 - step.t0);
  return step.v0 + (step.v1 - step.v0) * (s * s * (3 - 2 * s));
}

}  // namespace

Signal makeSignal(const TimeFunction& function, const LawScope& scope, Library& library) {
  return {std::visit(Overloaded{[](const TableFunction& table) -> decltype(Signal::function) {
                                  return makeCurve(table.interpolation, table.time, table.value);
                                },
                                [&](const Expression& expression) -> decltype(Signal::function) {
                                  return compile(expression, scope, library);
                                },
                                [](const auto& plain) -> decltype(Signal::function) { return plain; }},
                     function)};
}

Signal makeSignal(const Expression& expression, const LawScope& scope, Library& library) {
  return {compile(expression, scope, library)};
}

Jet valueAt(const Signal& signal, const Library& library, double time, std::span<const Jet> inputs,
            std::span<Jet> stack) {
  const Jet t = Jet::time(time);
  return std::visit(Overloaded{[](const ConstantFunction& f) { return Jet(f.value); },
                               [&](const LinearFunction& f) { return f.offset + f.rate * t; },
                               [&](const SineFunction& f) {
                                 return f.offset + f.amplitude * sin(2 * std::numbers::pi * f.frequency * t + f.phase);
                               },
                               [&](const StepFunction& f) { return stepAt(f, t); },
                               [&](const Curve& curve) { return valueOf(curve, t); },
                               [&](const Program& program) { return runJet(program, library, time, inputs, stack); }},
                    signal.function);
}

Jet prescribed(int derivative, const Jet& function, double integratedPosition, double integratedVelocity) {
  switch (derivative) {
    case 0: return function;
    case 1: return {integratedPosition, function.value, function.rate};
    default: return {integratedPosition, integratedVelocity, function.value};
  }
}

}  // namespace mb
