// The demands of a driver, from the position and motion of the vehicle, for any number.
#pragma once

#include <cmath>
#include <numbers>

#include "formats/model/elements/driver.h"
#include "formats/model/tracing/limited.h"
#include "runtime/laws/law_frames.h"
#include "runtime/laws/roads/curve.h"

namespace mb {

template <class T>
struct DriverDemandOf {
  T steer{};   // rad at the wheels, positive to the left
  T torque{};  // on all driven wheels together
  friend DriverDemandOf choose(const TracedTruth& truth, const DriverDemandOf& a,
                               const DriverDemandOf& b) requires(kRecords<T>) {
    return {choose(truth, a.steer, b.steer), choose(truth, a.torque, b.torque)};
  }
};
using DriverDemand = DriverDemandOf<double>;

struct CompiledDriver {
  Driver driver;
  Curve table;  // of a path given by points
};
CompiledDriver compileDriver(const Driver& driver);

// From 0 to 1 without a jump in curvature.
template <class T>
T blend(T x) {
  const T s = limited(x, 0.0, 1.0);
  return s * s * s * (10 - s * (15 - 6 * s));
}

template <class T>
struct PathPlace {
  T x;
  const Curve& table;

  T operator()(const StraightPath& path) const { return path.y; }
  T operator()(const DoubleLaneChange& path) const {
    // Lengths of the sections in ISO 3888-1.
    const T s = x - path.start;
    return path.offset * (blend(T((s - 15) / 30)) - blend(T((s - 70) / 25)));
  }
  T operator()(const SlalomPath& path) const {
    using elementary::sin;
    const T s = (x - path.start) / path.spacing;
    return explored<T>([&]() -> T {
      if (s <= 0 || s >= path.count) return 0;
      // The sine grows over the first gap and fades over the last.
      const T share = blend(s) * blend(T(path.count - s));
      return path.amplitude * share * sin(std::numbers::pi * s);
    });
  }
  T operator()(const PathTable& path) const {
    // Beyond its ends the path continues straight along x.
    return valueOf(table, limited(x, path.x.front(), path.x.back()));
  }
};

// The lateral position of the path at x, positive to the left.
template <class T>
T pathAt(const CompiledDriver& driver, T x) {
  return std::visit(PathPlace<T>{x, driver.table}, driver.driver.path);
}

// Pure pursuit: the circle through the vehicle, tangent to its heading, that meets the path at the preview distance has
// the curvature 2 e / L^2; the wheels of a slow vehicle follow it at the angle atan(wheelbase curvature).
template <class T>
DriverDemandOf<T> demandOf(const CompiledDriver& compiled, const FrameOf<T>& vehicle) {
  using elementary::atan, elementary::hypot, elementary::tanh;
  using std::abs;
  const Driver& driver = compiled.driver;
  const Three<T>& forward = vehicle.R.e[0];
  const T level = hypot(forward.x, forward.y);
  return explored<T>([&]() -> DriverDemandOf<T> {
    if (!(level > 1e-6)) return {};  // heading undefined: the vehicle is vertical
    const T hx = forward.x / level;
    const T hy = forward.y / level;
    const T speed = vehicle.v.x * hx + vehicle.v.y * hy;
    const T L = largest(T(driver.leastPreview), abs(speed) * driver.preview);
    const T x = vehicle.p.x + L * hx;
    const T y = vehicle.p.y + L * hy;
    const T e = (pathAt(compiled, x) - y) * hx;
    const T angle = driver.gain * atan(2 * driver.wheelbase * e / (L * L));
    const T torque = driver.torqueGain * (driver.speed - speed);
    const bool isLimited = std::isfinite(driver.largestTorque);
    return {driver.largestSteer * tanh(angle / driver.largestSteer),
            isLimited ? limited(torque, -driver.largestTorque, driver.largestTorque) : torque};
  });
}
inline DriverDemand demandOf(const CompiledDriver& compiled, const FrameMotion& vehicle) {
  return demandOf(compiled, frameOf(vehicle));
}

}  // namespace mb
