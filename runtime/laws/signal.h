// Functions of time with exact derivatives, for drives and couplers.
#pragma once

#include <variant>

#include "runtime/laws/program.h"

namespace mb {

struct Signal {
  std::variant<ConstantFunction, LinearFunction, SineFunction, StepFunction, Curve, Program> function;
};
Signal makeSignal(const TimeFunction& function, const LawScope& scope, Library& library);
Signal makeSignal(const Expression& expression, const LawScope& scope, Library& library);

Jet valueAt(const Signal& signal, const Library& library, double time, std::span<Jet> stack);

// What a drive prescribes: position, velocity and acceleration. A drive of the velocity takes the position from what
// was integrated so far, one of the acceleration the velocity too.
Jet prescribed(int derivative, const Jet& function, double integratedPosition, double integratedVelocity);

}  // namespace mb
