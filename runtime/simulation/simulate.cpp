#include "runtime/simulation/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/evaluation/partition.h"
#include "runtime/linear/small_linear.h"
#include "runtime/observation/energy.h"
#include "runtime/simulation/massless_motion.h"
#include "runtime/simulation/run_failures.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

// Opening of loops, relative to the size of the block, that a method without projection may leave: sound machines stay
// a hundred times below it, contradictory rows do not.
constexpr double kPulledOpen = 1e-2;
constexpr double kNearSingular = 1e-2;  // of pivots, relative to those at the choice

}  // namespace

void stateRates(const Mechanism& m, StateView y, const Workspace& w, std::span<double> rates) {
  positionRates(m, y, w, rates);
  std::copy(w.z_ddot.begin(), w.z_ddot.end(), rates.begin() + m.velocityAt());
  for (std::size_t k = 0; k < m.drives.size(); ++k) {
    const Jet& signal = w.signals[at(m.drives[k].signal)];
    rates[at(m.integralAt()) + 2 * k] = signal.rate;
    rates[at(m.integralAt()) + 2 * k + 1] = signal.second;
  }
  for (int k = 0; k < m.library.stateCount; ++k) rates[at(m.lawStateAt() + k)] = w.forces.stateRates[at(k)];
  const double force = m.forces.isEmpty() ? 0 : w.forces.power;
  rates[at(m.workAt())] = force + w.jointPower;
  rates[at(m.workAt() + 1)] = w.drivePower;
}

Simulation::Simulation(const Mechanism& mechanism, const SolverType* solver)
    : m_(mechanism), type_(solver), w_(makeWorkspace(mechanism)) {
  const auto size = at(m_.stateSize());
  for (std::vector<double>* buffer : {&y_, &next_, &aside_, &start_, &rates_}) buffer->resize(size);
  for (std::vector<double>& k : k_) k.resize(size);
  meanRates_.resize(2 * at(m_.vCount));
  pace_.resize(m_.blocks.size());
}

bool Simulation::fail(Code code, std::string message, std::string hint, const SourceRef& place) {
  report_.failure = RunFailure{code, time_, std::move(message), std::move(hint), place};
  return false;
}

bool Simulation::fail(RunFailure failure) {
  report_.failure = std::move(failure);
  return false;
}

const Workspace& Simulation::workspace() const {
  if (isWhole_ || report_.failure) return w_;
  isWhole_ = true;
  const double drivePower = w_.drivePower;
  setPositions(m_, y_, w_);
  setInertias(m_, w_);
  setSignals(m_, time_, y_, w_);
  setEquations(m_, y_, w_);
  setMotions(m_, y_, w_);
  setForces(m_, time_, y_, w_);
  w_.drivePower = drivePower;
  return w_;
}

double Simulation::energyBalance() const {
  return energiesOf(m_, workspace()).total() - y_[at(m_.workAt())] - y_[at(m_.workAt() + 1)];
}

// Finds the requested solver, or the first that can solve the mechanism.
bool Simulation::findSolverFor() {
  if (type_) report_.solver = type_->name;
  if (!type_) {
    for (const SolverType& type : solverTypes()) {
      if (type.isAutomatic && !type.refusal(m_, w_)) {
        type_ = &type;
        break;
      }
    }
  } else if (const std::optional<std::string> why = type_->refusal(m_, w_)) {
    return fail(Code::solverCannot, fmt::format("{} cannot solve this machine: {}", type_->name, *why),
                "without a choice of the solver one that can is taken");
  }
  report_.solver = type_->name;
  if (!solver_) solver_ = type_->make(m_);
  return true;
}

bool Simulation::start(double time, StateView y) {
  std::copy(y.begin(), y.end(), y_.begin());
  time_ = time;
  report_ = {};
  report_.time = time;
  std::fill(w_.forces.angles.last.begin(), w_.forces.angles.last.end(), 0.0);
  startIntegrals(m_, time_, y_, w_);
  // Redundant rows are dependent on the manifold only, so the choice is made again after the projection.
  for (int pass = 0; pass < 2; ++pass) {
    for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) choosePartition(m_, n, w_);
    updateIndependent(m_, w_);
    const Projected projected = projectPositions(m_, time_, y_, w_);
    if (!projected.converged || !(projected.residual.value <= kContradiction))
      return fail(openLoop(m_, w_, projected.residual, time_, report_));
    report_.drift = projected.residual;
  }
  projectVelocities(m_, y_, w_);
  // A machine without a solution is refused first, before a solver refuses it for reasons of its own.
  const bool isFound = findSolverFor();
  if (isFound && !seesFullRank()) return false;
  if (!(worstPivotRatio(w_) < kSingular)) {
    if (const auto motion = masslessMotion(m_, w_)) return fail(withoutMass(m_, w_, *motion, time_));
  }
  if (!isFound) return false;
  noteChoice();
  isBesideSingular_ = worstPivotRatio(w_) < kBesideSingular;
  if (!(worstPivotRatio(w_) < kSingular)) projectVelocities(m_, y_, w_);
  if (!evaluateHere()) return false;
  const Energies energies = energiesOf(m_, w_);
  report_.energyFirst = energyBalance();
  if (!std::isfinite(report_.energyFirst)) return fail(notFinite(m_, w_, time_, report_));
  report_.energyScale = energies.kinetic;
  potentialFirst_ = energies.gravity + energies.springs;
  return true;
}

bool Simulation::setInputs(std::span<const double> values) {
  std::vector<double>& set = w_.forces.inputs.set;
  if (std::ranges::equal(values, set)) return true;
  std::ranges::copy(values, set.begin());
  return project() && evaluateHere();
}

void Simulation::noteChoice(int block) {
  const double growth = growthOf(m_, block, w_);
  w_.blocks[at(block)].partition.growthAtChoice = std::isfinite(growth) ? growth : 1;  // not finite at a singular start
}

void Simulation::noteChoice() {
  for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) noteChoice(n);
}

// Completes an evaluation whose positions, equations, reduction and velocities are in the workspace.
bool Simulation::evaluateHere() {
  isBySolver_ = false;
  isWhole_ = true;
  return finishEvaluation(time_, y_, w_) && evaluated();
}

// Takes the accelerations in the workspace as those of the present state.
bool Simulation::evaluated() {
  ++report_.evaluations;
  anglesBefore_ = w_.forces.angles.last;
  acceptAngles(w_.forces.angles);
  ratesFrom(y_, rates_);
  return allFinite(rates_) || fail(notFinite(m_, w_, time_, report_));
}

bool Simulation::finishEvaluation(double time, std::span<const double> y, Workspace& w) {
  const double ratio = worstPivotRatio(w);
  if (std::isnan(ratio)) return fail(notFinite(m_, w_, time_, report_));
  if (ratio < kSingular) return passSingular(time, y, w);
  setInertias(m_, w);
  setForces(m_, time, y, w);
  setGamma(m_, w);
  if (!solver_->solve(m_, w)) return fail(withoutMass(m_, w, time_, report_));
  setDrivePower(m_, w);
  return true;
}

bool Simulation::derivative(double time, std::span<double> y, std::span<double> rates) {
  ++report_.evaluations;
  if (!evaluateAt(time, y, w_)) return false;
  ratesFrom(y, rates);
  return true;
}

// Uses the solver's own evaluation first. If it meets a singular position or a motion without mass, the stages find out
// more.
bool Simulation::evaluateAt(double time, std::span<double> y, Workspace& w) {
  const bool isPlain = type_->keepsPositions && !isBesideSingular_;
  if (isPlain && solver_->evaluate(m_, time, y, w) && worstPivotRatio(w) >= kNearSingular) return true;
  return evaluateByStages(time, y, w);
}

// Within a step, positions are off the equations by the square of the step, and directions by that over the pivot.
// Beside a singular position they are therefore projected first.
bool Simulation::evaluateByStages(double time, std::span<double> y, Workspace& w) {
  place(time, y, w);
  const double ratio = worstPivotRatio(w);
  if (type_->keepsPositions && ratio >= kSingular && ratio < kBesideSingular) projectPositions(m_, time, y, w);
  move(y, w);
  return finishEvaluation(time, y, w);
}

// The stages of the positions, and then of the velocities.
void Simulation::place(double time, StateView y, Workspace& w) {
  setPositions(m_, y, w);
  setSignals(m_, time, y, w);
  setEquations(m_, y, w);
  setReduction(m_, w);
}
void Simulation::move(StateView y, Workspace& w) {
  if (!type_->keepsPositions) {
    std::copy_n(y.begin() + m_.velocityAt(), m_.vCount, w.z_dot.begin());
    setMotions(m_, y, w);
  } else if (!(worstPivotRatio(w) < kSingular)) {
    setVelocities(m_, y, w);
  }
}

// Projects the new state onto the equations and chooses other coordinates where the present ones degrade.
bool Simulation::project() {
  if (!type_->keepsPositions) {
    place(time_, y_, w_);
    if (worstPivotRatio(w_) < kBesideSingular) chooseBetter();
    move(y_, w_);
    const Residual residual = worstResidual(m_, w_);
    noteResidual(residual.value, residual.row, report_.drift);
    return residual.value <= kPulledOpen || fail(openLoop(m_, w_, residual, time_, report_));
  }
  Projected projected = projectPositions(m_, time_, y_, w_);
  if (worstPivotRatio(w_) < kBesideSingular && chooseBetter()) projected = projectPositions(m_, time_, y_, w_);
  isBesideSingular_ = worstPivotRatio(w_) < kBesideSingular;
  if (projected.isSingular) return true;  // the integrated state is as good as the last one
  const auto holds = [&] { return projected.converged && projected.residual.value <= kContradiction; };
  if (!holds()) {
    bool changed = false;
    for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) changed = repartition(n) || changed;
    if (changed) projected = projectPositions(m_, time_, y_, w_);
    if (!holds()) return fail(openLoop(m_, w_, projected.residual, time_, report_));
  }
  // Beside a singular position no choice is good, so the present one stays.
  const bool isNearSingular = worstPivotRatio(w_) < kNearSingular;
  for (int n = 0; n < static_cast<int>(m_.blocks.size()) && !isNearSingular; ++n) {
    if (!isDegraded(m_, n, w_)) continue;
    repartition(n);
    setReduction(m_, w_);
    noteChoice(n);
  }
  noteResidual(projected.residual.value, projected.residual.row, report_.drift);
  projectVelocities(m_, y_, w_);
  return true;
}

}  // namespace mb
