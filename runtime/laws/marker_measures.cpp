#include "runtime/laws/marker_measures.h"

#include <algorithm>
#include <cmath>

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
      return wheel.side * std::atan2(wheel.axis.x(), wheel.axis.y());
    }
    case MarkerMeasure::Kind::camber: {
      const WheelOnBody wheel = wheelOnBody(i, j);
      return -wheel.side * std::asin(std::clamp(wheel.axis.z(), -1.0, 1.0));
    }
    // From the lower point i to the upper one j.
    case MarkerMeasure::Kind::caster: return std::atan2(along(0, d), -along(2, d));
    case MarkerMeasure::Kind::kingpin: return sideOf(i, k) * std::atan2(along(1, d), -along(2, d));
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
  const Vector3 d = i.X.p - j.X.p;
  // The velocity of i relative to j for an observer on l.
  const auto velocity = [&]() -> Vector3 { return i.v - j.v - l.w.cross(d); };
  const auto turning = [&]() -> Vector3 { return i.w - j.w; };
  const auto along = [&](int axis, const Vector3& vector) { return k.X.R.col(axis).dot(vector); };
  const auto rotation = [&]() -> Matrix3 { return j.X.R.transpose() * i.X.R; };
  const auto angle = [&](int axis) { return around.angles->continued(measure.angle, angleAbout(axis, rotation())); };
  const auto angleOf = [&](double s, double c) { return around.angles->continued(measure.angle, std::atan2(s, c)); };
  switch (measure.kind) {
    case MarkerMeasure::Kind::dm: return d.norm();
    case MarkerMeasure::Kind::dx: return along(0, d);
    case MarkerMeasure::Kind::dy: return along(1, d);
    case MarkerMeasure::Kind::dz: return along(2, d);
    case MarkerMeasure::Kind::vr: {
      const double length = d.norm();
      return length > 0 ? d.dot(velocity()) / length : velocity().norm();
    }
    case MarkerMeasure::Kind::vm: return velocity().norm();
    case MarkerMeasure::Kind::vx: return along(0, velocity());
    case MarkerMeasure::Kind::vy: return along(1, velocity());
    case MarkerMeasure::Kind::vz: return along(2, velocity());
    case MarkerMeasure::Kind::ax: return angle(0);
    case MarkerMeasure::Kind::ay: return angle(1);
    case MarkerMeasure::Kind::az: return angle(2);
    case MarkerMeasure::Kind::yaw: {
      const Matrix3 R = rotation();
      return angleOf(R(1, 0), R(0, 0));
    }
    case MarkerMeasure::Kind::pitch: return std::asin(std::clamp(-rotation()(2, 0), -1.0, 1.0));
    case MarkerMeasure::Kind::roll: {
      const Matrix3 R = rotation();
      return angleOf(R(2, 1), R(2, 2));
    }
    // R = Rz(psi) Rx(theta) Rz(phi). At theta = 0 only the sum of the others is defined: psi gets all of it.
    case MarkerMeasure::Kind::psi: {
      const Matrix3 R = rotation();
      const bool isLevel = R(0, 2) == 0 && R(1, 2) == 0;
      return isLevel ? angleOf(R(1, 0), R(0, 0)) : angleOf(R(0, 2), -R(1, 2));
    }
    case MarkerMeasure::Kind::theta: return std::acos(std::clamp(rotation()(2, 2), -1.0, 1.0));
    case MarkerMeasure::Kind::phi: {
      const Matrix3 R = rotation();
      return R(2, 0) == 0 && R(2, 1) == 0 ? angleOf(0, 1) : angleOf(R(2, 0), R(2, 1));
    }
    case MarkerMeasure::Kind::wm: return turning().norm();
    case MarkerMeasure::Kind::wx: return along(0, turning());
    case MarkerMeasure::Kind::wy: return along(1, turning());
    case MarkerMeasure::Kind::wz: return along(2, turning());
    default: return furtherMeasured(instruction, around, i, j, k, l);
  }
}

double angleAbout(int axis, const Matrix3& R_ji) {
  // ADAMS: the x axis of i about z, its z axis about x and y.
  switch (axis) {
    case 0: return std::atan2(-R_ji(1, 2), R_ji(2, 2));
    case 1: return std::atan2(R_ji(0, 2), R_ji(2, 2));
    default: return std::atan2(R_ji(1, 0), R_ji(0, 0));
  }
}

}  // namespace mb
