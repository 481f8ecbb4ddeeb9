#include "converter/verify/verify.h"

#include <algorithm>
#include <array>

#include "converter/verify/mapping/elements.h"
#include "converter/verify/random_states.h"
#include "converter/verify/runs.h"
#include "converter/verify/start.h"
#include "converter/verify/states.h"
#include "converter/verify/wrenches.h"
#include "converter/verify/written.h"
#include "graph/idealise/frame_changes.h"
#include "runtime/assembly/assemble.h"
#include "runtime/assembly/mobility.h"
#include "runtime/cartesian/equations.h"
#include "runtime/mechanism/loops.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

constexpr int kWrittenStates = 6;  // at which the frames of the file are checked; each needs a dense factorisation

// A bar between two joints frees more than the distance constraint that replaces it: its spin.
int idleSpins(const CartesianModel& source, const RecursiveModel& recursive) {
  int spins = 0;
  for (const Rod& rod : recursive.rods) {
    int freedoms = equationsOf(rodType(rod)) - 6;
    for (const Rod::End& end : rod.ends) {
      if (const auto joint = findJoint(source, end.joint)) freedoms += dofOf(source.joints[*joint].type);
    }
    spins += std::max(0, freedoms);
  }
  return spins;
}

Verification::Counts countsOf(const CartesianModel& source, const RecursiveModel& recursive,
                              const CartesianSystem& system, const StateMapping& mapping,
                              const CartesianState& assembled) {
  Verification::Counts counts;
  RecursiveModel closed = recursive;
  closePositions(closed);  // a loop that does not close is found by the states
  const MobilityReport mobility = mobilityOf(closed, loopBlocks(recursive));
  counts.idleSpins = idleSpins(source, recursive);
  counts.rowsCartesian = system.jointRowCount;
  counts.rankCartesian = cartesianRank(system, assembled);
  counts.dofCartesian = system.columnCount - counts.rankCartesian - counts.idleSpins;
  counts.prescribed = prescribedRank(system, assembled);
  counts.rowsRecursive = mobility.equations;
  counts.rankRecursive = mobility.rank;
  counts.dofRecursive = mobility.dof;
  for (const BlockMobility& block : mobility.blocks) {
    for (const BlockMobility::RedundantRow& row : block.redundant) {
      counts.redundant.push_back(row.joint + ": " + row.equation);
    }
  }
  counts.missing = differentElements(system, recursive, mapping);
  for (const std::string& name : mapping.missing) {
    if (std::ranges::find(counts.missing, name) == counts.missing.end()) counts.missing.push_back(name);
  }
  return counts;
}

// Both sides count the turns of angles from the start, as a run does.
void countTurnsFrom(const CartesianSystem& system, CartesianState& start) {
  std::ranges::fill(start.angles.last, 0.0);
  start.angles = cartesian::appliedForces(system, start, cartesian::kinematics(system, start)).angles;
  acceptAngles(start.angles);
}

// A quarter of the states lie beyond the lower stops, and a quarter beyond the upper ones.
RandomStates::Aim aimOf(int state) {
  constexpr std::array<RandomStates::Aim, 4> kAims{RandomStates::Aim::anywhere, RandomStates::Aim::lowerStops,
                                                   RandomStates::Aim::anywhere, RandomStates::Aim::upperStops};
  return kAims[at(state % 4)];
}

// The third and fourth of every four states are loaded externally; the others show small forces of the model better.
bool isPushed(int state) { return state % 4 >= 2; }

// A coupler without an offset keeps its value at the initial position, on both sides that of the assembled model.
void shareOffsets(const Mechanism& mechanism, CartesianSystem& system) {
  for (std::size_t k = 0; k < system.model.couplers.size(); ++k) {
    for (const Mechanism::Row& row : mechanism.rows) {
      const bool isSame = row.closing < 0 && row.name == system.model.couplers[k].name;
      if (isSame && !system.model.couplers[k].offset) system.couplerOffsets[k] = row.offset;
    }
  }
}

bool runsDecide(const Verification& v) {
  return v.invariants.energy.decides() && (!v.invariants.momentum || v.invariants.momentum->decides()) &&
         (!v.trajectory || (v.trajectory->position.decides() && v.trajectory->velocity.decides()));
}

// One more random state of the recursive model, evaluated on both sides. False when it cannot be evaluated.
bool compareNext(const ModelPair& pair, int k, RandomStates& random, std::mt19937_64& push,
                 std::optional<WrittenFrames>& asWritten, StateComparison& comparison) {
  if (!random.next(aimOf(k))) return false;
  CartesianState state = mapped(pair.system, pair.initial, pair.mapping, pair.mechanism, random.workspace(),
                                random.state(), random.time());
  if (asWritten && k < kWrittenStates) asWritten->look(state);
  if (isPushed(k)) {
    state.loads = randomLoads(pair, state, push);
    if (!random.push(onLinks(pair, state, random.workspace().c))) return false;
  }
  comparison.compare(random, state);
  return true;
}

void compareStates(const ModelPair& pair, const VerifyOptions& options, RandomStates& random,
                   std::optional<WrittenFrames>& asWritten, const Progress& progress, Verification& result) {
  StateComparison comparison(pair, options.seed);
  std::mt19937_64 push(options.seed);
  for (int k = 0; k < options.states && !result.failure; ++k) {
    progress("random states", static_cast<double>(k) / options.states);
    if (compareNext(pair, k, random, push, asWritten, comparison)) continue;
    result.failure = {Code::noConvergence,
                      0,
                      "no state of the recursive model could be evaluated",
                      "a run of the model says more about it",
                      {},
                      false,
                      Topic::run};
  }
  result.states = comparison.result();
}

// Runs of both sides, and what a run must keep. A failure is in the result.
void compareMotions(const ModelPair& pair, const VerifyOptions& options, const CartesianState& assembled,
                    const std::vector<double>& initial, const Progress& progress, Verification& result) {
  progress("recursive runs");
  RunPlan plan = planRuns(pair, initial, options.end, options.steps, result.failure);
  if (result.failure) return;
  // The Cartesian runs, or the energies, may need shorter steps than the recursive motions did.
  const auto canDecideMore = [&] {
    progress("recursive runs");
    if (!runsDecide(result)) return refineRuns(pair, initial, plan, result.failure);
    return result.trajectory && needsShorterSteps(*result.trajectory) &&
           halveSteps(pair, initial, plan, result.failure);
  };
  do {
    if (options.trajectories)
      result.trajectory = compareRuns(pair, assembled, initial, plan, options.keepsRun, progress);
    result.invariants = checkInvariants(pair, plan);
  } while (canDecideMore());
  result.runs = {plan.end, plan.steps, plan.end / static_cast<double>(plan.steps)};
}

}  // namespace

std::vector<NamedFinding> findingsOf(const Verification& v) {
  std::vector<NamedFinding> all{
      {"states", "joints hold, position", "constraint_error", &v.states.position},
      {"states", "joints hold, velocity", "constraint_rate_error", &v.states.velocity},
      {"states", "body accelerations", "acceleration_error", &v.states.acceleration},
      {"states", "forces balance on bodies", "balance_error", &v.states.balance},
      {"states", "unique joint reactions", "reaction_error", &v.states.reaction},
  };
  if (v.states.measure) all.push_back({"states", "measures", "measure_error", &*v.states.measure});
  all.push_back({"start", "initial state", "initial_state_error", &v.start});
  if (v.written) {
    all.push_back({"as written", "frames moved / tolerance", "frame_change", &v.written->change});
    all.push_back({"as written", "joints missed / tolerance", "written_miss", &v.written->miss});
  }
  if (v.trajectory) {
    all.push_back({"trajectory", "positions, m", "position_error", &v.trajectory->position});
    all.push_back({"trajectory", "velocities, m/s", "velocity_error", &v.trajectory->velocity});
  }
  all.push_back({"invariants", "energy balance", "energy_error", &v.invariants.energy});
  all.push_back({"invariants", "closing equations", "drift", &v.invariants.drift});
  if (v.invariants.momentum) all.push_back({"invariants", "momentum", "momentum_error", &*v.invariants.momentum});
  return all;
}

Verdict Verification::verdict() const {
  bool areAllDecided = !failure;
  bool differs = !counts.holds();
  for (const NamedFinding& row : findingsOf(*this)) {
    areAllDecided &= row.finding->decides();
    differs |= row.finding->decides() && !row.finding->holds();
  }
  if (differs) return Verdict::notEquivalent;
  return areAllDecided ? Verdict::equivalent : Verdict::notDecided;
}

bool Verification::differsInStartOnly() const {
  if (failure || !counts.holds()) return false;
  return std::ranges::all_of(findingsOf(*this), [&](const NamedFinding& row) {
    return row.finding->decides() && row.finding->holds() == (row.finding != &start);
  });
}

Verification verify(const CartesianModel& written, const RecursiveModel& recursive, const VerifyOptions& options,
                    const Progress& progress) {
  // Loops that nearly fit are made to fit, by the same frames on both sides.
  const CartesianModel source = withFrameChanges(written, recursive.frameChanges);
  Verification result;
  const Mechanism mechanism = makeMechanism(recursive);
  CartesianSystem system = makeCartesianSystem(source);
  shareOffsets(mechanism, system);
  ModelPair pair = makeModelPair(mechanism, system);
  const std::vector<double> initial = initialState(mechanism);
  Simulation start(mechanism);
  if (!start.start(0, initial)) {
    result.failure = start.report().failure;
    return result;
  }
  CartesianState assembled = mapped(system, pair.initial, pair.mapping, mechanism, start.workspace(), start.state(), 0);
  countTurnsFrom(system, assembled);
  pair.initial.angles = assembled.angles;
  progress("counts");
  result.counts = countsOf(source, recursive, system, pair.mapping, assembled);
  std::optional<RunFailure> startFailure;
  progress("start");
  result.start = compareStarts(pair, recursive, assembled, startFailure);

  // The proof uses the solver that a run chooses by itself.
  result.solver = start.report().solver;
  RandomStates random(mechanism, start.state(), options.seed, findSolver(result.solver), options.end, pair.size);
  std::optional<WrittenFrames> asWritten;
  if (!recursive.frameChanges.empty()) {
    asWritten.emplace(written, recursive.frameChanges, result.counts.rankCartesian);
    asWritten->look(assembled);
  }
  compareStates(pair, options, random, asWritten, progress, result);
  if (result.failure) return result;
  if (asWritten) {
    result.written = asWritten->findings();
    result.written->changes = recursive.frameChanges;
  }
  compareMotions(pair, options, assembled, initial, progress, result);
  if (!result.failure) result.failure = startFailure;
  return result;
}

}  // namespace mb
