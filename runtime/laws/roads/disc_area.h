// The area of one disc of a tyre under the road, with its moments. The disc lies in the plane of the horizontal heading
// x^ and z^ = x^ x axis, with coordinates xi and zeta from its centre; the road under it is zeta(xi).
//
// The road is evaluated along one straight line on the ground, below the disc's lowest point. For a road that falls
// across a cambered disc the error is slope x sin(camber) x depth, which is of second order.
#pragma once

#include "formats/model/basics/geometry.h"
#include "runtime/laws/roads/road_surface.h"

namespace mb {

struct DiscLine {
  const RoadSurface* road;
  double R;
  double x;  // on the ground, at xi = 0
  double y;
  double ux;  // heading, of length 1
  double uy;
  double z;            // of the disc's centre
  double perVertical;  // zeta over height: 1 / cos(camber)
};

// Sums over a disc: of areas, and of their contributions to eq. 4-7 before the division. `xi` and `zeta` belong to the
// points on the road.
struct DiscSums {
  double area = 0;
  double xi = 0;
  double zeta = 0;
  double depth = 0;  // along z^
  Vector3 normal = Vector3::Zero();
  double friction = 0;
};

void addDiscArea(const DiscLine& line, DiscSums& sums);

}  // namespace mb
