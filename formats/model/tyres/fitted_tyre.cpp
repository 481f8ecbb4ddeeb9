#include "formats/model/tyres/fitted_tyre.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/basics/units.h"

namespace mb {
namespace {

constexpr double kPerCent = 100;

SlipCurve slipCurve(const FittedCurve& fitted, double friction, double slip) {
  const double D = fitted.D * friction;
  return {stiffnessFactor(fitted.K, fitted.C, D), fitted.C, D, curvature(fitted.E), slip + fitted.H};
}

}  // namespace

FittedTyre::FittedTyre(const Tyre& tyre)
    : RadialTyre(tyre),
      range_(tyre),
      resistance_(valueOf(tyre, "ROLLING_RESISTANCE")),
      lengthX_(relaxationLength(valueOf(tyre, "RELAXATION_LENGTH_X"))),
      lengthY_(relaxationLength(valueOf(tyre, "RELAXATION_LENGTH_Y"))) {
  range_.apply(*this);
  const double stiffness = valueOf(tyre, "LATERAL_STIFFNESS");
  lateralFlexibility_ = stiffness > 0 ? 1 / stiffness : 0;
}

FittedCurves FittedTyre::curvesAt(double load, double camber) const {
  return curves(load / 1000, std::min(load, range_.largestLoad) / 1000, camber * kDegreesPerRadian);
}

TyreRelaxation FittedTyre::relaxation(double load, double camber) const {
  if (!(load > 0)) return {lengthX_, lengthY_, 0, 0};
  const FittedCurves at = curvesAt(load, std::clamp(camber, range_.leastCamber, range_.largestCamber));
  return {lengthX_, lengthY_, at.Fx.K * kPerCent, at.Fy.K * kDegreesPerRadian};
}

TyreForces FittedTyre::forces(const TyreSlip& given) const {
  if (!(given.load > 0)) return {};
  const TyreSlip slip = range_.clamped(given);
  const FittedCurves at = curvesAt(slip.load, slip.camber);
  const SlipCurve x = slipCurve(at.Fx, slip.friction, slip.kappa * kPerCent);
  const SlipCurve y = slipCurve(at.Fy, slip.friction, slip.alpha * kDegreesPerRadian);
  SlipCurve z = slipCurve(at.Mz, slip.friction, slip.alpha * kDegreesPerRadian);
  const PlaneForce plane = similarForces(x, y);
  // Longitudinal slip shortens the trail like the slip angle that reaches the same share of Fy's peak.
  const double y0 = y.B * y.C;
  const double aside = std::abs(y0) > 1e-9 ? x.B * x.C * x.x / y0 : 0;
  const double whole = std::sqrt(z.x * z.x + aside * aside);
  const double share = whole > 0 ? z.x / whole : 0;
  z.x = whole;
  const double rolling = smoothSign(slip.speed, lowSpeed);

  TyreForces forces;
  forces.Fx = plane.x + slip.friction * at.Fx.V;
  forces.Fy = -(plane.y + slip.friction * at.Fy.V);
  const double offset = forces.Fy * lateralFlexibility_;  // lateral shift of the contact, to the left
  forces.Mx = offset * slip.load;
  forces.My = -resistance_ * radius * slip.load * rolling;
  forces.Mz = -rolling * (share * pureForce(z) + slip.friction * at.Mz.V) - offset * forces.Fx;
  return forces;
}

std::string fittedFault(const Tyre& tyre) {
  if (std::string found = sizeFault(tyre); !found.empty()) return found;
  if (std::string found = rangeFault(tyre); !found.empty()) return found;
  for (const char* const key : {"ROLLING_RESISTANCE", "LATERAL_STIFFNESS"}) {
    const double value = valueOf(tyre, key);
    if (value < 0) return fmt::format("{} is {}, must not be negative", key, value);
  }
  return lawFault(tyre);
}

}  // namespace mb
