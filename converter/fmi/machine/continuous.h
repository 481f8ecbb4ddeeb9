// A machine without time steps of its own, for Model Exchange: the importer moves the independent coordinates and
// velocities, and the dependent ones are assembled at every evaluation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/directional/directional.h"
#include "runtime/simulation/simulate.h"

namespace mb::fmi {

class Continuous {
 public:
  // `partitions`: which coordinates are independent, by block, and the state at which they were chosen; they stay.
  Continuous(const Mechanism& m, const std::vector<Partition>& partitions, StateView choice);

  // Takes over a state that is near the closing equations.
  bool start(double time, StateView y);
  // Evaluates the state. False where it cannot: fault() says why, and another state may be set.
  bool evaluate();
  // The state was accepted: angles count their turns from it, quaternions get unit length. Returns whether the latter
  // changed the state.
  bool accept();

  double time() const { return time_; }
  void setTime(double time) { time_ = time; }
  StateView state() const { return y_; }
  std::span<double> state() { return y_; }
  StateView rates() const { return rates_; }
  const Workspace& workspace() const { return w_; }
  InputValues& inputs() { return w_.forces.inputs; }  // what comes from outside, from the next evaluation on
  const std::string& fault() const { return fault_; }
  // After evaluate(): how the state and its rates change along a direction of the independent coordinates and
  // velocities.
  bool along(const Direction& direction, DirectionalDerivative& derivative);
  // What an evaluation starts from, so that it gives the same bits again: the dependent coordinates before they were
  // assembled, and the angles that count turns before they were accepted.
  void save(SavedMotion& saved, bool isEvaluated) const;
  bool restore(const SavedMotion& saved);

 private:
  bool fail(std::string why);
  std::vector<double>& angles() { return w_.forces.angles.last; }

  const Mechanism& m_;
  std::unique_ptr<Solver> solver_;
  Workspace w_;
  double time_ = 0;
  std::vector<double> y_;
  std::vector<double> rates_;
  std::unique_ptr<Directional> directional_;  // at the state that was evaluated last, once it is asked for
  std::vector<double> guess_;                 // y before the last evaluation
  std::vector<double> anglesBefore_;          // and its angles
  bool isAccepted_ = false;                   // the state that was evaluated last
  std::string fault_;
};

}  // namespace mb::fmi
