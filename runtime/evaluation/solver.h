// The interface of all solvers for the accelerations, recursive and classical.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/evaluation/project.h"
#include "runtime/evaluation/stages.h"

namespace mb {

// Share of its diagonal below which a pivot of a mass matrix is round-off: the coordinate moves no mass.
constexpr double kMassless = 1e-12;

// What a run notes of an accepted step, besides the results of an evaluation.
struct Accepted {
  Residual residual;
  double kinetic = 0;
  double gravity = 0;  // potential
  double springs = 0;  // potential of springs and stops
};

class Solver {
 public:
  virtual ~Solver() = default;

  // Computes z_ddot from a workspace that holds the stages up to setGamma. The power of drives needs setDrivePower()
  // afterwards. Returns false when a coordinate has no inertia: Workspace::singularRow. Allocates nothing, unless the
  // solver is a specification.
  virtual bool solve(const Mechanism& m, Workspace& w) = 0;

  // Called after the independent coordinates were chosen again.
  virtual void chosenAgain(const Mechanism&, const Workspace&) {}

  // Computes everything from the state: z_dot, z_ddot, the work of forces and drives, and the pivots of the blocks. A
  // solver may fill any other part of the workspace. The default runs the stages and then solve().
  virtual bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w);

  // Projects the state at the end of a step onto the closing equations, positions and velocities, and evaluates it
  // there as evaluate() does. Nothing where more has to be decided, or where the solver has no projection of its own:
  // beside a singular position, where the chosen coordinates degrade, where Newton's method does not converge, where a
  // coordinate moves no mass. Then y and the workspace are left half done, and the stages do it all.
  virtual std::optional<Accepted> accept(const Mechanism&, double /*time*/, std::span<double> /*y*/, Workspace&) {
    return std::nullopt;
  }
};

struct SolverType {
  std::string_view name;
  std::string_view source;  // the paper's key, with section
  std::string_view method;
  std::string_view cost;    // how the cost grows
  std::string_view limits;  // what it cannot solve; empty: no limits
  // Why this solver cannot solve the mechanism; nothing if it can. The workspace holds the chosen coordinates.
  std::optional<std::string> (*refusal)(const Mechanism& m, const Workspace& w);
  std::unique_ptr<Solver> (*make)(const Mechanism& m);
  bool isAutomatic = false;      // tried in the order of the table when no solver is named
  bool keepsPositions = true;    // false: it stabilises the equations itself, without projection
  bool integrates = false;       // it has its own integration; RunOptions::method is ignored
  bool isSpecification = false;  // written to be read: it allocates, and speed is not a goal
};

// The refusal of a solver that can solve every mechanism.
std::optional<std::string> refusesNothing(const Mechanism& m, const Workspace& w);

}  // namespace mb
