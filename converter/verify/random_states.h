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
  // Starts from a state on the manifold. Accelerations come from `solver`, or from maggi-dense when it is null. Times
  // stay below `end`, beyond which functions of time may have no value. Lengths of coordinates outside all loops scale
  // with the machine's `size`, the others with the size of their block.
  RandomStates(const Mechanism& mechanism, StateView initial, unsigned long seed, const SolverType* solver = nullptr,
               double end = std::numeric_limits<double>::infinity(), double size = 1);

  // Beyond the lower or upper stops of joints whose coordinates are independent and whose stops are near. Coordinates
  // with dry friction then move at speeds at which the friction changes.
  enum class Aim { anywhere, lowerStops, upperStops };

  // Evaluates the next state in workspace(). Displacements are halved when they do not project onto the manifold, come
  // close to a singular position, or lead to a force without a value. Returns false when even the initial position
  // cannot be evaluated.
  bool next(Aim aim = Aim::anywhere);

  // Solves for the accelerations of this state again with external wrenches on the links: {force; torque} about
  // workspace().c, by link. Returns false when they cannot be solved.
  bool push(std::span<const Vector6> wrenches);

  // Evaluates this state as y in another workspace with the last digits of the state and of the wrenches on the links
  // changed at random. The distance of the results from those of workspace() is the effect of round-off. Returns false
  // when they cannot be solved.
  bool blurred(std::mt19937_64& random, std::vector<double>& y, Workspace& near) const;

  double time() const { return time_; }
  StateView state() const { return y_; }
  const Workspace& workspace() const { return w_; }

 private:
  bool tryState(Aim aim, double amplitude);
  double randomInput(const Input& input, double amplitude);
  void setInputs(double amplitude);
  void aimAtStops(Aim aim, double amplitude, std::span<double> dz);

  const Mechanism& m_;
  std::unique_ptr<Solver> solver_;
  Workspace w_;
  std::vector<double> initial_;
  std::vector<double> y_;
  std::vector<Vector6> pushed_;  // by link, or empty
  double size_;
  double time_ = 0;
  double latest_;
  std::mt19937_64 random_;
};

// Changes the last digits of a state at random, without projecting it.
std::vector<double> withOtherLastDigits(const Mechanism& m, StateView y, double size, std::mt19937_64& random);

// Replaces std::uniform_real_distribution, whose numbers differ between standard libraries.
double uniform(std::mt19937_64& random, double low, double high);

}  // namespace mb
