// What a simulation does where the equations lose rank: at the start, on the way, and where only the chosen coordinates
// are to blame.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/evaluation/partition.h"
#include "runtime/simulation/run_failures.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

constexpr double kStandstill = 1e-9;  // rad/s
constexpr double kLittleAside = 1e-4;
constexpr double kAside = 1e-2;  // rad: how far aside of a singular position
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

// A start in a singular position shows too small a rank: a little way along the motion the rank is what it really is,
// and the coordinates are chosen there. A loop at rest in such a position could go either way.
bool Simulation::seesFullRank() {
  std::copy_n(y_.begin() + m_.velocityAt(), m_.vCount, w_.column.begin());
  const auto rests = [&](const Mechanism::Block& block) {
    return !(fastestOf(block, {y_.data() + m_.velocityAt(), at(m_.vCount)}) > kStandstill);
  };
  if (std::ranges::any_of(m_.blocks, rests)) {
    // Any direction that the equations allow, with no symmetry in it.
    std::copy(y_.begin(), y_.end(), aside_.begin());
    for (int v = 0; v < m_.vCount; ++v) aside_[at(m_.velocityAt() + v)] = 1 + 0.37 * std::sin(1.0 + 2.1 * v);
    setVelocities(m_, aside_, w_);
    for (int v = 0; v < m_.vCount; ++v) {
      const int block = m_.blockOfVelocity[at(v)];
      if (block >= 0 && rests(m_.blocks[at(block)])) w_.column[at(v)] = w_.z_dot[at(v)];
    }
  }
  // Off the manifold by the square of this only, so that redundant rows stay redundant. What is on no loop stays.
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
  choiceMade();  // here, where the equations have their full rank
  noteUsualPivots();
  setPositions(m_, y_, w_);
  setEquations(m_, y_, w_);
  setReduction(m_, w_);
  return true;
}

// The largest rate on the loops of a block, lengths by its size.
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

// The start may be at a singular position or beside one: which pivots are usual is seen further along, on either side.
// The direction is in the workspace.
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
    if (isBetter) choiceMade();
  }
}

// pace_ of the blocks that lose rank here. False when one of them rests.
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

// Where the equations lose rank the motion goes on along the branch it is on, and everything is smooth along it: the
// velocities and accelerations are interpolated from places on either side, where the rank is back. With distances
// d and 2 d the error is of the order d^4. Only the loops that lose rank go aside, each by the same angle: what else
// moves may be many times faster, and would be seen far away.
bool Simulation::passSingular(double time, std::span<const double> y, Workspace& w) {
  ++report_.singularPassages;
  if (!noteSingularBlocks(y, w))
    return failSingular(w, "rests in", "start it a little to one side, or with a velocity");
  double aside = kAside;
  while (!interpolateAcross(time, y, aside, w)) {
    if (report_.failure) return false;
    aside *= 2;  // one of the places was singular still
    if (aside > kFarAside) {
      return failSingular(w, "stays in", "its equations are dependent in more than one place: look at its joints");
    }
  }
  if (!isAlongBranch(y)) {
    if (report_.steps == 0)
      return failSingular(w, "starts, with velocities that fit none of the ways it can go, in",
                          "give velocities to all that moves on the loop, or start it a little to one side");
    return failSingular(w, "leaves its way in", "take a smaller step, or --integrator dopri5, which chooses its own");
  }
  // Poses, velocities and forces of the state itself, for who looks at it.
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

// Whether the velocities are those that were interpolated: a state in a singular position may have others.
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

// The state with the loops that lose rank moved along their velocities by an angle, and the functions of time that
// drive these loops with them, at the rates they have now; all others stay.
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

// Velocities and accelerations from -2, -1, 1 and 2 times an angle away. False when a place is singular itself.
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
    const double weight = std::abs(place) == 1 ? 2.0 / 3 : -1.0 / 6;  // Richardson's
    for (std::size_t v = 0; v < count; ++v) {
      meanRates_[v] += weight * w.z_dot[v];
      meanRates_[count + v] += weight * w.z_ddot[v];
    }
  }
  return true;
}

// Pivots fade: because of the coordinates or rows that were chosen, and then others are better, or because of the
// position. Rows that are redundant elsewhere take the place of those that become so here: in a Bennett linkage any two
// rows do within a turn, while all of them together keep their rank.
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
    // Where the position is to blame, others are not as good as usual.
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
  if (isBetter) choiceMade();
  return isBetter;
}

// True when other coordinates were taken.
bool Simulation::repartition(int block) {
  if (!chooseAgain(m_, block, w_)) return false;
  ++report_.repartitions;
  choiceMade();
  return true;
}

}  // namespace mb
