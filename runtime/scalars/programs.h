// Markers on links, and functions of what is measured between them.
#pragma once

#include "runtime/laws/measured.h"
#include "runtime/scalars/evaluation_of.h"
#include "runtime/solvers/embedded/link_numbers.h"

namespace mb {

template <class T>
FrameOf<T> motionOf(const EvaluationOf<T>& e, MarkerIndex index) {
  if (!index.valid()) return {turnOf<T>(e.m.library.R_WS), {}, {}, {}};
  const LinkMarker& marker = e.m.model.markers[index];
  if (!marker.link.valid()) return {turnOf<T>(marker.X_LM.R), threeOf<T>(marker.X_LM.p), {}, {}};
  const embedded::Place place = e.layout.links[at(marker.link.value)];
  T part[embedded::kForce];
  for (int n = 0; n < embedded::kForce; ++n) part[n] = e.memory.values[place.at + n * place.stride];
  return embedded::markerOn(part, e.layout.T[at(marker.link.value)] * marker.X_LM, e.c);
}

// As AngleMemory::continued.
template <class T>
T continued(EvaluationOf<T>& e, int angle, const T& value) {
  const T last = e.inputs.lastAngles[at(angle)];
  const T now = last + remainder(value - last, 6.283185307179586476925);
  e.angles[at(angle)] = now;
  return now;
}

// What depends on time and the mechanism in its functions.
template <class T>
T leafOf(EvaluationOf<T>& e, const Instruction& instruction) {
  using Op = Instruction::Op;
  const auto coordinate = [&] { return e.m.coordinates[at(instruction.index)]; };
  const auto demand = [&] {
    const CompiledDriver& driver = e.m.library.drivers[at(instruction.index)];
    return demandOf(driver, motionOf(e, driver.driver.i));
  };
  switch (instruction.op) {
    case Op::time: return e.inputs.time;
    case Op::coordinate: return coordinate().z >= 0 ? e.inputs.y[at(coordinate().z)] : T(0);
    case Op::rate: return e.z_dot[at(coordinate().v)];
    case Op::input: return e.seen[at(instruction.index)].value;
    case Op::steer: return demand().steer;
    case Op::torque: return demand().torque;
    case Op::measure: {
      const MarkerMeasure& measure = instruction.measure;
      return measuredBetween(measure.kind, motionOf(e, measure.i), motionOf(e, measure.j), motionOf(e, measure.k),
                             motionOf(e, measure.l), instruction.number,
                             [&](T angle) { return continued(e, measure.angle, angle); });
    }
    case Op::height: {
      const Three<T> p = motionOf(e, instruction.measure.i).p;
      if (instruction.index < 0) return p.z;
      if constexpr (kHasDerivative<T>) {
        throw CannotTrace("the height of a road");
      } else {
        return p.z - heightAt(*e.m.library.roads[at(instruction.index)], p.x, p.y).height;
      }
    }
    default: throw CannotTrace("a function that measures something else than markers");
  }
}

template <class T>
T valueOf(EvaluationOf<T>& e, const std::optional<Program>& program) {
  if (!program) return 0;
  return runScalar<T>(*program, e.m.library, [&](const Instruction& instruction) { return leafOf(e, instruction); });
}

}  // namespace mb
