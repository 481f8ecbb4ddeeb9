// Bakker, Pacejka, Lidner: A new tire model with an application in vehicle dynamics studies, SAE 890087 (1989), with
// camber and shifts.
#include <fmt/format.h>

#include "formats/model/tyres/fitted_tyre.h"
#include "formats/model/tyres/types.h"

namespace mb {
namespace {

constexpr std::array kCurveKeys{
    TyreKey{"A0", dimension::kNone, std::nullopt, "shape of Fy"},
    TyreKey{"A1", dimension::kNone, 0, "peak of Fy by load squared"},
    TyreKey{"A2", dimension::kNone, std::nullopt, "peak of Fy by load"},
    TyreKey{"A3", dimension::kNone, std::nullopt, "largest slope of Fy"},
    TyreKey{"A4", dimension::kNone, std::nullopt, "load at the largest slope of Fy"},
    TyreKey{"A5", dimension::kNone, 0, "slope of Fy by camber"},
    TyreKey{"A6", dimension::kNone, 0, "curvature of Fy by load"},
    TyreKey{"A7", dimension::kNone, 0, "curvature of Fy"},
    TyreKey{"A8", dimension::kNone, 0, "horizontal shift of Fy by camber"},
    TyreKey{"A9", dimension::kNone, 0, "horizontal shift of Fy by load"},
    TyreKey{"A10", dimension::kNone, 0, "horizontal shift of Fy"},
    TyreKey{"A11", dimension::kNone, 0, "vertical shift of Fy by load and camber"},
    TyreKey{"A12", dimension::kNone, 0, "vertical shift of Fy by load"},
    TyreKey{"A13", dimension::kNone, 0, "vertical shift of Fy"},
    TyreKey{"B0", dimension::kNone, std::nullopt, "shape of Fx"},
    TyreKey{"B1", dimension::kNone, 0, "peak of Fx by load squared"},
    TyreKey{"B2", dimension::kNone, std::nullopt, "peak of Fx by load"},
    TyreKey{"B3", dimension::kNone, 0, "slope of Fx by load squared"},
    TyreKey{"B4", dimension::kNone, std::nullopt, "slope of Fx by load"},
    TyreKey{"B5", dimension::kNone, 0, "decay of the slope of Fx with load"},
    TyreKey{"B6", dimension::kNone, 0, "curvature of Fx by load squared"},
    TyreKey{"B7", dimension::kNone, 0, "curvature of Fx by load"},
    TyreKey{"B8", dimension::kNone, 0, "curvature of Fx"},
    TyreKey{"B9", dimension::kNone, 0, "horizontal shift of Fx by load"},
    TyreKey{"B10", dimension::kNone, 0, "horizontal shift of Fx"},
    TyreKey{"C0", dimension::kNone, 2.4, "shape of Mz"},
    TyreKey{"C1", dimension::kNone, 0, "peak of Mz by load squared"},
    TyreKey{"C2", dimension::kNone, 0, "peak of Mz by load"},
    TyreKey{"C3", dimension::kNone, 0, "slope of Mz by load squared"},
    TyreKey{"C4", dimension::kNone, 0, "slope of Mz by load"},
    TyreKey{"C5", dimension::kNone, 0, "decay of the slope of Mz with load"},
    TyreKey{"C6", dimension::kNone, 0, "slope of Mz by camber"},
    TyreKey{"C7", dimension::kNone, 0, "curvature of Mz by load squared"},
    TyreKey{"C8", dimension::kNone, 0, "curvature of Mz by load"},
    TyreKey{"C9", dimension::kNone, 0, "curvature of Mz"},
    TyreKey{"C10", dimension::kNone, 0, "curvature of Mz by camber"},
    TyreKey{"C11", dimension::kNone, 0, "horizontal shift of Mz by camber"},
    TyreKey{"C12", dimension::kNone, 0, "horizontal shift of Mz by load"},
    TyreKey{"C13", dimension::kNone, 0, "horizontal shift of Mz"},
    TyreKey{"C14", dimension::kNone, 0, "vertical shift of Mz by load squared and camber"},
    TyreKey{"C15", dimension::kNone, 0, "vertical shift of Mz by load and camber"},
    TyreKey{"C16", dimension::kNone, 0, "vertical shift of Mz by load"},
    TyreKey{"C17", dimension::kNone, 0, "vertical shift of Mz"},
};
constexpr auto kShared = joined(joined(kSizeKeys, kRollKeys), joined(kLateralKeys, rangeKeys(50000)));
constexpr auto kKeys = joined(kShared, kCurveKeys);

template <class T>
class Magic1989 final : public FittedTyre<T> {
 public:
  explicit Magic1989(const TyreNumbers<T>& numbers) : FittedTyre<T>(numbers) {
    const T* const first = numbers.values.data() + kShared.size();
    std::copy_n(first, a_.size(), a_.begin());
    std::copy_n(first + a_.size(), b_.size(), b_.begin());
    std::copy_n(first + a_.size() + b_.size(), c_.size(), c_.begin());
  }

 protected:
  FittedCurves<T> curves(T Fz, T w, T camber) const override {
    using std::abs;
    const T lean = abs(camber);
    const T touch = smoothStep(T(Fz / 0.1));  // shifts that do not depend on load fade out below 100 N
    FittedCurves<T> at;
    at.Fx = {b_[0],
             Fz * (b_[1] * w + b_[2]),
             Fz * (b_[3] * w + b_[4]) * boundedExp(T(-b_[5] * w)),
             (b_[6] * w + b_[7]) * w + b_[8],
             b_[9] * w + b_[10],
             0};
    at.Fy = {a_[0],
             Fz * (a_[1] * w + a_[2]),
             a_[3] * sinTwiceAtan(T(Fz / a_[4])) * (1 - a_[5] * lean),
             a_[6] * w + a_[7],
             a_[8] * camber + a_[9] * w + a_[10],
             Fz * (a_[11] * camber + a_[12]) + touch * a_[13]};
    at.Mz = {c_[0],
             Fz * (c_[1] * w + c_[2]),
             Fz * (c_[3] * w + c_[4]) * (1 - c_[6] * lean) * boundedExp(T(-c_[5] * w)),
             ((c_[7] * w + c_[8]) * w + c_[9]) * (1 - c_[10] * lean),
             c_[11] * camber + c_[12] * w + c_[13],
             Fz * ((c_[14] * w + c_[15]) * camber + c_[16]) + touch * c_[17]};
    return at;
  }

 private:
  std::array<T, 14> a_;
  std::array<T, 11> b_;
  std::array<T, 18> c_;
};

std::string fault(const Tyre& tyre) {
  for (const char* const key : {"A0", "A4", "B0", "C0"}) {
    const double value = valueOf(tyre, key);
    if (!(value > 0.1)) return fmt::format("{} is {}, must be more than 0.1", key, value);
  }
  return fittedFault(tyre);
}

}  // namespace

TyreType magic1989Tyre() {
  return {"magic-1989",         "magic formula of Bakker, Pacejka and Lidner (1989)", "PAC89", false, kKeys, fault,
          makersOf<Magic1989>()};
}

}  // namespace mb
