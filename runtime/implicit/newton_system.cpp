#include "runtime/implicit/newton_system.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"
#include "runtime/linear/small_linear.h"

namespace mb {
namespace {

// Half the rotation during c.
Vector3 halfTurn(const Mechanism::Motion& ball, double c, std::span<const double> z_dot) {
  return 0.5 * c * Vector3(z_dot[at(ball.v)], z_dot[at(ball.v + 1)], z_dot[at(ball.v + 2)]);
}

// Velocities from z_ddot and positions from the velocities, both by the formula.
void applyFormula(const Mechanism& m, const Formula& formula, std::span<double> y, const Workspace& w) {
  const double* const history = formula.history.data();
  const std::span<double> z_dot = y.subspan(at(m.velocityAt()), at(m.vCount));
  for (int v = 0; v < m.vCount; ++v) z_dot[at(v)] = history[m.velocityAt() + v] + formula.c * w.z_ddot[at(v)];
  for (const Mechanism::Motion& motion : m.motions) {
    if (motion.kind == MotionKind::ball) {
      const Vector3 a = halfTurn(motion, formula.c, z_dot);
      const double* const h = history + motion.z;
      const Quaternion q = Quaternion(1, a.x(), a.y(), a.z()) * Quaternion(h[0], h[1], h[2], h[3]);
      const double share = 1 / (1 + a.squaredNorm());
      y[at(motion.z)] = share * q.w();
      y[at(motion.z + 1)] = share * q.x();
      y[at(motion.z + 2)] = share * q.y();
      y[at(motion.z + 3)] = share * q.z();
      continue;
    }
    for (int k = 0; k < positionsOf(motion.kind); ++k) {
      y[at(motion.z + k)] = history[motion.z + k] + formula.c * z_dot[at(motion.v + k)];
    }
  }
}

// The integrals of drives depend only on time and themselves: first the velocity, then the position.
void applyToIntegrals(const Mechanism& m, const Formula& formula, std::span<double> y, Workspace& w) {
  for (const int derivative : {1, 0}) {
    if (m.drives.empty()) return;
    setSignals(m, formula.time, y, w);
    for (std::size_t k = 0; k < m.drives.size(); ++k) {
      const Jet& signal = w.signals[at(m.drives[k].signal)];
      const std::size_t place = at(m.integralAt() + derivative) + 2 * k;
      y[place] = formula.history[place] + formula.c * (derivative == 1 ? signal.second : signal.rate);
    }
  }
}

}  // namespace

NewtonSystem::NewtonSystem(const Mechanism& m) : recursion_(m), closing_(m) {
  const std::size_t n = at(m.vCount);
  residual_.resize(n);
  change_.resize(n);
  matrix_.resize(n * n);
  exchange_.resize(n);
}

bool NewtonSystem::moveTo(const Mechanism& m, const Formula& formula, std::span<double> y, Workspace& w) {
  applyFormula(m, formula, y, w);
  applyToIntegrals(m, formula, y, w);
  const Projected projected = projectPositions(m, formula.time, y, w);
  if (projected.isSingular || !projected.converged) return false;
  projectVelocities(m, y, w);
  setInertias(m, w);
  setForces(m, formula.time, y, w);
  setGamma(m, w);
  setReducedResidual(m, w);
  return std::isfinite(size());
}

// Dependent values from independent ones, without terms of time.
void NewtonSystem::follow(const Mechanism& m, const Workspace& w, std::span<double> values) const {
  for (std::size_t k = 0; k < m.blocks.size(); ++k) {
    for (int r = 0; r < w.blocks[k].partition.rank; ++r) {
      values[velocityOf(m, w, k, r)] = dependentOf(m, w, k, r, values);
    }
  }
}

void NewtonSystem::setReducedResidual(const Mechanism& m, Workspace& w) {
  count_ = w.independent.size();
  follow(m, w, w.z_ddot);
  for (std::size_t k = 0; k < m.blocks.size(); ++k) {
    solveDependent(m, static_cast<int>(k), w.gamma, w);
    for (int r = 0; r < w.blocks[k].partition.rank; ++r) w.z_ddot[velocityOf(m, w, k, r)] += w.blocks[k].x[at(r)];
  }
  setResidual(m, w, recursion_);
  for (std::size_t k = 0; k < count_; ++k) residual_[k] = reducedOf(m, w, at(w.independent[k]), recursion_.residual);
}

// A unit of one independent acceleration and what the formulas make of it; the dependent coordinates follow with
// constant R.
void NewtonSystem::setDirection(const Mechanism& m, const Formula& formula, const Workspace& w, std::size_t which) {
  Recursion& r = recursion_;
  for (std::vector<double>* part : {&r.dz, &r.dz_dot, &r.dz_ddot}) std::fill(part->begin(), part->end(), 0.0);
  const double c = formula.c;
  const int v = w.independent[which];
  r.dz_ddot[at(v)] = 1;
  r.dz_dot[at(v)] = c;
  r.dz[at(v)] = c * c;
  const Mechanism::Link& link = m.links[at(m.linkOfVelocity[at(v)])];
  for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
    const Mechanism::Motion& motion = m.motions[at(k)];
    if (motion.kind != MotionKind::ball || v < motion.v || v >= motion.v + 3) continue;
    // The tangent of Cayley's map.
    const Vector3 a = halfTurn(motion, c, w.z_dot);
    const Vector3 unit = Vector3::Unit(v - motion.v);
    Eigen::Map<Vector3>(r.dz.data() + motion.v) = c * c / (1 + a.squaredNorm()) * (unit + a.cross(unit));
  }
  for (std::vector<double>* part : {&r.dz, &r.dz_dot, &r.dz_ddot}) follow(m, w, *part);
}

void NewtonSystem::setMatrix(const Mechanism& m, const Formula& formula, StateView y, Workspace& w) {
  Recursion& r = recursion_;
  const bool hasLoops = !m.rows.empty();
  if (hasLoops) closing_.start(m, w, r.residual);
  for (std::size_t k = 0; k < count_; ++k) {
    setDirection(m, formula, w, k);
    if (hasLoops) closing_.vary(m, y, w, r.dz, r.dz_dot, r.dz_ddot);
    setResidualChange(m, w, y, formula.time, r);
    if (hasLoops) closing_.addForces(m, w, r.dResidual);
    setColumn(m, w, k);
  }
}

void NewtonSystem::setColumn(const Mechanism& m, const Workspace& w, std::size_t which) {
  for (std::size_t l = 0; l < count_; ++l) {
    matrix_[l * count_ + which] = reducedOf(m, w, at(w.independent[l]), recursion_.dResidual);
  }
}

void NewtonSystem::setMassMatrix(const Mechanism& m, const Workspace& w) {
  for (std::size_t k = 0; k < count_; ++k) {
    std::fill(recursion_.dz_ddot.begin(), recursion_.dz_ddot.end(), 0.0);
    recursion_.dz_ddot[at(w.independent[k])] = 1;
    follow(m, w, recursion_.dz_ddot);
    setInertialChange(m, w, recursion_);
    setColumn(m, w, k);
  }
}

int NewtonSystem::factorMasses() { return factorCholesky(matrix_, static_cast<int>(count_), 1e-12); }

std::span<const double> NewtonSystem::correctionByMasses() {
  for (std::size_t k = 0; k < count_; ++k) change_[k] = -residual_[k];
  solveCholesky(matrix_, static_cast<int>(count_), change_);
  return {change_.data(), count_};
}

bool NewtonSystem::factor() { return factorLu(matrix_, static_cast<int>(count_), exchange_) > 0; }

std::span<const double> NewtonSystem::correction() {
  for (std::size_t k = 0; k < count_; ++k) change_[k] = -residual_[k];
  solveLu(matrix_, static_cast<int>(count_), exchange_, change_, 1);
  return {change_.data(), count_};
}

double NewtonSystem::size() const {
  double largest = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    if (isWorse(std::abs(residual_[k]), largest)) largest = std::abs(residual_[k]);
  }
  return largest;
}

double NewtonSystem::drivePower(const Workspace& w) const {
  double power = 0;
  for (std::size_t v = 0; v < w.z_dot.size(); ++v) power += recursion_.residual[v] * w.z_dot[v];
  return power;
}

}  // namespace mb
