// What a step was too long for, and its result does not tell.
#pragma once

#include <string>
#include <vector>

#include "runtime/evaluation/stages.h"

namespace mb {

struct RunReport;

// Looks at the ends of steps. Each coordinate and each drive is told once.
class StepWatch {
 public:
  StepWatch(const Mechanism& m, StateView y, const Workspace& w);  // at the start
  // An accepted step of length h, with state and workspace at its end.
  void note(double h, StateView y, const Workspace& w, RunReport& report);

 private:
  struct OfFriction {
    double before = 0;
    bool isTold = false;
  };
  double rateOf(StateView y, std::size_t friction) const;
  void noteFriction(StateView y, RunReport& report);
  void noteJumps(double h, const Workspace& w, RunReport& report);

  const Mechanism& m_;
  std::vector<OfFriction> frictions_;
  std::vector<Jet> signals_;
  std::vector<int> driven_;  // rows with a function that has not jumped
};

}  // namespace mb
