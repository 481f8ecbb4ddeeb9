#include "converter/verify/random_states.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/project.h"
#include "runtime/laws/joint_laws.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

constexpr double kTurn = 0.4;      // rad; lengths scale with the size of their block
constexpr double kSpeed = 2;       // rad/s
constexpr double kFarthest = 4;    // rad or m: farther stops are not approached
constexpr double kSlowest = 1e-4;  // rad/s or m/s: below this, round-off of fast coordinates shows in dry friction
constexpr double kPatch = 0.05;    // m: deflection of a tyre's contact patch
constexpr double kLatest = 1;      // s: drives are sampled from 0 to here at most
constexpr double kWellPosed =
    1e-2;  // smallest over largest pivot, relative to the start: closer to a singular position digits are lost
constexpr int kAmplitudeHalvings = 12;
constexpr double kLastDigits = 4 * std::numeric_limits<double>::epsilon();

double smallestPivotRatio(const Workspace& w) {
  double ratio = 1;
  for (const BlockWork& block : w.blocks) ratio = std::min(ratio, block.pivotRatio);
  return ratio;
}

// A law may have no value at some states, for example the root of a remaining time. The equations of motion cannot be
// compared there.
bool areForcesFinite(const Workspace& w) {
  return std::ranges::all_of(w.wrench, [](const Vector6& wrench) { return wrench.allFinite(); }) &&
         std::ranges::all_of(w.tau, [](double value) { return std::isfinite(value); });
}

double blurOf(double value, std::mt19937_64& random) { return kLastDigits * value * uniform(random, -1, 1); }

// The scale of a coordinate's displacements: one radian, or the length of the machine around that coordinate.
double displacementScale(const Mechanism& m, int v, double size) {
  const int block = m.blockOfVelocity[at(v)];
  if (block < 0) {
    const int link = m.linkOfVelocity[at(v)];
    const JointType& type = m.model.links[LinkIndex{link}].type;
    return coordinateNames(type)[at(v - m.links[at(link)].v)].isRotation ? 1 : size;
  }
  for (int c = 0; c < m.blocks[at(block)].columnCount; ++c) {
    const Mechanism::Column& column = m.columns[at(m.blocks[at(block)].firstColumn + c)];
    if (column.v == v && column.isTranslation) return m.blocks[at(block)].size;
  }
  return 1;
}

}  // namespace

RandomStates::RandomStates(const Mechanism& mechanism, StateView initial, unsigned long seed, const SolverType* solver,
                           double end, double size)
    : m_(mechanism),
      solver_((solver ? solver : findSolver("maggi-dense"))->make(mechanism)),
      w_(makeWorkspace(mechanism)),
      initial_(initial.begin(), initial.end()),
      size_(size),
      latest_(std::min(kLatest, end)),
      random_(seed) {}

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53);
}

bool RandomStates::next(Aim aim) {
  double amplitude = 1;
  for (int attempt = 0; attempt < kAmplitudeHalvings; ++attempt, amplitude /= 2) {
    if (tryState(aim, amplitude)) return true;
  }
  return tryState(aim, 0);
}

void RandomStates::aimAtStops(Aim aim, double amplitude, std::span<double> dz) {
  const bool isUpper = aim == Aim::upperStops;
  for (const auto& limit : m_.limits) {
    const std::optional<double>& stop = isUpper ? limit.law.upper : limit.law.lower;
    if (!stop || w_.isDependent[at(limit.v)]) continue;
    const double way = *stop - initial_[at(limit.z)];
    double& move = dz[at(limit.v)];
    if (std::abs(way) < kFarthest) move = amplitude * way + (isUpper ? 1 : -1) * std::abs(move);
  }
  for (const auto& friction : m_.frictions) {
    if (!(std::max(friction.law.coulomb, friction.law.stiction) > 0)) continue;
    const double speed = std::max(kSlowest, transitionVelocity(friction.law));
    y_[at(m_.velocityAt() + friction.v)] = kSpeed * speed * uniform(random_, -1, 1);
  }
}

// Between its bounds; without both of them, its start.
double RandomStates::randomInput(const Input& input, double amplitude) {
  if (!input.least || !input.most) return input.start;
  return input.start + amplitude * (uniform(random_, *input.least, *input.most) - input.start);
}

void RandomStates::setInputs(double amplitude) {
  for (const InputIndex index : m_.model.inputs.indexes()) {
    const Input& input = m_.model.inputs[index];
    w_.forces.inputs.set[at(index.value)] = randomInput(input, amplitude);
    const int state = m_.library.inputs[at(index.value)].state;
    if (state < 0) continue;
    const double range = input.least && input.most ? *input.most - *input.least : 0;
    y_[at(m_.lawStateAt() + state)] = randomInput(input, amplitude);
    y_[at(m_.lawStateAt() + state + 1)] = range > 0 ? kSpeed * amplitude * range * uniform(random_, -1, 1) : 0;
  }
}

bool RandomStates::tryState(Aim aim, double amplitude) {
  pushed_.clear();
  y_ = initial_;
  w_.forces.inputs = makeInputValues(m_.library.inputs);
  time_ = amplitude * uniform(random_, 0, latest_);
  // The coordinates that are independent at the start move; the others follow.
  startIntegrals(m_, 0, y_, w_);
  const auto choose = [&] {
    for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) choosePartition(m_, n, w_);
    updateIndependent(m_, w_);
    setReduction(m_, w_);
  };
  choose();
  const double usual = smallestPivotRatio(w_);
  // Angles that count turns continue from those at the start.
  setMotionAndForces(m_, 0, y_, w_);
  acceptAngles(w_.forces.angles);
  std::vector<double> dz(at(m_.vCount));
  for (int v = 0; v < m_.vCount; ++v) {
    const double size = displacementScale(m_, v, size_);
    const double move = size * kTurn * amplitude * uniform(random_, -1, 1);
    if (!w_.isDependent[at(v)]) dz[at(v)] = move;
    y_[at(m_.velocityAt() + v)] = size * kSpeed * uniform(random_, -1, 1);
  }
  if (aim != Aim::anywhere) aimAtStops(aim, amplitude, dz);
  for (int k = 0; k < m_.library.stateCount; ++k) {
    y_[at(m_.lawStateAt() + k)] = kPatch * amplitude * uniform(random_, -1, 1);
  }
  setInputs(amplitude);
  advance(m_, dz, y_);
  startIntegrals(m_, time_, y_, w_);
  const Projected projected = projectPositions(m_, time_, y_, w_);
  if (projected.isSingular || !projected.converged || projected.residual.value > 1e-9) return false;
  choose();
  if (amplitude > 0 && smallestPivotRatio(w_) < kWellPosed * usual) return false;
  projectVelocities(m_, y_, w_);
  setMotionAndForces(m_, time_, y_, w_);
  if (!areForcesFinite(w_)) return false;
  solver_->chosenAgain(m_, w_);
  if (!solver_->solve(m_, w_)) return false;
  setDrivePower(m_, w_);
  return true;
}

bool RandomStates::push(std::span<const Vector6> wrenches) {
  pushed_.assign(wrenches.begin(), wrenches.end());
  for (std::size_t i = 0; i < wrenches.size(); ++i) w_.wrench[i] += wrenches[i];
  return solver_->solve(m_, w_);
}

std::vector<double> withOtherLastDigits(const Mechanism& m, StateView y, double size, std::mt19937_64& random) {
  std::vector<double> near(y.begin(), y.end());
  std::vector<double> dz(at(m.vCount));
  for (int v = 0; v < m.vCount; ++v) {
    dz[at(v)] = blurOf(displacementScale(m, v, size), random);
    double& rate = near[at(m.velocityAt() + v)];
    rate += blurOf(rate, random);
  }
  advance(m, dz, near);
  return near;
}

bool RandomStates::blurred(std::mt19937_64& random, std::vector<double>& y, Workspace& near) const {
  y = withOtherLastDigits(m_, y_, size_, random);
  near = w_;
  setMotionAndForces(m_, time_, y, near);
  for (std::size_t i = 0; i < near.wrench.size(); ++i) {
    if (!pushed_.empty()) near.wrench[i] += pushed_[i];
    for (double& number : near.wrench[i]) number += blurOf(number, random);
  }
  return solver_->solve(m_, near);
}

}  // namespace mb
