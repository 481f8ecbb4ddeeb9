// Functions of time and inputs with exact derivatives, for drives and couplers.
#pragma once

#include <variant>

#include "runtime/laws/program.h"

namespace mb {

struct Signal {
  std::variant<ConstantFunction, LinearFunction, SineFunction, StepFunction, Curve, Program> function;
};
Signal makeSignal(const TimeFunction& function, const LawScope& scope, Library& library);
Signal makeSignal(const Expression& expression, const LawScope& scope, Library& library);

template <class T>
JetOf<T> valueAt(const Signal& signal, const Library& library, T time,
                 std::type_identity_t<std::span<const JetOf<T>>> inputs,
                 std::type_identity_t<std::span<JetOf<T>>> stack);

// The position, velocity and acceleration that a drive prescribes. A drive of the velocity takes the position from its
// integral, one of the acceleration takes the velocity too.
template <class T>
JetOf<T> prescribed(int derivative, const JetOf<T>& function, const std::type_identity_t<T>& integratedPosition,
                    const std::type_identity_t<T>& integratedVelocity) {
  switch (derivative) {
    case 0: return function;
    case 1: return {integratedPosition, function.value, function.rate};
    default: return {integratedPosition, integratedVelocity, function.value};
  }
}

}  // namespace mb
