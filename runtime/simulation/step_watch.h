// Detects effects that a step was too long to resolve and that do not show in its result.
#pragma once

#include <string>
#include <vector>

#include "runtime/evaluation/stages.h"

namespace mb {

struct RunReport;

// Examines the ends of steps. Each coordinate and each drive is reported once.
class StepWatch {
 public:
  StepWatch(const Mechanism& m, StateView y, std::span<const Jet> signals);  // at the start
  // Notes an accepted step of length h, with state and functions of time at its end.
  void note(double h, StateView y, std::span<const Jet> signals, RunReport& report);

 private:
  struct OfFriction {
    double before = 0;
    bool isTold = false;
  };
  double rateOf(StateView y, std::size_t friction) const;
  void noteFriction(StateView y, RunReport& report);
  void noteJumps(double h, std::span<const Jet> signals, RunReport& report);

  const Mechanism& m_;
  std::vector<OfFriction> frictions_;
  std::vector<Jet> signals_;
  std::vector<int> driven_;  // rows with a function that has not jumped yet
};

}  // namespace mb
