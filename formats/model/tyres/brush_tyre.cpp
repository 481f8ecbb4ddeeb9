// Simple models: a radial spring, and a brush with one friction coefficient in the plane of the road.
#include <fmt/format.h>

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

template <class T>
class BrushTyre final : public RadialTyre<T> {
 public:
  explicit BrushTyre(const TyreNumbers<T>& numbers)
      : RadialTyre<T>(numbers),
        slip_(valueOf(numbers, "CSLIP")),
        alpha_(valueOf(numbers, "CALPHA")),
        friction_(valueOf(numbers, "FRICTION")),
        resistance_(valueOf(numbers, "ROLLING_RESISTANCE")),
        lengthX_(this->relaxationLength(valueOf(numbers, "RELAXATION_LENGTH_X"))),
        lengthY_(this->relaxationLength(valueOf(numbers, "RELAXATION_LENGTH_Y"))) {}

  TyreRelaxationOf<T> relaxation(T load, T) const override {
    return explored<T>([&]() -> TyreRelaxationOf<T> {
      if (!(load > 0)) return {lengthX_, lengthY_, 0, 0};
      return {lengthX_, lengthY_, slip_, alpha_};
    });
  }

  TyreForcesOf<T> forces(const TyreSlipOf<T>& slip) const override {
    using elementary::tan;
    return explored<T>([&]() -> TyreForcesOf<T> {
      if (!(slip.load > 0)) return {};
      const T tanAlpha = tan(limited(slip.alpha, -1.57, 1.57));
      const PlaneForceOf<T> plane =
          brushForces<T>({slip_ * slip.kappa, -alpha_ * tanAlpha}, friction_ * slip.friction * slip.load);
      const T My = -resistance_ * this->radius * slip.load * smoothSign(slip.speed, this->lowSpeed);
      return {plane.x, plane.y, 0, My, 0};
    });
  }

 private:
  T slip_;
  T alpha_;
  T friction_;
  T resistance_;
  T lengthX_;
  T lengthY_;
};

std::string fault(const Tyre& tyre) {
  if (std::string found = sizeFault(tyre); !found.empty()) return found;
  for (const char* const key : {"CSLIP", "CALPHA", "FRICTION", "ROLLING_RESISTANCE"}) {
    const double value = valueOf(tyre, key);
    if (value < 0) return fmt::format("{} is {}, must not be negative", key, value);
  }
  return lawFault(tyre);
}

}  // namespace

TyreType springTyre() {
  return {"spring",
          "vertical spring and damper, brush with friction",
          "SPRING",
          false,
          kKeys,
          fault,
          makersOf<BrushTyre>()};
}

// [PRN06 eq. 4-7]: the volume under the road, summed over discs, gives the deflection.
TyreType multidiscTyre() {
  return {"multidisc",
          "discs across the width for obstacles, brush with friction",
          "MULTIDISC",
          true,
          kKeys,
          fault,
          makersOf<BrushTyre>()};
}

}  // namespace mb
