// The contact of a wheel with the road: by one point, for smooth roads; or by discs across the width, whose areas under
// the road form a volume [PRN06 eq. 4-7], for obstacles.
#pragma once

#include <vector>

#include "formats/model/basics/geometry.h"
#include "runtime/laws/roads/road_surface.h"

namespace mb {

// A disc-like body: its centre, and its spin axis as a unit vector (to the left of its heading).
struct WheelPlace {
  Vector3 centre = Vector3::Zero();
  Vector3 axis = Vector3::UnitY();
};

struct Contact {
  bool touches = false;
  Vector3 point = Vector3::Zero();     // on the road, in the world
  Vector3 normal = Vector3::UnitZ();   // of the road there, unit
  Vector3 heading = Vector3::UnitX();  // in the road's plane, normal to the axis, unit
  double deflection = 0;               // radial, of a wheel pressed equally onto a plane; from 0 to two radii
  double friction = 1;
};

// The sine of the smallest angle between the wheel's axis and the road's normal: below it, the wheel lies on its side
// and touches nothing.
constexpr double kLiesOnItsSide = 1e-3;

// ---- one point ----
Contact pointContact(const RoadSurface& road, const WheelPlace& wheel, double radius);

// ---- discs ----
// Discs of equal width across the tyre, and the deflection on a plane for a given volume, tabulated once.
struct Discs {
  double radius = 0;
  double width = 0;
  int count = 1;
  std::vector<double> offset;  // of each disc along the axis
  double full = 0;             // volume at the deflection of a whole radius
  // deflection / (radius p) and its slope, at equal intervals of p = (volume / full)^(2/3) from 0 to 1: smooth down to
  // zero.
  struct Knot {
    double value = 0;
    double slope = 0;
  };
  std::vector<Knot> table;
};
Discs makeDiscs(double radius, double width, int count);
Contact discContact(const RoadSurface& road, const WheelPlace& wheel, const Discs& discs);

// The deflection of the upright tyre on a plane for this volume under the plane; from 0 to two radii.
double deflectionOf(const Discs& discs, double volume);
// Area of a circle of radius R below a chord at depth d: R^2 acos((R - d) / R) - (R - d) sqrt(2 R d - d^2), with full
// accuracy for small depths.
double segmentArea(double R, double d);

}  // namespace mb
