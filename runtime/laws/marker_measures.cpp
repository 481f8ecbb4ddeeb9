#include "runtime/laws/marker_measures.h"

#include <algorithm>

#include "formats/model/elementary/elementary.h"
#include "runtime/laws/measured.h"

namespace mb {
namespace {

// A wheel against a body whose marker has x forward, y left, z up. The wheel is on the left where its marker is.
struct WheelOnBody {
  Vector3 axis;  // of its spin, to the left, in the axes of the body
  double side;   // 1: left, -1: right
};
double sideOf(const FrameMotion& point, const FrameMotion& body) {
  return body.X.R.col(1).dot(point.X.p - body.X.p) < 0 ? -1 : 1;
}
WheelOnBody wheelOnBody(const FrameMotion& wheel, const FrameMotion& body) {
  const Vector3 axis = body.X.R.transpose() * wheel.X.R.col(1);
  return {axis.y() < 0 ? Vector3(-axis) : axis, sideOf(wheel, body)};
}

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

// Of vehicles, and accelerations.
double furtherMeasured(const Instruction& instruction, const Surroundings& around, const FrameMotion& i,
                       const FrameMotion& j, const FrameMotion& k, const FrameMotion& l) {
  const MarkerMeasure& measure = instruction.measure;
  const Vector3 d = i.X.p - j.X.p;
  const auto along = [&](int axis, const Vector3& vector) { return k.X.R.col(axis).dot(vector); };
  const auto acceleration = [&]() -> Vector3 { return accelerationOf(measure, around, i, j, l); };
  switch (measure.kind) {
    case MarkerMeasure::Kind::toe: {
      const WheelOnBody wheel = wheelOnBody(i, j);
      return wheel.side * elementary::atan2(wheel.axis.x(), wheel.axis.y());
    }
    case MarkerMeasure::Kind::camber: {
      const WheelOnBody wheel = wheelOnBody(i, j);
      return -wheel.side * elementary::asin(std::clamp(wheel.axis.z(), -1.0, 1.0));
    }
    // From the lower point i to the upper one j.
    case MarkerMeasure::Kind::caster: return elementary::atan2(along(0, d), -along(2, d));
    case MarkerMeasure::Kind::kingpin: return sideOf(i, k) * elementary::atan2(along(1, d), -along(2, d));
    case MarkerMeasure::Kind::wheelTravel: return j.X.R.col(2).dot(d) - instruction.number;
    case MarkerMeasure::Kind::accm:
    case MarkerMeasure::Kind::wdtm: return acceleration().norm();
    case MarkerMeasure::Kind::accx:
    case MarkerMeasure::Kind::wdtx: return along(0, acceleration());
    case MarkerMeasure::Kind::accy:
    case MarkerMeasure::Kind::wdty: return along(1, acceleration());
    case MarkerMeasure::Kind::accz:
    case MarkerMeasure::Kind::wdtz: return along(2, acceleration());
    default: return 0;
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
  if (measure.kind > MarkerMeasure::Kind::wz) return furtherMeasured(instruction, around, i, j, k, l);
  const auto continued = [&](double angle) { return around.angles->continued(measure.angle, angle); };
  return measuredBetween(measure.kind, frameOf(i), frameOf(j), frameOf(k), frameOf(l), continued);
}

double angleAbout(int axis, const Matrix3& R_ji) { return angleAbout(axis, turnOf<double>(R_ji)); }

}  // namespace mb
