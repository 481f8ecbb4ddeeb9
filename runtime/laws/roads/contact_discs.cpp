// The contact by discs: volume, point, normal and friction [PRN06 eq. 4-7], and the deflection for a volume.
#include "runtime/laws/roads/contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/model/elementary/elementary.h"
#include "runtime/laws/roads/disc_area.h"

namespace mb {
namespace {

constexpr int kSteps = 32;

// u - sin u, without loss of digits for small u.
double angleMinusSine(double u) {
  if (u > 1) return u - elementary::sin(u);
  // u^3 / 3! - u^5 / 5! + ..., in pairs, so that few operations depend on others.
  const double v = u * u;
  const double w = v * v;
  const double first = 1.0 / 6 - v * (1.0 / 120);
  const double second = 1.0 / 5040 - v * (1.0 / 362880);
  const double third = 1.0 / 39916800 - v * (1.0 / 6227020800);
  const double fourth = 1.0 / 1307674368000 - v * (1.0 / 355687428096000);
  return u * v * (first + w * (second + w * (third + w * fourth)));
}

double chord(double R, double d) { return 2 * std::sqrt(std::max(d * (2 * R - d), 0.0)); }

// One Newton iteration on the area of the segment, for the digits that the table lacks.
double improved(double R, double area, double d) {
  const double width = chord(R, d);
  return width > 0 ? d - (segmentArea(R, d) - area) / width : d;
}

}  // namespace

double segmentArea(double R, double d) {
  if (!(d > 0)) return 0;
  if (d >= 2 * R) return std::numbers::pi * R * R;
  return 0.5 * R * R * angleMinusSine(4 * elementary::asin(std::sqrt(d / (2 * R))));
}

Discs makeDiscs(double radius, double width, int count) {
  Discs discs;
  discs.radius = radius;
  discs.width = width;
  discs.count = count;
  for (int k = 0; k < count; ++k) discs.offset.push_back(width * ((k + 0.5) / count - 0.5));
  const double fullArea = segmentArea(radius, radius);
  discs.full = width * fullArea;
  // Near zero the area is 4/3 sqrt(2 R) d^(3/2) (1 - 3/20 d/R), which gives the first value and slope.
  const double first = elementary::pow(3 * std::numbers::pi / (8 * std::numbers::sqrt2), 2.0 / 3);
  discs.table.push_back({first, first * first / 10});
  for (int k = 1; k <= kSteps; ++k) {
    const double p = static_cast<double>(k) / kSteps;
    const double area = fullArea * p * std::sqrt(p);
    double d = radius * first * p;
    for (int pass = 0; pass < 8; ++pass) d = improved(radius, area, d);
    const double value = d / (radius * p);
    const double rise = 1.5 * fullArea * std::sqrt(p) / (chord(radius, d) * radius);  // d(d/R) / dp
    discs.table.push_back({value, (rise - value) / p});
  }
  return discs;
}

double deflectionOf(const Discs& discs, double volume) {
  if (!(volume > 0)) return 0;
  if (volume >= 2 * discs.full) return 2 * discs.radius;
  // By symmetry about the centre of the disc.
  if (volume > discs.full) return 2 * discs.radius - deflectionOf(discs, 2 * discs.full - volume);
  const double root = std::cbrt(volume / discs.full);
  const double p = root * root;
  const int k = std::min(static_cast<int>(p * kSteps), kSteps - 1);
  const Discs::Knot& left = discs.table[static_cast<std::size_t>(k)];
  const Discs::Knot& right = discs.table[static_cast<std::size_t>(k) + 1];
  const double s = p * kSteps - k;
  const double r = 1 - s;
  const double value = r * r * (1 + 2 * s) * left.value + s * s * (1 + 2 * r) * right.value +
                       s * r / kSteps * (r * left.slope - s * right.slope);
  return improved(discs.radius, volume / discs.width, discs.radius * p * value);
}

Contact discContact(const RoadSurface& road, const WheelPlace& wheel, const Discs& discs) {
  if (!wheel.centre.allFinite() || !wheel.axis.allFinite()) return {};
  const double R = discs.radius;
  const Vector3& axis = wheel.axis;
  const double cosCamber = std::sqrt(axis.x() * axis.x() + axis.y() * axis.y());
  if (!(cosCamber > kLiesOnItsSide)) return {};
  const double perVertical = 1 / cosCamber;
  const Vector3 xHat(axis.y() * perVertical, -axis.x() * perVertical, 0);  // axis x z
  const Vector3 zHat = xHat.cross(axis);
  const double x = wheel.centre.x() - R * zHat.x();  // below the lowest point of the centre disc
  const double y = wheel.centre.y() - R * zHat.y();
  const double reachX = R * std::abs(xHat.x()) + 0.5 * discs.width * std::abs(axis.x());
  const double reachY = R * std::abs(xHat.y()) + 0.5 * discs.width * std::abs(axis.y());
  const std::optional<double> level = levelBetween(road, x - reachX, x + reachX, y - reachY, y + reachY);

  DiscSums sums;
  double lateral = 0;  // sum of area x offset
  for (const double offset : discs.offset) {
    const double before = sums.area;
    const double z = wheel.centre.z() + offset * axis.z();
    if (level) {
      const double zeta = (*level - z) * perVertical;
      const double area = segmentArea(R, R + zeta);
      sums.area += area;
      sums.zeta += area * zeta;
    } else {
      addDiscArea({&road, R, x + offset * axis.x(), y + offset * axis.y(), xHat.x(), xHat.y(), z, perVertical}, sums);
    }
    lateral += (sums.area - before) * offset;
  }
  if (!(sums.area > 0)) return {};
  Contact contact;
  const double perArea = 1 / sums.area;
  contact.point = wheel.centre + perArea * (lateral * axis + sums.xi * xHat + sums.zeta * zHat);
  if (level) {
    contact.heading = xHat;
    contact.friction = frictionAt(road, contact.point.x(), contact.point.y());
  } else {
    const Vector3 n = sums.normal.normalized();
    const Vector3 inPlane = n - n.dot(axis) * axis;
    const double size = inPlane.norm();
    if (!(size > kLiesOnItsSide)) return {};
    // From the centroid of the areas, the contact lies along the normal, not along z^: on a plane of any slope the
    // normal then passes through the wheel's centre.
    const double toMiddle = 0.5 * perArea * sums.depth;
    contact.point += toMiddle * (zHat.dot(n) / (size * size) * inPlane - zHat);
    contact.normal = n;
    contact.heading = axis.cross(n) / size;
    contact.friction = perArea * sums.friction;
  }
  if (!contact.point.allFinite()) return {};
  contact.touches = true;
  contact.deflection = deflectionOf(discs, sums.area * discs.width / discs.count);
  return contact;
}

}  // namespace mb
