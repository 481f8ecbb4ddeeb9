// How the rates of a state change along one direction of the state and the time: exact derivatives by forward mode,
// through the same kernel and laws as the accelerations themselves.
#pragma once

#include <memory>

#include "formats/model/tracing/dual.h"
#include "runtime/evaluation/stages.h"

namespace mb {

struct Direction {
  double time = 0;
  std::vector<double> y;  // without the work; what is given for dependent positions and velocities does not matter
};

struct DirectionalDerivative {
  std::vector<double> y;       // the direction with its dependent positions and velocities
  std::vector<double> rates;   // of the state without the work
  std::vector<double> z_ddot;  // by velocity
};

// Keeps the independent coordinates chosen in a workspace, whose Phi_z is that of a position.
class Directional {
 public:
  Directional(const Mechanism& m, const Workspace& chosen);
  ~Directional();
  // At a state on the closing equations; lastAngles: of the last accepted state; held: all inputs, which the direction
  // does not change. Throws CannotTrace where a law has no derivative.
  DirectionalDerivative along(double time, StateView y, std::span<const double> lastAngles, const Direction& direction,
                              std::span<const double> held = {});

 private:
  struct Evaluation;
  std::unique_ptr<Evaluation> evaluation_;
};

// Whether all laws of a mechanism have derivatives, and none of them sees an input; the workspace as above, and a state
// on the closing equations.
bool hasDerivatives(const Mechanism& m, const Workspace& chosen, StateView y);

}  // namespace mb
