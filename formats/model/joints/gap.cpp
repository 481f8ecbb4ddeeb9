#include "formats/model/joints/gap.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/units.h"

namespace mb {
namespace {

// Well above the rounding of numbers typed with seven digits, well below manufacturing accuracy.
constexpr double kAllowedLength = 1e-4;
constexpr double kAllowedAngle = 1e-4;

}  // namespace

Gap gapBetween(const Pose& a, const Pose& b) {
  return {(a.p - b.p).norm(), rotationVectorOf(a.R.transpose() * b.R).norm()};
}

Gap larger(const Gap& a, const Gap& b) { return {std::max(a.length, b.length), std::max(a.angle, b.angle)}; }

bool isContradiction(const Gap& gap) { return gap.length > kAllowedLength || gap.angle > kAllowedAngle; }

std::string toText(const Gap& gap) {
  const double mm = gap.length * 1e3;
  const double degrees = gap.angle * kDegreesPerRadian;
  return mm < 1000 ? fmt::format("{:.3g} mm, {:.3g} deg", mm, degrees)
                   : fmt::format("{:.0f} mm, {:.3g} deg", mm, degrees);
}

}  // namespace mb
