// The magic formula in the units of its first publication: load in kN, slip angle and camber in degrees, slip in per
// cent, forces in N, moments in Nm; SAE axes, in which alpha > 0 gives Fy > 0 and Mz < 0. SAE axes are ours rotated by
// half a turn about x: slips and camber keep their values, Fy and Mz change sign.
#pragma once

#include "formats/model/tyres/combine.h"
#include "formats/model/tyres/radial_tyre.h"

namespace mb {

// One curve at a load and a camber. K is its slope B C D at the origin, H and V its shifts.
struct FittedCurve {
  double C = 1;
  double D = 0;
  double K = 0;
  double E = 0;
  double H = 0;
  double V = 0;
};

struct FittedCurves {
  FittedCurve Fx;
  FittedCurve Fy;
  FittedCurve Mz;
};

inline constexpr std::array kLateralKeys{
    TyreKey{"LATERAL_STIFFNESS", dimension::kStiffness, 0, "of the carcass: Fy moves the load aside; 0: it does not"},
};

class FittedTyre : public RadialTyre {
 public:
  explicit FittedTyre(const Tyre& tyre);

  TyreRelaxation relaxation(double load, double camber) const final;
  TyreForces forces(const TyreSlip& slip) const final;

 protected:
  // For a load in kN, the load limited to the fitted range, and a camber in degrees.
  virtual FittedCurves curves(double Fz, double limited, double camber) const = 0;

 private:
  FittedCurves curvesAt(double load, double camber) const;

  SlipRange range_;
  double lateralFlexibility_;
  double resistance_;
  double lengthX_;
  double lengthY_;
};

std::string fittedFault(const Tyre& tyre);

}  // namespace mb
