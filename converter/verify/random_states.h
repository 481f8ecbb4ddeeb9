// Random states of a mechanism on its constraint manifold, the same for the same seed.
#pragma once

#include <limits>
#include <random>
#include <span>
#include <vector>

#include "runtime/simulation/simulate.h"

namespace mb {

class RandomStates {
 public:
  // From a state that lies on the manifold. The accelerations are the solver's; none: those of maggi-dense. Times are
  // not beyond `end`, where functions of time may have no value. Lengths of coordinates that are in no loop go by the
  // machine's `size`, the others by that of their block.
  RandomStates(const Mechanism& mechanism, StateView initial, unsigned long seed, const SolverType* solver = nullptr,
               double end = std::numeric_limits<double>::infinity(), double size = 1);

  // Beyond the lower or the upper stops of joints, where their coordinates are independent and the stops not far away;
  // coordinates with dry friction then go at speeds at which it changes.
  enum class Aim { anywhere, lowerStops, upperStops };

  // The next state, evaluated in workspace(). Displacements that lead nowhere, next to a singular position, or where a
  // force has no value are halved. False when even the initial position cannot be evaluated.
  bool next(Aim aim = Aim::anywhere);

  // The accelerations of this state once more, with wrenches on the links from outside: {force; torque} about
  // workspace().c, by link. False when they cannot be solved.
  bool push(std::span<const Vector6> wrenches);

  // This state with its last digits changed at random, the wrenches on the links included, evaluated in another
  // workspace: how far the results are from those of workspace() is what round-off does to them. False when they cannot
  // be solved.
  bool blurred(std::mt19937_64& random, Workspace& near) const;

  double time() const { return time_; }
  StateView state() const { return y_; }
  const Workspace& workspace() const { return w_; }

 private:
  bool tryState(Aim aim, double amplitude);
  void aimAtStops(Aim aim, double amplitude, std::span<double> dz);

  const Mechanism& m_;
  std::unique_ptr<Solver> solver_;
  Workspace w_;
  std::vector<double> initial_;
  std::vector<double> y_;
  std::vector<Vector6> pushed_;  // by link, or none
  double size_;
  double time_ = 0;
  double latest_;
  std::mt19937_64 random_;
};

// A state with its last digits changed at random, not projected.
std::vector<double> withOtherLastDigits(const Mechanism& m, StateView y, double size, std::mt19937_64& random);

// Not std::uniform_real_distribution, whose numbers are not the same everywhere.
double uniform(std::mt19937_64& random, double low, double high);

}  // namespace mb
