// A road: C99 and C++ alike, for the runtime and for generated code, as the other mb_ files of this folder. Numbers are
// double, whatever those of a generated program are.
//
// Along x the road is divided into stretches, in each of which its height is one smooth closed form: a cubic (profiles,
// ramps), waves (sines, bumps) and the top of at most one half-round. Grids, which alone depend on y, are added on top.
#ifndef MB_ROAD_H
#define MB_ROAD_H

#include "formats/model/elementary/mb_circular.h"
#include "runtime/laws/roads/mb_curve.h"

/* At the foot of a half-round the slope is unbounded, but normals need a bound. The slope of a half-round exceeds this
   on 5e-7 of its radius, which no integral notices; the normal there is 1e-3 rad off the horizontal. */
#define MB_STEEPEST_SLOPE 1e3

typedef struct { /* half (1 - cos(k (x - x0))) */
  double x0;
  double k;
  double half;
} mb_wave;
typedef struct {
  double x0; /* a + b s + c s^2 + d s^3, s = x - x0 */
  double a;
  double b;
  double c;
  double d;
  double centre;  /* of a half-round */
  double radius;  /* zero: none */
  double highest; /* upper bound, without grids */
  double lowest;  /* lower bound */
  int firstWave;
  int endWave;
  int isLevel;   /* equal height everywhere, without grids */
  int isConcave; /* d^2z/dx^2 <= 0, without grids */
} mb_stretch;
typedef struct { /* heights in rows of equal y */
  double x;
  double y;
  double dx;
  double dy;
  int columns;
  int rows;
  int firstHeight;
} mb_grid;
typedef struct {
  double x0;
  double x1;
  double y0;
  double y1;
  double friction;
} mb_patch;
typedef struct {
  const double* breaksX; /* where the surface or its friction is not smooth; increasing */
  const double* breaksY;
  const mb_stretch* stretches; /* stretch k goes from breaksX[k - 1] to breaksX[k] */
  const mb_wave* waves;
  const mb_grid* grids;
  const double* heights;   /* of the grids */
  const mb_patch* patches; /* the last one that contains a point counts */
  int countX;              /* of breaks */
  int countY;
  int gridCount;
  int patchCount;
  double highest;     /* of all */
  double highestGrid; /* sum of the highest points */
  double lowestGrid;
  double friction;
} mb_road;

typedef struct {
  double height;
  double slopeX; /* dz/dx */
  double slopeY;
} mb_road_point;

static inline double mb_least(double a, double b) { return b < a ? b : a; }
static inline double mb_most(double a, double b) { return a < b ? b : a; }
static inline double mb_within(double x, double low, double high) { return x < low ? low : (high < x ? high : x); }

static inline double mb_capped_slope(double slope) { return mb_within(slope, -MB_STEEPEST_SLOPE, MB_STEEPEST_SLOPE); }
// Of a half-round, at u from its centre and height z.
static inline double mb_round_slope(double u, double z) {
  return z * MB_STEEPEST_SLOPE > mb_fabs(u) ? -u / z : -mb_copysign(MB_STEEPEST_SLOPE, u);
}

// The cell of a grid along one axis, and the place in it from 0 to 1.
static inline int mb_cell_of(double value, double start, double step, int count, double* part) {
  const double at = mb_within((value - start) / step, 0.0, (double)(count - 1));
  const int cell = at < (double)(count - 2) ? (int)at : count - 2; /* the last one for a value that is no number */
  *part = at - (double)cell;
  return cell;
}
// Bilinear in the cell; constant beyond the border.
static inline void mb_add_grid(const mb_road* road, const mb_grid* grid, double x, double y, mb_road_point* point) {
  double u = 0.0;
  double v = 0.0;
  const int i = mb_cell_of(x, grid->x, grid->dx, grid->columns, &u);
  const int j = mb_cell_of(y, grid->y, grid->dy, grid->rows, &v);
  const double* const lower = road->heights + grid->firstHeight + j * grid->columns + i;
  const double* const upper = lower + grid->columns;
  const double z0 = lower[0] + u * (lower[1] - lower[0]);
  const double z1 = upper[0] + u * (upper[1] - upper[0]);
  point->height += z0 + v * (z1 - z0);
  if (x >= grid->x && x <= grid->x + grid->dx * (double)(grid->columns - 1))
    point->slopeX += ((1.0 - v) * (lower[1] - lower[0]) + v * (upper[1] - upper[0])) / grid->dx;
  if (y >= grid->y && y <= grid->y + grid->dy * (double)(grid->rows - 1)) point->slopeY += (z1 - z0) / grid->dy;
}

// Without the half-round of the stretch.
static inline mb_road_point mb_road_below(const mb_road* road, const mb_stretch* stretch, double x, double y) {
  mb_road_point point = {0.0, 0.0, 0.0};
  int k;
  point.height = stretch->a;
  if (!stretch->isLevel) {
    const double s = x - stretch->x0;
    point.height += s * (stretch->b + s * (stretch->c + s * stretch->d));
    point.slopeX = stretch->b + s * (2.0 * stretch->c + 3.0 * s * stretch->d);
    for (k = stretch->firstWave; k < stretch->endWave; ++k) {
      const mb_wave* const wave = road->waves + k;
      const double phase = wave->k * (x - wave->x0);
      point.height += wave->half * (1.0 - mb_cos(phase));
      point.slopeX += wave->half * wave->k * mb_sin(phase);
    }
  }
  for (k = 0; k < road->gridCount; ++k) mb_add_grid(road, road->grids + k, x, y, &point);
  point.slopeX = mb_capped_slope(point.slopeX);
  point.slopeY = mb_capped_slope(point.slopeY);
  return point;
}
static inline mb_road_point mb_road_in(const mb_road* road, const mb_stretch* stretch, double x, double y) {
  mb_road_point point = mb_road_below(road, stretch, x, y);
  if (stretch->radius > 0.0) {
    const double u = x - stretch->centre;
    const double z = sqrt(mb_most((stretch->radius - u) * (stretch->radius + u), 0.0));
    point.height += z;
    point.slopeX = mb_capped_slope(point.slopeX + mb_round_slope(u, z));
  }
  return point;
}
static inline mb_road_point mb_road_at(const mb_road* road, double x, double y) {
  return mb_road_in(road, road->stretches + mb_interval(road->breaksX, road->countX, x), x, y);
}
// {height, slopes}
static inline void mb_road_point_at(const mb_road* road, const double* at, double* found) {
  const mb_road_point point = mb_road_at(road, at[0], at[1]);
  found[0] = point.height;
  found[1] = point.slopeX;
  found[2] = point.slopeY;
}

static inline double mb_road_friction(const mb_road* road, double x, double y) {
  int k;
  for (k = road->patchCount - 1; k >= 0; --k) {
    const mb_patch* const patch = road->patches + k;
    if (x >= patch->x0 && x <= patch->x1 && y >= patch->y0 && y <= patch->y1) return patch->friction;
  }
  return road->friction;
}

// Whether a part of the road is level and has uniform friction, for which a closed form exists; and its height.
static inline int mb_road_is_level(const mb_road* road, double x0, double x1, double y0, double y1, double* height) {
  const int k = mb_interval(road->breaksX, road->countX, x0);
  const mb_stretch* const stretch = road->stretches + k;
  *height = stretch->a;
  if (!stretch->isLevel || road->gridCount > 0) return 0;
  if (k < road->countX && road->breaksX[k] < x1) return 0;
  return road->countY == 0 ||
         mb_interval(road->breaksY, road->countY, y0) == mb_interval(road->breaksY, road->countY, y1);
}

#endif
