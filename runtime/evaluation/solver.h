// A way to get the accelerations: the interface that the recursion and the classical methods share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/evaluation/stages.h"

namespace mb {

// Below this share of its diagonal a pivot of a mass matrix is round-off: the coordinate moves nothing that has mass.
constexpr double kMassless = 1e-12;

class Solver {
 public:
  virtual ~Solver() = default;

  // z_ddot from a workspace in which the stages up to setGamma hold the state; who wants to know what drives do asks
  // setDrivePower() after it. False when a coordinate has no inertia: Workspace::singularRow. Takes nothing from the
  // heap, unless it is a specification.
  virtual bool solve(const Mechanism& m, Workspace& w) = 0;

  // The independent coordinates were chosen anew.
  virtual void chosenAgain(const Mechanism&, const Workspace&) {}

  // Everything from the state: z_dot, z_ddot, what forces and drives do, and the pivots of the blocks. Of the rest of
  // the workspace a solver may fill what it likes. By default the stages, then solve().
  virtual bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w);
};

struct SolverType {
  std::string_view name;
  std::string_view source;  // the paper's key, with the section
  std::string_view method;
  std::string_view cost;    // how it grows
  std::string_view limits;  // what it cannot do; empty: nothing
  // Why this mechanism cannot be solved this way; nothing when it can. The workspace holds the chosen coordinates.
  std::optional<std::string> (*refusal)(const Mechanism& m, const Workspace& w);
  std::unique_ptr<Solver> (*make)(const Mechanism& m);
  bool isAutomatic = false;      // taken when no solver is named, in the table's order
  bool keepsPositions = true;    // false: it holds the equations itself while it runs, without projection
  bool integrates = false;       // it has steps of its own: RunOptions::method is not asked
  bool isSpecification = false;  // written to be read: it takes from the heap, and its speed is no aim
};

// Of solvers that can do everything.
std::optional<std::string> refusesNothing(const Mechanism& m, const Workspace& w);

}  // namespace mb
