#include "formats/model/elements/road.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace mb {
namespace {

// Each repetition or wavelength takes memory; a larger number is a typing error.
constexpr double kMostRepetitions = 10000;
constexpr int kMostOverlaps = 4;
// Of a wavelength: how closely a decimal length can be a whole multiple of it.
constexpr double kWholeTolerance = 1e-6;

bool areFinite(const std::vector<double>& values) {
  for (const double value : values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

struct NamedNumber {
  std::string_view name;
  double value;
};

std::optional<RoadFault> notFinite(std::string_view piece, std::initializer_list<NamedNumber> numbers) {
  for (const auto& [name, value] : numbers) {
    if (!std::isfinite(value)) return RoadFault{fmt::format("{} of a {} is not finite", name, piece), ""};
  }
  return std::nullopt;
}

std::optional<RoadFault> notPositive(std::string_view piece, std::initializer_list<NamedNumber> numbers) {
  for (const auto& [name, value] : numbers) {
    if (std::isfinite(value) && value > 0) continue;
    return RoadFault{fmt::format("the {} of a {} is {}, it must be above 0", name, piece, value),
                     "omit the piece if there is none"};
  }
  return std::nullopt;
}

// `length` is that of one piece; a few may overlap.
std::optional<RoadFault> repetitionFault(std::string_view piece, int count, double spacing, double length) {
  if (count < 1 || count > kMostRepetitions) {
    return RoadFault{
        fmt::format("the count of a {} is {}, from 1 to {:.0f} are allowed", piece, count, kMostRepetitions),
        "count is the number of repetitions, spacing the distance between them"};
  }
  if (count > 1 && !(std::isfinite(spacing) && spacing > 0)) {
    return RoadFault{fmt::format("{} times a {} with the spacing {}, it must be above 0", count, piece, spacing),
                     "spacing is the distance from one to the next"};
  }
  if (count > 1 && spacing < length / kMostOverlaps) {
    return RoadFault{fmt::format("the spacing of a {} is {} and each is {} long, at most {} may overlap", piece,
                                 spacing, length, kMostOverlaps),
                     "check the units of spacing"};
  }
  return std::nullopt;
}

std::optional<RoadFault> fault(const HalfRound& p) {
  if (auto found = notFinite(p.kType, {{"x", p.x}})) return found;
  if (auto found = notPositive(p.kType, {{"radius", p.radius}})) return found;
  return repetitionFault(p.kType, p.count, p.spacing, 2 * p.radius);
}

std::optional<RoadFault> fault(const Bump& p) {
  if (auto found = notFinite(p.kType, {{"x", p.x}, {"height", p.height}})) return found;
  if (auto found = notPositive(p.kType, {{"length", p.length}})) return found;
  return repetitionFault(p.kType, p.count, p.spacing, p.length);
}

std::optional<RoadFault> fault(const SineRoad& p) {
  if (auto found = notFinite(p.kType, {{"x", p.x}, {"amplitude", p.amplitude}})) return found;
  if (auto found = notPositive(p.kType, {{"length", p.length}, {"wavelength", p.wavelength}})) return found;
  const double waves = p.length / p.wavelength;
  if (waves > kMostRepetitions) {
    return RoadFault{fmt::format("a sine of {:.6g} waves, at most {:.0f} are allowed", waves, kMostRepetitions),
                     "check the units of length and wavelength"};
  }
  if (std::abs(waves - std::round(waves)) > kWholeTolerance || waves < 0.5) {
    return RoadFault{fmt::format("a sine of {:.9g} waves ends in a jump", waves),
                     "make length a whole multiple of wavelength"};
  }
  return std::nullopt;
}

std::optional<RoadFault> fault(const Ramp& p) {
  if (auto found = notFinite(p.kType, {{"x", p.x}, {"height", p.height}})) return found;
  return notPositive(p.kType, {{"length", p.length}});
}

std::optional<RoadFault> fault(const RoadProfile& p) {
  if (p.x.size() != p.z.size()) {
    return RoadFault{fmt::format("a profile has {} x and {} z", p.x.size(), p.z.size()), "give one z for each x"};
  }
  if (p.x.size() < 2) {
    return RoadFault{fmt::format("a profile needs at least 2 points, has {}", p.x.size()),
                     "height= of the road raises all of it"};
  }
  if (!areFinite(p.x) || !areFinite(p.z)) return RoadFault{"a profile has a number that is not finite", ""};
  for (std::size_t k = 1; k < p.x.size(); ++k) {
    if (p.x[k] > p.x[k - 1]) continue;
    return RoadFault{
        fmt::format("x of a profile must increase: point {} is at {} and point {} at {}", k, p.x[k - 1], k + 1, p.x[k]),
        "sort the points; a step needs two of them a little apart, such as 1e-6 m"};
  }
  return std::nullopt;
}

std::optional<RoadFault> fault(const RoadGrid& p) {
  if (auto found = notFinite(p.kType, {{"x", p.x}, {"y", p.y}})) return found;
  if (auto found = notPositive(p.kType, {{"dx", p.dx}, {"dy", p.dy}})) return found;
  if (!areFinite(p.z)) return RoadFault{"a grid has a height that is not finite", ""};
  const auto columns = static_cast<std::size_t>(std::max(p.columns, 0));
  if (columns < 2 || p.z.size() < 2 * columns || p.z.size() % columns != 0) {
    return RoadFault{fmt::format("a grid of {} columns has {} heights", p.columns, p.z.size()),
                     "give whole rows of equal y, at least 2 rows of 2 columns"};
  }
  return std::nullopt;
}

std::optional<RoadFault> frictionFault(double friction) {
  if (std::isfinite(friction) && friction >= 0) return std::nullopt;
  return RoadFault{fmt::format("friction is {}, it must not be negative", friction),
                   "it is a factor on the friction of the tyres: 1 leaves it unchanged"};
}

}  // namespace

std::optional<RoadFault> faultOf(const RoadPiece& piece) {
  return std::visit([](const auto& p) { return fault(p); }, piece);
}

std::optional<RoadFault> faultOf(const FrictionPatch& patch) {
  if (!(patch.x0 < patch.x1) || !(patch.y0 < patch.y1)) {
    return RoadFault{
        fmt::format("a patch from x {} to {} and y {} to {} is empty", patch.x0, patch.x1, patch.y0, patch.y1),
        "x0 must be below x1 and y0 below y1; without them it is unbounded"};
  }
  return frictionFault(patch.friction);
}

void check(const Road& road, Diagnostics& diagnostics) {
  const auto report = [&](const std::optional<RoadFault>& fault) {
    if (!fault) return;
    diagnostics.error(road.origin.at, Code::impossibleRoad, fmt::format("road '{}': {}", road.name, fault->message))
        .withHint(fault->hint);
  };
  report(notFinite("road", {{"height", road.height}}));
  report(frictionFault(road.friction));
  for (const RoadPiece& piece : road.pieces) report(faultOf(piece));
  for (const FrictionPatch& patch : road.patches) report(faultOf(patch));
}

}  // namespace mb
