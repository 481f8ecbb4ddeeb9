// The steps of a run and the rows of its table, from the options of `mbconvert run`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/cli/option.h"
#include "converter/conversion/choose_steps.h"
#include "converter/conversion/played_inputs.h"
#include "formats/model/messages/diagnostics.h"
#include "runtime/simulation/simulate.h"

namespace mb {

// Times in seconds, whatever the units of the model.
struct RunTiming {
  double end = 0;
  std::optional<double> step;  // nothing: the tool chooses
  bool settles = false;        // before it starts
  std::string integrator;      // empty: rk4, without a step dopri5, or the solver's own
  std::string solver = "auto";
  std::optional<double> tolerance;  // relative, of adaptive steps
  std::optional<double> every;      // between rows
  std::string inputs;               // the table that plays them; empty: they keep their starts
  std::string between = "akima";    // its rows
};
// The length of the run, and how it is stepped.
std::vector<Option> timingOptions(RunTiming& request);
std::vector<Option> steppingOptions(RunTiming& request);

// The options of the run, and which states become rows.
struct Schedule {
  RunOptions run;
  std::string integrator;
  bool isAdaptive = false;
  int stepsPerRow = 1;  // of fixed steps
  double every = 0;     // time between rows
  bool isThinned = false;
  bool choosesMethod = false;  // neither step nor method nor solver are given: see choose()
  StepChoice choice;
};

// Contradictory options are an error.
Schedule scheduleOf(const RunTiming& request, bool writesTable, Diagnostics& diagnostics);
// The table that plays the model's inputs; without one all keep their starts. Nothing after an error.
std::optional<PlayedTable> playedInputs(const RunTiming& request, const RecursiveModel& model,
                                        Diagnostics& diagnostics);
// Completes a schedule that chooses its method, by a trial.
void choose(const Mechanism& m, const RunTiming& request, Schedule& schedule);

}  // namespace mb
