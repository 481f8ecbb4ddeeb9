#include "runtime/laws/signal.h"

#include <numbers>

#include "formats/model/tracing/dual.h"

namespace mb {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

template <class T>
JetOf<T> stepAt(const StepFunction& step, const JetOf<T>& t) {
  return explored<T>([&]() -> JetOf<T> {
    if (t.value <= step.t0) return step.v0;
    if (t.value >= step.t1) return step.v1;
    const JetOf<T> s = (t - step.t0) / JetOf<T>(step.t1 - step.t0);
    return JetOf<T>(step.v0) + JetOf<T>(step.v1 - step.v0) * (s * s * (JetOf<T>(3.0) - JetOf<T>(2.0) * s));
  });
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

template <class T>
JetOf<T> valueAt(const Signal& signal, const Library& library, T time,
                 std::type_identity_t<std::span<const JetOf<T>>> inputs,
                 std::type_identity_t<std::span<JetOf<T>>> stack) {
  using Number = JetOf<T>;
  const Number t = Number::time(time);
  return std::visit(Overloaded{[](const ConstantFunction& f) { return Number(f.value); },
                               [&](const LinearFunction& f) { return Number(f.offset) + Number(f.rate) * t; },
                               [&](const SineFunction& f) {
                                 return Number(f.offset) +
                                        Number(f.amplitude) *
                                            sin(Number(2 * std::numbers::pi * f.frequency) * t + Number(f.phase));
                               },
                               [&](const StepFunction& f) { return stepAt(f, t); },
                               [&](const Curve& curve) { return valueOf(curve, t); },
                               [&](const Program& program) { return runJet(program, library, time, inputs, stack); }},
                    signal.function);
}

#define MB_SIGNALS_OF(T) \
  template JetOf<T> valueAt(const Signal&, const Library&, T, std::span<const JetOf<T>>, std::span<JetOf<T>>);
MB_SIGNALS_OF(double)
MB_SIGNALS_OF(Traced)
MB_SIGNALS_OF(Dual)
MB_SIGNALS_OF(DualOf<Traced>)
#undef MB_SIGNALS_OF

}  // namespace mb
