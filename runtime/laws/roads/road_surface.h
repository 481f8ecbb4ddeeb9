// A road prepared for simulation: height, slope and friction at a position.
//
// Along x the road is divided into stretches, in each of which its height is one smooth closed form: a cubic (profiles,
// ramps), waves (sines, bumps) and the top of at most one half-round. Grids, which alone depend on y, are added on top.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "formats/model/elementary/elementary.h"
#include "formats/model/elements/road.h"
#include "runtime/laws/roads/curve.h"

namespace mb {

struct RoadPoint {
  double height = 0;
  double slopeX = 0;  // dz/dx
  double slopeY = 0;
  bool operator==(const RoadPoint&) const = default;
};

// At the foot of a half-round the slope is unbounded, but normals need a bound. The slope of a half-round exceeds this
// on 5e-7 of its radius, which no integral notices; the normal there is 1e-3 rad off the horizontal.
constexpr double kSteepestSlope = 1e3;

// Made from a Road once; const afterwards.
struct RoadSurface {
  struct Wave {  // half (1 - cos(k (x - x0)))
    double x0 = 0;
    double k = 0;
    double half = 0;
  };
  struct Stretch {
    double x0 = 0;  // a + b s + c s^2 + d s^3, s = x - x0
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double centre = 0;  // of a half-round
    double radius = 0;  // zero: none
    int firstWave = 0;
    int endWave = 0;
    double highest = 0;      // upper bound, without grids
    double lowest = 0;       // lower bound
    bool isLevel = false;    // equal height everywhere, without grids
    bool isConcave = false;  // d^2z/dx^2 <= 0, without grids
  };
  struct Grid {
    double x = 0;
    double y = 0;
    double dx = 1;
    double dy = 1;
    int columns = 0;
    int rows = 0;
    std::vector<double> z;
  };
  // Where the surface or its friction is not smooth; increasing. Stretch k goes from breaksX[k - 1] to breaksX[k].
  std::vector<double> breaksX;
  std::vector<double> breaksY;
  std::vector<Stretch> stretches{1};
  std::vector<Wave> waves;
  std::vector<Grid> grids;
  double highest = 0;      // of all
  double highestGrid = 0;  // sum of the highest points
  double lowestGrid = 0;
  std::vector<FrictionPatch> patches;
  double friction = 1;
};

RoadSurface makeRoadSurface(const Road& road);  // of a valid road
RoadPoint heightAt(const RoadSurface& road, double x, double y);
double frictionAt(const RoadSurface& road, double x, double y);

// The height of a part of the road that is level and has uniform friction, for which a closed form exists; otherwise
// nothing.
std::optional<double> levelBetween(const RoadSurface& road, double x0, double x1, double y0, double y1);

// ---- for the walk along a line; inline because it is used in loops ----

int intervalAt(std::span<const double> breaks, double value);  // number of breaks at or before the value

void addGrid(const RoadSurface::Grid& grid, double x, double y, RoadPoint& point);

inline double cappedSlope(double slope) { return std::clamp(slope, -kSteepestSlope, kSteepestSlope); }

// Of a half-round, at u from its centre and height z.
inline double roundSlope(double u, double z) {
  return z * kSteepestSlope > std::abs(u) ? -u / z : -std::copysign(kSteepestSlope, u);
}

inline RoadPoint heightWithoutRound(const RoadSurface& road, const RoadSurface::Stretch& stretch, double x, double y) {
  RoadPoint point{stretch.a, 0, 0};
  if (!stretch.isLevel) {
    const double s = x - stretch.x0;
    point.height += s * (stretch.b + s * (stretch.c + s * stretch.d));
    point.slopeX = stretch.b + s * (2 * stretch.c + 3 * s * stretch.d);
    for (int w = stretch.firstWave; w < stretch.endWave; ++w) {
      const RoadSurface::Wave& wave = road.waves[static_cast<std::size_t>(w)];
      const double phase = wave.k * (x - wave.x0);
      point.height += wave.half * (1 - elementary::cos(phase));
      point.slopeX += wave.half * wave.k * elementary::sin(phase);
    }
  }
  for (const RoadSurface::Grid& grid : road.grids) addGrid(grid, x, y, point);
  point.slopeX = cappedSlope(point.slopeX);
  point.slopeY = cappedSlope(point.slopeY);
  return point;
}

inline RoadPoint heightIn(const RoadSurface& road, const RoadSurface::Stretch& stretch, double x, double y) {
  RoadPoint point = heightWithoutRound(road, stretch, x, y);
  if (stretch.radius > 0) {
    const double u = x - stretch.centre;
    const double z = std::sqrt(std::max((stretch.radius - u) * (stretch.radius + u), 0.0));
    point.height += z;
    point.slopeX = cappedSlope(point.slopeX + roundSlope(u, z));
  }
  return point;
}

}  // namespace mb
