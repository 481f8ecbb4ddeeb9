#include "runtime/laws/marker_measures.h"

#include "runtime/laws/measured.h"
#include "runtime/laws/measured_accelerations.h"

namespace mb {
double measured(const Instruction& instruction, const Library& library, const Surroundings& around) {
  const MarkerMeasure& measure = instruction.measure;
  const FrameMotion ground{{library.R_WS, Vector3::Zero()}, Vector3::Zero(), Vector3::Zero()};
  const auto motion = [&](MarkerIndex marker) -> const FrameMotion& {
    return marker.valid() ? around.markers[static_cast<std::size_t>(marker.value)] : ground;
  };
  const FrameOf<double> i = frameOf(motion(measure.i));
  const FrameOf<double> j = frameOf(motion(measure.j));
  const FrameOf<double> k = frameOf(motion(measure.k));
  const FrameOf<double> l = frameOf(motion(measure.l));
  const auto acceleration = [&](MarkerIndex marker) -> AccelerationOf<double> {
    if (!marker.valid()) return {};
    const FrameAcceleration& of = around.accelerations[static_cast<std::size_t>(marker.value)];
    return {threeOf<double>(of.v), threeOf<double>(of.w)};
  };
  if (measure.kind > MarkerMeasure::Kind::wheelTravel)
    return accelerationBetween(measure.kind, i, j, k, l, acceleration(measure.i), acceleration(measure.j),
                               acceleration(measure.l));
  const auto continued = [&](double angle) { return around.angles->continued(measure.angle, angle); };
  return measuredBetween(measure.kind, i, j, k, l, instruction.number, continued);
}

double angleAbout(int axis, const Matrix3& R_ji) { return angleAbout(axis, turnOf<double>(R_ji)); }

}  // namespace mb
