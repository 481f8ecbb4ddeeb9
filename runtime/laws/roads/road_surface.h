// A road prepared for simulation: height, slope and friction at a position. What is done with it is C (mb_road.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "formats/model/elements/road.h"
#include "formats/model/tracing/traced.h"
#include "runtime/laws/roads/curve.h"
#include "runtime/laws/roads/mb_road.h"

namespace mb {

template <class T>
struct RoadPointOf {
  T height{};
  T slopeX{};  // dz/dx
  T slopeY{};
  bool operator==(const RoadPointOf&) const = default;
};
using RoadPoint = RoadPointOf<double>;

constexpr double kSteepestSlope = MB_STEEPEST_SLOPE;

// Made from a Road once; const afterwards.
struct RoadSurface {
  using Wave = mb_wave;
  using Stretch = mb_stretch;
  std::vector<double> breaksX;
  std::vector<double> breaksY;
  std::vector<Stretch> stretches{1};
  std::vector<Wave> waves;
  std::vector<mb_grid> grids;
  std::vector<double> heights;
  double highest = 0;
  double highestGrid = 0;
  double lowestGrid = 0;
  std::vector<mb_patch> patches;
  double friction = 1;
};

RoadSurface makeRoadSurface(const Road& road);  // of a valid road
mb_road tablesOf(const RoadSurface& road);      // that point into it
// The name of its tables in a generated program.
std::string recordedTablesOf(const RoadSurface& road);

RoadPoint heightAt(const RoadSurface& road, double x, double y);
RoadPointOf<Traced> heightAt(const RoadSurface& road, Traced x, Traced y);
double frictionAt(const RoadSurface& road, double x, double y);

// The height of a part of the road that is level and has uniform friction; otherwise nothing.
std::optional<double> levelBetween(const RoadSurface& road, double x0, double x1, double y0, double y1);

int intervalAt(std::span<const double> breaks, double value);  // number of breaks at or before the value

}  // namespace mb
