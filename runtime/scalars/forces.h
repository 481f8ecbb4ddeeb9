// The forces of one evaluation: those at joints, and those between markers.
#pragma once

#include "formats/model/tracing/cuts.h"
#include "runtime/laws/force_laws.h"
#include "runtime/laws/joint_laws.h"
#include "runtime/laws/tyre_action.h"
#include "runtime/scalars/parameters.h"
#include "runtime/scalars/programs.h"

namespace mb {

template <class T>
void applyJointLaws(EvaluationOf<T>& e) {
  for (const auto& friction : e.m.frictions) {
    e.tau[at(friction.v)] += frictionForceOf(friction.law, e.z_dot[at(friction.v)]);
    endPiece();
  }
  for (const auto& limit : e.m.limits) {
    e.tau[at(limit.v)] += stopForceOf(limit.law, e.inputs.y[at(limit.z)], e.z_dot[at(limit.v)]).force;
    endPiece();
  }
}

template <class T>
const Curve* curveOf(const EvaluationOf<T>& e, SplineIndex spline) {
  return spline.valid() ? &e.m.library.curves[at(spline.value)] : nullptr;
}
template <class T, class Law>
RelativeOf<T> relative(const EvaluationOf<T>& e, const Law& law) {
  return relativeOf(law.angles, motionOf(e, law.i), motionOf(e, law.j));
}

// A law stands in the model, where its numbers may be parameters; compiled, it has its functions.
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Tsda>& compiled, const Tsda& law) {
  const LawCurves<T> curves{curveOf(e, law.spring), curveOf(e, law.damper), valueOf(e, compiled.function)};
  return tsdaBetween(law, curves, motionOf(e, law.i), motionOf(e, law.j), numbersOf(e));
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Rsda>& compiled, const Rsda& law) {
  const LawCurves<T> curves{curveOf(e, law.spring), curveOf(e, law.damper), valueOf(e, compiled.function)};
  const auto turned = [&](T angle) { return continued(e, compiled.angle, angle); };
  return rsdaBetween(law, curves, motionOf(e, law.i), motionOf(e, law.j), turned, numbersOf(e));
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Bushing>&, const Bushing& law) {
  return bushingBetween(law, relative(e, law), motionOf(e, law.i), motionOf(e, law.j), numbersOf(e));
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Field>&, const Field& law) {
  return fieldBetween(law, relative(e, law), motionOf(e, law.i), motionOf(e, law.j), numbersOf(e));
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<GeneralForce>& general, const GeneralForce&) {
  T values[6];
  for (std::size_t k = 0; k < 3; ++k) {
    values[k] = valueOf(e, general.components[k]);
    values[3 + k] = valueOf(e, general.components[3 + k]);
  }
  const TurnOf<T> R = motionOf(e, general.law.in).R;
  const FrameOf<T> j = general.law.j.valid() ? motionOf(e, general.law.j) : FrameOf<T>{};
  return pairAt(R * Three<T>{values[0], values[1], values[2]}, R * Three<T>{values[3], values[4], values[5]},
                motionOf(e, general.law.i), general.law.j.valid() ? &j : nullptr);
}
// Its law is made anew, of this kind of numbers.
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<TyreForce>& compiled, const TyreForce&) {
  const CompiledTyre& tyre = compiled.tyre;
  const Tyre& properties = e.m.model.tyres[compiled.law.tyre];
  if constexpr (kHasDerivative<T>) {
    throw CannotTrace("the tyre " + properties.name + ", whose contact has no derivative");
  } else {
    const auto law = makeLaw<T>({properties, {properties.values.begin(), properties.values.end()}});
    const FrameOf<T> hub = motionOf(e, compiled.law.i);
    const WheelMotionOf<T> wheel{hub.p, hub.R.e[1], hub.v, hub.w};
    const T* const state = tyre.state >= 0 ? e.inputs.y.data() + e.m.lawStateAt() + tyre.state : nullptr;
    TyreActionOf<T>& action = e.tyres[at(tyre.number)];
    action = actionAt(tyre, *law, contactOf(tyre, wheel), wheel, state);
    for (std::size_t k = 0; k < 2 && state; ++k) e.stateRates[at(tyre.state) + k] = action.rate[k];
    return {action.force, action.torque, T(0), T(0)};
  }
}

template <class T>
void actOn(EvaluationOf<T>& e, MarkerIndex on, const Three<T>& point, const Three<T>& force, const Three<T>& torque) {
  if (!on.valid() || !e.m.model.markers[on].link.valid()) return;
  const embedded::Place place = e.layout.links[at(e.m.model.markers[on].link.value)];
  embedded::applyAt(e.memory.values + place.at, place.stride, point - e.c, force, torque);
}
template <class T, class Law>
void apply(EvaluationOf<T>& e, const Compiled<Law>& force, const PairOf<T>& acting) {
  const Law& law = force.law;
  if constexpr (std::is_same_v<Law, TyreForce>) {
    actOn(e, law.i, e.tyres[at(force.tyre.number)].point, acting.force, acting.torque);
  } else {
    const auto placeOf = [&](MarkerIndex marker) { return motionOf(e, marker).p; };
    actOn(e, law.i, placeOf(law.i), acting.force, acting.torque);
    constexpr bool isAtOwn = std::is_same_v<Law, Tsda>;
    actOn(e, law.j, placeOf(isAtOwn ? law.j : law.i), -acting.force, -acting.torque);
  }
}

// As Embedded::applyForces and runtime/laws/force_set.cpp.
template <class T>
void applyForces(EvaluationOf<T>& e) {
  const std::vector<CompiledForce>& forces = e.m.forces.forces;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    if (e.layout.isSpring[k]) continue;
    std::visit(
        [&](const auto& force) {
          const auto& numbers = std::get<std::decay_t<decltype(force.law)>>(e.m.model.forces[k].law);
          apply(e, force, between(e, force, numbers));
        },
        forces[k]);
    endPiece();
  }
  for (std::size_t k = 0; k < e.m.forces.feedback.size(); ++k) {
    if (!e.m.forces.feedback[k]) continue;
    const int signal = e.m.drives[k].signal;
    e.signalSecond[at(signal)] = e.signals[at(signal)].second = valueOf(e, e.m.forces.feedback[k]);
  }
}

}  // namespace mb
