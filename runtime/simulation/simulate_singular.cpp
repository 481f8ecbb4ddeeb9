// Handles loss of rank in a simulation: at the start, on the way, and where only the chosen coordinates cause it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "runtime/evaluation/partition.h"
#include "runtime/simulation/run_failures.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

constexpr double kStandstill = 1e-9;  // rad/s
constexpr double kLittleAside = 1e-4;
constexpr double kAside = 1e-2;  // rad: distance from a singular position
constexpr double kFarAside = 0.1;
constexpr double kOffBranch = 0.05;  // of velocities

}  // namespace

bool Simulation::failSingular(const Workspace& w, std::string_view how, std::string hint) {
  std::size_t worst = 0;
  for (std::size_t n = 0; n < m_.blocks.size(); ++n) {
    if (w.blocks[n].pivotRatio < w.blocks[worst].pivotRatio) worst = n;
  }
  const Mechanism::Row& row = m_.rows[at(m_.blocks[worst].firstRow)];
  return fail(
      Code::singularPosition,
      fmt::format("the loop of '{}' {} a singular position: which way it goes is not determined", row.name, how),
      std::move(hint), row.at);
}

// A start in a singular position shows too small a rank. The true rank appears a small distance along the motion, and
// the coordinates are chosen there. A loop at rest in such a position could move either way.
bool Simulation::seesFullRank() {
  std::copy_n(y_.begin() + m_.velocityAt(), m_.vCount, w_.column.begin());
  const auto rests = [&](const Mechanism::Block& block) {
    return !(fastestOf(block, {y_.data() + m_.velocityAt(), at(m_.vCount)}) > kStandstill);
  };
  if (std::ranges::any_of(m_.blocks, rests)) {
    // Any direction that the equations allow, without symmetry.
    std::copy(y_.begin(), y_.end(), aside_.begin());
    for (int v = 0; v < m_.vCount; ++v) aside_[at(m_.velocityAt() + v)] = 1 + 0.37 * elementary::sin(1.0 + 2.1 * v);
    setVelocities(m_, aside_, w_);
    for (int v = 0; v < m_.vCount; ++v) {
      const int block = m_.blockOfVelocity[at(v)];
      if (block >= 0 && rests(m_.blocks[at(block)])) w_.column[at(v)] = w_.z_dot[at(v)];
    }
  }
  // The state leaves the manifold only by the square of this displacement, so redundant rows stay redundant.
  // Coordinates on no loop stay.
  for (int v = 0; v < m_.vCount; ++v) {
    if (m_.blockOfVelocity[at(v)] < 0) w_.column[at(v)] = 0;
  }
  for (const Mechanism::Block& block : m_.blocks) {
    const double fastest = fastestOf(block, w_.column);
    if (fastest > 0) scaleColumn(block, kLittleAside / fastest);
  }
  std::copy(y_.begin(), y_.end(), aside_.begin());
  advance(m_, w_.column, aside_);
  setPositions(m_, aside_, w_);
  setEquations(m_, aside_, w_);
  bool staysPut = false;
  for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) {
    BlockWork& work = w_.blocks[at(n)];
    work.former = work.partition;
    choosePartition(m_, n, w_);
    if (work.partition.rank > work.former.rank) {
      work.pivotRatio = 0;
      staysPut = staysPut || rests(m_.blocks[at(n)]);
    } else {
      work.partition = work.former;
    }
  }
  if (staysPut) return failSingular(w_, "rests in", "start it a little to one side, or with a velocity");
  updateIndependent(m_, w_);
  choiceMade(aside_);  // here, where the equations have full rank
  noteUsualPivots();
  setPositions(m_, y_, w_);
  setEquations(m_, y_, w_);
  setReduction(m_, w_);
  return true;
}

// The largest rate on the loops of a block, with lengths divided by its size.
double Simulation::fastestOf(const Mechanism::Block& block, std::span<const double> rates) const {
  double fastest = 0;
  for (int c = 0; c < block.columnCount; ++c) {
    const double rate = rates[at(m_.columns[at(block.firstColumn + c)].v)];
    fastest = std::max(fastest, std::abs(rate) / columnScale(m_, block, c));
  }
  return fastest;
}

void Simulation::scaleColumn(const Mechanism::Block& block, double factor) {
  for (int c = 0; c < block.columnCount; ++c) w_.column[at(m_.columns[at(block.firstColumn + c)].v)] *= factor;
}

// The start may be at or beside a singular position, so the usual pivots are taken further along, on either side. The
// direction is in the workspace.
void Simulation::noteUsualPivots() {
  setReduction(m_, w_);
  for (double& change : w_.column) change *= kFarAside / kLittleAside;
  for (int side = 0; side < 2; ++side) {
    for (double& change : w_.column) change = -change;
    std::copy(y_.begin(), y_.end(), aside_.begin());
    advance(m_, w_.column, aside_);
    setPositions(m_, aside_, w_);
    setEquations(m_, aside_, w_);
    setReduction(m_, w_);
    bool isBetter = false;
    for (BlockWork& work : w_.blocks) {
      double& usual = work.partition.pivotRatioAtChoice;
      if (!(kBesideSingular * work.pivotRatio > usual)) continue;
      usual = work.pivotRatio;
      isBetter = true;
    }
    if (isBetter) choiceMade(aside_);
  }
}

// Sets pace_ of the blocks that lose rank here. Returns false if one of them is at rest.
bool Simulation::noteSingularBlocks(std::span<const double> y, const Workspace& w) {
  bool moves = true;
  for (std::size_t n = 0; n < m_.blocks.size(); ++n) {
    const BlockWork& work = w.blocks[n];
    pace_[n] = 0;
    if (!(work.pivotRatio < kSingular * work.partition.pivotRatioAtChoice)) continue;
    pace_[n] = fastestOf(m_.blocks[n], y.subspan(at(m_.velocityAt()), at(m_.vCount)));
    moves = moves && pace_[n] > kStandstill;
  }
  return moves;
}

// Where the equations lose rank, the motion continues smoothly along its branch. Velocities and accelerations are
// interpolated from points on either side, where the rank is full again; with distances d and 2 d the error is of order
// d^4. Only the loops that lose rank are moved aside, each by the same angle: other parts may be many times faster and
// would move too far.
bool Simulation::passSingular(double time, std::span<const double> y, Workspace& w) {
  ++report_.singularPassages;
  if (!noteSingularBlocks(y, w))
    return failSingular(w, "rests in", "start it a little to one side, or with a velocity");
  double aside = kAside;
  while (!interpolateAcross(time, y, aside, w)) {
    if (report_.failure) return false;
    aside *= 2;  // one of the points was still singular
    if (aside > kFarAside) {
      return failSingular(w, "stays in", "its equations are dependent in more than one place: check its joints");
    }
  }
  if (!isAlongBranch(y)) {
    if (report_.steps == 0)
      return failSingular(w, "starts, with velocities that fit none of the ways it can go, in",
                          "give velocities to all that moves on the loop, or start it a little to one side");
    failSingular(w, "leaves its way in", "take a shorter step, or an integrator that chooses its own");
    report_.failure->topic = Topic::integration;
    return false;
  }
  // Poses, velocities and forces of the state itself, for observers.
  std::copy_n(meanRates_.begin(), m_.vCount, w.z_dot.begin());
  setSignals(m_, time, y, w);
  setPositions(m_, y, w);
  setInertias(m_, w);
  setEquations(m_, y, w);
  setMotions(m_, y, w);
  setForces(m_, time, y, w);
  std::copy_n(meanRates_.begin() + m_.vCount, m_.vCount, w.z_ddot.begin());
  setDrivePower(m_, w);
  return true;
}

// Whether the velocities agree with the interpolated ones: a state in a singular position may have others.
bool Simulation::isAlongBranch(std::span<const double> y) const {
  const std::span<const double> rates = y.subspan(at(m_.velocityAt()), at(m_.vCount));
  for (std::size_t n = 0; n < m_.blocks.size(); ++n) {
    const Mechanism::Block& block = m_.blocks[n];
    for (int c = 0; c < block.columnCount && pace_[n] > 0; ++c) {
      const std::size_t v = at(m_.columns[at(block.firstColumn + c)].v);
      if (std::abs(meanRates_[v] - rates[v]) > kOffBranch * pace_[n] * columnScale(m_, block, c)) return false;
    }
  }
  return true;
}

// The state with the loops that lose rank moved along their velocities by an angle, together with the functions of time
// that drive them, at their present rates. All others stay.
void Simulation::moveAside(double time, std::span<const double> y, double angle, Workspace& w) {
  setSignals(m_, time, y, w);
  std::fill(w.column.begin(), w.column.end(), 0.0);
  for (std::size_t n = 0; n < m_.blocks.size(); ++n) {
    if (!(pace_[n] > 0)) continue;
    const Mechanism::Block& block = m_.blocks[n];
    const double later = angle / pace_[n];
    for (int c = 0; c < block.columnCount; ++c) {
      const int v = m_.columns[at(block.firstColumn + c)].v;
      w.column[at(v)] = later * y[at(m_.velocityAt() + v)];
    }
    for (int r = 0; r < block.rowCount; ++r) {
      const int signal = m_.rows[at(block.firstRow + r)].signal;
      if (signal >= 0) w.signals[at(signal)].value += later * w.signals[at(signal)].rate;
    }
  }
  std::copy(y.begin(), y.end(), aside_.begin());
  advance(m_, w.column, aside_);
}

// Interpolates velocities and accelerations from points at -2, -1, 1 and 2 times an angle. Returns false if one of the
// points is singular itself.
bool Simulation::interpolateAcross(double time, std::span<const double> y, double aside, Workspace& w) {
  std::fill(meanRates_.begin(), meanRates_.end(), 0.0);
  const auto count = at(m_.vCount);
  for (const double place : {-2.0, -1.0, 1.0, 2.0}) {
    moveAside(time, y, place * aside, w);
    if (!projectOntoSignals(m_, aside_, w).converged) return false;
    setVelocities(m_, aside_, w);
    setInertias(m_, w);
    setForces(m_, time, aside_, w);
    setGamma(m_, w);
    if (!solver_->solve(m_, w)) return fail(withoutMass(m_, w, time_, report_));
    const double weight = std::abs(place) == 1 ? 2.0 / 3 : -1.0 / 6;  // Richardson extrapolation
    for (std::size_t v = 0; v < count; ++v) {
      meanRates_[v] += weight * w.z_dot[v];
      meanRates_[count + v] += weight * w.z_ddot[v];
    }
  }
  return true;
}

// Pivots fade either because of the chosen coordinates or rows, and then others are better, or because of the position.
// Rows that are redundant elsewhere replace those that become redundant here: in a Bennett linkage this happens to any
// two rows within a turn, while all of them together keep their rank.
bool Simulation::chooseBetter() {
  constexpr double kBetter = 10;
  constexpr double kAsUsual = 0.5;
  bool isBetter = false;
  for (int n = 0; n < static_cast<int>(m_.blocks.size()); ++n) {
    BlockWork& work = w_.blocks[at(n)];
    const double before = work.pivotRatio;
    const double usual = work.partition.pivotRatioAtChoice;
    if (!(before < kBesideSingular * usual)) continue;
    const bool isOther = chooseAgain(m_, n, w_);
    setReduction(m_, w_);
    // If the position is the cause, the others are not as good as usual either.
    const bool isLast = before < kSingular * usual;
    if (isOther && work.pivotRatio > (isLast ? kBetter * before : kAsUsual * usual)) {
      if (!isLast) work.partition.pivotRatioAtChoice = std::max(usual, work.pivotRatio);
      ++report_.repartitions;
      noteChoice(n);
      isBetter = true;
      continue;
    }
    work.partition = work.former;
    updateIndependent(m_, w_);
    setReduction(m_, w_);
  }
  if (isBetter) choiceMade(y_);
  return isBetter;
}

// Returns true when other coordinates were chosen.
bool Simulation::repartition(int block) {
  if (!chooseAgain(m_, block, w_)) return false;
  ++report_.repartitions;
  choiceMade(y_);
  return true;
}

}  // namespace mb
