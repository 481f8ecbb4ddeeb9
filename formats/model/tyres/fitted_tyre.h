// The magic formula in the units of its first publication: load in kN, slip angle and camber in degrees, slip in per
// cent, forces in N, moments in Nm; SAE axes, in which alpha > 0 gives Fy > 0 and Mz < 0. SAE axes are ours rotated by
// half a turn about x: slips and camber keep their values, Fy and Mz change sign.
#pragma once

#include "formats/model/basics/units.h"
#include "formats/model/tyres/combine.h"
#include "formats/model/tyres/radial_tyre.h"

namespace mb {

// One curve at a load and a camber. K is its slope B C D at the origin, H and V its shifts.
template <class T>
struct FittedCurve {
  T C = 1;
  T D{};
  T K{};
  T E{};
  T H{};
  T V{};
};

template <class T>
struct FittedCurves {
  FittedCurve<T> Fx;
  FittedCurve<T> Fy;
  FittedCurve<T> Mz;
};

inline constexpr std::array kLateralKeys{
    TyreKey{"LATERAL_STIFFNESS", dimension::kStiffness, 0, "of the carcass: Fy moves the load aside; 0: it does not"},
};

template <class T>
class FittedTyre : public RadialTyre<T> {
 public:
  explicit FittedTyre(const TyreNumbers<T>& numbers)
      : RadialTyre<T>(numbers),
        range_(numbers.tyre),
        resistance_(valueOf(numbers, "ROLLING_RESISTANCE")),
        lengthX_(this->relaxationLength(valueOf(numbers, "RELAXATION_LENGTH_X"))),
        lengthY_(this->relaxationLength(valueOf(numbers, "RELAXATION_LENGTH_Y"))) {
    range_.apply(*this);
    const T stiffness = valueOf(numbers, "LATERAL_STIFFNESS");
    lateralFlexibility_ = explored<T>([&]() -> T { return stiffness > 0 ? 1 / stiffness : T(0); });
  }

  TyreRelaxationOf<T> relaxation(T load, T camber) const final {
    return explored<T>([&]() -> TyreRelaxationOf<T> {
      if (!(load > 0)) return {lengthX_, lengthY_, 0, 0};
      const FittedCurves<T> at = curvesAt(load, range_.camberOf(camber));
      return {lengthX_, lengthY_, at.Fx.K * kPerCent, at.Fy.K * kDegreesPerRadian};
    });
  }
  TyreForcesOf<T> forces(const TyreSlipOf<T>& slip) const final {
    return explored<T>([&]() -> TyreForcesOf<T> {
      if (!(slip.load > 0)) return {};
      return loadedForces(range_.clamped(slip));
    });
  }

 protected:
  // For a load in kN, the load limited to the fitted range, and a camber in degrees.
  virtual FittedCurves<T> curves(T Fz, T limited, T camber) const = 0;

 private:
  static constexpr double kPerCent = 100;

  FittedCurves<T> curvesAt(T load, T camber) const {
    return curves(load / 1000, least(load, range_.largestLoad) / 1000, camber * kDegreesPerRadian);
  }
  static SlipCurveOf<T> slipCurve(const FittedCurve<T>& fitted, T friction, T slip) {
    const T D = fitted.D * friction;
    return {stiffnessFactor(fitted.K, fitted.C, D), fitted.C, D, curvature(fitted.E), slip + fitted.H};
  }

  TyreForcesOf<T> loadedForces(const TyreSlipOf<T>& slip) const {
    using std::abs, std::sqrt;
    const FittedCurves<T> at = curvesAt(slip.load, slip.camber);
    const SlipCurveOf<T> x = slipCurve(at.Fx, slip.friction, slip.kappa * kPerCent);
    const SlipCurveOf<T> y = slipCurve(at.Fy, slip.friction, slip.alpha * kDegreesPerRadian);
    SlipCurveOf<T> z = slipCurve(at.Mz, slip.friction, slip.alpha * kDegreesPerRadian);
    const PlaneForceOf<T> plane = similarForces(x, y);
    // Longitudinal slip shortens the trail like the slip angle that reaches the same share of Fy's peak.
    const T y0 = y.B * y.C;
    const T aside = explored<T>([&]() -> T { return abs(y0) > 1e-9 ? x.B * x.C * x.x / y0 : T(0); });
    const T whole = sqrt(z.x * z.x + aside * aside);
    const T share = explored<T>([&]() -> T { return whole > 0 ? z.x / whole : T(0); });
    z.x = whole;
    const T rolling = smoothSign(slip.speed, this->lowSpeed);

    TyreForcesOf<T> forces;
    forces.Fx = plane.x + slip.friction * at.Fx.V;
    forces.Fy = -(plane.y + slip.friction * at.Fy.V);
    const T offset = forces.Fy * lateralFlexibility_;  // lateral shift of the contact, to the left
    forces.Mx = offset * slip.load;
    forces.My = -resistance_ * this->radius * slip.load * rolling;
    forces.Mz = -rolling * (share * pureForce(z) + slip.friction * at.Mz.V) - offset * forces.Fx;
    return forces;
  }

  SlipRange range_;
  T lateralFlexibility_;
  T resistance_;
  T lengthX_;
  T lengthY_;
};

std::string fittedFault(const Tyre& tyre);

}  // namespace mb
