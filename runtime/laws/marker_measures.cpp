#include "runtime/laws/marker_measures.h"

#include "runtime/laws/measured.h"

namespace mb {
namespace {

// The second derivative of a difference d of positions as an observer sees it who turns with w and w_dot; v is the
// first derivative that he sees.
Vector3 seenAcceleration(const Vector3& d, const Vector3& v, const Vector3& d_ddot, const Vector3& w,
                         const Vector3& w_dot) {
  return d_ddot - w_dot.cross(d) - 2 * w.cross(v) - w.cross(w.cross(d));
}

// Of a solved state.
Vector3 accelerationOf(const MarkerMeasure& measure, const Surroundings& around, const FrameMotion& i,
                       const FrameMotion& j, const FrameMotion& l) {
  using enum MarkerMeasure::Kind;
  const FrameAcceleration ground;
  const auto of = [&](MarkerIndex marker) -> const FrameAcceleration& {
    return marker.valid() ? around.accelerations[static_cast<std::size_t>(marker.value)] : ground;
  };
  const FrameAcceleration& a = of(measure.i);
  const FrameAcceleration& b = of(measure.j);
  if (measure.kind >= wdtm) return a.w - b.w - l.w.cross(i.w - j.w);
  const Vector3 d = i.X.p - j.X.p;
  return seenAcceleration(d, i.v - j.v - l.w.cross(d), a.v - b.v, l.w, of(measure.l).w);
}

double accelerationMeasured(const MarkerMeasure& measure, const Surroundings& around, const FrameMotion& i,
                            const FrameMotion& j, const FrameMotion& k, const FrameMotion& l) {
  const Vector3 acceleration = accelerationOf(measure, around, i, j, l);
  const auto along = [&](int axis) { return k.X.R.col(axis).dot(acceleration); };
  switch (measure.kind) {
    case MarkerMeasure::Kind::accx:
    case MarkerMeasure::Kind::wdtx: return along(0);
    case MarkerMeasure::Kind::accy:
    case MarkerMeasure::Kind::wdty: return along(1);
    case MarkerMeasure::Kind::accz:
    case MarkerMeasure::Kind::wdtz: return along(2);
    default: return acceleration.norm();
  }
}

}  // namespace

double measured(const Instruction& instruction, const Library& library, const Surroundings& around) {
  const MarkerMeasure& measure = instruction.measure;
  const FrameMotion ground{{library.R_WS, Vector3::Zero()}, Vector3::Zero(), Vector3::Zero()};
  const auto motion = [&](MarkerIndex marker) -> const FrameMotion& {
    return marker.valid() ? around.markers[static_cast<std::size_t>(marker.value)] : ground;
  };
  const FrameMotion& i = motion(measure.i);
  const FrameMotion& j = motion(measure.j);
  const FrameMotion& k = motion(measure.k);
  const FrameMotion& l = motion(measure.l);
  if (measure.kind > MarkerMeasure::Kind::wheelTravel) return accelerationMeasured(measure, around, i, j, k, l);
  const auto continued = [&](double angle) { return around.angles->continued(measure.angle, angle); };
  return measuredBetween(measure.kind, frameOf(i), frameOf(j), frameOf(k), frameOf(l), instruction.number, continued);
}

double angleAbout(int axis, const Matrix3& R_ji) { return angleAbout(axis, turnOf<double>(R_ji)); }

}  // namespace mb
