#include "runtime/simulation/implicit_simulation.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "runtime/evaluation/partition.h"
#include "runtime/linear/small_linear.h"
#include "runtime/observation/energy.h"
#include "runtime/simulation/run_failures.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

constexpr int kMostIterations = 5;
constexpr int kMostHeld = 10;           // used where the step cannot be shortened
constexpr double kEnough = 0.01;        // of the allowed error: smaller corrections are not made
constexpr double kSlow = 0.2;           // rate of convergence above which the matrix is computed again
constexpr double kOtherC = 0.05;        // relative change of c that requires a new matrix
constexpr double kVelocityShare = 0.1;  // of a position's tolerance per step: velocities need not be more exact

void normaliseBalls(const Mechanism& m, std::span<double> y) {
  for (const Mechanism::Motion& motion : m.motions) {
    if (motion.kind == MotionKind::ball) Eigen::Map<Eigen::Vector4d>(y.data() + motion.z).normalize();
  }
}

}  // namespace

ImplicitSimulation::ImplicitSimulation(const Mechanism& mechanism)
    : m_(mechanism),
      beginning_(mechanism),
      w_(makeWorkspace(mechanism)),
      newton_(mechanism),
      differences_(at(mechanism.stateSize())) {
  const std::size_t size = at(m_.stateSize());
  for (std::vector<double>* buffer : {&y_, &next_, &predicted_, &history_, &scale_}) buffer->resize(size);
}

bool ImplicitSimulation::fail(Code code, std::string message, std::string hint, const SourceRef& place) {
  report_.failure = RunFailure{code, time_, std::move(message), std::move(hint), place};
  return false;
}

bool ImplicitSimulation::fail(RunFailure failure) {
  report_.failure = std::move(failure);
  return false;
}

double ImplicitSimulation::energyBalance() const {
  return energiesOf(m_, w_).total() - y_[at(m_.workAt())] - y_[at(m_.workAt() + 1)];
}

bool ImplicitSimulation::start(double time, StateView y) {
  const bool started = beginning_.start(time, y);
  time_ = time;
  report_ = beginning_.report();
  if (!started) return false;
  const SolverType& type = *findSolver("implicit-bdf");
  if (const std::optional<std::string> why = type.refusal(m_, beginning_.workspace())) {
    return fail(Code::solverCannot, fmt::format("{} cannot solve this machine: {}", type.name, *why),
                "without a choice of the solver one that can is taken");
  }
  std::copy(beginning_.state().begin(), beginning_.state().end(), y_.begin());
  w_ = beginning_.workspace();
  const Energies energies = energiesOf(m_, w_);
  potentialFirst_ = energies.gravity + energies.springs;
  isFirst_ = true;
  matrixC_ = 0;
  return true;
}

bool ImplicitSimulation::setInputs(std::span<const double> values) {
  if (std::ranges::equal(values, w_.forces.inputs.set)) return true;
  std::ranges::copy(values, w_.forces.inputs.set.begin());
  std::ranges::copy(values, beginning_.inputs().set.begin());
  if (!projectPositions(m_, time_, y_, w_).isSingular) projectVelocities(m_, y_, w_);
  setMotionAndForces(m_, time_, y_, w_);
  isFirst_ = true;
  matrixC_ = 0;
  return evaluateHere();
}

// As in Simulation, at the current state.
void ImplicitSimulation::ratesInto(std::span<double> rates) const {
  positionRates(m_, y_, w_, rates);
  std::copy(w_.z_ddot.begin(), w_.z_ddot.end(), rates.begin() + m_.velocityAt());
  for (std::size_t k = 0; k < m_.drives.size(); ++k) {
    const Jet& signal = w_.signals[at(m_.drives[k].signal)];
    rates[at(m_.integralAt()) + 2 * k] = signal.rate;
    rates[at(m_.integralAt()) + 2 * k + 1] = signal.second;
  }
  rates[at(m_.workAt())] = (m_.forces.forces.empty() ? 0 : w_.forces.power) + w_.jointPower;
  rates[at(m_.workAt() + 1)] = w_.drivePower;
}

void ImplicitSimulation::setScale(StateView y, double relativeTolerance, double absoluteTolerance) {
  for (std::size_t n = 0; n < y.size(); ++n) scale_[n] = absoluteTolerance + relativeTolerance * std::abs(y[n]);
  // An error of a position makes the velocity oscillate against stiff springs, at their frequency times the error. If
  // velocities had to be as exact as in the soft motion, the step could not exceed the period of that oscillation.
  for (const Mechanism::Motion& motion : m_.motions) {
    for (int k = 0; k < velocitiesOf(motion.kind); ++k) {
      const double position =
          motion.kind == MotionKind::ball ? absoluteTolerance + relativeTolerance : scale_[at(motion.z + k)];
      double& velocity = scale_[at(m_.velocityAt() + motion.v + k)];
      velocity = std::max(velocity, kVelocityShare * position / differences_.step());
    }
  }
}

// The mean over positions, velocities and integrals; work is not controlled.
double ImplicitSimulation::norm(std::span<const double> values, double factor) const {
  double sum = 0;
  for (int n = 0; n < m_.workAt(); ++n) sum += std::pow(factor * values[at(n)] / scale_[at(n)], 2);
  return std::sqrt(sum / std::max(1, m_.workAt()));
}

double ImplicitSimulation::errorOf() const {
  double sum = 0;
  for (int n = 0; n < m_.workAt(); ++n) sum += std::pow((next_[at(n)] - predicted_[at(n)]) / scale_[at(n)], 2);
  return Differences::errorConstant(differences_.order()) * std::sqrt(sum / std::max(1, m_.workAt()));
}

// Newton's method from the predicted accelerations. It ends when the next correction would be negligible, at an
// evaluated state whose residual is known.
ImplicitSimulation::Outcome ImplicitSimulation::iterate(const Formula& formula, double relativeTolerance) {
  const double enough = std::max(kEnough, 1e-14 / relativeTolerance);
  for (int v = 0; v < m_.vCount; ++v) {
    const std::size_t n = at(m_.velocityAt() + v);
    w_.z_ddot[at(v)] = (predicted_[n] - history_[n]) / formula.c;
  }
  rate_ = 0;
  double before = 0;
  const int most = held_ > 0 ? kMostHeld : kMostIterations;
  for (iterations_ = 0; iterations_ <= most; ++iterations_) {
    ++report_.evaluations;
    if (!newton_.moveTo(m_, formula, next_, w_)) return Outcome::lost;
    if (matrixC_ == 0) {
      newton_.setMatrix(m_, formula, next_, w_);
      if (!newton_.factor()) return Outcome::lost;
      matrixC_ = formula.c;
    }
    const std::span<const double> change = newton_.correction();
    double sum = 0;
    for (std::size_t k = 0; k < change.size(); ++k) {
      sum += std::pow(formula.c * change[k] / scale_[at(m_.velocityAt() + w_.independent[k])], 2);
    }
    const double size = std::sqrt(sum / std::max(1.0, static_cast<double>(change.size())));
    if (!std::isfinite(size)) return Outcome::lost;
    if (iterations_ > 0) rate_ = size / before;
    // The prediction itself is not a solution, however close it is: without the formula nothing damps it.
    if (size == 0 || (iterations_ > 0 && size <= enough)) return Outcome::converged;
    // Where the step cannot be shortened, the residual may rise before it falls.
    const bool isHopeless = rate_ >= 1 || elementary::pow(rate_, most - iterations_) * size > enough;
    if (iterations_ > 0 && held_ == 0 && isHopeless) return Outcome::slow;
    for (std::size_t k = 0; k < change.size(); ++k) w_.z_ddot[at(w_.independent[k])] += change[k];
    before = size;
  }
  return Outcome::slow;
}

// Tries the existing matrix, then a new one. The workspace and next_ end at the solution.
bool ImplicitSimulation::solve(const Formula& formula, double relativeTolerance) {
  if (matrixC_ != 0 && std::abs(formula.c / matrixC_ - 1) > kOtherC) matrixC_ = 0;
  const bool isOld = matrixC_ != 0;
  Outcome outcome = iterate(formula, relativeTolerance);
  if (outcome != Outcome::converged && isOld) {
    matrixC_ = 0;
    outcome = iterate(formula, relativeTolerance);
  } else if (rate_ > kSlow && isOld) {
    matrixC_ = 0;  // for the next step
  }
  if (outcome == Outcome::converged) return true;
  matrixC_ = 0;
  return false;
}

bool ImplicitSimulation::step(double h, double end, double relativeTolerance, double absoluteTolerance) {
  if (report_.failure) return false;
  const double least = 1e-12 * std::max(1.0, std::abs(end));
  if (!(end - time_ > least)) return true;  // already there
  if (isFirst_) {
    ratesInto(next_);
    differences_.start(y_, next_, std::min(h, end - time_));
    isFirst_ = false;
  }
  for (;;) {
    const double rest = end - time_;
    // A remainder within round-off belongs to this step, and the last two steps are equal: after a tiny last step, the
    // step would have to grow again.
    const bool isLast = h > rest - least;
    if (isLast) {
      h = rest;
    } else if (held_ == 0 && h > 0.5 * rest) {
      h = 0.5 * rest;
    }
    differences_.setStep(h);
    differences_.predict(predicted_, history_);
    const double time = isLast ? end : time_ + h;
    const Formula formula{time, differences_.c(), history_};
    setScale(predicted_, relativeTolerance, absoluteTolerance);
    const bool solved = solve(formula, relativeTolerance);
    double factor = 0.25;
    if (solved) {
      setScale(next_, relativeTolerance, absoluteTolerance);
      const double error = errorOf();
      if (held_ > 0 || error <= 1) {
        if (!accept(formula, h, time)) return false;
        chooseNext(error);
        return true;
      }
      factor = std::max(0.2, 0.9 * elementary::pow(error, -1.0 / (differences_.order() + 1)));
    } else if (held_ > 0) {
      return fail(Code::noConvergence, "Newton's method does not converge with steps of this length",
                  "take smaller steps");
    }
    ++report_.rejected;
    h *= factor;
    if (!(h > least)) {
      return fail(Code::stepTooSmall, fmt::format("the step became too small: {:.3g} s", h),
                  "a force jumps, or a loop locks or is singular here");
    }
  }
}

// Order and length of the next step: the order whose error allows the longest step, after enough equal steps to judge
// it.
void ImplicitSimulation::chooseNext(double error) {
  const int order = differences_.order();
  if (held_ > 0) {
    differences_.setOrder(std::min({order + 1, held_, static_cast<int>(report_.steps) + 1, Differences::kHighest}));
    return;
  }
  const auto sizeOf = [&](int difference) { return norm(differences_.difference(difference), 1); };
  // Differences that grow with their order belong to an oscillation that is too fast for the step; from order 3 on the
  // formulas may be unstable for it (Brenan, Campbell, Petzold: Numerical solution of initial-value problems in DAEs).
  if (order > 2 && sizeOf(order) <= sizeOf(order + 1)) {
    differences_.setOrder(order - 1);
    differences_.countFromHere();
    return;
  }
  if (differences_.sinceChange() < order + 1) return;
  const auto longer = [](double e, int k) { return elementary::pow(std::max(e, 1e-10), -1.0 / (k + 1)); };
  int best = order;
  double factor = longer(error, order);
  const auto consider = [&](int other, int difference) {
    const double found = longer(norm(differences_.difference(difference), Differences::errorConstant(other)), other);
    if (found <= factor) return;
    best = other;
    factor = found;
  };
  if (order > 1) consider(order - 1, order);
  if (order < Differences::kHighest && 2 * sizeOf(order + 2) < sizeOf(order + 1)) consider(order + 1, order + 2);
  const double safety = 0.75 * (2 * kMostIterations + 1) / (2 * kMostIterations + iterations_);
  factor = std::min(10.0, safety * factor);
  // If order and step barely change, they stay, and so does the matrix.
  if (best == order && factor > 0.95 && factor < 1.2) return;
  differences_.setOrder(best);
  differences_.setStep(differences_.step() * factor);
  differences_.countFromHere();
}

bool ImplicitSimulation::accept(const Formula& formula, double h, double time) {
  normaliseBalls(m_, next_);
  const double force = (m_.forces.forces.empty() ? 0 : w_.forces.power) + w_.jointPower;
  const double drive = m_.signals.empty() ? 0 : newton_.drivePower(w_);
  next_[at(m_.workAt())] = history_[at(m_.workAt())] + formula.c * force;
  next_[at(m_.workAt() + 1)] = history_[at(m_.workAt() + 1)] + formula.c * drive;
  differences_.accept(next_, predicted_);
  y_.swap(next_);
  time_ = time;
  const Residual residual = worstResidual(m_, w_);
  noteResidual(residual.value, residual.row, report_.drift);
  if (!(residual.value <= kContradiction)) return fail(openLoop(m_, w_, residual, time_, report_));
  chooseWhereDegraded();
  if (!evaluateHere()) return false;
  return noteStep(time, h, energiesOf(m_, w_), potentialFirst_, energyBalance(), report_) ||
         fail(notFinite(m_, w_, time_, report_));
}

// Evaluates accelerations and mass matrix of the state itself, as Simulation does after a step.
bool ImplicitSimulation::evaluateHere() {
  setOpenChain(m_, w_);
  if (!solveMaggi(m_, w_)) return fail(withoutMass(m_, w_, time_, report_));
  acceptAngles(w_.forces.angles);
  return (allFinite(y_) && allFinite(w_.z_ddot)) || fail(notFinite(m_, w_, time_, report_));
}

// Chooses other independent coordinates where the dependent ones move much faster. The history holds all coordinates
// and stays.
void ImplicitSimulation::chooseWhereDegraded() {
  for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) {
    Partition& partition = w_.blocks[at(n)].partition;
    if (!isDegraded(m_, n, w_)) continue;
    if (chooseAgain(m_, n, w_)) {
      ++report_.repartitions;
      matrixC_ = 0;
    }
    setReduction(m_, w_);
    partition.growthAtChoice = growthOf(m_, n, w_);
  }
}

bool ImplicitSimulation::sampleWithin(double time, std::span<double> y, Workspace& workspace) {
  differences_.interpolate(time_ - time, y);
  normaliseBalls(m_, y);
  for (std::size_t n = 0; n < m_.blocks.size(); ++n) workspace.blocks[n].partition = w_.blocks[n].partition;
  updateIndependent(m_, workspace);
  workspace.forces.angles.last = w_.forces.angles.last;
  workspace.forces.inputs = w_.forces.inputs;
  if (projectPositions(m_, time, y, workspace).isSingular) return false;
  projectVelocities(m_, y, workspace);
  return evaluate(m_, time, y, workspace);
}

}  // namespace mb
