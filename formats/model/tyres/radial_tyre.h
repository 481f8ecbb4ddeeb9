// Shared by all tyre types: the keys of size and load, the law along the normal, and checks of impossible values.
#pragma once

#include <algorithm>
#include <array>

#include "formats/model/tyres/magic_formula.h"
#include "formats/model/tyres/tyre.h"

namespace mb {

inline constexpr std::array kSizeKeys{
    TyreKey{"UNLOADED_RADIUS", dimension::kLength, std::nullopt, "radius without load"},
    TyreKey{"WIDTH", dimension::kLength, 0.2, "width of the tread"},
    TyreKey{"VERTICAL_STIFFNESS", dimension::kStiffness, 0, "load over deflection; not needed with a load curve"},
    TyreKey{"VERTICAL_DAMPING", dimension::kDamping, 0, "load over rate of deflection"},
    TyreKey{"VXLOW", dimension::kVelocity, 1, "speed below which slip is helped to settle and moments of rolling fade"},
    TyreKey{"DISCS", dimension::kNone, 5, "number of discs across the width, where the contact is found by discs"},
};

// The range in which a curve was fitted; beyond it, slip and camber are clamped to the limits.
constexpr std::array<TyreKey, 7> rangeKeys(double largestLoad) {
  return {
      TyreKey{"KPUMIN", dimension::kNone, -1.5, "least longitudinal slip"},
      TyreKey{"KPUMAX", dimension::kNone, 1.5, "largest longitudinal slip"},
      TyreKey{"ALPMIN", dimension::kAngle, -1.5, "least slip angle"},
      TyreKey{"ALPMAX", dimension::kAngle, 1.5, "largest slip angle"},
      TyreKey{"CAMMIN", dimension::kAngle, -0.26181, "least camber"},
      TyreKey{"CAMMAX", dimension::kAngle, 0.26181, "largest camber"},
      TyreKey{"FZMAX", dimension::kForce, largestLoad, "load above which friction coefficients change no further"},
  };
}

inline constexpr std::array kRollKeys{
    TyreKey{"RELAXATION_LENGTH_X", dimension::kLength, 0, "rolled until Fx builds up; 0: half the radius"},
    TyreKey{"RELAXATION_LENGTH_Y", dimension::kLength, 0, "rolled until Fy builds up; 0: half the radius"},
    TyreKey{"ROLLING_RESISTANCE", dimension::kNone, 0, "moment over radius and load"},
};

template <std::size_t N, std::size_t M>
constexpr std::array<TyreKey, N + M> joined(const std::array<TyreKey, N>& a, const std::array<TyreKey, M>& b) {
  std::array<TyreKey, N + M> all{};
  for (std::size_t k = 0; k < N; ++k) all[k] = a[k];
  for (std::size_t k = 0; k < M; ++k) all[N + k] = b[k];
  return all;
}

// Linear interpolation of y over x, extrapolated on the last line; both start from zero.
template <class T>
T onLines(std::span<const T> x, std::span<const T> y, T at) {
  return explored<T>([&]() -> T {
    std::size_t k = 1;
    for (; k + 1 < x.size(); ++k) {
      if (at < x[k]) break;
    }
    return y[k - 1] + (at - x[k - 1]) * (y[k] - y[k - 1]) / (x[k] - x[k - 1]);
  });
}

// Load from a stiffness or a curve. Without better data, the effective rolling radius is the radius less a third of the
// deflection.
template <class T>
class RadialTyre : public TyreLawOf<T> {
 public:
  // factor: on the load at a deflection.
  explicit RadialTyre(const TyreNumbers<T>& numbers, T factor = 1)
      : stiffness_(valueOf(numbers, "VERTICAL_STIFFNESS") * factor),
        damping_(valueOf(numbers, "VERTICAL_DAMPING")),
        curveDeflection_(numbers.tyre.deflection.begin(), numbers.tyre.deflection.end()) {
    for (const double load : numbers.tyre.load) curveLoad_.push_back(load * factor);
    this->radius = valueOf(numbers.tyre, "UNLOADED_RADIUS");
    this->width = valueOf(numbers.tyre, "WIDTH");
    this->discs = static_cast<int>(valueOf(numbers.tyre, "DISCS"));
    this->lowSpeed = valueOf(numbers.tyre, "VXLOW");
  }

  T load(T deflection, T rate) const final {
    return explored<T>([&]() -> T {
      if (!(deflection > 0)) return 0;
      // The damper fades in over the first hundredth of the radius, so that a wheel touching down feels no jump.
      const T damper = damping_ * rate * smoothStep(T(deflection / (0.01 * this->radius)));
      return largest(T(0), elasticLoad(deflection) + damper);
    });
  }
  T rollingRadius(T deflection, T) const override {
    return largest(T(this->radius - largest(deflection, 0.0) / 3), 0.1 * this->radius);
  }

 protected:
  T elasticLoad(T deflection) const {
    return curveDeflection_.empty() ? stiffness_ * deflection : onLines<T>(curveDeflection_, curveLoad_, deflection);
  }
  // The inverse.
  T deflectionAt(T load) const {
    return curveDeflection_.empty() ? load / stiffness_ : onLines<T>(curveLoad_, curveDeflection_, load);
  }
  // The user's length, or half the radius for zero; at least a tenth of the radius.
  T relaxationLength(T length) const {
    return explored<T>([&]() -> T { return length > 0 ? largest(length, 0.1 * this->radius) : T(0.5 * this->radius); });
  }

 private:
  T stiffness_;
  T damping_;
  std::vector<T> curveDeflection_;
  std::vector<T> curveLoad_;
};

struct SlipRange {
  explicit SlipRange(const Tyre& tyre);
  // The law's own limits, with kappa, alpha and camber inside the range; alpha below a right angle.
  template <class T>
  void apply(TyreLawOf<T>& law) const {
    law.largestKappa = std::max(-leastKappa, largestKappa);
    law.largestTanAlpha = std::min(law.largestTanAlpha, elementary::tan(std::max(-leastAlpha, largestAlpha)));
  }
  template <class T>
  TyreSlipOf<T> clamped(const TyreSlipOf<T>& slip) const {
    return {limited(slip.kappa, leastKappa, largestKappa),
            limited(slip.alpha, leastAlpha, largestAlpha),
            camberOf(slip.camber),
            slip.load,
            slip.speed,
            largest(slip.friction, 1e-6)};
  }
  template <class T>
  T camberOf(T camber) const {
    return limited(camber, leastCamber, largestCamber);
  }

  double leastKappa, largestKappa;
  double leastAlpha, largestAlpha;
  double leastCamber, largestCamber;
  double largestLoad;
};

// What makes the laws of a class template, for all kinds of numbers.
template <template <class> class Law, class... T>
constexpr std::tuple<TyreMaker<T>...> makersOf(const std::tuple<TyreMaker<T>...>&) {
  return {[](const TyreNumbers<T>& numbers) -> std::unique_ptr<TyreLawOf<T>> {
    return std::make_unique<Law<T>>(numbers);
  }...};
}
template <template <class> class Law>
constexpr TyreMakers makersOf() {
  return makersOf<Law>(TyreMakers{});
}

// Errors of size and load, and of absurdly large numbers.
std::string sizeFault(const Tyre& tyre);
std::string rangeFault(const Tyre& tyre);
// Makes the law and checks that it gives finite forces that oppose the slip.
std::string lawFault(const Tyre& tyre);

}  // namespace mb
