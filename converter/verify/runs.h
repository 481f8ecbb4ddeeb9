// Runs of both models from the same state with ever smaller steps, and the quantities that the recursive run must
// conserve.
#pragma once

#include <array>

#include "converter/verify/states.h"
#include "runtime/simulation/simulate.h"

namespace mb {

// Positions and velocities of points on all bodies, state after state: three points per body, so that rotations count,
// and both ends of a removed rod.
struct Track {
  std::vector<Vector3> p;
  std::vector<Vector3> v;
  double opening = 0;  // largest opening of the loops, in m
};
// Quantities that a recursive run must conserve, state after state, and the terms that scale their changes.
struct Conserved {
  std::vector<double> energy;    // kinetic and potential, less the work of forces without a potential
  std::vector<Vector3> linear;   // momentum of a free system, less gravity's share
  std::vector<Vector3> angular;  // momentum about its centre of mass, of a free system
  double energyTerms = 0;        // largest sum of terms: the sums round with these
  double linearTerms = 0;
  double angularTerms = 0;
};
void addState(const ModelPair& pair, const CartesianState& state, Track& track);
void addState(const ModelPair& pair, const Workspace& w, Track& track);

// The largest distance between two tracks and where it occurs.
struct Difference {
  double value = 0;
  std::size_t place = 0;
};
Difference differenceOf(const std::vector<Vector3>& a, const std::vector<Vector3>& b);
std::string bodyAt(const ModelPair& pair, std::size_t place);  // "body b": the body whose point is at this place
double largestOf(const std::vector<Vector3>& vectors);         // largest norm

// The span and the steps of the runs: as far as the steps resolve the motion, without making the slow Cartesian side
// take for ever.
struct RunPlan {
  double end = 0;
  long steps = 0;  // of the coarser Cartesian run
  long mostSteps = 0;
  int halvings = 0;  // of the span
  double wantedEnd = 0;
  std::array<Track, 3> recursive;  // with steps h, h/2, h/8
  std::array<Conserved, 3> conserved;
  std::array<RunReport, 3> reports;
};
void addConserved(const ModelPair& pair, double time, StateView y, const Workspace& w, Conserved& conserved);
double energyErrorOf(const RunPlan& plan);  // of the runs themselves; above 1 their energies decide nothing
RunPlan planRuns(const ModelPair& pair, StateView initial, double end, int mostSteps,
                 std::optional<RunFailure>& failure);
// Shortens the steps, or halves the span once the number of steps is at its limit, until the recursive runs resolve the
// motion again. Returns false when the limit of halvings is reached or the runs fail.
bool refineRuns(const ModelPair& pair, StateView initial, RunPlan& plan, std::optional<RunFailure>& failure);
// Whether the tracks differ by so little more than the estimated error of the runs that the estimate may be wrong, for
// example where errors grow along the run. Only shorter steps over the same span can decide that.
bool needsShorterSteps(const Verification::Trajectory& trajectory);
// Halves the steps over the same span. Returns false when the limit of halvings is reached or the runs fail.
bool halveSteps(const ModelPair& pair, StateView initial, RunPlan& plan, std::optional<RunFailure>& failure);

// `recursiveInitial` is the state at which the recursive runs began. With `keepsRun` the result holds every step of the
// finer Cartesian run.
Verification::Trajectory compareRuns(const ModelPair& pair, const CartesianState& initial, StateView recursiveInitial,
                                     const RunPlan& plan, bool keepsRun, const Progress& progress);
// Checks the quantities that the recursive runs must conserve.
Verification::Invariants checkInvariants(const ModelPair& pair, const RunPlan& plan);

}  // namespace mb
