// Chooses how a model is integrated where the user leaves it open.
#pragma once

#include <string>

#include "runtime/simulation/simulate.h"

namespace mb {

struct StepChoice {
  const SolverType* solver = nullptr;  // the implicit one; null: explicit steps, with the first solver that can
  std::string reason;
  double meanStep = 0;   // s, of explicit steps at the finer tolerance; 0: the trial failed
  long evaluations = 0;  // that finding out took
};

// The length of a first step, which adaptive methods correct at once.
double firstStepOf(double end);

// Tries explicit adaptive steps at the start, at two tolerances. Where accuracy sets their length they are shorter for
// the smaller tolerance; where they are short and the tolerance hardly matters, stability sets it: the model is stiff,
// and the implicit method is chosen if it can solve the model.
StepChoice chooseSteps(const Mechanism& m, double end);
// The trial looks at the start alone. What there is to say after the run, when its steps were much shorter; else empty.
std::string shorterSteps(const StepChoice& choice, const RunOptions& options, const RunReport& report);

}  // namespace mb
