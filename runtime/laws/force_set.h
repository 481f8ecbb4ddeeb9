// The force elements of a model, compiled once. They see markers in motion and answer with forces on bodies, so that
// the recursive runtime and the Cartesian reference apply the very same laws.
#pragma once

#include <optional>
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

struct CompiledTsda {
  Tsda law;
  std::optional<Program> function;
};
struct CompiledRsda {
  Rsda law;
  std::optional<Program> function;
  int angle = 0;  // its place among the angles that count turns
};
struct CompiledGeneral {
  GeneralForce law;
  std::array<std::optional<Program>, 3> force;
  std::array<std::optional<Program>, 3> torque;
};
using CompiledForce = std::variant<CompiledTsda, CompiledRsda, Bushing, Field, CompiledGeneral, CompiledTyre>;

struct ForceSet {
  std::vector<CompiledForce> forces;             // in the model's order
  std::vector<std::optional<Program>> feedback;  // by drive: its acceleration where that follows from the motion
  bool isEmpty() const { return forces.empty() && feedback.empty(); }
};
ForceSet compileForces(const std::vector<Force>& forces, const LawScope& scope, Library& library);
// The laws of drives that look at the motion; empty when none does.
std::vector<std::optional<Program>> compileFeedback(const std::vector<Drive>& drives, const LawScope& scope,
                                                    Library& library);
bool followsMotion(const Drive& drive);

// Results and scratch, sized once.
struct ForceResults {
  std::vector<Action> actions;  // two a force; those on nothing have no marker
  std::vector<double> stack;
  std::vector<DriverDemand> drivers;  // by DriverIndex
  std::vector<double> feedback;       // by drive
  std::vector<double> stateRates;     // of what laws integrate
  std::vector<TyreReading> tyres;     // by number
  AngleMemory angles;
  double potential = 0;  // of springs: what their conservative part can give back
  double power = 0;      // of all that is not in the potential
};
ForceResults makeResults(const ForceSet& set, const Library& library);

// Evaluates all laws. markers by MarkerIndex; coordinates as Library::coordinates asks for them; states as many as
// Library::stateCount.
void evaluate(const ForceSet& set, const Library& library, std::span<const FrameMotion> markers,
              std::span<const CoordinateValue> coordinates, double time, std::span<const double> states,
              ForceResults& results);
// The state just evaluated is accepted: angles count their turns from it.
void acceptAngles(AngleMemory& angles);

}  // namespace mb
