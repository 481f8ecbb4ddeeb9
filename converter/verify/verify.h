// The proof that a recursive model is the Cartesian model it came from: counts, states, trajectories, invariants.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/recursive.h"
#include "runtime/simulation/simulate.h"

namespace mb {

struct VerifyOptions {
  int states = 100;
  unsigned long seed = 1;
  double end = 0.5;  // of the trajectories; shortened where that takes more than `steps`
  int steps = 320;   // most, of the coarser Cartesian run, which is slow
  bool trajectories = true;
};

// A number, what it may be at most and why, and where the worst was found.
struct Finding {
  double value = 0;
  double tolerance = 0;
  std::string where;
  std::string why;  // of the tolerance
  // Where the tolerance is what runs are off by themselves: beyond this nothing follows from the value.
  double meaningful = std::numeric_limits<double>::infinity();
  bool holds() const { return value <= tolerance; }  // not a number does not
  bool decides() const { return tolerance <= meaningful; }
};

enum class Verdict { equivalent, notEquivalent, notDecided };

struct Verification {
  struct Counts {
    int dofCartesian = 0;  // without the idle spins, with those that are prescribed
    int dofRecursive = 0;
    int prescribed = 0;  // by drives and couplers
    int idleSpins = 0;   // of removed rods about their own axes, which move nothing
    int rowsCartesian = 0;
    int rankCartesian = 0;
    int rowsRecursive = 0;
    int rankRecursive = 0;
    std::vector<std::string> redundant;  // closing rows, "joint: equation"
    std::vector<std::string> missing;    // what only one of the two models has
    bool holds() const { return dofCartesian == dofRecursive && missing.empty(); }
  } counts;
  struct States {
    int count = 0;
    Finding position;      // joints of the Cartesian model, at states of the recursive one
    Finding velocity;      // their rates
    Finding acceleration;  // of bodies, relative to the largest
    Finding balance;       // of forces on every body with the recursive accelerations and reactions, relative
    Finding reaction;      // of joints where they are unique, relative to the largest
    int reactionsCompared = 0;
    int reactionsOpen = 0;  // not unique: they cannot be compared
  } states;
  struct Trajectory {
    double end = 0;
    double step = 0;            // of the finer Cartesian run
    double order = 0;           // with which the Cartesian run nears the recursive limit
    double recursiveOrder = 0;  // with which the recursive one converges
    Finding position;
    Finding velocity;
    std::string remark;
  };
  std::optional<Trajectory> trajectory;
  struct Invariants {
    Finding energy;
    Finding drift;
    std::optional<Finding> momentum;  // of free systems
  } invariants;
  // Where frames of joints were idealised: how small the changes are, and how the joints as written fare in the same
  // motion; both in multiples of the loop tolerance.
  struct Written {
    std::vector<FrameChange> changes;
    int states = 0;  // that were looked at
    Finding change;
    Finding miss;
  };
  std::optional<Written> written;
  struct Runs {
    double end = 0;
    long steps = 0;   // of the coarser one
    double step = 0;  // of that one
  } runs;
  Finding start;                      // of the recursive model, against that of the source; relative
  std::string solver;                 // of the recursive side
  std::optional<RunFailure> failure;  // a run that could not be made

  // What was compared and differs stands, whatever failed later; without a difference all must have been compared, by
  // runs that mean something.
  Verdict verdict() const;
  bool equivalent() const { return verdict() == Verdict::equivalent; }
  bool differsInStartOnly() const;  // the same machine, settled or edited
};

// All findings in the order of the levels; one list for the verdict, the table and the certificate.
struct NamedFinding {
  std::string_view level;
  std::string_view name;
  std::string_view key;
  const Finding* finding;
};
std::vector<NamedFinding> findingsOf(const Verification& verification);

Verification verify(const CartesianModel& source, const RecursiveModel& recursive, const VerifyOptions& options);

}  // namespace mb
