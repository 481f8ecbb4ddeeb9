// Measurements of `mbconvert bench` as values: the tables printed in the papers, with our figures added.
#pragma once

#include <algorithm>

#include "converter/measure/bench_stages.h"
#include "formats/model/basics/progress.h"
#include "runtime/solvers/solvers.h"
#include "runtime/solvers/synthesis/operation_counts.h"

namespace mb {

// One method to solve for the accelerations; times are of whole evaluations.
struct SolverFigures {
  std::string_view name;
  std::string_view source;             // key of the paper
  std::optional<std::string> refusal;  // if set, nothing else is known
  CallTime evaluation;
  CallTime solution;      // of the solution alone, after the stages up to setGamma
  double difference = 0;  // worst of z_ddot against maggi-dense at random states, relative to its largest entry
};

// Operations of one subsystem [SK table 1].
struct SubsystemCounts {
  std::string name;  // of its first body
  int bodies = 0;
  int coordinates = 0;
  int rows = 0;
  std::optional<std::string> refusal;
  std::vector<PhaseCounts> cartesian;
  std::vector<PhaseCounts> joint;
};
long multiplicationsOf(const std::vector<PhaseCounts>& phases);
long additionsOf(const std::vector<PhaseCounts>& phases);

// A run from the initial state, the fastest of several.
struct RunFigures {
  std::string name;
  std::string settings;
  RunReport report;
  double endDifference = 0;  // m: largest difference of body positions at the end from the first run
};

// Wall-clock times of the steps of a run in microseconds.
struct StepSpread {
  double median = 0;
  double p999 = 0;
  double most = 0;
};
struct StepJitter {
  std::string_view solver;
  std::size_t steps = 0;
  StepSpread once;      // of one run
  StepSpread repeated;  // of the fastest time of each step over several runs, which mostly shows the code itself
  int runs = 0;         // number of those runs
  std::string failure;  // why there are fewer steps than intended
};

struct BenchReport {
  std::string model;
  int bodies = 0;
  int coordinates = 0;
  int rows = 0;
  int rank = 0;
  int dof = 0;
  int evaluations = 0;  // asked for
  double time = 0;      // s: of the state
  Batches batches;
  int states = 0;  // number of random states

  StageTimes dense;  // [HG12]
  StageTimes sparse;
  std::array<SolverFigures, 3> linear;        // [CYI01], in the order of its table
  std::optional<std::string> countedRefusal;  // [SK]
  std::vector<SubsystemCounts> counts;
  std::vector<SolverFigures> solvers;  // [Pan], in the order of solverTypes()
  std::vector<RunFigures> runs;
  StepJitter jitter;

  // `solver` is a name of solverTypes().
  const SolverFigures& of(std::string_view solver) const {
    return *std::ranges::find(solvers, solver, &SolverFigures::name);
  }
};

// Returns nothing when the mechanism cannot be run; `failure` says why.
std::optional<BenchReport> bench(const Mechanism& m, int evaluations, std::optional<RunFailure>& failure,
                                 const Progress& progress = {});

// The parts of bench().
Measurable compareSolvers(const Mechanism& m, const MovingState& state, BenchReport& report);
std::vector<RunFigures> measureRuns(const Mechanism& m);
StepJitter measureJitter(const Mechanism& m);

}  // namespace mb
