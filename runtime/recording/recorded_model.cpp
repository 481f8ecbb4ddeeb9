#include "runtime/recording/recorded_model.h"

#include "formats/model/tracing/traced.h"
#include "runtime/evaluation/partition.h"
#include "runtime/laws/force_laws.h"
#include "runtime/laws/joint_laws.h"
#include "runtime/laws/measured.h"
#include "runtime/linear/small_linear.h"
#include "runtime/solvers/embedded/layout/layout.h"
#include "runtime/solvers/embedded/link_numbers.h"
#include "runtime/solvers/embedded/traced_kernel.h"

namespace mb {
namespace {

using namespace embedded;

struct alignas(32) Cell {
  Traced numbers[8];
};

// The stages of Embedded::evaluate (runtime/solvers/embedded/embedded.cpp) in the same order.
class Recorder {
 public:
  Recorder(const Mechanism& m, const Workspace& w, std::span<const int> inputs) : m_(m), layout_(makeLayout(m)) {
    makeBatches(m, w, layout_);
    takeInputs(inputs);
    setSignals();
    setMemory();
  }

  void evaluate(RecordedEvaluation& result) {
    setGround();
    const KernelOf<Traced, TracedTruth>& kernel = tracedKernel();
    kernel.positions(memory_);
    kernel.reduce(memory_);
    result.growth = growth().node;
    kernel.velocities(memory_);
    kernel.motions(memory_);
    applyJointLaws();
    applyForces();
    kernel.eliminate(memory_);
    kernel.accelerate(memory_);
    setRates(result);
  }

  // As Embedded::project, with a fixed number of corrections and one factorisation.
  void correct(RecordedEvaluation& result) {
    const KernelOf<Traced, TracedTruth>& kernel = tracedKernel();
    constexpr int kCorrections = 2;
    for (int k = 0; k <= kCorrections; ++k) {
      setGround();
      kernel.positions(memory_);
      kernel.residuals(memory_);
      if (k == kCorrections) break;
      if (k == 0) kernel.reduce(memory_);
      kernel.correct(memory_);
    }
    for (int k = 0; k < m_.zCount; ++k) result.positions.push_back(y_[at(k)].node);
    result.residual = residual().node;
  }

 private:
  void takeInputs(std::span<const int> inputs) {
    std::size_t next = 0;
    time_ = Traced::of(inputs[next++]);
    for (int k = 0; k < m_.workAt(); ++k) y_.push_back(Traced::of(inputs[next++]));
    for (int k = 0; k < m_.library.angleCount; ++k) lastAngles_.push_back(Traced::of(inputs[next++]));
    angles_ = lastAngles_;
  }

  void setSignals() {
    std::vector<JetOf<Traced>> stack(static_cast<std::size_t>(m_.library.stackSize) + 1);
    for (const Signal& signal : m_.signals)
      signals_.push_back(valueAt(signal, m_.library, time_, {}, std::span<JetOf<Traced>>(stack)));
    for (std::size_t k = 0; k < m_.drives.size(); ++k) {
      const Mechanism::Drive& drive = m_.drives[k];
      const std::size_t integral = at(m_.integralAt()) + 2 * k;
      JetOf<Traced>& signal = signals_[at(drive.signal)];
      signal = prescribed(drive.derivative, signal, y_[integral], y_[integral + 1]);
      if (drive.length > 0) {
        signals_[at(m_.rows[at(drive.row)].signal)] =
            JetOf<Traced>(0.5 / drive.length) * (signal * signal) - JetOf<Traced>(0.5 * drive.length);
      }
    }
    for (const JetOf<Traced>& signal : signals_) {
      signalValue_.push_back(signal.value);
      signalRate_.push_back(signal.rate);
      signalSecond_.push_back(signal.second);
    }
  }

  void setMemory() {
    values_.assign(at(layout_.schedule.valueCount / 8 + 1), Cell{});
    constants_.assign(layout_.schedule.constants.size() / 8 + 1, Cell{});
    for (std::size_t k = 0; k < layout_.schedule.constants.size(); ++k)
      constants_[k / 8].numbers[k % 8] = layout_.schedule.constants[k];
    z_dot_.resize(at(m_.vCount));
    z_ddot_.resize(at(m_.vCount));
    tau_.resize(at(m_.vCount));
    memory_.schedule = &layout_.schedule;
    memory_.constants = constants_.data()->numbers;
    memory_.values = values_.data()->numbers;
    memory_.y = y_.data();
    memory_.given = y_.data() + m_.velocityAt();
    memory_.z_dot = z_dot_.data();
    memory_.z_ddot = z_ddot_.data();
    memory_.tau = tau_.data();
    memory_.hasTau = !m_.frictions.empty() || !m_.limits.empty();
    change_.resize(at(m_.vCount));
    memory_.moved = y_.data();
    memory_.change = change_.data();
    memory_.signalValue = signalValue_.data();
    memory_.signalRate = signalRate_.data();
    memory_.signalSecond = signalSecond_.data();
  }

  // As Embedded::referencePoint and setGround.
  void setGround() {
    Traced* const c = &c_.x;
    if (m_.referenceLink >= 0) {
      const Mechanism::Link& link = m_.links[at(m_.referenceLink)];
      bool travels = !link.reversed && link.motionCount >= 3;
      for (int k = 0; k < 3; ++k) c[k] = link.X_PA.p(k);
      for (int k = 0; k < 3 && travels; ++k)
        travels = m_.motions[at(link.firstMotion + k)].kind == MotionKind::translation;
      for (int n = 0; n < 3 && travels; ++n) {
        const Mechanism::Motion& motion = m_.motions[at(link.firstMotion + n)];
        for (int k = 0; k < 3; ++k) c[k] += y_[at(motion.z)] * Traced(link.X_PA.R(k, motion.axis));
      }
    }
    Traced* const ground = memory_.values + layout_.schedule.ground.at;
    ground[kR] = ground[kR + 4] = ground[kR + 8] = 1;
    for (int k = 0; k < 3; ++k) {
      ground[kP + k] = -c[k];
      ground[kA + k] = -m_.gravity(k);
    }
  }

  // How much smaller the worst pivot is than it was chosen.
  Traced growth() const {
    Traced largest = 0;
    for (const ClusterBatch& batch : layout_.schedule.batches) {
      const Traced* const inverse = memory_.values + batch.local + batch.localPivots * batch.width;
      for (int l = 0; l < batch.lanes; ++l) {
        for (int k = 0; k < batch.rank; ++k) {
          const Traced growth = fabs(inverse[k * batch.width + l] * Traced(batch.chosen[at(k)][at(l)]));
          largest = choose(growth <= largest, largest, growth);
        }
      }
    }
    return largest;
  }

  Traced residual() const {
    Traced worst = 0;
    for (const Mechanism::Block& block : m_.blocks) {
      for (int r = 0; r < block.rowCount; ++r) {
        const Traced open = memory_.values[layout_.residualAt[at(block.firstRow + r)]];
        const Traced value = fabs(open) * Traced(rowScale(m_, block, r));
        worst = choose(value <= worst, worst, value);
      }
    }
    return worst;
  }

  void applyJointLaws() {
    for (const auto& friction : m_.frictions)
      tau_[at(friction.v)] += frictionForce(friction.law, z_dot_[at(friction.v)]);
    for (const auto& limit : m_.limits)
      tau_[at(limit.v)] += stopForce(limit.law, y_[at(limit.z)], z_dot_[at(limit.v)]).force;
  }

  // As Embedded::applyForces and runtime/laws/force_set.cpp.
  void applyForces() {
    std::vector<PairOf<Traced>> pairs;
    const std::vector<CompiledForce>& forces = m_.forces.forces;
    for (std::size_t k = 0; k < forces.size(); ++k) {
      if (!layout_.isSpring[k])
        pairs.push_back(std::visit([&](const auto& force) { return between(force); }, forces[k]));
    }
    std::size_t next = 0;
    for (std::size_t k = 0; k < forces.size(); ++k) {
      if (layout_.isSpring[k]) continue;
      const PairOf<Traced>& acting = pairs[next++];
      std::visit([&](const auto& force) { apply(force.law, acting); }, forces[k]);
    }
    for (std::size_t k = 0; k < m_.forces.feedback.size(); ++k) {
      if (m_.forces.feedback[k])
        signalSecond_[at(m_.drives[k].signal)] = signals_[at(m_.drives[k].signal)].second =
            valueOf(m_.forces.feedback[k]);
    }
  }

  FrameOf<Traced> motion(MarkerIndex index) const {
    if (!index.valid()) return {turnOf<Traced>(m_.library.R_WS), {}, {}, {}};
    const LinkMarker& marker = m_.model.markers[index];
    if (!marker.link.valid()) return {turnOf<Traced>(marker.X_LM.R), threeOf<Traced>(marker.X_LM.p), {}, {}};
    const Place place = layout_.links[at(marker.link.value)];
    Traced part[kForce];
    for (int n = 0; n < kForce; ++n) part[n] = memory_.values[place.at + n * place.stride];
    return markerOn(part, layout_.T[at(marker.link.value)] * marker.X_LM, c_);
  }
  Traced continued(int angle, Traced value) {
    const Traced last = lastAngles_[at(angle)];
    const Traced now = last + remainder(value - last, 6.283185307179586476925);
    angles_[at(angle)] = now;
    return now;
  }
  Traced valueOf(const std::optional<Program>& program) {
    if (!program) return 0;
    return runRecorded(*program, m_.library, [&](const Instruction& instruction) -> Traced {
      using Op = Instruction::Op;
      const auto coordinate = [&] { return m_.coordinates[at(instruction.index)]; };
      switch (instruction.op) {
        case Op::time: return time_;
        case Op::coordinate: return coordinate().z >= 0 ? y_[at(coordinate().z)] : Traced(0);
        case Op::rate: return z_dot_[at(coordinate().v)];
        case Op::measure: {
          const MarkerMeasure& measure = instruction.measure;
          return measuredBetween(measure.kind, motion(measure.i), motion(measure.j), motion(measure.k),
                                 motion(measure.l), instruction.number,
                                 [&](Traced angle) { return continued(measure.angle, angle); });
        }
        default: throw CannotTrace("a function that measures something else than markers");
      }
    });
  }
  const Curve* curveOf(SplineIndex spline) const {
    return spline.valid() ? &m_.library.curves[at(spline.value)] : nullptr;
  }

  PairOf<Traced> between(const Compiled<Tsda>& tsda) {
    const LawCurves<Traced> curves{curveOf(tsda.law.spring), curveOf(tsda.law.damper), valueOf(tsda.function)};
    return tsdaBetween(tsda.law, curves, motion(tsda.law.i), motion(tsda.law.j));
  }
  PairOf<Traced> between(const Compiled<Rsda>& rsda) {
    const LawCurves<Traced> curves{curveOf(rsda.law.spring), curveOf(rsda.law.damper), valueOf(rsda.function)};
    return rsdaBetween(rsda.law, curves, motion(rsda.law.i), motion(rsda.law.j),
                       [&](Traced angle) { return continued(rsda.angle, angle); });
  }
  template <class Law>
  RelativeOf<Traced> relative(const Law& law) const {
    return relativeOf(motion(law.i), motion(law.j),
                      [&](const TurnOf<Traced>& R) { return smallAngles(law.angles, R); });
  }
  PairOf<Traced> between(const Compiled<Bushing>& bushing) {
    return bushingBetween(bushing.law, relative(bushing.law), motion(bushing.law.i), motion(bushing.law.j));
  }
  PairOf<Traced> between(const Compiled<Field>& field) {
    return fieldBetween(field.law, relative(field.law), motion(field.law.i), motion(field.law.j));
  }
  PairOf<Traced> between(const Compiled<GeneralForce>& general) {
    Traced values[6];
    for (std::size_t k = 0; k < 3; ++k) {
      values[k] = valueOf(general.components[k]);
      values[3 + k] = valueOf(general.components[3 + k]);
    }
    const TurnOf<Traced> R = motion(general.law.in).R;
    const FrameOf<Traced> j = general.law.j.valid() ? motion(general.law.j) : FrameOf<Traced>{};
    return pairAt(R * Three<Traced>{values[0], values[1], values[2]},
                  R * Three<Traced>{values[3], values[4], values[5]}, motion(general.law.i),
                  general.law.j.valid() ? &j : nullptr);
  }
  PairOf<Traced> between(const Compiled<TyreForce>&) { throw CannotTrace("a tyre"); }

  void actOn(MarkerIndex on, MarkerIndex point, const Three<Traced>& force, const Three<Traced>& torque) {
    if (!on.valid() || !m_.model.markers[on].link.valid()) return;
    const Place place = layout_.links[at(m_.model.markers[on].link.value)];
    applyAt(memory_.values + place.at, place.stride, motion(point).p - c_, force, torque);
  }
  template <class Law>
  void apply(const Law& law, const PairOf<Traced>& acting) {
    actOn(law.i, law.i, acting.force, acting.torque);
    if constexpr (!std::is_same_v<Law, TyreForce>) {
      constexpr bool isAtOwn = std::is_same_v<Law, Tsda>;
      actOn(law.j, isAtOwn ? law.j : law.i, -acting.force, -acting.torque);
    }
  }

  // As positionRates() and Simulation::ratesFrom().
  void setRates(RecordedEvaluation& result) {
    std::vector<Traced> rates(at(m_.workAt()));
    for (const Mechanism::Motion& motion : m_.motions) {
      if (motion.kind == MotionKind::ball) {
        const Traced* const q = y_.data() + motion.z;
        const Traced* const w = z_dot_.data() + motion.v;
        rates[at(motion.z)] = 0.5 * -(w[0] * q[1] + w[1] * q[2] + w[2] * q[3]);
        rates[at(motion.z + 1)] = 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]);
        rates[at(motion.z + 2)] = 0.5 * (w[1] * q[0] + w[2] * q[1] - w[0] * q[3]);
        rates[at(motion.z + 3)] = 0.5 * (w[2] * q[0] + w[0] * q[2] - w[1] * q[1]);
        continue;
      }
      for (int k = 0; k < positionsOf(motion.kind); ++k) rates[at(motion.z + k)] = z_dot_[at(motion.v + k)];
    }
    for (int v = 0; v < m_.vCount; ++v) rates[at(m_.velocityAt() + v)] = z_ddot_[at(v)];
    for (std::size_t k = 0; k < m_.drives.size(); ++k) {
      const JetOf<Traced>& signal = signals_[at(m_.drives[k].signal)];
      rates[at(m_.integralAt()) + 2 * k] = signal.rate;
      rates[at(m_.integralAt()) + 2 * k + 1] = signal.second;
    }
    for (const Traced rate : rates) result.rates.push_back(rate.node);
    for (const Traced rate : z_dot_) result.z_dot.push_back(rate.node);
    for (const Traced rate : z_ddot_) result.z_ddot.push_back(rate.node);
    for (const Traced angle : angles_) result.angles.push_back(angle.node);
    result.isMassless = memory_.isMassless.node;
  }

  const Mechanism& m_;
  Layout layout_;
  TracedMemory memory_;
  Traced time_;
  std::vector<Traced> y_;
  std::vector<Traced> lastAngles_;
  std::vector<Traced> angles_;
  Three<Traced> c_;
  std::vector<JetOf<Traced>> signals_;
  std::vector<Traced> signalValue_;
  std::vector<Traced> signalRate_;
  std::vector<Traced> signalSecond_;
  std::vector<Cell> values_;
  std::vector<Cell> constants_;
  std::vector<Traced> z_dot_;
  std::vector<Traced> z_ddot_;
  std::vector<Traced> tau_;
  std::vector<Traced> change_;
};

}  // namespace

namespace {

bool isRecorded(const std::optional<Program>& program) {
  return !program || std::ranges::all_of(program->code, [](const Instruction& instruction) {
    using Op = Instruction::Op;
    if (instruction.op == Op::measure) return instruction.measure.kind <= MarkerMeasure::Kind::wz;
    return instruction.op != Op::steer && instruction.op != Op::torque;
  });
}

bool isRecorded(const CompiledForce& force) {
  if (std::holds_alternative<Compiled<TyreForce>>(force)) return false;
  const auto* const bushing = std::get_if<Compiled<Bushing>>(&force);
  const auto* const field = std::get_if<Compiled<Field>>(&force);
  if (bushing && bushing->law.angles == AngleDefinition::rotationVector) return false;
  if (field && field->law.angles == AngleDefinition::rotationVector) return false;
  return std::visit(
      [](const auto& one) {
        return std::ranges::all_of(one.programs(), [](const auto& program) { return isRecorded(program); });
      },
      force);
}

}  // namespace

std::vector<NotRecorded> notRecorded(const Mechanism& m) {
  std::vector<NotRecorded> missing;
  for (std::size_t k = 0; k < m.forces.forces.size(); ++k) {
    if (isRecorded(m.forces.forces[k])) continue;
    const Force& force = m.model.forces[k];
    missing.push_back({"force " + force.name, force.origin.at});
  }
  for (std::size_t k = 0; k < m.forces.feedback.size(); ++k) {
    if (isRecorded(m.forces.feedback[k])) continue;
    const Drive& drive = m.model.drives[k];
    missing.push_back({"drive " + drive.name, drive.origin.at});
  }
  for (const Input& input : m.model.inputs) missing.push_back({"input " + input.name, input.origin.at});
  return missing;
}

RecordedEvaluation recordEvaluation(Trace& trace, const Mechanism& m, const Workspace& w) {
  RecordedEvaluation result;
  const Recording recording(trace);
  std::vector<int> inputs;
  for (int k = 0; k < 1 + m.workAt() + m.library.angleCount; ++k) inputs.push_back(trace.input(k));
  Recorder(m, w, inputs).evaluate(result);
  if (!m.blocks.empty()) Recorder(m, w, inputs).correct(result);
  return result;
}

}  // namespace mb
