// Bakker, Nyborg, Pacejka: Tyre modelling for use in vehicle dynamics studies, SAE 870421 (1987). The standard values
// are the published ones; the paper's curves are of pure slip, without camber or shifts.
#include <fmt/format.h>

#include "formats/model/tyres/fitted_tyre.h"
#include "formats/model/tyres/types.h"

namespace mb {
namespace {

constexpr std::array kCurveKeys{
    TyreKey{"FY_C", dimension::kNone, 1.30, "shape of Fy"},
    TyreKey{"FY_A1", dimension::kNone, -22.1, "peak of Fy by load squared"},
    TyreKey{"FY_A2", dimension::kNone, 1011, "peak of Fy by load"},
    TyreKey{"FY_A3", dimension::kNone, 1078, "largest slope of Fy"},
    TyreKey{"FY_A4", dimension::kNone, 1.82, "slope of Fy, factor outside the arc tangent"},
    TyreKey{"FY_A5", dimension::kNone, 0.208, "slope of Fy, factor on the load"},
    TyreKey{"FY_A6", dimension::kNone, 0, "curvature of Fy by load squared"},
    TyreKey{"FY_A7", dimension::kNone, -0.354, "curvature of Fy by load"},
    TyreKey{"FY_A8", dimension::kNone, 0.707, "curvature of Fy"},
    TyreKey{"MZ_C", dimension::kNone, 2.40, "shape of Mz"},
    TyreKey{"MZ_A1", dimension::kNone, -2.72, "peak of Mz by load squared"},
    TyreKey{"MZ_A2", dimension::kNone, -2.28, "peak of Mz by load"},
    TyreKey{"MZ_A3", dimension::kNone, -1.86, "slope of Mz by load squared"},
    TyreKey{"MZ_A4", dimension::kNone, -2.73, "slope of Mz by load"},
    TyreKey{"MZ_A5", dimension::kNone, 0.110, "decay of the slope of Mz with load"},
    TyreKey{"MZ_A6", dimension::kNone, -0.070, "curvature of Mz by load squared"},
    TyreKey{"MZ_A7", dimension::kNone, 0.643, "curvature of Mz by load"},
    TyreKey{"MZ_A8", dimension::kNone, -4.04, "curvature of Mz"},
    TyreKey{"FX_C", dimension::kNone, 1.65, "shape of Fx"},
    TyreKey{"FX_A1", dimension::kNone, -21.3, "peak of Fx by load squared"},
    TyreKey{"FX_A2", dimension::kNone, 1144, "peak of Fx by load"},
    TyreKey{"FX_A3", dimension::kNone, 49.6, "slope of Fx by load squared"},
    TyreKey{"FX_A4", dimension::kNone, 226, "slope of Fx by load"},
    TyreKey{"FX_A5", dimension::kNone, 0.069, "decay of the slope of Fx with load"},
    TyreKey{"FX_A6", dimension::kNone, -0.006, "curvature of Fx by load squared"},
    TyreKey{"FX_A7", dimension::kNone, 0.056, "curvature of Fx by load"},
    TyreKey{"FX_A8", dimension::kNone, 0.486, "curvature of Fx"},
};
constexpr auto kShared = joined(joined(kSizeKeys, kRollKeys), joined(kLateralKeys, rangeKeys(10000)));
constexpr auto kKeys = joined(kShared, kCurveKeys);

template <class T>
struct Coefficients {
  T C, a1, a2, a3, a4, a5, a6, a7, a8;
};

template <class T>
class Magic1987 final : public FittedTyre<T> {
 public:
  explicit Magic1987(const TyreNumbers<T>& numbers)
      : FittedTyre<T>(numbers),
        Fy_(coefficients(numbers, 0)),
        Mz_(coefficients(numbers, 1)),
        Fx_(coefficients(numbers, 2)) {}

 protected:
  FittedCurves<T> curves(T Fz, T limited, T) const override {
    using elementary::atan, elementary::sin;
    const T K = Fy_.a3 * sin(Fy_.a4 * atan(Fy_.a5 * Fz));
    return {curve(Fx_, Fz, limited, decaying(Fx_, Fz, limited)), curve(Fy_, Fz, limited, K),
            curve(Mz_, Fz, limited, decaying(Mz_, Fz, limited))};
  }

 private:
  static Coefficients<T> coefficients(const TyreNumbers<T>& numbers, std::size_t row) {
    const T* const a = numbers.values.data() + kShared.size() + 9 * row;
    return {a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]};
  }
  static T decaying(const Coefficients<T>& c, T Fz, T limited) {
    return Fz * (c.a3 * limited + c.a4) * boundedExp(T(-c.a5 * limited));
  }
  static FittedCurve<T> curve(const Coefficients<T>& c, T Fz, T limited, T K) {
    const T E = (c.a6 * limited + c.a7) * limited + c.a8;
    return {c.C, Fz * (c.a1 * limited + c.a2), K, E, 0, 0};
  }

  Coefficients<T> Fy_;
  Coefficients<T> Mz_;
  Coefficients<T> Fx_;
};

std::string fault(const Tyre& tyre) {
  for (const char* const key : {"FX_C", "FY_C", "MZ_C"}) {
    const double value = valueOf(tyre, key);
    if (!(value > 0.1)) return fmt::format("{} is {}, must be more than 0.1", key, value);
  }
  return fittedFault(tyre);
}

}  // namespace

TyreType magic1987Tyre() {
  return {"magic-1987",         "magic formula of Bakker, Nyborg and Pacejka (1987)", "PAC87", false, kKeys, fault,
          makersOf<Magic1987>()};
}

}  // namespace mb
