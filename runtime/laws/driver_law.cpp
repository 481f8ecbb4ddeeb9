#include "runtime/laws/driver_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

// From 0 to 1 without a jump in curvature.
double blend(double s) {
  s = std::clamp(s, 0.0, 1.0);
  return s * s * s * (10 - s * (15 - 6 * s));
}

struct PathPlace {
  double x;
  const Curve& table;

  double operator()(const StraightPath& path) const { return path.y; }
  double operator()(const DoubleLaneChange& path) const {
    // Lengths of the sections in ISO 3888-1.
    const double s = x - path.start;
    return path.offset * (blend((s - 15) / 30) - blend((s - 70) / 25));
  }
  double operator()(const SlalomPath& path) const {
    const double s = (x - path.start) / path.spacing;
    if (s <= 0 || s >= path.count) return 0;
    // The sine grows over the first gap and fades over the last.
    const double share = blend(s) * blend(path.count - s);
    return path.amplitude * share * elementary::sin(std::numbers::pi * s);
  }
  double operator()(const PathTable& path) const {
    // Beyond its ends the path continues straight along x.
    return valueOf(table, std::clamp(x, path.x.front(), path.x.back()));
  }
};

}  // namespace

CompiledDriver compileDriver(const Driver& driver) {
  CompiledDriver compiled{driver, {}};
  if (const auto* table = std::get_if<PathTable>(&driver.path)) {
    compiled.table = makeCurve(table->interpolation, table->x, table->y);
  }
  return compiled;
}

double pathAt(const CompiledDriver& driver, double x) {
  return std::visit(PathPlace{x, driver.table}, driver.driver.path);
}

// Pure pursuit: the circle through the vehicle, tangent to its heading, that meets the path at the preview distance has
// the curvature 2 e / L^2; the wheels of a slow vehicle follow it at the angle atan(wheelbase curvature).
DriverDemand demandOf(const CompiledDriver& compiled, const FrameMotion& vehicle) {
  const Driver& driver = compiled.driver;
  const Vector3 forward = vehicle.X.R.col(0);
  const double level = elementary::hypot(forward.x(), forward.y());
  if (!(level > 1e-6)) return {};  // heading undefined: the vehicle is vertical
  const double hx = forward.x() / level;
  const double hy = forward.y() / level;
  const double speed = vehicle.v.x() * hx + vehicle.v.y() * hy;
  const double L = std::max(driver.leastPreview, std::abs(speed) * driver.preview);
  const double x = vehicle.X.p.x() + L * hx;
  const double y = vehicle.X.p.y() + L * hy;
  const double e = (pathAt(compiled, x) - y) * hx;
  const double angle = driver.gain * elementary::atan(2 * driver.wheelbase * e / (L * L));
  const double torque = driver.torqueGain * (driver.speed - speed);
  return {driver.largestSteer * elementary::tanh(angle / driver.largestSteer),
          std::clamp(torque, -driver.largestTorque, driver.largestTorque)};
}

}  // namespace mb
