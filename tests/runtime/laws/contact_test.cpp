// Where a wheel meets the road: against closed forms of segments and lenses, against plain sums over many thin strips,
// and for continuity while it rolls over edges.
#include "runtime/laws/roads/contact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "tests/support/test.h"

using namespace mb;

namespace {

constexpr double kWheelRadius = 0.47;
constexpr double kWidth = 0.3175;
constexpr double kInch = 0.0254;

RoadSurface surfaceWith(RoadPiece piece) {
  Road road;
  road.pieces.push_back(std::move(piece));
  return makeRoadSurface(road);
}

WheelPlace wheelAt(double x, double z, double yaw = 0, double camber = 0) {
  WheelPlace wheel;
  wheel.centre = {x, 0, z};
  wheel.axis = {-std::sin(yaw) * std::cos(camber), std::cos(yaw) * std::cos(camber), std::sin(camber)};
  return wheel;
}

// The area that goes with a deflection, on a plane: undoes what the contact makes of a volume.
double areaOf(const Contact& contact) { return segmentArea(kWheelRadius, contact.deflection); }

// Two circles of radii R and r whose centres are `distance` apart.
double lensArea(double R, double r, double distance) {
  const double atR = (distance * distance + R * R - r * r) / (2 * distance);
  const double atr = distance - atR;
  const auto segment = [](double radius, double h) {
    return radius * radius * std::acos(h / radius) - h * std::sqrt(radius * radius - h * h);
  };
  return segment(R, atR) + segment(r, atr);
}

// Midpoint sums over the strips of one disc, by heightAt alone.
struct StripSums {
  double area = 0;
  Vector3 point = Vector3::Zero();
  Vector3 middle = Vector3::Zero();  // of the area
  Vector3 normal = Vector3::Zero();
  double friction = 0;
};
StripSums strips(const RoadSurface& road, const WheelPlace& wheel, double R, int count) {
  const Vector3 centre = plain(wheel.centre);
  const Vector3 axis = plain(wheel.axis);
  const Vector3 xHat = axis.cross(Vector3::UnitZ()).normalized();
  const Vector3 zHat = xHat.cross(axis);
  StripSums sums;
  for (int k = 0; k < count; ++k) {
    const double xi = R * (2 * (k + 0.5) / count - 1);
    const double arc = std::sqrt(R * R - xi * xi);
    const Vector3 ground = centre + xi * xHat - R * zHat;
    const RoadPoint p = heightAt(road, ground.x(), ground.y());
    const double zeta = (p.height - centre.z()) / zHat.z();
    const double depth = std::clamp(zeta + arc, 0.0, 2 * arc);
    const double area = depth * 2 * R / count;
    sums.area += area;
    sums.point += area * (centre + xi * xHat + zeta * zHat);
    sums.middle += area * (centre + xi * xHat + (zeta - 0.5 * depth) * zHat);
    sums.normal += area * Vector3(-p.slopeX, -p.slopeY, 1).normalized();
    sums.friction += area * frictionAt(road, ground.x(), ground.y());
  }
  sums.point /= sums.area;
  sums.middle /= sums.area;
  sums.friction /= sums.area;
  sums.normal.normalize();
  // From the middle of the area, in the disc, to the plane through the mean point of the road.
  const Vector3 along = axis.cross(sums.normal).cross(axis);
  sums.point = sums.middle + (sums.point - sums.middle).dot(sums.normal) / along.dot(sums.normal) * along;
  return sums;
}

// The sum over 2 n strips is off by about its distance from the one over n; ten times that is allowed. Normals and
// friction jump where the road has an edge, by chance anywhere in a strip: half a strip, 12 um, over the length of
// the contact, some 0.2 m, for two edges; and the point by that times half the depth, which is below 0.5 m.
void compareWithStrips(const RoadSurface& road, const WheelPlace& wheel) {
  constexpr int kStrips = 20000;
  constexpr double kEdge = 1.2e-4;
  const StripSums coarse = strips(road, wheel, kWheelRadius, kStrips);
  const StripSums fine = strips(road, wheel, kWheelRadius, 2 * kStrips);
  const auto allowed = [](double difference) { return 10 * difference + 1e-8; };
  const Contact contact = discContact(road, wheel, makeDiscs(kWheelRadius, kWidth, 1));
  REQUIRE(contact.touches);
  CHECK(std::abs(areaOf(contact) - fine.area) < allowed(std::abs(fine.area - coarse.area)));
  CHECK((plain(contact.point) - fine.point).norm() < allowed((fine.point - coarse.point).norm()) + 0.5 * kEdge);
  CHECK((plain(contact.normal) - fine.normal).norm() < allowed((fine.normal - coarse.normal).norm()) + kEdge);
  CHECK(std::abs(contact.friction - fine.friction) < allowed(std::abs(fine.friction - coarse.friction)) + kEdge);
}

}  // namespace

TEST_CASE("the area of a segment is that of the closed form, and keeps its digits for small depths") {
  const double R = kWheelRadius;
  for (const double d : {0.02, 0.1, 0.3, R, 0.6, 0.9}) {
    const double closed = R * R * std::acos((R - d) / R) - (R - d) * std::sqrt(2 * R * d - d * d);
    CHECK(segmentArea(R, d) == Approx(closed).epsilon(1e-13));
  }
  CHECK(segmentArea(R, 2 * R) == Approx(std::numbers::pi * R * R).epsilon(1e-15));
  CHECK(segmentArea(R, 3 * R) == segmentArea(R, 2 * R));
  CHECK(segmentArea(R, 0) == 0);
  // 4/3 sqrt(2 R) d^(3/2) (1 - 3 d / (20 R) - 3 d^2 / (224 R^2)), the next term being of third order.
  for (const double d : {1e-12, 1e-8, 1e-5}) {
    const double e = d / R;
    const double series = 4.0 / 3 * std::sqrt(2 * R) * d * std::sqrt(d) * (1 - 3 * e / 20 - 3 * e * e / 224);
    CHECK(segmentArea(R, d) == Approx(series).epsilon(1e-14));
  }
}

TEST_CASE("deflection from volume is the inverse of volume from deflection") {
  const Discs discs = makeDiscs(kWheelRadius, kWidth, 5);
  for (const double d : {1e-14, 1e-9, 1e-6, 1e-4, 0.003, 0.0198, 0.1, 0.3, 0.4699, 0.4701, 0.7, 0.93}) {
    CHECK(deflectionOf(discs, kWidth * segmentArea(kWheelRadius, d)) == Approx(d).epsilon(1e-13));
  }
  CHECK(deflectionOf(discs, 0) == 0);
  CHECK(deflectionOf(discs, 1e9) == 2 * kWheelRadius);
}

TEST_CASE("the deflection of an upright wheel on level ground is its radius minus its height") {
  Road road;
  road.height = 0.25;
  road.friction = 0.7;
  const RoadSurface surface = makeRoadSurface(road);
  const int count = GENERATE(1, 3, 5, 8);
  const Discs discs = makeDiscs(kWheelRadius, kWidth, count);
  for (const double d : {1e-6, 1e-3, 0.02, 0.2}) {
    const double yaw = 0.4;
    const WheelPlace wheel = wheelAt(3, road.height + kWheelRadius - d, yaw);
    for (const Contact& contact : {discContact(surface, wheel, discs), pointContact(surface, wheel, kWheelRadius)}) {
      REQUIRE(contact.touches);
      // The depth itself has lost digits in the difference of heights.
      CHECK(contact.deflection == Approx(d).epsilon(1e-12).margin(2e-16));
      CHECK((plain(contact.point) - Vector3(3, 0, road.height)).norm() < 1e-15);
      CHECK((plain(contact.normal) - Vector3::UnitZ()).norm() < 1e-15);
      CHECK((plain(contact.heading) - Vector3(std::cos(yaw), std::sin(yaw), 0)).norm() < 1e-15);
      CHECK(contact.friction == 0.7);
    }
  }
  CHECK_FALSE(discContact(surface, wheelAt(0, road.height + kWheelRadius + 1e-12), discs).touches);
  CHECK_FALSE(pointContact(surface, wheelAt(0, road.height + kWheelRadius + 1e-12), kWheelRadius).touches);
}

TEST_CASE("a wheel on a ramp is deflected by its distance from the plane and pushed along the normal") {
  const double slope = 0.3;
  const RoadSurface surface = surfaceWith(Ramp{0, 100, 100 * slope});
  const Vector3 n = Vector3(-slope, 0, 1).normalized();
  const Vector3 onRoad(20, 0, 20 * slope);
  const double d = 0.03;
  WheelPlace wheel;
  wheel.centre = threeOf<double>(onRoad + (kWheelRadius - d) * n);
  for (const Contact& contact :
       {discContact(surface, wheel, makeDiscs(kWheelRadius, kWidth, 3)), pointContact(surface, wheel, kWheelRadius)}) {
    REQUIRE(contact.touches);
    CHECK(contact.deflection == Approx(d).epsilon(1e-9));
    CHECK((plain(contact.point) - onRoad).norm() < 1e-8);
    CHECK((plain(contact.normal) - n).norm() < 1e-14);
    CHECK((plain(contact.heading) - Vector3::UnitY().cross(n)).norm() < 1e-14);
  }
}

TEST_CASE("a half-round touched alone cuts a lens out of the disc") {
  const double r = GENERATE(4 * kInch, 6 * kInch, 8 * kInch);
  const RoadSurface surface = surfaceWith(HalfRound{10, r, 1, 0});
  const Discs discs = makeDiscs(kWheelRadius, kWidth, 1);
  // Angle from the vertical of the line from the obstacle's centre to the wheel's.
  for (const double angle : {-0.7, -0.3, 0.0, 0.2, 0.5}) {
    for (const double depth : {1e-5, 1e-3, 0.01, 0.02}) {
      const double distance = kWheelRadius + r - depth;
      const WheelPlace wheel = wheelAt(10 + distance * std::sin(angle), distance * std::cos(angle));
      if (wheel.centre.z < kWheelRadius) continue;
      const Contact contact = discContact(surface, wheel, discs);
      REQUIRE(contact.touches);
      // The closed form's own error: differences of terms of the size of R^2.
      CHECK(areaOf(contact) == Approx(lensArea(kWheelRadius, r, distance)).epsilon(1e-6).margin(1e-15));
      // The lens is symmetric about the line of centres, and the normals of a circle point away from its centre; the
      // strips are upright, which tilts their mean a little where the lens is long.
      const Vector3 line(std::sin(angle), 0, std::cos(angle));
      CHECK((plain(contact.normal) - line).norm() < 2 * depth / r + 1e-9);
      if (angle == 0) {
        CHECK(std::abs(contact.point.x - 10) < 1e-12);
        CHECK(std::abs(contact.normal.x) < 1e-12);
      }
    }
  }
}

TEST_CASE("obstacle and ground together agree with many thin strips") {
  const double x = GENERATE(9.5, 9.93, 10.3);
  const double yaw = GENERATE(0.0, 0.5, 2.8);
  SECTION("a half-round") { compareWithStrips(surfaceWith(HalfRound{10, 4 * kInch, 1, 0}), wheelAt(x, 0.43, yaw)); }
  SECTION("half-rounds that overlap") {
    compareWithStrips(surfaceWith(HalfRound{9.8, 0.15, 3, 0.2}), wheelAt(x, 0.5, yaw));
  }
  SECTION("a bump") { compareWithStrips(surfaceWith(Bump{9.8, 0.4, 0.08, 1, 0}), wheelAt(x, 0.43, yaw)); }
  SECTION("waves") { compareWithStrips(surfaceWith(SineRoad{5, 10, 0.05, 0.25}), wheelAt(x, 0.46, yaw)); }
  SECTION("a profile") {
    const auto interpolation = GENERATE(Interpolation::linear, Interpolation::akima);
    compareWithStrips(
        surfaceWith(RoadProfile{interpolation, {9, 9.6, 9.8, 10, 10.1, 10.5}, {0, 0.1, 0, 0.05, 0.02, 0}}),
        wheelAt(x, 0.46, yaw));
  }
  SECTION("a grid") {
    compareWithStrips(
        surfaceWith(RoadGrid{
            9, -1, 0.4, 0.5, 4, {0, 0.02, 0.03, 0, 0.01, 0, 0.02, 0.05, 0.02, 0.03, 0, 0.02, 0.04, 0.01, 0.02, 0}}),
        wheelAt(x, 0.46, yaw));
  }
  SECTION("patches of friction") {
    Road road;
    road.patches.push_back({9.9, 10.05, -0.02, 5, 0.3});
    compareWithStrips(makeRoadSurface(road), wheelAt(x, 0.42, yaw));
  }
  SECTION("a wall higher than the wheel's centre") {
    compareWithStrips(surfaceWith(RoadProfile{Interpolation::linear, {10, 10.01}, {0, 0.8}}), wheelAt(x, 0.42, yaw));
  }
  SECTION("a cambered wheel") {
    compareWithStrips(surfaceWith(HalfRound{10, 6 * kInch, 1, 0}), wheelAt(x, 0.43, yaw, 0.2));
  }
}

TEST_CASE("the load is continuous while a wheel rolls and sinks over edges") {
  constexpr double kStiffness = 326332;  // N/m
  constexpr double kStaticLoad = 6470;   // N
  constexpr double kStep = 1e-4;
  const Discs discs = makeDiscs(kWheelRadius, kWidth, 3);
  const auto largestJump = [&](const RoadSurface& road, const WheelPlace& start, const Vector3& step, int count) {
    double largest = 0;
    double last = -1;
    for (int k = 0; k < count; ++k) {
      WheelPlace wheel = start;
      wheel.centre = wheel.centre + threeOf<double>(k * step);
      const double load = kStiffness * discContact(road, wheel, discs).deflection;
      if (last >= 0) largest = std::max(largest, std::abs(load - last));
      last = load;
    }
    return largest;
  };
  const RoadSurface surface =
      GENERATE(surfaceWith(HalfRound{1, 4 * kInch, 1, 0}), surfaceWith(HalfRound{1, 6 * kInch, 1, 0}),
               surfaceWith(HalfRound{1, 8 * kInch, 1, 0}),
               surfaceWith(RoadProfile{Interpolation::linear, {1, 1 + 1e-6}, {0, 0.1}}));
  const double z = kWheelRadius - kStaticLoad / kStiffness;
  for (const double height : {z, z + 0.05, z + 0.15}) {
    for (const double yaw : {0.0, 0.4}) {
      // Rolling changes the depth by the slope of the obstacle at most, and half-rounds begin upright: what a step can
      // do is what it does to the area, over the chord.
      CHECK(largestJump(surface, wheelAt(0.2, height, yaw), {kStep, 0, 0}, 16000) < 0.01 * kStaticLoad);
    }
  }
  for (const double x : {0.6, 0.8, 0.95, 1.0, 1.3}) {
    CHECK(largestJump(surface, wheelAt(x, kWheelRadius + 0.25), {0, 0, -kStep}, 2700) < 0.01 * kStaticLoad);
  }
}

TEST_CASE("discs across a cambered wheel converge to the tyre's whole width") {
  const double camber = 0.05;
  const RoadSurface surface = makeRoadSurface({});
  const WheelPlace wheel = wheelAt(0, 0.44, 0, camber);
  // The exact volume: Simpson's rule over the width, all of which is pressed.
  const auto areaAt = [&](double s) {
    return segmentArea(kWheelRadius, kWheelRadius - (wheel.centre.z + s * wheel.axis.z) / std::cos(camber));
  };
  constexpr int kPieces = 2000;
  double mean = 0;
  for (int k = 0; k <= kPieces; ++k) {
    const double weight = k == 0 || k == kPieces ? 1 : (k % 2 ? 4 : 2);
    mean += weight * areaAt(kWidth * (static_cast<double>(k) / kPieces - 0.5)) / (3 * kPieces);
  }
  const auto error = [&](int count) {
    return std::abs(areaOf(discContact(surface, wheel, makeDiscs(kWheelRadius, kWidth, count))) - mean);
  };
  for (const int count : {4, 8, 16}) {
    CHECK(error(count) / error(2 * count) == Approx(4).epsilon(0.05));
  }
}

TEST_CASE("an obstacle crossed at an angle is longer for a disc") {
  // Heading at 60 degrees to x: the half-round is an ellipse, twice as long.
  const double r = 6 * kInch;
  const double yaw = std::numbers::pi / 3;
  const RoadSurface surface = surfaceWith(HalfRound{1, r, 1, 0});
  const WheelPlace wheel = wheelAt(1, kWheelRadius + r - 0.02, yaw);
  const Contact contact = discContact(surface, wheel, makeDiscs(kWheelRadius, kWidth, 1));
  double area = 0;
  constexpr int kStrips = 1000000;
  for (int k = 0; k < kStrips; ++k) {
    const double xi = 2 * r * (2 * (k + 0.5) / kStrips - 1);
    const double road = r * std::sqrt(1 - xi * xi / (4 * r * r));
    const double arc = wheel.centre.z - std::sqrt(kWheelRadius * kWheelRadius - xi * xi);
    area += std::max(road - arc, 0.0) * 4 * r / kStrips;
  }
  CHECK(areaOf(contact) == Approx(area).epsilon(1e-8));
  CHECK(std::hypot(contact.point.x - 1, contact.point.y) < 1e-12);
}

TEST_CASE("on a smooth road, point and disc agree, and the point follows the place smoothly") {
  // Long waves: the road is nearly straight along the contact.
  const RoadSurface surface = surfaceWith(SineRoad{0, 200, 0.4, 20});
  double lastRate = 0;
  Contact last;
  constexpr double kStep = 1e-3;
  for (int k = 0; k < 5000; ++k) {
    const double x = 50 + kStep * k;
    const WheelPlace wheel = wheelAt(x, heightAt(surface, x, 0).height + 0.45, 0.2, 0.03);
    const Contact contact = pointContact(surface, wheel, kWheelRadius);
    REQUIRE(contact.touches);
    CHECK(std::abs(dot(contact.heading, contact.normal)) < 1e-14);
    CHECK(std::abs(dot(contact.heading, wheel.axis)) < 1e-14);
    CHECK(std::abs(heightAt(surface, contact.point.x, contact.point.y).height - contact.point.z) < 1e-6);
    if (k % 100 == 0) {
      // The road's curvature, at most 0.2 (2 pi / 20)^2 = 0.02 / m, lifts the ends of the chord of 0.28 m by 0.2 mm;
      // the width of the tyre at 0.03 rad by 4.8 mm at its edges, in the mean of areas by less.
      const Contact disc = discContact(surface, wheel, makeDiscs(kWheelRadius, kWidth, 1));
      CHECK(std::abs(disc.deflection - contact.deflection) < 4e-4);
    }
    if (k > 1) CHECK(std::abs((contact.deflection - last.deflection) / kStep - lastRate) < 1e-4);
    if (k > 0) lastRate = (contact.deflection - last.deflection) / kStep;
    last = contact;
  }
}

TEST_CASE("extreme wheel positions give no contact or finite numbers") {
  Road road;
  road.pieces = {HalfRound{1, 0.2, 3, 0.3},
                 Bump{2, 0.4, -0.1, 2, 0.5},
                 SineRoad{3, 1, 0.1, 0.25},
                 Ramp{5, 1, 0.4},
                 RoadProfile{Interpolation::akima, {6, 6 + 1e-9, 7, 8}, {0, 0.3, 0.1, 0}},
                 RoadGrid{0, -1, 0.7, 0.5, 3, {0, 0.1, 0, 0.2, 0, 0, 0.1, 0.3, 0}}};
  road.patches.push_back({2, 3, 0, 1, 0.2});
  const RoadSurface whole = makeRoadSurface(road);
  road.pieces.pop_back();
  const RoadSurface withoutGrid = makeRoadSurface(road);
  const Discs discs = makeDiscs(kWheelRadius, kWidth, 3);
  const auto isSound = [](const Contact& c) {
    if (!plain(c.point).allFinite() || !plain(c.normal).allFinite() || !plain(c.heading).allFinite()) return false;
    if (!std::isfinite(c.deflection) || !std::isfinite(c.friction)) return false;
    if (!c.touches) return c.deflection == 0;
    return c.deflection >= 0 && c.deflection <= 2 * kWheelRadius && std::abs(norm(c.normal) - 1) < 1e-12 &&
           std::abs(norm(c.heading) - 1) < 1e-12;
  };
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 30000; ++k) {
    Vector3 centre;
    Vector3 axis;
    centre = Vector3{4 + 5 * unit(random), 2 * unit(random), 0.3 + unit(random)};
    axis = Vector3(unit(random), unit(random), unit(random)).normalized();
    if (k % 4 == 0) axis = Vector3(0.02 * unit(random), 1, 0.02 * unit(random)).normalized();
    if (k % 7 == 0) axis = k % 2 ? Vector3::UnitZ() : Vector3::UnitX();
    if (k % 11 == 0) centre *= std::pow(10.0, 300 * unit(random));
    if (k % 101 == 0) centre(k % 3) = k % 2 ? kNan : kInfinity;
    if (k % 103 == 0) axis(k % 3) = k % 2 ? kNan : -kInfinity;
    const WheelPlace wheel{threeOf<double>(centre), threeOf<double>(axis)};
    for (const RoadSurface* surface : {&whole, &withoutGrid}) {
      const bool areSound =
          isSound(discContact(*surface, wheel, discs)) && isSound(pointContact(*surface, wheel, kWheelRadius));
      if (!areSound) FAIL("at " << centre.transpose() << ", axis " << axis.transpose());
    }
  }
  // On its side, and with its centre below the road.
  CHECK_FALSE(discContact(withoutGrid, WheelPlace{{-5, 0, 0.1}, {0, 0, 1}}, discs).touches);
  CHECK_FALSE(pointContact(withoutGrid, WheelPlace{{-5, 0, 0.1}, {0, 0, 1}}, kWheelRadius).touches);
  CHECK(discContact(withoutGrid, wheelAt(-5, -10), discs).deflection == Approx(2 * kWheelRadius).epsilon(1e-6));
  CHECK(pointContact(withoutGrid, wheelAt(-5, -10), kWheelRadius).deflection == 2 * kWheelRadius);
}
