// The proof that a recursive model is equivalent to the Cartesian model it came from: counts, states, trajectories and
// invariants.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "converter/verify/cartesian_run.h"
#include "formats/model/basics/progress.h"
#include "formats/model/cartesian.h"
#include "formats/model/recursive.h"
#include "runtime/simulation/simulate.h"

namespace mb {

struct VerifyOptions {
  int states = 100;
  unsigned long seed = 1;
  double end = 0.5;  // of the trajectories; shortened where it takes more than `steps`
  int steps = 320;   // at most, in the coarser Cartesian run, which is slow
  bool trajectories = true;
  bool keepsRun = false;  // the finer Cartesian run, step by step
};

// A value, the largest value allowed and why, and where the worst was found.
struct Finding {
  double value = 0;
  double tolerance = 0;
  std::string where;
  std::string why;  // of the tolerance
  // Largest tolerance from which anything follows: runs with larger errors of their own decide nothing.
  double meaningful = std::numeric_limits<double>::infinity();
  bool holds() const { return value <= tolerance; }  // false for NaN
  bool decides() const { return tolerance <= meaningful; }
};

enum class Verdict { equivalent, notEquivalent, notDecided };

struct Verification {
  struct Counts {
    int dofCartesian = 0;  // without idle spins, with prescribed motions
    int dofRecursive = 0;
    int prescribed = 0;  // by drives and couplers
    int idleSpins = 0;   // of removed rods about their own axes, which nothing depends on
    int rowsCartesian = 0;
    int rankCartesian = 0;
    int rowsRecursive = 0;
    int rankRecursive = 0;
    std::vector<std::string> redundant;  // closing rows, "joint: equation"
    std::vector<std::string> missing;    // elements that only one of the models has
    bool holds() const { return dofCartesian == dofRecursive && missing.empty(); }
  } counts;
  struct States {
    int count = 0;
    Finding position;      // joints of the Cartesian model at states of the recursive one
    Finding velocity;      // rates of the same joints
    Finding acceleration;  // of bodies, relative to the largest
    Finding balance;       // of the forces on every body, with recursive accelerations and reactions, relative
    Finding reaction;      // of joints where they are unique, relative to the largest
    std::optional<Finding> measure;  // of each, relative to its size; empty without measures
    int measuresCompared = 0;
    int measuresOpen = 0;  // without a value, or of a reaction that is not unique, at every state
    int reactionsCompared = 0;
    int reactionsOpen = 0;  // not unique, so they cannot be compared
  } states;
  struct Trajectory {
    double end = 0;
    double step = 0;            // of the finer Cartesian run
    double order = 0;           // of convergence of the Cartesian run to the recursive limit
    double recursiveOrder = 0;  // of convergence of the recursive run
    Finding position;
    Finding velocity;
    std::string remark;
    CartesianRun cartesian;  // the finer one; empty unless it was to be kept
  };
  std::optional<Trajectory> trajectory;
  struct Invariants {
    Finding energy;
    Finding drift;
    std::optional<Finding> momentum;  // of free systems
  } invariants;
  // For idealised joint frames: how small the changes are, and how well the joints as written hold in the same motion.
  // Both are multiples of the loop tolerance.
  struct Written {
    std::vector<FrameChange> changes;
    int states = 0;  // examined
    Finding change;
    Finding miss;
  };
  std::optional<Written> written;
  struct Runs {
    double end = 0;
    long steps = 0;   // of the coarser run
    double step = 0;  // of the same run
  } runs;
  Finding start;                      // of the recursive model against the source's initial state; relative
  std::string solver;                 // of the recursive side
  std::optional<RunFailure> failure;  // a run that could not be made

  // A difference found by a comparison stands, whatever failed later. Without a difference, all comparisons must have
  // been made, by runs that decide something.
  Verdict verdict() const;
  bool equivalent() const { return verdict() == Verdict::equivalent; }
  bool differsInStartOnly() const;  // the same machine, after `settle` or an edit
};

// All findings in the order of the levels: one list for the verdict, the table and the certificate.
struct NamedFinding {
  std::string_view level;
  std::string_view name;
  std::string_view key;
  const Finding* finding;
};
std::vector<NamedFinding> findingsOf(const Verification& verification);

Verification verify(const CartesianModel& source, const RecursiveModel& recursive, const VerifyOptions& options,
                    const Progress& progress = {});

}  // namespace mb
