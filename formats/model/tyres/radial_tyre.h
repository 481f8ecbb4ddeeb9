// Shared by all tyre types: the keys of size and load, the law along the normal, and checks of impossible values.
#pragma once

#include <array>

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

// Load from a stiffness or a curve. Without better data, the effective rolling radius is the radius less a third of the
// deflection.
class RadialTyre : public TyreLaw {
 public:
  explicit RadialTyre(const Tyre& tyre);

  double load(double deflection, double rate) const final;
  double rollingRadius(double deflection, double load) const override;

 protected:
  double elasticLoad(double deflection) const;
  double deflectionAt(double load) const;  // the inverse
  // The user's length, or half the radius for zero; at least a tenth of the radius.
  double relaxationLength(double length) const;

  double stiffness_ = 0;

 private:
  double damping_ = 0;
  std::vector<double> curveDeflection_;
  std::vector<double> curveLoad_;
};

struct SlipRange {
  explicit SlipRange(const Tyre& tyre);
  // The law's own limits, with kappa, alpha and camber inside the range; alpha below a right angle.
  void apply(TyreLaw& law) const;
  TyreSlip clamped(const TyreSlip& slip) const;

  double leastKappa, largestKappa;
  double leastAlpha, largestAlpha;
  double leastCamber, largestCamber;
  double largestLoad;
};

// Errors of size and load, and of absurdly large numbers.
std::string sizeFault(const Tyre& tyre);
std::string rangeFault(const Tyre& tyre);
// Makes the law and checks that it gives finite forces that oppose the slip.
std::string lawFault(const Tyre& tyre);

}  // namespace mb
