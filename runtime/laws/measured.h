// What functions measure between markers, for any number.
#pragma once

#include "runtime/laws/law_frames.h"
#include "runtime/laws/program.h"

namespace mb {

// Of the state alone, without measures of vehicles: kinds up to wz. i is seen from j, along the axes of k, by an
// observer on l; continued(angle) counts turns.
template <class T, class Continued>
T measuredBetween(MarkerMeasure::Kind kind, const FrameOf<T>& i, const FrameOf<T>& j, const FrameOf<T>& k,
                  const FrameOf<T>& l, const Continued& continued) {
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
    default: return T(0);
  }
}

}  // namespace mb
