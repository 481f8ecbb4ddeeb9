// The contact of a wheel with a road: C99 and C++ alike. By one point, for smooth roads; or by discs of equal width
// across the tyre, whose areas under the road form a volume [PRN06 eq. 4-7], for obstacles.
#ifndef MB_CONTACT_H
#define MB_CONTACT_H

#include "formats/model/elementary/mb_exponential.h"
#include "runtime/laws/roads/mb_disc_area.h"

// The sine of the smallest angle between the wheel's axis and the road's normal: below it, the wheel lies on its side
// and touches nothing.
#define MB_LIES_ON_ITS_SIDE 1e-3

// What a contact is, as it stands in an array: whether there is one, its point on the road, the road's normal, the
// wheel's heading in the road's plane, the deflection of a wheel that is pressed equally onto a plane, friction.
enum { MB_TOUCHES = 0, MB_POINT = 1, MB_NORMAL = 4, MB_HEADING = 7, MB_DEFLECTION = 10, MB_FRICTION = 11 };

#define MB_DISC_STEPS 32
typedef struct {
  double value;
  double slope;
} mb_knot;
typedef struct {
  double radius;
  double width;
  double full; /* volume at the deflection of a whole radius */
  int count;
  const double* offset; /* of each disc along the axis */
  /* deflection / (radius p) and its slope, at equal intervals of p = (volume / full)^(2/3) from 0 to 1: smooth down to
     zero. */
  const mb_knot* knots;
} mb_discs;

// ---- vectors ----

static inline double mb_dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
static inline void mb_cross(const double* a, const double* b, double* c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}
static inline void mb_make_unit(double* a) {
  const double square = mb_dot(a, a);
  const double length = sqrt(square);
  int k;
  for (k = 0; k < 3 && square > 0.0; ++k) a[k] = a[k] / length;
}
static inline int mb_is_finite3(const double* a) {
  return mb_exponent(a[0]) != 2047 && mb_exponent(a[1]) != 2047 && mb_exponent(a[2]) != 2047;
}

// ---- areas and volumes ----

// u - sin u, without loss of digits for small u.
static inline double mb_angle_minus_sine(double u) {
  double v;
  double w;
  double first;
  double second;
  double third;
  double fourth;
  if (u > 1.0) return u - mb_sin(u);
  /* u^3 / 3! - u^5 / 5! + ..., in pairs, so that few operations depend on others. */
  v = u * u;
  w = v * v;
  first = 1.0 / 6.0 - v * (1.0 / 120.0);
  second = 1.0 / 5040.0 - v * (1.0 / 362880.0);
  third = 1.0 / 39916800.0 - v * (1.0 / 6227020800.0);
  fourth = 1.0 / 1307674368000.0 - v * (1.0 / 355687428096000.0);
  return u * v * (first + w * (second + w * (third + w * fourth)));
}
// Area of a circle of radius R below a chord at depth d: R^2 acos((R - d) / R) - (R - d) sqrt(2 R d - d^2), with full
// accuracy for small depths.
static inline double mb_segment_area(double R, double d) {
  if (!(d > 0.0)) return 0.0;
  if (d >= 2.0 * R) return 3.141592653589793238463 * R * R;
  return 0.5 * R * R * mb_angle_minus_sine(4.0 * mb_asin(sqrt(d / (2.0 * R))));
}
static inline double mb_chord(double R, double d) { return 2.0 * sqrt(mb_most(d * (2.0 * R - d), 0.0)); }
// One Newton iteration on the area of the segment, for the digits that the table lacks.
static inline double mb_improved_depth(double R, double area, double d) {
  const double width = mb_chord(R, d);
  return width > 0.0 ? d - (mb_segment_area(R, d) - area) / width : d;
}

// The deflection of the upright tyre on a plane for a volume up to that of a whole radius.
static inline double mb_shallow_deflection(const mb_discs* discs, double volume) {
  const double root = mb_cbrt(volume / discs->full);
  const double p = root * root;
  const double place = p * MB_DISC_STEPS;
  const int k = (int)place < MB_DISC_STEPS - 1 ? (int)place : MB_DISC_STEPS - 1;
  const mb_knot* const left = discs->knots + k;
  const mb_knot* const right = left + 1;
  const double s = place - (double)k;
  const double r = 1.0 - s;
  const double value = r * r * (1.0 + 2.0 * s) * left->value + s * s * (1.0 + 2.0 * r) * right->value +
                       s * r / MB_DISC_STEPS * (r * left->slope - s * right->slope);
  return mb_improved_depth(discs->radius, volume / discs->width, discs->radius * p * value);
}
// For any volume, from 0 to two radii: by symmetry about the centre of the disc.
static inline double mb_deflection(const mb_discs* discs, double volume) {
  if (!(volume > 0.0)) return 0.0;
  if (volume >= 2.0 * discs->full) return 2.0 * discs->radius;
  if (volume > discs->full) return 2.0 * discs->radius - mb_shallow_deflection(discs, 2.0 * discs->full - volume);
  return mb_shallow_deflection(discs, volume);
}

// ---- contacts ----

static inline void mb_no_contact(double* contact) {
  int k;
  for (k = 0; k < MB_FRICTION; ++k) contact[k] = 0.0;
  contact[MB_NORMAL + 2] = contact[MB_HEADING] = contact[MB_FRICTION] = 1.0;
}

// The wheel's place: its centre, and its spin axis as a unit vector (to the left of its heading).
static inline void mb_point_contact(const mb_road* road, double radius, double x, double y, double z, double axisX,
                                    double axisY, double axisZ, double* contact) {
  const double centre[3] = {x, y, z};
  const double axis[3] = {axisX, axisY, axisZ};
  double* const normal = contact + MB_NORMAL;
  double point[3] = {x, y, z};
  double distance = 0.0; /* from the centre to the road, in the wheel's plane */
  mb_road_point under = {0.0, 0.0, 0.0};
  int pass;
  int k;
  mb_no_contact(contact);
  if (!mb_is_finite3(centre) || !mb_is_finite3(axis)) return;
  /* A fixed number of passes, so that the contact is as smooth a function of position as the road. */
  for (pass = 0; pass < 3; ++pass) {
    const mb_road_point next = mb_road_at(road, point[0], point[1]);
    double inPlane[3];
    double from[3];
    double along;
    double sine;
    const int isSamePlane = pass > 0 && next.height == under.height && next.slopeX == 0.0 && under.slopeX == 0.0 &&
                            next.slopeY == 0.0 && under.slopeY == 0.0;
    if (isSamePlane) break; /* nothing would change */
    under = next;
    normal[0] = -under.slopeX;
    normal[1] = -under.slopeY;
    normal[2] = 1.0;
    mb_make_unit(normal);
    along = mb_dot(normal, axis);
    for (k = 0; k < 3; ++k) inPlane[k] = normal[k] - along * axis[k];
    sine = sqrt(mb_dot(inPlane, inPlane));
    if (!(sine > MB_LIES_ON_ITS_SIDE)) {
      mb_no_contact(contact);
      return;
    }
    from[0] = x - point[0];
    from[1] = y - point[1];
    from[2] = z - under.height;
    distance = mb_dot(from, normal) / sine;
    for (k = 0; k < 3; ++k) point[k] = centre[k] - distance / sine * inPlane[k];
    mb_cross(axis, normal, contact + MB_HEADING);
    mb_make_unit(contact + MB_HEADING);
  }
  if (!(distance < radius) || !mb_is_finite3(point)) {
    mb_no_contact(contact);
    return;
  }
  contact[MB_TOUCHES] = 1.0;
  for (k = 0; k < 3; ++k) contact[MB_POINT + k] = point[k];
  contact[MB_DEFLECTION] = mb_least(radius - distance, 2.0 * radius);
  contact[MB_FRICTION] = mb_road_friction(road, point[0], point[1]);
}

// The areas of all discs; returns whether the road is level below them, so that a closed form does.
static inline int mb_add_discs(const mb_road* road, const mb_discs* discs, const double* centre, const double* axis,
                               const double* forward, const double* up, double perVertical, mb_disc_sums* sums,
                               double* lateral) {
  const double R = discs->radius;
  const double x = centre[0] - R * up[0]; /* below the lowest point of the centre disc */
  const double y = centre[1] - R * up[1];
  const double reachX = R * mb_fabs(forward[0]) + 0.5 * discs->width * mb_fabs(axis[0]);
  const double reachY = R * mb_fabs(forward[1]) + 0.5 * discs->width * mb_fabs(axis[1]);
  double level = 0.0;
  const int isLevel = mb_road_is_level(road, x - reachX, x + reachX, y - reachY, y + reachY, &level);
  int k;
  for (k = 0; k < discs->count; ++k) {
    const double offset = discs->offset[k];
    const double before = sums->area;
    mb_disc_line line;
    line.z = centre[2] + offset * axis[2];
    if (isLevel) {
      const double zeta = (level - line.z) * perVertical;
      const double area = mb_segment_area(R, R + zeta);
      sums->area += area;
      sums->zeta += area * zeta;
    } else {
      line.road = road;
      line.R = R;
      line.x = x + offset * axis[0];
      line.y = y + offset * axis[1];
      line.ux = forward[0];
      line.uy = forward[1];
      line.perVertical = perVertical;
      mb_add_disc_area(&line, sums);
    }
    *lateral += (sums->area - before) * offset;
  }
  return isLevel;
}

static inline void mb_disc_contact(const mb_road* road, const mb_discs* discs, double x, double y, double z,
                                   double axisX, double axisY, double axisZ, double* contact) {
  const double centre[3] = {x, y, z};
  const double axis[3] = {axisX, axisY, axisZ};
  const double cosCamber = sqrt(axisX * axisX + axisY * axisY);
  mb_disc_sums sums = {0.0, 0.0, 0.0, 0.0, {0.0, 0.0, 0.0}, 0.0};
  double lateral = 0.0; /* sum of area x offset */
  double forward[3] = {0.0, 0.0, 0.0};
  double up[3];
  double point[3];
  double perVertical;
  double perArea;
  int isLevel;
  int k;
  mb_no_contact(contact);
  if (!mb_is_finite3(centre) || !mb_is_finite3(axis) || !(cosCamber > MB_LIES_ON_ITS_SIDE)) return;
  perVertical = 1.0 / cosCamber;
  forward[0] = axisY * perVertical; /* axis x z */
  forward[1] = -axisX * perVertical;
  mb_cross(forward, axis, up);
  isLevel = mb_add_discs(road, discs, centre, axis, forward, up, perVertical, &sums, &lateral);
  if (!(sums.area > 0.0)) return;
  perArea = 1.0 / sums.area;
  for (k = 0; k < 3; ++k)
    point[k] = centre[k] + perArea * (lateral * axis[k] + sums.xi * forward[k] + sums.zeta * up[k]);
  if (isLevel) {
    for (k = 0; k < 3; ++k) contact[MB_HEADING + k] = forward[k];
    contact[MB_FRICTION] = mb_road_friction(road, point[0], point[1]);
  } else {
    double inPlane[3];
    double along;
    double size;
    double toMiddle;
    mb_make_unit(sums.normal);
    along = mb_dot(sums.normal, axis);
    for (k = 0; k < 3; ++k) inPlane[k] = sums.normal[k] - along * axis[k];
    size = sqrt(mb_dot(inPlane, inPlane));
    if (!(size > MB_LIES_ON_ITS_SIDE)) return;
    /* From the centroid of the areas, the contact lies along the normal, not along z^: on a plane of any slope the
       normal then passes through the wheel's centre. */
    toMiddle = 0.5 * perArea * sums.depth;
    along = mb_dot(up, sums.normal) / (size * size);
    for (k = 0; k < 3; ++k) point[k] += toMiddle * (along * inPlane[k] - up[k]);
    mb_cross(axis, sums.normal, contact + MB_HEADING);
    for (k = 0; k < 3; ++k) {
      contact[MB_NORMAL + k] = sums.normal[k];
      contact[MB_HEADING + k] = contact[MB_HEADING + k] / size;
    }
    contact[MB_FRICTION] = perArea * sums.friction;
  }
  if (!mb_is_finite3(point)) {
    mb_no_contact(contact);
    return;
  }
  contact[MB_TOUCHES] = 1.0;
  for (k = 0; k < 3; ++k) contact[MB_POINT + k] = point[k];
  contact[MB_DEFLECTION] = mb_deflection(discs, sums.area * discs->width / (double)discs->count);
}

#endif
