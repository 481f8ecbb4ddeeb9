// What `mbconvert bench` measures of a mechanism, as values: the tables that the papers print, with ours in them.
#pragma once

#include <algorithm>

#include "converter/measure/bench_steps.h"
#include "runtime/solvers/solvers.h"
#include "runtime/solvers/synthesis/operation_counts.h"

namespace mb {

// One way to solve for the accelerations; times of whole evaluations.
struct SolverFigures {
  std::string_view name;
  std::string_view source;             // the paper's key
  std::optional<std::string> refusal;  // then nothing else is known
  CallTime evaluation;
  CallTime solution;      // alone, the stages up to setGamma given
  double difference = 0;  // worst of z_ddot against maggi-dense at random states, by its largest entry
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

// A run from the initial state, the fastest of some.
struct RunFigures {
  std::string name;
  std::string settings;
  RunReport report;
  double endDifference = 0;  // m: largest of the bodies' positions at the end against the first run
};

// Steps of a run, each by the clock, in microseconds.
struct StepSpread {
  double median = 0;
  double p999 = 0;
  double most = 0;
};
struct StepJitter {
  std::string_view solver;
  std::size_t steps = 0;
  StepSpread once;      // of one run
  StepSpread repeated;  // of the least that each step took in some runs: mostly what the code does
  int runs = 0;         // these
  std::string failure;  // why there are no more steps, if there should be
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
  int states = 0;  // random ones

  StepTimes dense;  // [HG12]
  StepTimes sparse;
  std::array<SolverFigures, 3> linear;        // [CYI01], in the order of its table
  std::optional<std::string> countedRefusal;  // [SK]
  std::vector<SubsystemCounts> counts;
  std::vector<SolverFigures> solvers;  // [Pan], in the order of solverTypes()
  std::vector<RunFigures> runs;
  StepJitter jitter;

  // By a name of solverTypes().
  const SolverFigures& of(std::string_view solver) const {
    return *std::ranges::find(solvers, solver, &SolverFigures::name);
  }
};

// Nothing when the mechanism does not move; the failure says why.
std::optional<BenchReport> bench(const Mechanism& m, int evaluations, std::optional<RunFailure>& failure);

// Its parts.
Measurable compareSolvers(const Mechanism& m, const MovingState& state, BenchReport& report);
std::vector<RunFigures> measureRuns(const Mechanism& m);
StepJitter measureJitter(const Mechanism& m);

}  // namespace mb
