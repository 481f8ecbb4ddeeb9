#include "formats/model/tyres/radial_tyre.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mb {
namespace {

std::string curveFault(const Tyre& tyre) {
  if (tyre.deflection.empty() && tyre.load.empty()) return {};
  if (tyre.deflection.size() != tyre.load.size() || tyre.load.size() < 2) {
    return fmt::format("its load curve has {} deflections and {} loads, must have two or more of both",
                       tyre.deflection.size(), tyre.load.size());
  }
  if (tyre.deflection[0] != 0 || tyre.load[0] != 0) return "its load curve does not start at deflection 0 with load 0";
  for (std::size_t k = 1; k < tyre.load.size(); ++k) {
    const bool increases = tyre.deflection[k] > tyre.deflection[k - 1] && tyre.load[k] > tyre.load[k - 1];
    if (!increases || !std::isfinite(tyre.deflection[k] + tyre.load[k])) {
      return fmt::format("its load curve does not increase from point {} ({} m, {} N) to point {} ({} m, {} N)", k,
                         tyre.deflection[k - 1], tyre.load[k - 1], k + 1, tyre.deflection[k], tyre.load[k]);
    }
  }
  return {};
}

}  // namespace

SlipRange::SlipRange(const Tyre& tyre)
    : leastKappa(valueOf(tyre, "KPUMIN")),
      largestKappa(valueOf(tyre, "KPUMAX")),
      leastAlpha(valueOf(tyre, "ALPMIN")),
      largestAlpha(valueOf(tyre, "ALPMAX")),
      leastCamber(valueOf(tyre, "CAMMIN")),
      largestCamber(valueOf(tyre, "CAMMAX")),
      largestLoad(valueOf(tyre, "FZMAX")) {
  constexpr double kSteepest = std::numbers::pi / 2 - 1e-3;  // its tangent is still finite
  leastAlpha = std::max(leastAlpha, -kSteepest);
  largestAlpha = std::min(largestAlpha, kSteepest);
}

std::string sizeFault(const Tyre& tyre) {
  constexpr double kAbsurd = 1e12;
  for (std::size_t key = 0; key < tyre.values.size(); ++key) {
    if (!(std::abs(tyre.values[key]) <= kAbsurd)) {
      return fmt::format("{} is {}, beyond all measure", tyre.type->keys[key].name, tyre.values[key]);
    }
  }
  for (const char* const key : {"UNLOADED_RADIUS", "WIDTH", "VXLOW"}) {
    const double value = valueOf(tyre, key);
    if (!(value > 1e-6)) return fmt::format("{} is {}, must be more than 0", key, value);
  }
  const double discs = valueOf(tyre, "DISCS");
  if (discs < 1 || discs > 1000 || discs != std::floor(discs)) {
    return fmt::format("DISCS is {}, must be a whole number from 1 to 1000", discs);
  }
  const double stiffness = valueOf(tyre, "VERTICAL_STIFFNESS");
  if (stiffness < 0) return fmt::format("VERTICAL_STIFFNESS is {}, must not be negative", stiffness);
  if (tyre.deflection.empty() && stiffness == 0) return "it has neither VERTICAL_STIFFNESS nor a load curve";
  const double damping = valueOf(tyre, "VERTICAL_DAMPING");
  if (damping < 0) return fmt::format("VERTICAL_DAMPING is {}, must not be negative", damping);
  return curveFault(tyre);
}

std::string rangeFault(const Tyre& tyre) {
  struct Pair {
    const char* least;
    const char* largest;
  };
  for (const Pair& pair : {Pair{"KPUMIN", "KPUMAX"}, Pair{"ALPMIN", "ALPMAX"}, Pair{"CAMMIN", "CAMMAX"}}) {
    const double least = valueOf(tyre, pair.least);
    const double largest = valueOf(tyre, pair.largest);
    if (!(least <= 0 && largest >= 0 && least < largest)) {
      return fmt::format("{} to {} is {} to {}, must hold 0 between them", pair.least, pair.largest, least, largest);
    }
  }
  const double load = valueOf(tyre, "FZMAX");
  return load > 0 ? std::string{} : fmt::format("FZMAX is {}, must be more than 0", load);
}

std::string lawFault(const Tyre& tyre) {
  const std::unique_ptr<TyreLaw> law = makeLaw(tyre);
  for (const double share : {0.002, 0.05, 0.4}) {
    const double load = law->load(share * law->radius, 0);
    const TyreRelaxation relaxation = law->relaxation(load, 0);
    const bool finite = std::isfinite(load + relaxation.lengthX + relaxation.lengthY + relaxation.stiffnessX +
                                      relaxation.stiffnessY + law->rollingRadius(share * law->radius, load));
    if (!finite) return fmt::format("its coefficients give no finite stiffness at a load of {:.6g} N", load);
    if (share == 0.05 && relaxation.stiffnessX < 0) {
      return fmt::format("its longitudinal stiffness at a load of {:.6g} N is {:.6g} N, must not be negative", load,
                         relaxation.stiffnessX);
    }
    if (share == 0.05 && relaxation.stiffnessY < 0) {
      return fmt::format("its cornering stiffness at a load of {:.6g} N is {:.6g} N/rad, must not be negative", load,
                         relaxation.stiffnessY);
    }
    for (const double kappa : {-1.5, -0.05, 0.0, 0.05, 1.5}) {
      for (const double alpha : {-1.5, -0.05, 0.0, 0.05, 1.5}) {
        for (const double camber : {-0.3, 0.0, 0.3}) {
          const TyreForces f = law->forces({kappa, alpha, camber, load, 10, 1});
          if (!std::isfinite(f.Fx + f.Fy + f.Mx + f.My + f.Mz)) {
            return fmt::format(
                "its coefficients give no finite force at a load of {:.6g} N, slip {} and slip angle {} rad", load,
                kappa, alpha);
          }
        }
      }
    }
  }
  return {};
}

}  // namespace mb
