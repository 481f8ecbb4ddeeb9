// Measures of a model at a solved state, as runtime/observation/ evaluates them on a workspace.
#pragma once

#include "runtime/laws/measured_accelerations.h"
#include "runtime/observation/measures.h"
#include "runtime/scalars/bodies.h"

namespace mb {

// What the last evaluation of the measures left: angles that count turns, their rates, and how long ago. All zero for
// the first.
template <class T>
struct SeenAngles {
  std::vector<T> angles;
  std::vector<T> rates;
  T elapsed{};
};

template <class T>
struct Measured {
  std::vector<T> values;  // by program; then of each probe position, velocity, angular velocity, acceleration
  std::vector<T> angles;
  std::vector<T> rates;
};

// As forceMeasures(), of what is no tyre. An angle that counts turns is that of the accepted state.
template <class T>
T forceMeasured(EvaluationOf<T>& e, const ForceMeasureRef& ref) {
  const ForceLaw& model = e.m.model.forces[ref.force].law;
  const auto turnedBy = [](const TurnOf<T>& R, const PairOf<T>& acting) {
    const Three<T> f = seenFrom(R, acting.force);
    const Three<T> t = seenFrom(R, acting.torque);
    return std::array<T, 6>{f.x, f.y, f.z, t.x, t.y, t.z};
  };
  return std::visit(
      [&](const auto& compiled) -> T {
        using Law = std::decay_t<decltype(compiled.law)>;
        const Law& law = std::get<Law>(model);
        if constexpr (std::is_same_v<Law, TyreForce>) {
          throw CannotTrace("what a tyre measures");
        } else {
          const PairOf<T> acting = between(e, compiled, law);
          const FrameOf<T> i = motionOf(e, law.i);
          const FrameOf<T> j = law.j.valid() ? motionOf(e, law.j) : FrameOf<T>{};
          if constexpr (std::is_same_v<Law, Tsda>) {
            const Three<T> d = i.p - j.p;
            const T length = norm(d);
            const Three<T> u =
                explored<T>([&]() -> Three<T> { return length > 0.0 ? (1.0 / length) * d : Three<T>{}; });
            return std::array<T, 3>{length, dot(u, i.v - j.v), dot(u, acting.force)}[ref.measure];
          } else if constexpr (std::is_same_v<Law, Rsda>) {
            return std::array<T, 3>{e.inputs.lastAngles[at(compiled.angle)], dot(j.R.e[2], i.w - j.w),
                                    dot(j.R.e[2], acting.torque)}[ref.measure];
          } else if constexpr (std::is_same_v<Law, GeneralForce>) {
            return turnedBy(motionOf(e, law.in).R, acting)[ref.measure];
          } else {
            return turnedBy(j.R, acting)[ref.measure];
          }
        }
      },
      e.m.forces.forces[ref.force]);
}

// After begin(), with the accelerations of the coordinates.
template <class T>
class Measuring {
 public:
  Measuring(EvaluationOf<T>& e, const MeasureSet& set, const std::vector<T>& z_ddot, const SeenAngles<T>& seen)
      : e_(e), set_(set) {
    moveLinks(e_);
    A_ = linkAccelerations(e_, z_ddot);
    // As expectAngles().
    for (std::size_t k = 0; k < set.angles.size(); ++k) {
      const T rate = rateOf(set.angles[k]);
      expected_.push_back(seen.angles[k] + seen.elapsed * (seen.rates[k] + rate) / 2.0);
      result_.rates.push_back(rate);
    }
    result_.angles = expected_;
  }

  Measured<T> run() {
    for (const Program& program : set_.programs)
      result_.values.push_back(runScalar<T>(program, set_.library, [&](const Instruction& one) { return leaf(one); }));
    for (const Probe& probe : e_.m.model.probes) addProbe(probe.marker);
    return std::move(result_);
  }

 private:
  T rateOf(const MarkerMeasure& measure) const {
    using enum MarkerMeasure::Kind;
    const FrameOf<T> i = motionOf(e_, measure.i);
    const FrameOf<T> j = motionOf(e_, measure.j);
    const bool isOnI = measure.kind == roll || measure.kind == phi;
    const int axis = measure.kind == ax || measure.kind == roll ? 0 : measure.kind == ay ? 1 : 2;
    return dot((isOnI ? i : j).R.e[axis], i.w - j.w);
  }

  AccelerationOf<T> accelerationOf(MarkerIndex marker) const {
    if (!marker.valid() || set_.markers[at(marker.value)].isInWorld()) return {};
    const BodyMotionOf<T> motion = motionOf(e_, A_, set_.markers[at(marker.value)]);
    return {motion.v_dot, motion.w_dot};
  }

  void addProbe(MarkerIndex marker) {
    const FrameOf<T> frame = motionOf(e_, marker);
    for (const Three<T>& one : {frame.p, frame.v, frame.w, accelerationOf(marker).v}) {
      for (const T& part : {one.x, one.y, one.z}) result_.values.push_back(part);
    }
  }

  T between(const Instruction& one) {
    const MarkerMeasure& measure = one.measure;
    const FrameOf<T> i = motionOf(e_, measure.i);
    const FrameOf<T> j = motionOf(e_, measure.j);
    const FrameOf<T> k = motionOf(e_, measure.k);
    const FrameOf<T> l = motionOf(e_, measure.l);
    if (measure.kind >= MarkerMeasure::Kind::accm)
      return accelerationBetween(measure.kind, i, j, k, l, accelerationOf(measure.i), accelerationOf(measure.j),
                                 accelerationOf(measure.l));
    return measuredBetween(measure.kind, i, j, k, l, one.number, [&](T angle) {
      const T last = expected_[at(measure.angle)];
      return result_.angles[at(measure.angle)] = last + remainder(angle - last, 6.283185307179586476925);
    });
  }

  T leaf(const Instruction& one) {
    using Op = Instruction::Op;
    switch (one.op) {
      case Op::measure: return between(one);
      case Op::coordinate: {
        const int z = set_.coordinates[at(one.index)].z;
        return z >= 0 ? e_.inputs.y[at(z)] : T(0);
      }
      case Op::rate: return e_.z_dot[at(set_.coordinates[at(one.index)].v)];
      case Op::force: return forceMeasured(e_, set_.forces[at(one.index)]);
      case Op::reaction: throw CannotTrace("a reaction of a joint");
      default: return leafOf(e_, one);
    }
  }

  EvaluationOf<T>& e_;
  const MeasureSet& set_;
  std::vector<TwistOf<T>> A_;
  std::vector<T> expected_;
  Measured<T> result_;
};

}  // namespace mb
