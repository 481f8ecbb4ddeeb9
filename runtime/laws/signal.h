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

Jet valueAt(const Signal& signal, const Library& library, double time, std::span<const Jet> inputs,
            std::span<Jet> stack);

// The position, velocity and acceleration that a drive prescribes. A drive of the velocity takes the position from its
// integral, one of the acceleration takes the velocity too.
Jet prescribed(int derivative, const Jet& function, double integratedPosition, double integratedVelocity);

}  // namespace mb
