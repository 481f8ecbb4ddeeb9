#include "runtime/solvers/embedded/embedded.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/evaluation/project.h"
#include "runtime/evaluation/rod_ends.h"
#include "runtime/linear/small_linear.h"
#include "runtime/solvers/embedded/closing_checks.h"
#include "runtime/solvers/embedded/energy_sums.h"
#include "runtime/solvers/embedded/force_markers.h"
#include "runtime/solvers/embedded/layout/layout.h"
#include "runtime/solvers/embedded/link_numbers.h"

namespace mb {
namespace {

using namespace embedded;

struct alignas(64) Cell {
  double numbers[8];
};

// Pivots, relative to those at the choice, below which the stages look for better coordinates. They measure pivots in
// another order, hence the distance from kBesideSingular.
constexpr double kFading = 2 * kBesideSingular;
// Newton's method with factors of a position nearby: as good as with those of the position itself while a correction
// leaves at most this share of a residual.
constexpr double kShareLeft = 1e-3;

class Embedded : public Solver {
 public:
  Embedded(const Mechanism& m, const Kernel& kernel) : kernel_(kernel), layout_(makeLayout(m)), energies_(m, layout_) {
    memory_.schedule = &layout_.schedule;
    signalValue_.resize(m.signals.size());
    signalRate_.resize(m.signals.size());
    signalSecond_.resize(m.signals.size());
    std::set<int> markers;
    for (std::size_t k = 0; k < m.forces.forces.size(); ++k) {
      if (layout_.isSpring[k]) continue;
      others_.forces.push_back(m.forces.forces[k]);
      std::visit(MarkersOf{markers}, m.forces.forces[k]);
    }
    others_.feedback = m.forces.feedback;
    for (const std::optional<Program>& program : m.forces.feedback) MarkersOf{markers}.mark(program);
    for (const CompiledDriver& driver : m.library.drivers) markers.insert(driver.driver.i.value);
    markers_.assign(markers.begin(), markers.end());
    for (const int marker : markers_) {
      const LinkMarker& source = m.model.markers[MarkerIndex{marker}];
      markerFrames_.push_back(source.link.valid() ? layout_.T[at(source.link.value)] * source.X_LM : source.X_LM);
    }
    if (m.referenceLink >= 0) setReference(m);
  }

  void chosenAgain(const Mechanism& m, const Workspace& w) override {
    makeBatches(m, w, layout_);
    values_.assign(at(layout_.schedule.valueCount / 8 + 1), Cell{});
    constants_.assign(layout_.schedule.constants.size() / 8 + 1, Cell{});
    std::copy(layout_.schedule.constants.begin(), layout_.schedule.constants.end(), constants_.data()->numbers);
    memory_.values = values_.data()->numbers;
    memory_.constants = constants_.data()->numbers;
    drivesNeedStages_ = false;
    for (const ClusterBatch& batch : layout_.schedule.batches)
      drivesNeedStages_ = drivesNeedStages_ || (batch.hasSignals && !batch.bySubspace);
    checks_.set(m, w, layout_);
    change_.assign(at(m.vCount), 0.0);
    hasFactors_ = false;
  }

  bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w) override {
    begin(m, time, y, w);
    place(m, y);
    reduce(w);
    kernel_.velocities(memory_);
    kernel_.motions(memory_);
    return accelerate(m, time, y, w);
  }

  std::optional<Accepted> accept(const Mechanism& m, double time, std::span<double> y, Workspace& w) override {
    begin(m, time, y, w);
    memory_.moved = y.data();
    Accepted accepted;
    if (!project(m, y)) return std::nullopt;
    accepted.residual = checks_.worstResidual(memory_.values);
    if (!(accepted.residual.value <= kContradiction)) return std::nullopt;
    reduce(w);
    if (!(worstPivotRatio(w) >= kFading) || checks_.isAnyDegraded(w, memory_.values)) return std::nullopt;
    kernel_.velocities(memory_);
    std::copy(w.z_dot.begin(), w.z_dot.end(), y.begin() + m.velocityAt());
    kernel_.motions(memory_);
    kernel_.energies(memory_);
    energies_.add(memory_.values, accepted);
    if (!accelerate(m, time, y, w)) return std::nullopt;
    accepted.springs = w.jointPotential + w.forces.potential;
    return accepted;
  }

  bool solve(const Mechanism& m, Workspace& w) override {
    hasFactors_ = false;
    pack(m, w);
    begin(m, w);
    kernel_.reduce(memory_);
    kernel_.eliminate(memory_);
    if (memory_.isMassless) return false;
    kernel_.accelerate(memory_);
    return true;
  }

 private:
  void begin(const Mechanism& m, double time, StateView y, Workspace& w) {
    setSignals(m, time, y, w);
    for (std::size_t k = 0; k < w.signals.size(); ++k) {
      signalValue_[k] = w.signals[k].value;
      signalRate_[k] = w.signals[k].rate;
      signalSecond_[k] = w.signals[k].second;
    }
    begin(m, w);
    memory_.y = y.data();
    memory_.given = y.data() + m.velocityAt();
  }

  void place(const Mechanism& m, StateView y) {
    setGround(m, referencePoint(y));
    kernel_.positions(memory_);
  }

  void reduce(Workspace& w) {
    kernel_.reduce(memory_);
    hasFactors_ = true;
    notePivots(w);
  }

  // Newton's method with the factors of the last evaluation, which was near: those of the position itself follow where
  // these are no longer good enough. Returns false if it does not converge.
  bool project(const Mechanism& m, StateView y) {
    const auto residual = [&] {
      place(m, y);
      kernel_.residuals(memory_);
      return checks_.chosenResidual(memory_.values);
    };
    double open = residual();
    bool isNear = hasFactors_;
    if (!hasFactors_) kernel_.reduce(memory_);
    for (int k = 0; open > kClosed && k < kMostCorrections; ++k) {
      kernel_.correct(memory_);
      const double before = std::exchange(open, residual());
      // Newton's method converges quadratically; when the residual no longer halves, it has reached round-off.
      const bool isEnd = !(open < 0.5 * before);
      if (isEnd && (!isNear || open < kClosedToRoundOff)) break;
      if (!isEnd && open < std::max(kClosed, kShareLeft * before)) continue;
      kernel_.reduce(memory_);
      isNear = false;
    }
    return open < kStillOpen;
  }

  // The rest of an evaluation, after motions: returns false if a coordinate moves no mass.
  bool accelerate(const Mechanism& m, double time, StateView y, Workspace& w) {
    applyForces(m, time, y, w);
    kernel_.eliminate(memory_);
    if (memory_.isMassless) return false;
    kernel_.accelerate(memory_);
    w.drivePower = 0;
    if (drivesNeedStages_) {
      setMotionAndForces(m, time, y, w);
      setDrivePower(m, w);
    } else if (!m.signals.empty()) {
      w.drivePower = kernel_.drivePower(memory_);
    }
    return true;
  }

  void begin(const Mechanism& m, Workspace& w) {
    memory_.z_dot = w.z_dot.data();
    memory_.z_ddot = w.z_ddot.data();
    memory_.tau = w.tau.data();
    memory_.hasTau = !m.frictions.empty() || !m.limits.empty();
    memory_.change = change_.data();
    memory_.signalValue = signalValue_.data();
    memory_.signalRate = signalRate_.data();
    memory_.signalSecond = signalSecond_.data();
  }

  // The reference point follows the reference link if that can travel; otherwise it is where the link is held.
  void setReference(const Mechanism& m) {
    const Mechanism::Link& link = m.links[at(m.referenceLink)];
    c_ = link.X_PA.p;
    if (link.reversed || link.motionCount < 3) return;
    for (int k = 0; k < 3; ++k) {
      const Mechanism::Motion& motion = m.motions[at(link.firstMotion + k)];
      if (motion.kind != MotionKind::translation) return;
    }
    for (int k = 0; k < 3; ++k) {
      const Mechanism::Motion& motion = m.motions[at(link.firstMotion + k)];
      travel_[at(k)] = {motion.z, link.X_PA.R.col(motion.axis)};
    }
    travels_ = true;
  }
  Vector3 referencePoint(StateView y) const {
    Vector3 c = c_;
    if (travels_) {
      for (const Travel& t : travel_) c += y[at(t.z)] * t.axis;
    }
    return c;
  }

  void setGround(const Mechanism& m, const Vector3& c) {
    c_now_ = c;
    double* const ground = memory_.values + layout_.schedule.ground.at;
    std::fill(ground, ground + kLinkSize, 0.0);
    ground[kR] = ground[kR + 4] = ground[kR + 8] = 1;
    for (int k = 0; k < 3; ++k) {
      ground[kP + k] = -c(k);
      ground[kA + k] = -m.gravity(k);
    }
  }

  double* numbersAt(int link, int& stride) const {
    const Place place = link < 0 ? layout_.schedule.ground : layout_.links[at(link)];
    stride = place.stride;
    return memory_.values + place.at;
  }

  void applyForces(const Mechanism& m, double time, StateView y, Workspace& w) {
    std::fill(w.tau.begin(), w.tau.end(), 0.0);
    addJointLaws(m, y, w);
    w.forces.potential = w.forces.power = 0;
    if (!others_.isEmpty()) {
      for (std::size_t k = 0; k < markers_.size(); ++k) setMarker(m, k, w);
      for (std::size_t k = 0; k < m.coordinates.size(); ++k) {
        const Mechanism::Term& term = m.coordinates[k];
        w.coordinates[k] = {term.z >= 0 ? y[at(term.z)] : 0, w.z_dot[at(term.v)]};
      }
      mb::evaluate(others_, m.library, w.markers, w.coordinates, time, lawStates(m, y), w.forces);
      for (std::size_t k = 0; k < 2 * others_.forces.size(); ++k) apply(m, w.forces.actions[k]);
      if (!others_.feedback.empty()) {
        setFeedback(m, w);
        for (std::size_t k = 0; k < w.signals.size(); ++k) signalSecond_[k] = w.signals[k].second;
      }
    }
    w.forces.potential += memory_.springPotential;
    w.forces.power += memory_.springPower;
  }

  void setMarker(const Mechanism& m, std::size_t k, Workspace& w) const {
    const LinkMarker& marker = m.model.markers[MarkerIndex{markers_[k]}];
    FrameMotion& motion = w.markers[at(markers_[k])];
    if (!marker.link.valid()) {
      motion = {marker.X_LM, Vector3::Zero(), Vector3::Zero()};
      return;
    }
    int stride = 1;
    const double* const link = numbersAt(marker.link.value, stride);
    double part[kForce];
    for (int n = 0; n < kForce; ++n) part[n] = link[n * stride];
    motion = plain(markerOn(part, markerFrames_[k], threeOf<double>(c_now_)));
  }

  void apply(const Mechanism& m, const Action& action) {
    if (!action.on.valid() || !m.model.markers[action.on].link.valid()) return;
    int stride = 1;
    double* const link = numbersAt(m.model.markers[action.on].link.value, stride);
    applyAt(link, stride, threeOf<double>(action.point) - threeOf<double>(c_now_), threeOf<double>(action.force),
            threeOf<double>(action.torque));
  }

  // Per block, how much smaller pivots are than when they were chosen: the worst one of the block's cluster.
  void notePivots(Workspace& w) const {
    for (const ClusterBatch& batch : layout_.schedule.batches) {
      if (batch.rank == 0) continue;
      const double* const inverse = memory_.values + batch.local + batch.localPivots * batch.width;
      for (int l = 0; l < batch.lanes; ++l) {
        double largest = 0;
        for (int k = 0; k < batch.rank; ++k) {
          const double growth = std::abs(inverse[k * batch.width + l] * batch.chosen[at(k)][at(l)]);
          if (isWorse(growth, largest)) largest = growth;
        }
        for (const int block : batch.blocks[at(l)]) {
          BlockWork& work = w.blocks[at(block)];
          work.pivotRatio = work.partition.pivotRatioAtChoice / largest;
        }
      }
    }
  }

  // Copies the results of the stages into the slots.
  void pack(const Mechanism& m, Workspace& w) {
    for (std::size_t k = 0; k < w.signals.size(); ++k) signalSecond_[k] = w.signals[k].second;
    for (int i = 0; i < static_cast<int>(m.links.size()); ++i) {
      int stride = 1;
      double* const link = numbersAt(i, stride);
      const SpatialInertia& own = w.inertia[at(i)];
      const Vector6 force = neededForce(own, w.Z[at(i)], w.A_bias[at(i)]) - w.wrench[at(i)];
      for (int n = 0; n < 6; ++n) link[(kForce + n) * stride] = force(n);
      const Matrix3 H = skew(own.h);
      const double numbers[21] = {own.m,       own.m,       own.m,      0,           0,           0,
                                  H(0, 0),     H(0, 1),     H(0, 2),    H(1, 0),     H(1, 1),     H(1, 2),
                                  H(2, 0),     H(2, 1),     H(2, 2),    own.I(0, 0), own.I(1, 1), own.I(2, 2),
                                  own.I(0, 1), own.I(0, 2), own.I(1, 2)};
      for (int n = 0; n < 21; ++n) link[(kArticulated + n) * stride] = numbers[n];
      for (int v = m.links[at(i)].v; v < m.links[at(i)].v + m.links[at(i)].vCount; ++v) {
        double* const b = memory_.values + layout_.columns[at(v)];
        for (int n = 0; n < 6; ++n) b[n * stride] = w.b[at(v)](n);
      }
    }
    for (std::size_t r = 0; r < m.rows.size(); ++r) {
      if (layout_.rowAt[r] < 0) continue;
      double* const row = memory_.values + layout_.rowAt[r];
      for (int n = 0; n < 6; ++n) row[n * layout_.rowStride[r]] = w.gradient[r](n);
      row[6 * layout_.rowStride[r]] = w.gamma[r];
    }
    for (std::size_t k = 0; k < m.rods.size(); ++k) packRod(m, w, k);
  }

  void packRod(const Mechanism& m, const Workspace& w, std::size_t k) {
    const Mechanism::RodTerm& rod = m.rods[k];
    if (layout_.rodPoints[k] < 0) return;
    const auto [p, a] = rodEnds(m, w, rod, w.A_bias);
    for (std::size_t e = 0; e < 2; ++e) {
      for (int n = 0; n < 3; ++n)
        memory_.values[layout_.rodPoints[k] + (3 * static_cast<int>(e) + n) * layout_.rodStride[k]] = p[e](n);
      if (rod.link[e] < 0) continue;
      int own = 1;
      double* const link = numbersAt(rod.link[e], own);
      const Vector6 wrench = wrenchAt(p[e], rod.b * a[1 - e]);
      for (int n = 0; n < 6; ++n) link[(kForce + n) * own] += wrench(n);
    }
  }

  const Kernel& kernel_;
  Layout layout_;
  Memory memory_;
  std::vector<Cell> values_;
  std::vector<Cell> constants_;
  EnergySums energies_;
  ClosingChecks checks_;
  std::vector<double> change_;
  std::vector<double> signalValue_;
  std::vector<double> signalRate_;
  std::vector<double> signalSecond_;
  ForceSet others_;           // forces without slots
  std::vector<int> markers_;  // their markers
  std::vector<Pose> markerFrames_;
  struct Travel {
    int z = 0;
    Vector3 axis = Vector3::Zero();
  };
  std::array<Travel, 3> travel_;
  bool travels_ = false;
  bool hasFactors_ = false;        // of a position of the present step
  bool drivesNeedStages_ = false;  // elimination by M overwrites what drivePower() reads
  Vector3 c_ = Vector3::Zero();
  Vector3 c_now_ = Vector3::Zero();
};

}  // namespace

std::unique_ptr<Solver> makeEmbedded(const Mechanism& m) { return makeEmbedded(m, kernelHere()); }
std::unique_ptr<Solver> makeEmbedded(const Mechanism& m, const Kernel& kernel) {
  return std::make_unique<Embedded>(m, kernel);
}

}  // namespace mb
