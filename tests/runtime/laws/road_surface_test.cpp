// Roads as surfaces: heights against the formulas they are defined by, slopes against differences, friction and breaks.
#include "runtime/laws/roads/road_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "tests/support/test.h"

using namespace mb;

namespace {

RoadSurface surfaceOf(std::vector<RoadPiece> pieces, double height = 0) {
  Road road;
  road.height = height;
  road.pieces = std::move(pieces);
  return makeRoadSurface(road);
}
double heightOf(const RoadSurface& road, double x, double y = 0) { return heightAt(road, x, y).height; }

}  // namespace

TEST_CASE("road pieces rise above the base plane by their formulas") {
  SECTION("plane") {
    const RoadSurface road = surfaceOf({}, 0.4);
    CHECK(heightAt(road, -1e6, 3) == RoadPoint{0.4, 0, 0});
    CHECK(road.breaksX.empty());
  }
  SECTION("half-rounds") {
    const RoadSurface road = surfaceOf({HalfRound{2, 0.1, 3, 5}}, -0.2);
    for (const double x : {2.0, 7.0, 12.0}) {
      CHECK(heightOf(road, x) == Approx(-0.1).epsilon(1e-14));
      CHECK(heightOf(road, x + 0.06) == Approx(-0.2 + 0.08).epsilon(1e-13));
      CHECK(heightAt(road, x + 0.06, 0).slopeX == Approx(-0.75).epsilon(1e-12));
      CHECK(heightOf(road, x - 0.1001) == -0.2);
    }
    CHECK(heightOf(road, 17) == -0.2);
    // The walls are upright; the slope has a bound.
    CHECK(heightAt(road, 2 - 0.1 + 1e-12, 0).slopeX == kSteepestSlope);
    CHECK(heightAt(road, 2 + 0.1 - 1e-12, 0).slopeX == -kSteepestSlope);
  }
  SECTION("bump") {
    const RoadSurface road = surfaceOf({Bump{1, 0.5, 0.08, 2, 3}});
    CHECK(heightOf(road, 1.25) == Approx(0.08).epsilon(1e-14));
    CHECK(heightOf(road, 1.125) == Approx(0.04).epsilon(1e-14));
    CHECK(heightOf(road, 4.25) == Approx(0.08).epsilon(1e-14));
    CHECK(heightOf(road, 1.6) == 0);
  }
  SECTION("hollow") { CHECK(heightOf(surfaceOf({Bump{1, 0.5, -0.08, 1, 0}}), 1.25) == Approx(-0.08).epsilon(1e-14)); }
  SECTION("sine") {
    const RoadSurface road = surfaceOf({SineRoad{10, 8, 0.1, 2}});
    CHECK(heightOf(road, 9.9) == 0);
    CHECK(heightOf(road, 11) == Approx(0.1).epsilon(1e-14));
    CHECK(heightOf(road, 12.25) == Approx(0.05 * (1 - std::cos(std::numbers::pi / 4))).epsilon(1e-12));
    CHECK(heightOf(road, 18.3) == 0);
  }
  SECTION("ramp") {
    const RoadSurface road = surfaceOf({Ramp{3, 4, 1}}, 0.5);
    CHECK(heightOf(road, 2) == 0.5);
    CHECK(heightOf(road, 4) == Approx(0.75).epsilon(1e-15));
    CHECK(heightOf(road, 100) == 1.5);
  }
  SECTION("profile") {
    const std::vector<double> x{0, 1, 3, 4};
    const std::vector<double> z{0.1, 0.3, -0.2, 0.2};
    const auto interpolation = GENERATE(Interpolation::linear, Interpolation::akima, Interpolation::cubic);
    const RoadSurface road = surfaceOf({RoadProfile{interpolation, x, z}});
    const Curve curve = makeCurve(interpolation, x, z);
    for (int k = 0; k <= 40; ++k) CHECK(heightOf(road, 0.1 * k) == Approx(valueOf(curve, 0.1 * k)).margin(1e-14));
    CHECK(heightOf(road, -7) == 0.1);
    CHECK(heightOf(road, 9) == 0.2);
    CHECK(heightAt(road, 9, 0).slopeX == 0);
  }
}

TEST_CASE("the highest of overlapping obstacles counts, and other pieces add up") {
  const RoadSurface road = surfaceOf({HalfRound{1, 0.2, 1, 0}, HalfRound{1.25, 0.15, 1, 0}, Bump{0.7, 0.8, 0.1, 1, 0},
                                      SineRoad{0, 2, 0.05, 0.5}, Ramp{0, 4, 0.4}},
                                     0.3);
  const auto round = [](double x, double centre, double r) {
    return std::sqrt(std::max(r * r - (x - centre) * (x - centre), 0.0));
  };
  for (int k = 0; k < 2000; ++k) {
    const double x = 0.0005 + 0.001 * k;
    const double bump = x > 0.7 && x < 1.5 ? 0.05 * (1 - std::cos(2 * std::numbers::pi * (x - 0.7) / 0.8)) : 0;
    const double obstacle = std::max({round(x, 1, 0.2), round(x, 1.25, 0.15), bump});
    const double sine = 0.025 * (1 - std::cos(4 * std::numbers::pi * x));
    CHECK(heightOf(road, x) == Approx(0.3 + obstacle + sine + 0.1 * x).epsilon(1e-12));
  }
}

TEST_CASE("a grid is bilinear in its cells and level beyond its edges") {
  // z = 1 + 2 i + 3 j + 4 i j at (10 + 0.5 i, -1 + 2 j).
  RoadGrid grid{10, -1, 0.5, 2, 3, {}};
  for (int j = 0; j < 4; ++j) {
    for (int i = 0; i < 3; ++i) grid.z.push_back(1 + 2 * i + 3 * j + 4 * i * j);
  }
  const RoadSurface road = surfaceOf({grid}, 0.5);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int k = 0; k < 100; ++k) {
    const double i = 2 * unit(random);
    const double j = 3 * unit(random);
    const RoadPoint p = heightAt(road, 10 + 0.5 * i, -1 + 2 * j);
    CHECK(p.height == Approx(1.5 + 2 * i + 3 * j + 4 * i * j).epsilon(1e-12));
    CHECK(p.slopeX == Approx((2 + 4 * j) / 0.5).epsilon(1e-12));
    CHECK(p.slopeY == Approx((3 + 4 * i) / 2).epsilon(1e-12));
  }
  CHECK(heightAt(road, 0, 0).height == Approx(0.5 + 1 + 3 * 0.5).epsilon(1e-14));
  CHECK(heightAt(road, 0, 0).slopeX == 0);
  CHECK(heightAt(road, 1e9, 1e9).height == Approx(0.5 + 1 + 4 + 9 + 24).epsilon(1e-14));
  CHECK(heightAt(road, 10.7, 1e9).slopeY == 0);
}

TEST_CASE("slopes are those of the heights") {
  const RoadSurface road =
      surfaceOf({HalfRound{1, 0.2, 2, 0.25}, Bump{2, 0.4, 0.1, 1, 0}, SineRoad{3, 1, 0.1, 0.25}, Ramp{4, 1, 0.4},
                 RoadProfile{Interpolation::akima, {5, 5.5, 6, 8}, {0, 0.3, 0.1, 0}},
                 RoadGrid{0, -1, 2.1, 0.7, 3, {0, 0.1, 0, 0.2, 0, 0, 0.1, 0.3, 0}}},
                0.1);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  constexpr double kStep = 1e-5;
  int compared = 0;
  for (int k = 0; k < 4000; ++k) {
    const double x = 9 * unit(random);
    const double y = 2 * unit(random) - 1;
    const auto isNear = [](const std::vector<double>& breaks, double value) {
      return std::any_of(breaks.begin(), breaks.end(), [&](double b) { return std::abs(b - value) < 0.004; });
    };
    if (isNear(road.breaksX, x) || isNear(road.breaksY, y)) continue;
    ++compared;
    const RoadPoint p = heightAt(road, x, y);
    // Off by z''' h^2 / 6: at 4 mm from the foot of a half-round z''' = 3 r^2 u / z^5 is 2.3e5 / m^2.
    const double allowed = 5e-6;
    CHECK(std::abs((heightOf(road, x + kStep, y) - heightOf(road, x - kStep, y)) / (2 * kStep) - p.slopeX) < allowed);
    CHECK(std::abs((heightOf(road, x, y + kStep) - heightOf(road, x, y - kStep)) / (2 * kStep) - p.slopeY) < allowed);
  }
  CHECK(compared > 2000);
}

TEST_CASE("breaks are where the road is not smooth, in order") {
  Road road;
  road.pieces = {HalfRound{5, 0.5, 2, 2}, Ramp{1, 2, 0.1}, RoadProfile{Interpolation::linear, {0, 1, 4}, {0, 1, 0}}};
  road.patches.push_back({8, 9, -2, std::numeric_limits<double>::infinity(), 0.5});
  const RoadSurface surface = makeRoadSurface(road);
  CHECK(surface.breaksX == std::vector<double>{0, 1, 3, 4, 4.5, 5.5, 6.5, 7.5, 8, 9});
  CHECK(surface.breaksY == std::vector<double>{-2});
  CHECK(surface.stretches.size() == surface.breaksX.size() + 1);
  // Where two half-rounds of one size meet, half-way between their centres.
  const RoadSurface overlap = surfaceOf({HalfRound{0, 1, 2, 1}});
  REQUIRE(overlap.breaksX.size() == 5);
  CHECK(overlap.breaksX[2] == Approx(0.5).epsilon(1e-14));
}

TEST_CASE("the heights of a stretch stay within its bounds") {
  const RoadSurface road = surfaceOf({HalfRound{1, 0.2, 2, 0.25}, Bump{2, 0.4, -0.1, 1, 0}, SineRoad{3, 1, 0.1, 0.25},
                                      RoadProfile{Interpolation::cubic, {0, 0.5, 3, 5}, {0, 0.3, -0.4, 0}}});
  for (int k = 0; k < 10000; ++k) {
    const double x = -0.5 + 0.0006 * k;
    const RoadSurface::Stretch& stretch = road.stretches[static_cast<std::size_t>(intervalAt(road.breaksX, x))];
    const double z = heightOf(road, x);
    CHECK(z <= stretch.highest + 1e-15);
    CHECK(z >= stretch.lowest - 1e-15);
  }
}

TEST_CASE("the last patch that holds a point gives its friction") {
  Road road;
  road.friction = 0.9;
  road.patches = {{0, 10, -1, 1, 0.5}, {5, 20, -std::numeric_limits<double>::infinity(), 0, 0.2}};
  const RoadSurface surface = makeRoadSurface(road);
  CHECK(frictionAt(surface, -1, 0.5) == 0.9);
  CHECK(frictionAt(surface, 3, 0.5) == 0.5);
  CHECK(frictionAt(surface, 3, 2) == 0.9);
  CHECK(frictionAt(surface, 7, 0.5) == 0.5);
  CHECK(frictionAt(surface, 7, -0.5) == 0.2);
  CHECK(frictionAt(surface, 15, -100) == 0.2);
}

TEST_CASE("level parts of a road are recognised") {
  Road road;
  road.height = 0.3;
  road.pieces = {HalfRound{5, 0.5, 1, 0}, Ramp{10, 1, 0.5}};
  road.patches.push_back({20, 30, 0, 1, 0.5});
  const RoadSurface surface = makeRoadSurface(road);
  CHECK(levelBetween(surface, 0, 4, -1, -0.5) == 0.3);
  CHECK(levelBetween(surface, 6, 9, -1, -0.5) == 0.3);
  CHECK(levelBetween(surface, 12, 19, -1, -0.5) == 0.8);
  CHECK_FALSE(levelBetween(surface, 4, 4.6, -1, -0.5));   // into the half-round
  CHECK_FALSE(levelBetween(surface, 5, 5.1, -1, -0.5));   // on it
  CHECK_FALSE(levelBetween(surface, 4, 6, -1, -0.5));     // across
  CHECK_FALSE(levelBetween(surface, 10.2, 10.4, -1, 0));  // on the ramp
  CHECK_FALSE(levelBetween(surface, 19, 21, -1, -0.5));   // into a patch
  CHECK_FALSE(levelBetween(surface, 22, 23, 0.9, 1.1));
  CHECK(levelBetween(surface, 22, 23, 0.2, 0.8) == 0.8);
}
