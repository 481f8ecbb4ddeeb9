// The force elements of a model, compiled once. They take markers in motion and return forces on bodies, so that the
// recursive runtime and the Cartesian reference apply the same laws.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <variant>

#include "runtime/laws/program.h"

namespace mb {

// A force through a point and a torque on the body that carries a marker; world axes.
struct Action {
  MarkerIndex on;
  Vector3 point = Vector3::Zero();
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
};

// A force made ready to run. Most are ready as they are described; those with functions have these compiled, and say
// in programs() which, because the markers that functions look at have to be moved as well.
using Programs = std::span<const std::optional<Program>>;
template <class Law>
struct Compiled {
  Law law;
  Programs programs() const { return {}; }
};
template <>
struct Compiled<Tsda> {
  Tsda law;
  std::optional<Program> function;
  Programs programs() const { return {&function, 1}; }
};
template <>
struct Compiled<Rsda> {
  Rsda law;
  std::optional<Program> function;
  int angle = 0;  // its place among the angles that count turns
  Programs programs() const { return {&function, 1}; }
};
template <>
struct Compiled<GeneralForce> {
  GeneralForce law;
  std::array<std::optional<Program>, 6> components;  // force and torque
  Programs programs() const { return components; }
};
template <>
struct Compiled<TyreForce> {
  TyreForce law;
  CompiledTyre tyre;
  Programs programs() const { return {}; }
};
template <class Laws>
struct CompiledLaws;
template <class... Law>
struct CompiledLaws<std::variant<Law...>> {
  using Type = std::variant<Compiled<Law>...>;
};
using CompiledForce = CompiledLaws<ForceLaw>::Type;
inline bool hasFunction(const CompiledForce& force) {
  const auto isGiven = [](const std::optional<Program>& program) { return program.has_value(); };
  return std::visit([&](const auto& one) { return std::ranges::any_of(one.programs(), isGiven); }, force);
}
// Null for other forces.
inline const CompiledTyre* tyreOf(const CompiledForce& force) {
  const auto* const tyre = std::get_if<Compiled<TyreForce>>(&force);
  return tyre ? &tyre->tyre : nullptr;
}

struct ForceSet {
  std::vector<CompiledForce> forces;             // in the model's order
  std::vector<std::optional<Program>> feedback;  // by drive: its acceleration where that follows from the motion
  // By force, as forces stand in the model: what it integrates, as a part of all states of laws.
  struct States {
    int first = 0;
    int count = 0;
  };
  std::vector<States> states;
  bool isEmpty() const { return forces.empty() && feedback.empty(); }
};
ForceSet compileForces(const std::vector<Force>& forces, const LawScope& scope, Library& library);
// The laws of drives that depend on the motion; empty if none does.
std::vector<std::optional<Program>> compileFeedback(const std::vector<Drive>& drives, const LawScope& scope,
                                                    Library& library);
bool followsMotion(const Drive& drive);

// Results and scratch, sized once.
struct ForceResults {
  std::vector<Action> actions;  // two per force; unused ones have no marker
  std::vector<double> stack;
  std::vector<DriverDemand> drivers;  // by DriverIndex
  std::vector<double> feedback;       // by drive
  std::vector<double> stateRates;     // of the laws' states
  std::vector<TyreReading> tyres;     // by number
  AngleMemory angles;
  InputValues inputs;
  double potential = 0;  // of springs: their conservative part
  double power = 0;      // of everything without a potential
};
ForceResults makeResults(const ForceSet& set, const Library& library);

// Evaluates all laws, with the inputs seen before (seeInputs). markers by MarkerIndex; coordinates in the order of
// Library::coordinates; states: Library::stateCount numbers.
void evaluate(const ForceSet& set, const Library& library, std::span<const FrameMotion> markers,
              std::span<const CoordinateValue> coordinates, double time, std::span<const double> states,
              ForceResults& results);
// Accepts the state just evaluated: angles count their turns from it.
void acceptAngles(AngleMemory& angles);

}  // namespace mb
