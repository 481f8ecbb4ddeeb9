// The area of one disc of a tyre under the road, with its moments: C99 and C++ alike. Integrates the depth of the road
// above the disc's lower arc, and below the upper one, over xi between the points where the road is not smooth, or
// enters and leaves the disc.
#ifndef MB_DISC_AREA_H
#define MB_DISC_AREA_H

#include "runtime/laws/roads/mb_crossings.h"

// In the parameter of a circle: below this length a few nodes are exact.
#define MB_SHORT 0.1

// Sums over a disc: of areas, and of their contributions to [PRN06] eq. 4-7 before the division. `xi` and `zeta` belong
// to the points on the road.
typedef struct {
  double area;
  double xi;
  double zeta;
  double depth; /* along z^ */
  double normal[3];
  double friction;
} mb_disc_sums;

// ---- integrals ----

#define MB_MOST_NODES 20
typedef struct {
  double t[MB_MOST_NODES];
  double weight[MB_MOST_NODES];
  int count;
} mb_nodes;

// A rule of Gauss and Legendre by its positive nodes, each with its weight.
static inline void mb_add_nodes(const double* rule, int pairs, double t0, double t1, mb_nodes* nodes) {
  const double middle = 0.5 * (t0 + t1);
  const double half = 0.5 * (t1 - t0);
  int k;
  for (k = 0; k < pairs; ++k) {
    nodes->t[nodes->count] = middle - half * rule[2 * k];
    nodes->t[nodes->count + 1] = middle + half * rule[2 * k];
    nodes->weight[nodes->count] = nodes->weight[nodes->count + 1] = half * rule[2 * k + 1];
    nodes->count += 2;
  }
}
// The number of nodes follows from the length in t, because the poles lie at +-i. `isPlain`: only the circle of t is
// curved.
static inline void mb_set_nodes(double t0, double t1, int isPlain, mb_nodes* nodes) {
  static const double gauss4[4] = {0.33998104358485626, 0.65214515486254609, 0.86113631159405257, 0.34785484513745385};
  static const double gauss6[6] = {0.2386191860831969,  0.46791393457269104, 0.66120938646626448,
                                   0.36076157304813861, 0.93246951420315205, 0.17132449237917036};
  static const double gauss10[10] = {0.14887433898163122, 0.29552422471475287, 0.43339539412924721, 0.26926671930999635,
                                     0.67940956829902444, 0.21908636251598204, 0.86506336668898454, 0.14945134915058059,
                                     0.97390652851717174, 0.066671344308688138};
  const double length = mb_fabs(t1 - t0);
  const double middle = 0.5 * (t0 + t1);
  nodes->count = 0;
  if (length < MB_SHORT && isPlain) {
    mb_add_nodes(gauss4, 2, t0, t1, nodes);
  } else if (length < (isPlain ? 0.6 : MB_SHORT)) {
    mb_add_nodes(gauss6, 3, t0, t1, nodes);
  } else if (length < 0.8) {
    mb_add_nodes(gauss10, 5, t0, t1, nodes);
  } else {
    mb_add_nodes(gauss10, 5, t0, middle, nodes);
    mb_add_nodes(gauss10, 5, middle, t1, nodes);
  }
}

static inline void mb_integrate_piece(const mb_disc_piece* piece, double t0, double t1, double friction,
                                      mb_disc_sums* sums) {
  mb_disc_sums s = *sums;
  mb_nodes nodes;
  int k;
  mb_set_nodes(t0, t1, piece->isPlain, &nodes);
  for (k = 0; k < nodes.count; ++k) {
    const mb_disc_node node = mb_node_at(piece, nodes.t[k]);
    const double depth = mb_most(mb_least(node.zeta, node.arc) + node.arc, 0.0);
    const double area = nodes.weight[k] * node.xiRate * depth;
    const double share = area * (1.0 / sqrt(1.0 + node.slopeX * node.slopeX + node.slopeY * node.slopeY));
    s.area += area;
    s.xi += area * node.xi;
    s.zeta += area * node.zeta;
    s.depth += area * depth;
    s.normal[0] += share * -node.slopeX;
    s.normal[1] += share * -node.slopeY;
    s.normal[2] += share;
    s.friction += area * friction;
  }
  *sums = s;
}

// Where the road may be above the disc's centre: split where it leaves the disc through the upper arc.
static inline void mb_integrate_submerged(const mb_disc_piece* piece, double t0, double t1, double friction,
                                          mb_disc_sums* sums) {
  mb_roots roots;
  double from = t0;
  int k;
  (void)mb_find_roots(piece, -1.0, t0, t1, 4, &roots);
  mb_add_root(&roots, t1);
  for (k = 0; k < roots.count; ++k) {
    mb_integrate_piece(piece, from, roots.t[k], friction, sums);
    from = roots.t[k];
  }
}

static inline double mb_arc_at(const mb_disc_line* line, double xi) { return sqrt((line->R - xi) * (line->R + xi)); }

// A level road below the centre: the chord is known, and only the arc varies.
static inline void mb_add_level(const mb_disc_line* line, double zeta, double a, double b, double friction,
                                mb_disc_sums* sums) {
  const double reach = sqrt(mb_most((line->R - zeta) * (line->R + zeta), 0.0));
  const double from = mb_most(a, -reach);
  const double to = mb_least(b, reach);
  double area = 0.0;
  double xi = 0.0;
  double depth = 0.0;
  mb_nodes nodes;
  int k;
  if (a >= reach || b <= -reach) return;
  mb_set_nodes(from / (line->R + mb_arc_at(line, from)), to / (line->R + mb_arc_at(line, to)), 1, &nodes);
  for (k = 0; k < nodes.count; ++k) {
    const double t = nodes.t[k];
    const double q = 1.0 / (1.0 + t * t);
    const double arc = line->R * (1.0 - t * t) * q;
    const double part = nodes.weight[k] * 2.0 * arc * q * (zeta + arc);
    area += part;
    xi += part * 2.0 * line->R * t * q;
    depth += part * (zeta + arc);
  }
  sums->area += area;
  sums->xi += xi;
  sums->depth += depth;
  sums->zeta += area * zeta;
  sums->normal[2] += area;
  sums->friction += area * friction;
}

// ---- the parts of a line ----

static inline void mb_add_stretch(const mb_disc_line* line, const mb_stretch* stretch, double a, double b,
                                  mb_disc_sums* sums) {
  const mb_road* const road = line->road;
  const double nearest = mb_within(0.0, a, b);
  const double farthest = mb_most(mb_fabs(a), mb_fabs(b));
  const double middle = 0.5 * (a + b);
  const double highest = (stretch->highest + road->highestGrid - line->z) * line->perVertical;
  const double lowest = (stretch->lowest + road->lowestGrid - line->z) * line->perVertical;
  mb_disc_piece piece;
  mb_roots roots;
  double friction;
  double t0;
  double t1;
  double from;
  int looks;
  int isInside;
  int k;
  if (highest <= -mb_arc_at(line, nearest)) return;
  friction = mb_road_friction(road, line->x + line->ux * middle, line->y + line->uy * middle);
  if (stretch->isLevel && road->gridCount == 0 && highest < 0.0) {
    mb_add_level(line, highest, a, b, friction, sums);
    return;
  }
  piece = mb_piece_under(line, stretch);
  t0 = mb_parameter_of(&piece, a);
  t1 = mb_parameter_of(&piece, b);
  if (highest < 0.0 && lowest > -mb_arc_at(line, farthest)) { /* completely inside the disc */
    mb_integrate_piece(&piece, t0, t1, friction, sums);
    return;
  }
  /* A concave road minus a convex arc has a single highest point. */
  looks = stretch->isConcave && road->gridCount == 0 ? 1 : (mb_fabs(t1 - t0) < MB_SHORT ? 2 : 4);
  isInside = mb_find_roots(&piece, 1.0, t0, t1, looks, &roots);
  mb_add_root(&roots, t1);
  from = t0;
  for (k = 0; k < roots.count; ++k) {
    if (isInside && highest < 0.0) mb_integrate_piece(&piece, from, roots.t[k], friction, sums);
    if (isInside && highest >= 0.0) mb_integrate_submerged(&piece, from, roots.t[k], friction, sums);
    from = roots.t[k];
    isInside = !isInside;
  }
}

// The next break along one axis of the ground.
typedef struct {
  const double* breaks;
  int count;
  int interval;
  double start;
  double u;
} mb_walk;
static inline mb_walk mb_walk_along(const double* breaks, int count, double start, double u, double reach) {
  mb_walk walk;
  walk.breaks = breaks;
  walk.count = count;
  walk.interval = mb_interval(breaks, count, start - reach * u);
  walk.start = start;
  walk.u = u;
  return walk;
}
// xi of the next break; beyond the disc if there is none.
static inline double mb_next_break(const mb_walk* walk) {
  const int k = walk->u > 0.0 ? walk->interval : walk->interval - 1;
  if (mb_fabs(walk->u) < 1e-12 || k < 0 || k >= walk->count) return MB_INFINITY;
  return (walk->breaks[k] - walk->start) / walk->u;
}
static inline void mb_pass_break(mb_walk* walk) { walk->interval += walk->u > 0.0 ? 1 : -1; }

static inline void mb_add_disc_area(const mb_disc_line* line, mb_disc_sums* sums) {
  const mb_road* const road = line->road;
  /* No part of the road reaches the arc beyond this. */
  const double highest = (road->highest - line->z) * line->perVertical;
  mb_walk alongX;
  mb_walk alongY;
  double reach;
  double a;
  if (highest <= -line->R) return;
  reach = highest < 0.0 ? mb_arc_at(line, highest) : line->R;
  alongX = mb_walk_along(road->breaksX, road->countX, line->x, line->ux, reach);
  alongY = mb_walk_along(road->breaksY, road->countY, line->y, line->uy, reach);
  a = -reach;
  while (a < reach) {
    const double nextX = mb_next_break(&alongX);
    const double nextY = mb_next_break(&alongY);
    const double b = mb_least(mb_least(nextX, nextY), reach);
    if (b > a) {
      mb_add_stretch(line, road->stretches + alongX.interval, a, b, sums);
      a = b;
    }
    mb_pass_break(nextX <= nextY ? &alongX : &alongY);
  }
}

#endif
