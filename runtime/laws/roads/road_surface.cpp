#include "runtime/laws/roads/road_surface.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/model/basics/sorted.h"
#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

using Stretch = RoadSurface::Stretch;
using Wave = RoadSurface::Wave;

struct Obstacle {
  double x0 = 0;
  double x1 = 0;
  double radius = 0;  // of a half-round; otherwise a bump
  Wave wave{};
};

double heightOf(const Wave& wave, double x) { return wave.half * (1 - elementary::cos(wave.k * (x - wave.x0))); }

double heightOf(const Obstacle& obstacle, double x) {
  if (obstacle.radius == 0) return heightOf(obstacle.wave, x);
  const double u = x - 0.5 * (obstacle.x0 + obstacle.x1);
  return std::sqrt(std::max((obstacle.radius - u) * (obstacle.radius + u), 0.0));
}

// A contribution to the height: one cubic piece, or a wave, from x0 to x1.
struct Addend {
  double x0 = 0;
  double x1 = 0;
  double origin = 0;
  Curve::Piece cubic;
  Wave wave{};
};

constexpr double kEndless = std::numeric_limits<double>::infinity();

class Builder {
 public:
  explicit Builder(const Road& road) {
    surface_.friction = road.friction;
    for (const FrictionPatch& patch : road.patches)
      surface_.patches.push_back({patch.x0, patch.x1, patch.y0, patch.y1, patch.friction});
    addends_.push_back(level(-kEndless, kEndless, road.height));
    for (const RoadPiece& piece : road.pieces) std::visit([&](const auto& p) { add(p); }, piece);
    for (const FrictionPatch& patch : road.patches) {
      for (const double x : {patch.x0, patch.x1}) breakAt(x);
      for (const double y : {patch.y0, patch.y1}) {
        if (std::isfinite(y)) surface_.breaksY.push_back(y);
      }
    }
    for (const Addend& addend : addends_) {
      breakAt(addend.x0);
      breakAt(addend.x1);
    }
    for (const Obstacle& obstacle : obstacles_) {
      breakAt(obstacle.x0);
      breakAt(obstacle.x1);
    }
    sortUnique(surface_.breaksX);
    sortUnique(surface_.breaksY);
    breakWhereObstaclesCross();
  }

  RoadSurface take() {
    const std::vector<std::vector<int>> obstacles = coverage(obstacles_);
    const std::vector<std::vector<int>> addends = coverage(addends_);
    surface_.stretches.assign(surface_.breaksX.size() + 1, {});
    for (std::size_t k = 0; k < surface_.stretches.size(); ++k) fill(k, addends[k], obstacles[k]);
    surface_.highest = surface_.stretches[0].highest;
    for (const Stretch& stretch : surface_.stretches) surface_.highest = std::max(surface_.highest, stretch.highest);
    surface_.highest += surface_.highestGrid;
    return std::move(surface_);
  }

 private:
  RoadSurface surface_;
  std::vector<Addend> addends_;
  std::vector<Obstacle> obstacles_;

  static Addend level(double x0, double x1, double height) { return {x0, x1, 0, {height, 0, 0, 0, 0}, {}}; }
  void breakAt(double x) {
    if (std::isfinite(x)) surface_.breaksX.push_back(x);
  }
  // A wave is split at its inflections, so that each stretch is curved one way.
  void breakWave(const Wave& wave, double length) {
    const double half = std::numbers::pi / wave.k;
    for (double x = 0.5 * half; x < length; x += half) breakAt(wave.x0 + x);
  }
  static Wave waveOf(double x0, double wavelength, double height) {
    return {x0, 2 * std::numbers::pi / wavelength, 0.5 * height};
  }

  void add(const HalfRound& p) {
    for (int k = 0; k < p.count; ++k) {
      const double x = p.x + k * p.spacing;
      obstacles_.push_back({x - p.radius, x + p.radius, p.radius, {}});
    }
  }
  void add(const Bump& p) {
    for (int k = 0; k < p.count; ++k) {
      const double x = p.x + k * p.spacing;
      obstacles_.push_back({x, x + p.length, 0, waveOf(x, p.length, p.height)});
      breakWave(obstacles_.back().wave, p.length);
    }
  }
  void add(const SineRoad& p) {
    const Wave wave = waveOf(p.x, p.wavelength, p.amplitude);
    addends_.push_back({p.x, p.x + p.length, 0, {}, wave});
    breakWave(wave, p.length);
  }
  void add(const Ramp& p) {
    addends_.push_back({p.x, p.x + p.length, p.x, {0, p.height / p.length, 0, 0, 0}, {}});
    addends_.push_back(level(p.x + p.length, kEndless, p.height));
  }
  void add(const RoadProfile& p) {
    const Curve curve = makeCurve(p.interpolation, p.x, p.z);
    addends_.push_back(level(-kEndless, p.x.front(), p.z.front()));
    for (std::size_t k = 0; k + 1 < p.x.size(); ++k) {
      addends_.push_back({p.x[k], p.x[k + 1], p.x[k], curve.pieces[k + 1], {}});
    }
    addends_.push_back(level(p.x.back(), kEndless, p.z.back()));
  }
  void add(const RoadGrid& p) {
    const int rows = static_cast<int>(p.z.size()) / p.columns;
    surface_.grids.push_back({p.x, p.y, p.dx, p.dy, p.columns, rows, static_cast<int>(surface_.heights.size())});
    surface_.heights.insert(surface_.heights.end(), p.z.begin(), p.z.end());
    const auto [lowest, highest] = std::minmax_element(p.z.begin(), p.z.end());
    surface_.lowestGrid += *lowest;
    surface_.highestGrid += *highest;
    for (int k = 0; k < p.columns; ++k) breakAt(p.x + k * p.dx);
    for (int k = 0; k < rows; ++k) surface_.breaksY.push_back(p.y + k * p.dy);
  }

  // The parts that lie over each stretch.
  template <class Part>
  std::vector<std::vector<int>> coverage(const std::vector<Part>& parts) const {
    const std::vector<double>& breaks = surface_.breaksX;
    std::vector<std::vector<int>> found(breaks.size() + 1);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const int first = intervalAt(breaks, parts[k].x0);
      const int end = std::isfinite(parts[k].x1) ? intervalAt(breaks, parts[k].x1) : static_cast<int>(found.size());
      for (int s = first; s < end; ++s) found[static_cast<std::size_t>(s)].push_back(static_cast<int>(k));
    }
    return found;
  }

  // Where two obstacles overlap, the higher one changes: bracketed by sampling, then found by bisection.
  void breakWhereObstaclesCross() {
    constexpr int kLooks = 32;
    const std::vector<std::vector<int>> over = coverage(obstacles_);
    std::vector<double> crossings;
    for (std::size_t s = 1; s + 1 < over.size(); ++s) {
      const double x0 = surface_.breaksX[s - 1];
      const double x1 = surface_.breaksX[s];
      for (std::size_t i = 0; i < over[s].size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const Obstacle& one = obstacles_[static_cast<std::size_t>(over[s][i])];
          const Obstacle& other = obstacles_[static_cast<std::size_t>(over[s][j])];
          const auto difference = [&](double x) { return heightOf(one, x) - heightOf(other, x); };
          for (int k = 0; k < kLooks; ++k) {
            double low = x0 + (x1 - x0) * k / kLooks;
            double high = x0 + (x1 - x0) * (k + 1) / kLooks;
            const bool isPositive = difference(low) > 0;
            if (isPositive == (difference(high) > 0)) continue;
            for (int halving = 0; halving < 60; ++halving) {
              const double middle = 0.5 * (low + high);
              ((difference(middle) > 0) == isPositive ? low : high) = middle;
            }
            crossings.push_back(high);
          }
        }
      }
    }
    surface_.breaksX.insert(surface_.breaksX.end(), crossings.begin(), crossings.end());
    sortUnique(surface_.breaksX);
  }

  void fill(std::size_t k, const std::vector<int>& addends, const std::vector<int>& obstacles) {
    const std::vector<double>& breaks = surface_.breaksX;
    const bool hasLeft = k > 0;
    const bool isBounded = hasLeft && k < breaks.size();
    const double length = isBounded ? breaks[k] - breaks[k - 1] : 0;
    Stretch& stretch = surface_.stretches[k];
    stretch.x0 = hasLeft ? breaks[k - 1] : (breaks.empty() ? 0 : breaks[0]);
    stretch.firstWave = static_cast<int>(surface_.waves.size());
    for (const int index : addends) {
      const Addend& addend = addends_[static_cast<std::size_t>(index)];
      const Curve::Piece& p = addend.cubic;
      const double s = stretch.x0 - addend.origin;
      stretch.a += p.a + s * (p.b + s * (p.c + s * p.d));
      stretch.b += p.b + s * (2 * p.c + 3 * s * p.d);
      stretch.c += p.c + 3 * s * p.d;
      stretch.d += p.d;
      if (addend.wave.half != 0) surface_.waves.push_back(addend.wave);
    }
    const Obstacle* top = nullptr;
    const double middle = stretch.x0 + 0.5 * length;
    for (const int index : obstacles) {
      const Obstacle& obstacle = obstacles_[static_cast<std::size_t>(index)];
      if (!top || heightOf(obstacle, middle) > heightOf(*top, middle)) top = &obstacle;
    }
    if (top && top->radius > 0) {
      stretch.centre = 0.5 * (top->x0 + top->x1);
      stretch.radius = top->radius;
    } else if (top && top->wave.half != 0) {
      surface_.waves.push_back(top->wave);
    }
    stretch.endWave = static_cast<int>(surface_.waves.size());
    summarise(stretch, length);
  }

  void summarise(Stretch& stretch, double length) const {
    const bool isStraight = stretch.c == 0 && stretch.d == 0;
    stretch.isLevel = isStraight && stretch.b == 0 && stretch.radius == 0 && stretch.firstWave == stretch.endWave;
    stretch.isConcave = stretch.c <= 0 && stretch.c + 3 * stretch.d * length <= 0;
    // A straight line has its extremes at its ends; a cubic exceeds them by at most the sum of its higher terms.
    const double bent = length * length * (std::abs(stretch.c) + length * std::abs(stretch.d));
    stretch.highest = stretch.a + std::max(stretch.b * length, 0.0) + bent + stretch.radius;
    stretch.lowest = stretch.a + std::min(stretch.b * length, 0.0) - bent;
    for (int w = stretch.firstWave; w < stretch.endWave; ++w) {
      const Wave& wave = surface_.waves[static_cast<std::size_t>(w)];
      stretch.highest += std::max(2 * wave.half, 0.0);
      stretch.lowest += std::min(2 * wave.half, 0.0);
      // d^2z/dx^2 = half k^2 cos: of one sign in a stretch.
      if (wave.half * elementary::cos(wave.k * (stretch.x0 + 0.5 * length - wave.x0)) > 0) stretch.isConcave = false;
    }
  }
};

}  // namespace

RoadSurface makeRoadSurface(const Road& road) { return Builder(road).take(); }

mb_road tablesOf(const RoadSurface& road) {
  return {road.breaksX.data(),
          road.breaksY.data(),
          road.stretches.data(),
          road.waves.data(),
          road.grids.data(),
          road.heights.data(),
          road.patches.data(),
          static_cast<int>(road.breaksX.size()),
          static_cast<int>(road.breaksY.size()),
          static_cast<int>(road.grids.size()),
          static_cast<int>(road.patches.size()),
          road.highest,
          road.highestGrid,
          road.lowestGrid,
          road.friction};
}

int intervalAt(std::span<const double> breaks, double value) {
  return mb_interval(breaks.data(), static_cast<int>(breaks.size()), value);
}

namespace {

// By the order of the members in mb_road.h.
std::string recordedStretches(const RoadSurface& road) {
  TracedStructure stretches{"mb_stretch", {}, true};
  for (const Stretch& s : road.stretches) {
    stretches.rows.push_back({s.x0, s.a, s.b, s.c, s.d, s.centre, s.radius, s.highest, s.lowest, s.firstWave, s.endWave,
                              s.isLevel, s.isConcave});
  }
  return Trace::here().structure(stretches);
}
std::string recordedWaves(const RoadSurface& road) {
  TracedStructure waves{"mb_wave", {}, true};
  for (const Wave& w : road.waves) waves.rows.push_back({w.x0, w.k, w.half});
  return Trace::here().structure(waves);
}
std::string recordedGrids(const RoadSurface& road) {
  TracedStructure grids{"mb_grid", {}, true};
  for (const mb_grid& g : road.grids) grids.rows.push_back({g.x, g.y, g.dx, g.dy, g.columns, g.rows, g.firstHeight});
  return Trace::here().structure(grids);
}
std::string recordedPatches(const RoadSurface& road) {
  TracedStructure patches{"mb_patch", {}, true};
  for (const mb_patch& p : road.patches) patches.rows.push_back({p.x0, p.x1, p.y0, p.y1, p.friction});
  return Trace::here().structure(patches);
}

}  // namespace

std::string recordedTablesOf(const RoadSurface& road) {
  Trace& trace = Trace::here();
  const mb_road tables = tablesOf(road);
  return trace.structure(
      {"mb_road",
       {{trace.table(road.breaksX), trace.table(road.breaksY), recordedStretches(road), recordedWaves(road),
         recordedGrids(road), trace.table(road.heights), recordedPatches(road), tables.countX, tables.countY,
         tables.gridCount, tables.patchCount, tables.highest, tables.highestGrid, tables.lowestGrid, tables.friction}},
       false});
}

RoadPointOf<Traced> heightAt(const RoadSurface& road, Traced x, Traced y) {
  TracedFunction function{"mb_road_point_at", "&" + recordedTablesOf(road), {x.node, y.node}, 3, {}};
  function.evaluate = [road](const double* at, double* point) {
    const mb_road tables = tablesOf(road);
    mb_road_point_at(&tables, at, point);
  };
  const std::vector<int> nodes = Trace::here().call(std::move(function));
  return {Traced::of(nodes[0]), Traced::of(nodes[1]), Traced::of(nodes[2])};
}

RoadPoint heightAt(const RoadSurface& road, double x, double y) {
  const mb_road tables = tablesOf(road);
  const mb_road_point point = mb_road_at(&tables, x, y);
  return {point.height, point.slopeX, point.slopeY};
}

double frictionAt(const RoadSurface& road, double x, double y) {
  const mb_road tables = tablesOf(road);
  return mb_road_friction(&tables, x, y);
}

std::optional<double> levelBetween(const RoadSurface& road, double x0, double x1, double y0, double y1) {
  const mb_road tables = tablesOf(road);
  double height = 0;
  return mb_road_is_level(&tables, x0, x1, y0, y1, &height) != 0 ? std::optional(height) : std::nullopt;
}

}  // namespace mb
