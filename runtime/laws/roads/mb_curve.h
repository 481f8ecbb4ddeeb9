// A curve as pieces: C99 and C++ alike, for the runtime and for generated code. Five numbers a piece: value, slope, the
// two higher coefficients in s = x - x_k, and the integral up to x_k; one piece before the first point, then one from
// each point.
#ifndef MB_CURVE_H
#define MB_CURVE_H

// The number of points at or before x.
static inline int mb_interval(const double* points, int count, double x) {
  int first = 0; /* the first point beyond x lies in [first, last] */
  int last = count;
  while (first < last) {
    const int middle = first + (last - first) / 2;
    if (x < points[middle]) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  return first;
}
static inline const double* mb_piece_of(const double* points, const double* pieces, int count, double x, double* s) {
  const int first = mb_interval(points, count, x);
  *s = x - points[first > 0 ? first - 1 : 0];
  return pieces + 5 * first;
}
static inline double mb_curve_value(const double* points, const double* pieces, int count, double x) {
  double s = 0.0;
  const double* const piece = mb_piece_of(points, pieces, count, x, &s);
  return piece[0] + s * (piece[1] + s * (piece[2] + s * piece[3]));
}
static inline double mb_curve_slope(const double* points, const double* pieces, int count, double x) {
  double s = 0.0;
  const double* const piece = mb_piece_of(points, pieces, count, x, &s);
  return piece[1] + s * (2.0 * piece[2] + 3.0 * s * piece[3]);
}
static inline double mb_curve_bend(const double* points, const double* pieces, int count, double x) {
  double s = 0.0;
  const double* const piece = mb_piece_of(points, pieces, count, x, &s);
  return 2.0 * piece[2] + 6.0 * s * piece[3];
}
static inline double mb_curve_third(const double* points, const double* pieces, int count, double x) {
  double s = 0.0;
  return 6.0 * mb_piece_of(points, pieces, count, x, &s)[3];
}
static inline double mb_curve_integral(const double* points, const double* pieces, int count, double x) {
  double s = 0.0;
  const double* const piece = mb_piece_of(points, pieces, count, x, &s);
  return piece[4] + s * (piece[0] + s * (piece[1] / 2.0 + s * (piece[2] / 3.0 + s * piece[3] / 4.0)));
}

#endif
