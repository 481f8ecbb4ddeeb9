// The contact of a wheel with the road: by one point, for smooth roads; or by discs across the width, whose areas under
// the road form a volume [PRN06 eq. 4-7], for obstacles. What is done is C (mb_contact.h).
#pragma once

#include <utility>
#include <vector>

#include "runtime/laws/roads/mb_contact.h"
#include "runtime/laws/roads/road_surface.h"
#include "runtime/laws/roads/three.h"

namespace mb {

// A disc-like body: its centre, and its spin axis as a unit vector (to the left of its heading).
template <class T>
struct WheelPlaceOf {
  Three<T> centre;
  Three<T> axis{0, 1, 0};
};
using WheelPlace = WheelPlaceOf<double>;

template <class T>
struct ContactOf {
  using Truth = decltype(std::declval<T>() < std::declval<T>());
  Truth touches{};
  Three<T> point;             // on the road, in the world
  Three<T> normal{0, 0, 1};   // of the road there, unit
  Three<T> heading{1, 0, 0};  // in the road's plane, normal to the axis, unit
  T deflection{};             // radial, of a wheel pressed equally onto a plane; from 0 to two radii
  T friction{1};
};
using Contact = ContactOf<double>;

// ---- one point ----
Contact pointContact(const RoadSurface& road, const WheelPlace& wheel, double radius);
ContactOf<Traced> pointContact(const RoadSurface& road, const WheelPlaceOf<Traced>& wheel, double radius);

// ---- discs ----
// As mb_discs: discs of equal width across the tyre, and the deflection on a plane for a given volume, tabulated once.
struct Discs {
  double radius = 0;
  double width = 0;
  int count = 1;
  std::vector<double> offset;
  double full = 0;
  std::vector<mb_knot> knots;
};
Discs makeDiscs(double radius, double width, int count);
Contact discContact(const RoadSurface& road, const WheelPlace& wheel, const Discs& discs);
ContactOf<Traced> discContact(const RoadSurface& road, const WheelPlaceOf<Traced>& wheel, const Discs& discs);

// The deflection of the upright tyre on a plane for this volume under the plane; from 0 to two radii.
double deflectionOf(const Discs& discs, double volume);
double segmentArea(double R, double d);  // of a circle of radius R below a chord at depth d

}  // namespace mb
