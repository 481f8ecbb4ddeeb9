// Simple models: a radial spring, and a brush with one friction coefficient in the plane of the road.
#include <fmt/format.h>

#include <cmath>

#include "formats/model/elementary/elementary.h"
#include "formats/model/tyres/combine.h"
#include "formats/model/tyres/radial_tyre.h"
#include "formats/model/tyres/types.h"

namespace mb {
namespace {

constexpr std::array kBrushKeys{
    TyreKey{"CSLIP", dimension::kForce, std::nullopt, "slope of Fx over longitudinal slip"},
    TyreKey{"CALPHA", Dimension{0, 0, 0, 1, -1}, std::nullopt, "slope of Fy over slip angle, positive"},
    TyreKey{"FRICTION", dimension::kNone, 1, "largest tangential force over load"},
};
constexpr auto kKeys = joined(joined(kSizeKeys, kRollKeys), kBrushKeys);

class BrushTyre final : public RadialTyre {
 public:
  explicit BrushTyre(const Tyre& tyre)
      : RadialTyre(tyre),
        slip_(valueOf(tyre, "CSLIP")),
        alpha_(valueOf(tyre, "CALPHA")),
        friction_(valueOf(tyre, "FRICTION")),
        resistance_(valueOf(tyre, "ROLLING_RESISTANCE")),
        lengthX_(relaxationLength(valueOf(tyre, "RELAXATION_LENGTH_X"))),
        lengthY_(relaxationLength(valueOf(tyre, "RELAXATION_LENGTH_Y"))) {}

  TyreRelaxation relaxation(double load, double) const override {
    if (!(load > 0)) return {lengthX_, lengthY_, 0, 0};
    return {lengthX_, lengthY_, slip_, alpha_};
  }

  TyreForces forces(const TyreSlip& slip) const override {
    if (!(slip.load > 0)) return {};
    const double tanAlpha = elementary::tan(std::clamp(slip.alpha, -1.57, 1.57));
    const PlaneForce plane =
        brushForces({slip_ * slip.kappa, -alpha_ * tanAlpha}, friction_ * slip.friction * slip.load);
    const double My = -resistance_ * radius * slip.load * smoothSign(slip.speed, lowSpeed);
    return {plane.x, plane.y, 0, My, 0};
  }

 private:
  double slip_;
  double alpha_;
  double friction_;
  double resistance_;
  double lengthX_;
  double lengthY_;
};

std::string fault(const Tyre& tyre) {
  if (std::string found = sizeFault(tyre); !found.empty()) return found;
  for (const char* const key : {"CSLIP", "CALPHA", "FRICTION", "ROLLING_RESISTANCE"}) {
    const double value = valueOf(tyre, key);
    if (value < 0) return fmt::format("{} is {}, must not be negative", key, value);
  }
  return lawFault(tyre);
}

std::unique_ptr<TyreLaw> make(const Tyre& tyre) { return std::make_unique<BrushTyre>(tyre); }

}  // namespace

TyreType springTyre() {
  return {"spring", "vertical spring and damper, brush with friction", "SPRING", false, kKeys, fault, make};
}

// [PRN06 eq. 4-7]: the volume under the road, summed over discs, gives the deflection.
TyreType multidiscTyre() {
  return {"multidisc", "discs across the width for obstacles, brush with friction", "MULTIDISC", true, kKeys, fault,
          make};
}

}  // namespace mb
