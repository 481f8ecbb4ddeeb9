// The road under one disc of a tyre: C99 and C++ alike. The disc lies in the plane of the horizontal heading x^ and
// z^ = x^ x axis, with coordinates xi and zeta from its centre; the road under it is zeta(xi).
//
// The road is evaluated along one straight line on the ground, below the disc's lowest point. For a road that falls
// across a cambered disc the error is slope x sin(camber) x depth, which is of second order.
#ifndef MB_DISC_PIECE_H
#define MB_DISC_PIECE_H

#include "runtime/laws/roads/mb_road.h"

// Below this component of the heading, the line runs along a half-round instead of across it.
#define MB_RUNS_ALONG 1e-4

typedef struct {
  const mb_road* road;
  double R;
  double x; /* on the ground, at xi = 0 */
  double y;
  double ux; /* heading, of length 1 */
  double uy;
  double z;           /* of the disc's centre */
  double perVertical; /* zeta over height: 1 / cos(camber) */
} mb_disc_line;

// A smooth piece of the road under a line. Square roots are removed by the rational parameter of a circle: u = 2 r t /
// (1 + t^2) and sqrt(r^2 - u^2) = r (1 - t^2) / (1 + t^2) are both smooth in t up to the ends. On a half-round it is
// its own circle, elsewhere the disc's.
typedef struct {
  const mb_disc_line* line;
  const mb_stretch* stretch;
  int isRound;
  int isPlain; /* only the circle of t is curved */
} mb_disc_piece;

// A point of the road over the parameter t of a piece.
typedef struct {
  double xi;
  double xiRate; /* d/dt */
  double arc;    /* half the disc's height there: sqrt(R^2 - xi^2) */
  double arcRate;
  double zeta;
  double zetaRate;
  double slopeX;
  double slopeY;
} mb_disc_node;

static inline mb_disc_piece mb_piece_under(const mb_disc_line* line, const mb_stretch* stretch) {
  mb_disc_piece piece;
  piece.line = line;
  piece.stretch = stretch;
  piece.isRound = stretch->radius > 0.0 && mb_fabs(line->ux) > MB_RUNS_ALONG;
  piece.isPlain = !piece.isRound && stretch->firstWave == stretch->endWave;
  return piece;
}

static inline double mb_parameter_of(const mb_disc_piece* piece, double xi) {
  const mb_disc_line* const line = piece->line;
  const double r = piece->isRound ? piece->stretch->radius : line->R;
  const double u = mb_within(piece->isRound ? line->x + line->ux * xi - piece->stretch->centre : xi, -r, r);
  return u / (r + sqrt((r - u) * (r + u)));
}

static inline void mb_place_node(const mb_disc_line* line, mb_road_point p, double extraRate, mb_disc_node* node) {
  node->zeta = (p.height - line->z) * line->perVertical;
  node->zetaRate = ((p.slopeX * line->ux + p.slopeY * line->uy) * node->xiRate + extraRate) * line->perVertical;
  node->slopeX = p.slopeX;
  node->slopeY = p.slopeY;
}
static inline mb_disc_node mb_node_on_arc(const mb_disc_piece* piece, double t) {
  const mb_disc_line* const line = piece->line;
  const double q = 1.0 / (1.0 + t * t);
  mb_disc_node node;
  node.xi = 2.0 * line->R * t * q;
  node.arc = line->R * (1.0 - t * t) * q;
  node.xiRate = 2.0 * node.arc * q;
  node.arcRate = -2.0 * node.xi * q;
  mb_place_node(line,
                mb_road_in(line->road, piece->stretch, line->x + line->ux * node.xi, line->y + line->uy * node.xi), 0.0,
                &node);
  return node;
}
static inline mb_disc_node mb_node_on_round(const mb_disc_piece* piece, double t) {
  const mb_disc_line* const line = piece->line;
  const mb_stretch* const stretch = piece->stretch;
  const double q = 1.0 / (1.0 + t * t);
  const double u = 2.0 * stretch->radius * t * q;
  const double z = stretch->radius * (1.0 - t * t) * q;
  mb_disc_node node;
  mb_road_point p;
  node.xi = (stretch->centre - line->x + u) / line->ux;
  node.xiRate = 2.0 * z * q / line->ux;
  node.arc = sqrt(mb_most((line->R - node.xi) * (line->R + node.xi), 0.0));
  node.arcRate = -node.xi * node.xiRate / mb_most(node.arc, 1e-9 * line->R);
  p = mb_road_below(line->road, stretch, stretch->centre + u, line->y + line->uy * node.xi);
  p.height += z;
  mb_place_node(line, p, -2.0 * u * q, &node);
  node.slopeX += mb_round_slope(u, z);
  return node;
}
static inline mb_disc_node mb_node_at(const mb_disc_piece* piece, double t) {
  return piece->isRound ? mb_node_on_round(piece, t) : mb_node_on_arc(piece, t);
}

#endif
