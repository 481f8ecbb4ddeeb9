// Both models run from the same state, under refinement of the step; and what the recursive run must conserve.
#pragma once

#include <array>

#include "converter/verify/states.h"
#include "runtime/simulation/simulate.h"

namespace mb {

// Positions and velocities of points of all bodies, state after state: three of a body, so that rotations count, and
// the ends of a removed rod.
struct Track {
  std::vector<Vector3> p;
  std::vector<Vector3> v;
  double opening = 0;  // of the loops, largest, in m
};
// What a recursive run must not change, state after state, and by what its changes are measured.
struct Conserved {
  std::vector<double> energy;    // kinetic and potential, less the work of what is in no potential
  std::vector<Vector3> linear;   // momentum less gravity's share, of a free system
  std::vector<Vector3> angular;  // momentum about its centre of mass, likewise
  double energyTerms = 0;        // what the sums are made of, largest: they round by these
  double linearTerms = 0;
  double angularTerms = 0;
};
void addState(const ModelPair& pair, const CartesianState& state, Track& track);
void addState(const ModelPair& pair, const Workspace& w, Track& track);

// The farthest that two tracks are apart, and the place where.
struct Difference {
  double value = 0;
  std::size_t place = 0;
};
Difference differenceOf(const std::vector<Vector3>& a, const std::vector<Vector3>& b);
std::string bodyAt(const ModelPair& pair, std::size_t place);  // "body b", whose point stands there
double largestOf(const std::vector<Vector3>& vectors);         // norm

// How far and in which steps: as far as the runs resolve the motion, in not so many steps that the slow side takes for
// ever.
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
double energyErrorOf(const RunPlan& plan);  // of the runs themselves; 1: their energies tell nothing any more
RunPlan planRuns(const ModelPair& pair, StateView initial, double end, int mostSteps,
                 std::optional<RunFailure>& failure);
// Shorter steps, or half the span where there are to be no more of them, until the recursive runs resolve the motion
// again. False when that was done often enough, or they fail.
bool refineRuns(const ModelPair& pair, StateView initial, RunPlan& plan, std::optional<RunFailure>& failure);
// Whether the tracks differ by so little more than the runs are estimated to be off that the estimate may be wrong, as
// where errors grow along the run: only shorter steps over the same span can tell.
bool needsShorterSteps(const Verification::Trajectory& trajectory);
// Steps of half the length over the same span. False when that was done often enough, or they fail.
bool halveSteps(const ModelPair& pair, StateView initial, RunPlan& plan, std::optional<RunFailure>& failure);

// From the state at which the recursive runs began.
Verification::Trajectory compareRuns(const ModelPair& pair, const CartesianState& initial, StateView recursiveInitial,
                                     const RunPlan& plan);
// What the recursive runs must conserve.
Verification::Invariants checkInvariants(const ModelPair& pair, const RunPlan& plan);

}  // namespace mb
