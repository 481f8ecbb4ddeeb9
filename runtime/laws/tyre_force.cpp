#include "runtime/laws/tyre_force.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

constexpr double kForgets = 50;           // 1/s: how fast a tyre in the air loses the deflection of its patch
constexpr double kStandstillRatio = 0.3;  // damping ratio of the patch at standstill, with the mass that it carries
constexpr double kGravity = 9.81;         // m/s^2: converts a load to the mass it carries

// The sliding velocity of the wheel on the road.
struct Sliding {
  double Vx = 0;   // of the centre along the heading
  double Vsx = 0;  // of the patch
  double Vsy = 0;
};

// Smooth at rest, |v| above `low`.
double speedAbove(double v, double low) {
  const double speed = std::abs(v);
  return speed >= low ? speed : (low * low + v * v) / (2 * low);
}

// A deflection beyond the largest slip grows no further, so that it recovers quickly.
double held(double value, double rate, double largest) {
  const double beyond = std::abs(value) / largest - 1;
  if (beyond <= 0 || value * rate <= 0) return rate;
  return rate * std::max(0.0, 1 - 4 * beyond);
}

// Slip with a lag of one relaxation length: u_dot = -Vs - |Vx| / l u, slip = u / l. At rest the patch is a spring, and
// a damper lets it come to rest; both fade into plain slip with speed.
struct Lag {
  double length;
  double stiffness;
  double largest;

  double rate(double u, double Vs, double Vx) const {
    return held(u, -Vs - std::abs(Vx) / length * u, largest * length);
  }
  double slip(double u, double Vs, double Vx, double lowSpeed, double load) const {
    const double share = std::abs(Vx) < lowSpeed ? 0.5 + 0.5 * elementary::cos(std::numbers::pi * Vx / lowSpeed) : 0;
    if (share == 0 || !(stiffness > 0)) return u / length;
    const double damping = 2 * kStandstillRatio * std::sqrt(stiffness / length * load / kGravity);
    return u / length - share * damping * Vs / stiffness;
  }
};

void setSlip(const CompiledTyre& tyre, const Sliding& sliding, const double* state, double* rate, TyreSlip& slip) {
  const TyreLaw& law = *tyre.law;
  double tanAlpha = 0;
  if (state) {
    const TyreRelaxation relaxation = law.relaxation(slip.load, slip.camber);
    const Lag x{relaxation.lengthX, relaxation.stiffnessX, law.largestKappa};
    const Lag y{relaxation.lengthY, relaxation.stiffnessY, law.largestTanAlpha};
    slip.kappa = x.slip(state[0], sliding.Vsx, sliding.Vx, law.lowSpeed, slip.load);
    tanAlpha = -y.slip(state[1], sliding.Vsy, sliding.Vx, law.lowSpeed, slip.load);
    rate[0] = x.rate(state[0], sliding.Vsx, sliding.Vx);
    rate[1] = y.rate(state[1], sliding.Vsy, sliding.Vx);
  } else {
    const double speed = speedAbove(sliding.Vx, law.lowSpeed);
    slip.kappa = -sliding.Vsx / speed;
    tanAlpha = sliding.Vsy / speed;
  }
  slip.alpha = elementary::atan(tanAlpha);
}

}  // namespace

TyreAction actionOf(const CompiledTyre& tyre, const FrameMotion& wheel, const double* state, double* rate,
                    TyreReading& reading) {
  const TyreLaw& law = *tyre.law;
  const Vector3 axis = wheel.X.R.col(1);
  const WheelPlace place{threeOf<double>(wheel.X.p), threeOf<double>(axis)};
  reading = {};
  reading.contact =
      tyre.discs ? discContact(*tyre.road, place, *tyre.discs) : pointContact(*tyre.road, place, law.radius);
  const Contact& contact = reading.contact;
  if (!contact.touches) {
    for (int k = 0; state && k < 2; ++k) rate[k] = -kForgets * state[k];
    return {};
  }
  const Vector3 n = plain(contact.normal);
  const Vector3 heading = plain(contact.heading);
  const Vector3 point = plain(contact.point);
  const Vector3 left = n.cross(heading);
  const double spin = wheel.w.dot(axis);
  TyreSlip& slip = reading.slip;
  slip.load = law.load(contact.deflection, -n.dot(wheel.v));
  slip.camber = elementary::asin(std::clamp(axis.dot(n), -1.0, 1.0));
  slip.friction = contact.friction;
  slip.speed = heading.dot(wheel.v);
  const Vector3 arm = point - wheel.X.p;
  const Vector3 turning = wheel.w - spin * axis;
  setSlip(tyre,
          {slip.speed, slip.speed - spin * law.rollingRadius(contact.deflection, slip.load),
           left.dot(wheel.v + turning.cross(arm))},
          state, rate, slip);
  if (tyre.isSmooth) return {point, slip.load * n, Vector3::Zero()};
  reading.forces = tyre.isMirrored ? mirroredForces(law, slip) : law.forces(slip);
  const TyreForces& f = reading.forces;
  return {point, f.Fx * heading + f.Fy * left + slip.load * n, f.Mx * heading + f.My * left + f.Mz * n};
}

}  // namespace mb
