// Where the road crosses the circle of a disc: C99 and C++ alike. All zeros, over the parameter of a piece, of the gap
// between the road and the lower arc (side 1) or the upper one (side -1).
#ifndef MB_CROSSINGS_H
#define MB_CROSSINGS_H

#include "runtime/laws/roads/mb_disc_piece.h"

typedef struct {
  double value;
  double slope; /* d/dt */
} mb_gap;

static inline mb_gap mb_gap_at(const mb_disc_piece* piece, double side, double t) {
  const mb_disc_node node = mb_node_at(piece, t);
  mb_gap gap;
  gap.value = node.zeta + side * node.arc;
  gap.slope = node.zetaRate + side * node.arcRate;
  return gap;
}

// The gap changes its sign between t0 and t1: Newton iterations where they stay inside, otherwise bisection. An
// integral of the gap that ends there is off by the square of the remaining error.
static inline double mb_crossing(const mb_disc_piece* piece, double side, double t0, mb_gap gap0, double t1,
                                 mb_gap gap1) {
  const int isPositive0 = gap0.value > 0.0;
  double t = t0 + (t1 - t0) * gap0.value / (gap0.value - gap1.value);
  int k;
  for (k = 0; k < 60; ++k) {
    const mb_gap gap = mb_gap_at(piece, side, t);
    double next = t - gap.value / gap.slope;
    double step;
    if ((gap.value > 0.0) == isPositive0) {
      t0 = t;
    } else {
      t1 = t;
    }
    if (!((next - t0) * (next - t1) < 0.0)) next = 0.5 * (t0 + t1);
    step = mb_fabs(next - t);
    t = next;
    if (step < 1e-10) break;
  }
  return t;
}

#define MB_MOST_ROOTS 24
typedef struct {
  double t[MB_MOST_ROOTS];
  int count;
} mb_roots;
static inline void mb_add_root(mb_roots* roots, double t) {
  if (roots->count < MB_MOST_ROOTS) roots->t[roots->count++] = t;
}

// Both ends have the same sign and slope towards zero, so there is an extremum between them. Adds the two roots beside
// it if it is beyond zero. Its position is off by at most 1e-6, its value by the square.
static inline void mb_roots_at_extremum(const mb_disc_piece* piece, double side, double t0, mb_gap gap0, double t1,
                                        mb_gap gap1, mb_roots* roots) {
  const double sign = gap0.value > 0.0 ? 1.0 : -1.0;
  double low = t0;
  double high = t1;
  mb_gap lowGap = gap0;
  mb_gap highGap = gap1;
  int isSecant;
  for (isSecant = 1; mb_fabs(high - low) > 1e-6; isSecant = !isSecant) {
    const double secant = lowGap.slope / (lowGap.slope - highGap.slope);
    const double t = low + (isSecant ? mb_within(secant, 0.01, 0.99) : 0.5) * (high - low);
    const mb_gap gap = mb_gap_at(piece, side, t);
    if (sign * gap.value <= 0.0) {
      mb_add_root(roots, mb_crossing(piece, side, t0, gap0, t, gap));
      mb_add_root(roots, mb_crossing(piece, side, t, gap, t1, gap1));
      return;
    }
    if ((gap.slope > 0.0) == (lowGap.slope > 0.0)) {
      low = t;
      lowGap = gap;
    } else {
      high = t;
      highGap = gap;
    }
  }
}

// Samples at equal intervals between t0 and t1, in either order: finds all roots if there is at most one extremum
// between two samples. Returns whether the gap is positive at t0; it changes its sign at each root.
static inline int mb_find_roots(const mb_disc_piece* piece, double side, double t0, double t1, int looks,
                                mb_roots* roots) {
  double left = t0;
  mb_gap gap0 = mb_gap_at(piece, side, left);
  const int isPositive = gap0.value > 0.0;
  int k;
  roots->count = 0;
  for (k = 1; k <= looks; ++k) {
    const double right = k == looks ? t1 : t0 + (t1 - t0) * (double)k / (double)looks;
    const mb_gap gap1 = mb_gap_at(piece, side, right);
    const double towards = (gap0.value > 0.0 ? -1.0 : 1.0) * (t1 > t0 ? 1.0 : -1.0);
    if ((gap0.value > 0.0) != (gap1.value > 0.0)) {
      mb_add_root(roots, mb_crossing(piece, side, left, gap0, right, gap1));
    } else if (towards * gap0.slope > 0.0 && towards * gap1.slope < 0.0) {
      mb_roots_at_extremum(piece, side, left, gap0, right, gap1, roots);
    }
    left = right;
    gap0 = gap1;
  }
  return isPositive;
}

#endif
