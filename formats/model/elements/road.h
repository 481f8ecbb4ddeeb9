// Roads: a height over the ground's x and y (x forward, y left, z up, whatever the file's axes), and friction. Pieces
// are placed on the base plane. Where several overlap, the highest obstacle counts (half-rounds and bumps), and the
// others add up.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/model/elements/elements.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// Half a cylinder across the road [PRN06] with its centre line at x on the base, repeated `count` times `spacing`
// apart.
struct HalfRound {
  static constexpr std::string_view kType = "half-round";
  double x = 0;
  double radius = 0;
  int count = 1;
  double spacing = 0;
};
// A speed bump: one period of a raised cosine, from x to x + length. A negative height is a hollow.
struct Bump {
  static constexpr std::string_view kType = "bump";
  double x = 0;
  double length = 0;
  double height = 0;
  int count = 1;
  double spacing = 0;
};
struct SineRoad {  // amplitude (1 - cos) / 2 from x over `length`, in whole wavelengths: starts and ends level
  static constexpr std::string_view kType = "sine";
  double x = 0;
  double length = 0;
  double amplitude = 0;
  double wavelength = 0;
};
struct Ramp {  // from height 0 at x to `height` at x + length, level beyond
  static constexpr std::string_view kType = "ramp";
  double x = 0;
  double length = 0;
  double height = 0;
};
struct RoadProfile {  // z over x, level beyond its ends
  static constexpr std::string_view kType = "profile";
  Interpolation interpolation = Interpolation::linear;
  std::vector<double> x;
  std::vector<double> z;
};
struct RoadGrid {  // z at (x + i dx, y + j dy), in rows of equal y; bilinear, level beyond its border
  static constexpr std::string_view kType = "grid";
  double x = 0;
  double y = 0;
  double dx = 0;
  double dy = 0;
  int columns = 0;  // along x
  std::vector<double> z;
};
using RoadPiece = std::variant<HalfRound, Bump, SineRoad, Ramp, RoadProfile, RoadGrid>;

struct FrictionPatch {
  static constexpr std::string_view kType = "patch";
  double x0 = -std::numeric_limits<double>::infinity();
  double x1 = std::numeric_limits<double>::infinity();
  double y0 = -std::numeric_limits<double>::infinity();
  double y1 = std::numeric_limits<double>::infinity();
  double friction = 1;
};

struct Road {
  std::string name;
  double height = 0;    // of the base plane
  double friction = 1;  // factor on the tyres' friction
  std::vector<RoadPiece> pieces;
  std::vector<FrictionPatch> patches;  // the last one that contains a point counts
  Origin origin;
};

// Why a piece cannot be part of a road, and how to fix it.
struct RoadFault {
  std::string message;
  std::string hint;
};
std::optional<RoadFault> faultOf(const RoadPiece& piece);
std::optional<RoadFault> faultOf(const FrictionPatch& patch);
void check(const Road& road, Diagnostics& diagnostics);  // its pieces, patches and its own numbers

}  // namespace mb
