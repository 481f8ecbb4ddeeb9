// The forces of one evaluation: those at joints, and those between markers.
#pragma once

#include "runtime/laws/force_laws.h"
#include "runtime/laws/joint_laws.h"
#include "runtime/scalars/programs.h"

namespace mb {

template <class T>
void applyJointLaws(EvaluationOf<T>& e) {
  for (const auto& friction : e.m.frictions)
    e.tau[at(friction.v)] += frictionForceOf(friction.law, e.z_dot[at(friction.v)]);
  for (const auto& limit : e.m.limits)
    e.tau[at(limit.v)] += stopForceOf(limit.law, e.inputs.y[at(limit.z)], e.z_dot[at(limit.v)]).force;
}

template <class T>
const Curve* curveOf(const EvaluationOf<T>& e, SplineIndex spline) {
  return spline.valid() ? &e.m.library.curves[at(spline.value)] : nullptr;
}
template <class T, class Law>
RelativeOf<T> relative(const EvaluationOf<T>& e, const Law& law) {
  return relativeOf(law.angles, motionOf(e, law.i), motionOf(e, law.j));
}

template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Tsda>& tsda) {
  const LawCurves<T> curves{curveOf(e, tsda.law.spring), curveOf(e, tsda.law.damper), valueOf(e, tsda.function)};
  return tsdaBetween(tsda.law, curves, motionOf(e, tsda.law.i), motionOf(e, tsda.law.j));
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Rsda>& rsda) {
  const LawCurves<T> curves{curveOf(e, rsda.law.spring), curveOf(e, rsda.law.damper), valueOf(e, rsda.function)};
  return rsdaBetween(rsda.law, curves, motionOf(e, rsda.law.i), motionOf(e, rsda.law.j),
                     [&](T angle) { return continued(e, rsda.angle, angle); });
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Bushing>& bushing) {
  return bushingBetween(bushing.law, relative(e, bushing.law), motionOf(e, bushing.law.i), motionOf(e, bushing.law.j));
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<Field>& field) {
  return fieldBetween(field.law, relative(e, field.law), motionOf(e, field.law.i), motionOf(e, field.law.j));
}
template <class T>
PairOf<T> between(EvaluationOf<T>& e, const Compiled<GeneralForce>& general) {
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
template <class T>
PairOf<T> between(EvaluationOf<T>&, const Compiled<TyreForce>&) {
  throw CannotTrace("a tyre");
}

template <class T>
void actOn(EvaluationOf<T>& e, MarkerIndex on, MarkerIndex point, const Three<T>& force, const Three<T>& torque) {
  if (!on.valid() || !e.m.model.markers[on].link.valid()) return;
  const embedded::Place place = e.layout.links[at(e.m.model.markers[on].link.value)];
  embedded::applyAt(e.memory.values + place.at, place.stride, motionOf(e, point).p - e.c, force, torque);
}
template <class T, class Law>
void apply(EvaluationOf<T>& e, const Law& law, const PairOf<T>& acting) {
  actOn(e, law.i, law.i, acting.force, acting.torque);
  if constexpr (!std::is_same_v<Law, TyreForce>) {
    constexpr bool isAtOwn = std::is_same_v<Law, Tsda>;
    actOn(e, law.j, isAtOwn ? law.j : law.i, -acting.force, -acting.torque);
  }
}

// As Embedded::applyForces and runtime/laws/force_set.cpp.
template <class T>
void applyForces(EvaluationOf<T>& e) {
  std::vector<PairOf<T>> pairs;
  const std::vector<CompiledForce>& forces = e.m.forces.forces;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    if (!e.layout.isSpring[k])
      pairs.push_back(std::visit([&](const auto& force) { return between(e, force); }, forces[k]));
  }
  std::size_t next = 0;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    if (e.layout.isSpring[k]) continue;
    const PairOf<T>& acting = pairs[next++];
    std::visit([&](const auto& force) { apply(e, force.law, acting); }, forces[k]);
  }
  for (std::size_t k = 0; k < e.m.forces.feedback.size(); ++k) {
    if (!e.m.forces.feedback[k]) continue;
    const int signal = e.m.drives[k].signal;
    e.signalSecond[at(signal)] = e.signals[at(signal)].second = valueOf(e, e.m.forces.feedback[k]);
  }
}

}  // namespace mb
