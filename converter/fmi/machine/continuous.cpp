#include "converter/fmi/machine/continuous.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "converter/fmi/variables/variables.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"
#include "runtime/linear/small_linear.h"
#include "runtime/solvers/solvers.h"

namespace mb::fmi {

Continuous::Continuous(const Mechanism& m, const std::vector<Partition>& partitions, StateView choice)
    : m_(m), w_(makeWorkspace(m)), y_(at(m.stateSize())), rates_(at(m.stateSize())) {
  for (std::size_t n = 0; n < w_.blocks.size(); ++n) w_.blocks[n].partition = partitions[n];
  updateIndependent(m_, w_);
  for (const SolverType& type : solverTypes()) {
    if (!type.isAutomatic || !type.keepsPositions || type.refusal(m_, w_)) continue;
    solver_ = type.make(m_);
    break;
  }
  if (choice.empty() || !solver_) return;
  setPositions(m_, choice, w_);
  setEquations(m_, choice, w_);
  setReduction(m_, w_);
  solver_->chosenAgain(m_, w_);
}

bool Continuous::fail(std::string why) {
  fault_ = std::move(why);
  return false;
}

bool Continuous::start(double time, StateView y) {
  time_ = time;
  std::copy(y.begin(), y.end(), y_.begin());
  std::ranges::fill(angles(), 0.0);
  if (!solver_) return fail("no solver of accelerations can solve this machine");
  startIntegrals(m_, time_, y_, w_);
  if (!evaluate()) return false;
  acceptAngles(w_.forces.angles);
  isAccepted_ = true;
  return true;
}

bool Continuous::evaluate() {
  if (!allFinite(y_)) return fail("a state is not a finite number");
  guess_ = y_;
  anglesBefore_ = angles();
  isAccepted_ = false;
  directional_.reset();
  const Projected projected = projectPositions(m_, time_, y_, w_);
  if (projected.isSingular) {
    return fail(
        fmt::format("the independent coordinates of the start do not describe the position at {:g} s any more: "
                    "two branches of the motion meet, or they have to be chosen again",
                    time_));
  }
  if (!projected.converged || !(projected.residual.value <= kContradiction)) {
    return fail(fmt::format("the loops cannot be closed at {:g} s for these states: '{}' stays open by {}", time_,
                            m_.rows[at(std::max(0, projected.residual.row))].name, toText(m_, projected.residual)));
  }
  projectVelocities(m_, y_, w_);
  setInertias(m_, w_);
  setForces(m_, time_, y_, w_);
  setGamma(m_, w_);
  if (!solver_->solve(m_, w_)) return fail(fmt::format("a motion at {:g} s moves no mass", time_));
  setDrivePower(m_, w_);
  stateRates(m_, y_, w_, rates_);
  return allFinite(rates_) || fail(fmt::format("the accelerations at {:g} s are not finite", time_));
}

bool Continuous::along(const Direction& direction, DirectionalDerivative& derivative) {
  if (turnsFreely(m_)) return fail("there are no derivatives of bodies that turn freely");
  if (!directional_) directional_ = std::make_unique<Directional>(m_, w_);
  try {
    derivative = directional_->along(time_, y_, angles(), direction);
  } catch (const CannotTrace& reason) {
    return fail(fmt::format("there are no derivatives of {}", reason.what()));
  }
  return (allFinite(derivative.rates) && allFinite(derivative.y)) || fail("the derivatives are not finite");
}

void Continuous::save(SavedMotion& saved, bool isEvaluated) const {
  saved.time = time_;
  saved.y = isEvaluated ? guess_ : y_;
  saved.angles = isEvaluated ? anglesBefore_ : w_.forces.angles.last;
  saved.isAccepted = isEvaluated && isAccepted_;
}

bool Continuous::restore(const SavedMotion& saved) {
  time_ = saved.time;
  y_ = saved.y;
  angles() = saved.angles;
  if (!evaluate()) return false;
  isAccepted_ = saved.isAccepted;
  if (isAccepted_) acceptAngles(w_.forces.angles);
  return true;
}

bool Continuous::accept() {
  acceptAngles(w_.forces.angles);
  isAccepted_ = true;
  bool isChanged = false;
  for (const Mechanism::Motion& motion : m_.motions) {
    if (motion.kind != MotionKind::ball) continue;
    Eigen::Map<Eigen::Vector4d> q(y_.data() + motion.z);
    if (std::abs(q.squaredNorm() - 1) <= 1e-15) continue;
    q.normalize();
    isChanged = true;
  }
  return isChanged;
}

}  // namespace mb::fmi
