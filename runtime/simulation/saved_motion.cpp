#include "runtime/simulation/saved_motion.h"

#include <algorithm>

#include "runtime/evaluation/partition.h"
#include "runtime/simulation/simulate.h"

namespace mb {

void Simulation::save(SavedMotion& saved) const {
  saved.time = time_;
  saved.y = y_;
  saved.rates = rates_;
  saved.angles = anglesBefore_;
  saved.partitions.resize(w_.blocks.size());
  for (std::size_t n = 0; n < w_.blocks.size(); ++n) saved.partitions[n] = w_.blocks[n].partition;
  saved.choice = choice_;
  saved.isBesideSingular = isBesideSingular_;
  saved.isBySolver = isBySolver_;
  saved.potentialFirst = potentialFirst_;
  saved.energyFirst = report_.energyFirst;
}

bool Simulation::restore(const SavedMotion& saved) {
  report_.failure.reset();
  report_.time = time_ = saved.time;
  y_ = saved.y;
  anglesBefore_ = saved.angles;
  if (!findSolverFor()) return false;
  repeatChoice(saved);
  isBesideSingular_ = saved.isBesideSingular;
  isBySolver_ = saved.isBySolver;
  potentialFirst_ = saved.potentialFirst;
  report_.energyFirst = saved.energyFirst;
  if (!evaluateAgain()) return false;
  rates_ = saved.rates;
  return true;
}

void Simulation::choiceMade(std::span<const double> y) {
  choice_.assign(y.begin(), y.end());
  solver_->chosenAgain(m_, w_);
}

// A solver may lay out its work by what it sees where the coordinates are chosen.
void Simulation::repeatChoice(const SavedMotion& saved) {
  for (std::size_t n = 0; n < w_.blocks.size(); ++n) w_.blocks[n].partition = saved.partitions[n];
  updateIndependent(m_, w_);
  if (choice_ == saved.choice) return;
  setPositions(m_, saved.choice, w_);
  setEquations(m_, saved.choice, w_);
  setReduction(m_, w_);
  choiceMade(saved.choice);
}

bool Simulation::evaluateAgain() {
  w_.forces.angles.last = anglesBefore_;
  if (isBySolver_ && solver_->evaluate(m_, time_, y_, w_)) {
    isWhole_ = false;
    return evaluated();
  }
  place(time_, y_, w_);
  move(y_, w_);
  return evaluateHere();
}

}  // namespace mb
