// What functions measure between markers, for any number.
#pragma once

#include "runtime/laws/law_frames.h"
#include "runtime/laws/program.h"

namespace mb {

// A wheel against a body whose marker has x forward, y left, z up. The wheel is on the left where its marker is.
template <class T>
struct WheelOnBody {
  Three<T> axis;  // of its spin, to the left, in the axes of the body
  T side;         // 1: left, -1: right
};
template <class T>
T sideOf(const FrameOf<T>& point, const FrameOf<T>& body) {
  return explored<T>([&]() -> T { return dot(body.R.e[1], point.p - body.p) < 0.0 ? -1 : 1; });
}
template <class T>
WheelOnBody<T> wheelOnBody(const FrameOf<T>& wheel, const FrameOf<T>& body) {
  const Three<T> axis = seenFrom(body.R, wheel.R.e[1]);
  return {explored<T>([&]() -> Three<T> { return axis.y < 0.0 ? -axis : axis; }), sideOf(wheel, body)};
}

// Of the state alone: kinds up to wheelTravel. i is seen from j, along the axes of k, by an observer on l;
// continued(angle) counts turns; start: of a wheel's travel.
template <class T, class Continued>
T measuredBetween(MarkerMeasure::Kind kind, const FrameOf<T>& i, const FrameOf<T>& j, const FrameOf<T>& k,
                  const FrameOf<T>& l, double start, const Continued& continued) {
  using elementary::acos, elementary::asin, elementary::atan2;
  using enum MarkerMeasure::Kind;
  const Three<T> d = i.p - j.p;
  const auto velocity = [&]() -> Three<T> { return i.v - j.v - cross(l.w, d); };
  const auto turning = [&]() -> Three<T> { return i.w - j.w; };
  const auto rotation = [&]() -> TurnOf<T> { return seenFrom(j.R, i.R); };
  const auto within = [](const T& cosine) {
    return explored<T>([&]() -> T { return cosine < -1.0 ? T(-1) : cosine > 1.0 ? T(1) : cosine; });
  };
  switch (kind) {
    case dm: return norm(d);
    case dx: return dot(k.R.e[0], d);
    case dy: return dot(k.R.e[1], d);
    case dz: return dot(k.R.e[2], d);
    case vr: {
      const T length = norm(d);
      return explored<T>([&]() -> T { return length > 0.0 ? dot(d, velocity()) / length : norm(velocity()); });
    }
    case vm: return norm(velocity());
    case vx: return dot(k.R.e[0], velocity());
    case vy: return dot(k.R.e[1], velocity());
    case vz: return dot(k.R.e[2], velocity());
    case ax: return continued(angleAbout(0, rotation()));
    case ay: return continued(angleAbout(1, rotation()));
    case az: return continued(angleAbout(2, rotation()));
    case yaw: {
      const TurnOf<T> R = rotation();
      return continued(T(atan2(R.e[0].y, R.e[0].x)));
    }
    case pitch: return asin(within(-rotation().e[0].z));
    case roll: {
      const TurnOf<T> R = rotation();
      return continued(T(atan2(R.e[1].z, R.e[2].z)));
    }
    // R = Rz(psi) Rx(theta) Rz(phi). At theta = 0 only the sum of the others is defined: psi gets all of it.
    case psi: {
      const TurnOf<T> R = rotation();
      return continued(explored<T>([&]() -> T {
        const bool isLevel = static_cast<bool>(R.e[2].x == 0.0 && R.e[2].y == 0.0);
        return isLevel ? atan2(R.e[0].y, R.e[0].x) : atan2(R.e[2].x, -R.e[2].y);
      }));
    }
    case theta: return acos(within(rotation().e[2].z));
    case phi: {
      const TurnOf<T> R = rotation();
      return continued(explored<T>([&]() -> T {
        const bool isLevel = static_cast<bool>(R.e[0].z == 0.0 && R.e[1].z == 0.0);
        return isLevel ? T(0) : atan2(R.e[0].z, R.e[1].z);
      }));
    }
    case wm: return norm(turning());
    case wx: return dot(k.R.e[0], turning());
    case wy: return dot(k.R.e[1], turning());
    case wz: return dot(k.R.e[2], turning());
    case toe: {
      const WheelOnBody<T> wheel = wheelOnBody(i, j);
      return wheel.side * atan2(wheel.axis.x, wheel.axis.y);
    }
    case camber: {
      const WheelOnBody<T> wheel = wheelOnBody(i, j);
      return -wheel.side * asin(within(wheel.axis.z));
    }
    // From the lower point i to the upper one j.
    case caster: return atan2(dot(k.R.e[0], d), -dot(k.R.e[2], d));
    case kingpin: return sideOf(i, k) * atan2(dot(k.R.e[1], d), -dot(k.R.e[2], d));
    case wheelTravel: return dot(j.R.e[2], d) - start;
    default: return T(0);
  }
}

}  // namespace mb
