// What the elementary functions stand on: bits of numbers, rounding, and pairs hi + lo of twice the precision.
//
// This file and the others of this folder are C99 and C++ alike, need no library but sqrt, and give the same bits with
// every compiler that neither contracts nor reorders (-ffp-contract=off, no -ffast-math): the laws of the runtime and
// generated C use the same text. Errors stay within one unit in the last place; a test measures them.
#ifndef MB_NUMBERS_H
#define MB_NUMBERS_H

#ifdef __FAST_MATH__
#error "these functions need exact arithmetic: compile without -ffast-math"
#endif
#include <math.h> /* sqrt alone */
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#include <limits>
#define MB_INFINITY (std::numeric_limits<double>::infinity())
#define MB_NAN (std::numeric_limits<double>::quiet_NaN())
#else
#define MB_INFINITY ((double)INFINITY)
#define MB_NAN ((double)NAN)
#endif

static inline uint64_t mb_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
static inline double mb_of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
static inline int mb_is_negative(double x) { return (int)(mb_bits(x) >> 63); }
static inline int mb_is_nan(double x) { return x != x; }
static inline double mb_fabs(double x) { return mb_of_bits(mb_bits(x) & 0x7fffffffffffffffu); }
static inline double mb_copysign(double x, double sign) {
  return mb_of_bits((mb_bits(x) & 0x7fffffffffffffffu) | (mb_bits(sign) & 0x8000000000000000u));
}
// The exponent as stored: 0 for zero and subnormal numbers, 2047 for infinity and NaN.
static inline int mb_exponent(double x) { return (int)((mb_bits(x) >> 52) & 0x7ffu); }
// Without the lower half of its digits, so that products of two of these are exact.
static inline double mb_upper(double x) { return mb_of_bits(mb_bits(x) & 0xffffffff00000000u); }

// x 2^n, rounded once.
static inline double mb_scaled(double x, int n) {
  if (n > 1023) {
    x *= 0x1p1023;
    n -= 1023;
    if (n > 1023) {
      x *= 0x1p1023;
      n = n - 1023 > 1023 ? 1023 : n - 1023;
    }
  } else if (n < -1022) {
    // 2^53 more in each step, so that a subnormal number is rounded in the last one only.
    x *= 0x1p-1022 * 0x1p53;
    n += 1022 - 53;
    if (n < -1022) {
      x *= 0x1p-1022 * 0x1p53;
      n = n + 1022 - 53 < -1022 ? -1022 : n + 1022 - 53;
    }
  }
  return x * mb_of_bits((uint64_t)(0x3ff + n) << 52);
}

static inline double mb_trunc(double x) {
  const int shift = mb_exponent(x) - 1023;
  if (shift >= 52) return x;
  if (shift < 0) return mb_copysign(0.0, x);
  return mb_of_bits(mb_bits(x) & ~(0x000fffffffffffffu >> shift));
}
static inline double mb_floor(double x) {
  const double whole = mb_trunc(x);
  return whole > x ? whole - 1.0 : whole;
}
static inline double mb_ceil(double x) {
  const double whole = mb_trunc(x);
  return whole < x ? (whole + 1.0 == 0.0 ? -0.0 : whole + 1.0) : whole;
}
// The nearest whole number, of two the even one; for |x| below 2^51.
static inline double mb_nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

// A magnitude as a whole number of digits times 2^exponent.
static inline uint64_t mb_digits(double x, int* exponent) {
  uint64_t digits = mb_bits(x) & 0x000fffffffffffffu;
  *exponent = mb_exponent(x);
  if (*exponent == 0) {
    *exponent = 1;
  } else {
    digits |= 0x0010000000000000u;
  }
  *exponent -= 1075;
  return digits;
}
// The remainder of |a| / |b| and the last bit of the quotient: exact, by long division.
static inline double mb_rest(double a, double b, int* isOdd) {
  int exponent = 0;
  int ofB = 0;
  uint64_t rest = mb_digits(a, &exponent);
  uint64_t divisor = mb_digits(b, &ofB);
  int steps = exponent - ofB;
  int k;
  *isOdd = 0;
  if (steps < 0) return mb_fabs(a);
  for (k = 0; k <= steps; ++k) {
    if (k > 0) rest <<= 1;
    *isOdd = (int)((rest / divisor) & 1u); /* after the first digit the quotient is 0 or 1 */
    rest %= divisor;
    if (rest == 0 && k < steps) {
      *isOdd = 0;
      return 0.0;
    }
  }
  return mb_scaled((double)rest, ofB);
}
// With the sign of a, as C's fmod.
static inline double mb_fmod(double a, double b) {
  int isOdd = 0;
  if (mb_is_nan(a) || mb_is_nan(b) || mb_exponent(a) == 2047 || b == 0.0) return MB_NAN;
  if (mb_exponent(b) == 2047 || mb_fabs(a) < mb_fabs(b)) return a;
  return mb_copysign(mb_rest(a, b, &isOdd), a);
}
// a less the nearest multiple of b, as IEEE's remainder.
static inline double mb_remainder(double a, double b) {
  const double size = mb_fabs(b);
  int isOdd = 0;
  double rest;
  if (mb_is_nan(a) || mb_is_nan(b) || mb_exponent(a) == 2047 || b == 0.0) return MB_NAN;
  if (mb_exponent(b) == 2047) return a;
  rest = mb_fabs(a) < size ? mb_fabs(a) : mb_rest(a, b, &isOdd);
  // rest against b / 2 without losing digits of either
  if (rest > size - rest || (rest == size - rest && isOdd)) rest -= size;
  return mb_is_negative(a) ? -rest : rest;
}

// A pair hi + lo whose parts do not overlap.
typedef struct {
  double hi;
  double lo;
} mb_pair;

static inline mb_pair mb_fast_sum(double a, double b) {  // |a| >= |b|
  mb_pair s;
  s.hi = a + b;
  s.lo = b - (s.hi - a);
  return s;
}
static inline mb_pair mb_sum(double a, double b) {
  mb_pair s;
  double part;
  s.hi = a + b;
  part = s.hi - a;
  s.lo = (a - (s.hi - part)) + (b - part);
  return s;
}
// Dekker's product; factors below 2^995.
static inline mb_pair mb_product(double a, double b) {
  const double wideA = a * 134217729.0;
  const double wideB = b * 134217729.0;
  const double a1 = wideA - (wideA - a);
  const double b1 = wideB - (wideB - b);
  const double a2 = a - a1;
  const double b2 = b - b1;
  mb_pair p;
  p.hi = a * b;
  p.lo = ((a1 * b1 - p.hi) + a1 * b2 + a2 * b1) + a2 * b2;
  return p;
}
static inline mb_pair mb_add(mb_pair a, mb_pair b) {
  const mb_pair s = mb_sum(a.hi, b.hi);
  return mb_fast_sum(s.hi, s.lo + (a.lo + b.lo));
}
static inline mb_pair mb_multiply(mb_pair a, mb_pair b) {
  const mb_pair p = mb_product(a.hi, b.hi);
  return mb_fast_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
static inline mb_pair mb_divide(mb_pair a, mb_pair b) {
  const double q = a.hi / b.hi;
  const mb_pair p = mb_product(q, b.hi);
  const double rest = (((a.hi - p.hi) - p.lo) + a.lo) - q * b.lo;
  return mb_fast_sum(q, rest / b.hi);
}

// The length of {a; b} without overflow.
static inline double mb_hypot(double a, double b) {
  double large = mb_fabs(a);
  double small = mb_fabs(b);
  double length;
  mb_pair p;
  mb_pair q;
  mb_pair square;
  int shift = 0;
  if (large == MB_INFINITY || small == MB_INFINITY) return MB_INFINITY;
  if (large < small) {
    const double other = large;
    large = small;
    small = other;
  }
  if (small == 0.0 || mb_exponent(large) - mb_exponent(small) > 60) return large + small;
  if (mb_is_nan(large) || mb_is_nan(small)) return large + small;
  if (large > 0x1p500) shift = -600;
  if (small < 0x1p-450) shift = 600;
  large = mb_scaled(large, shift);
  small = mb_scaled(small, shift);
  p = mb_product(large, large);
  q = mb_product(small, small);
  length = sqrt(p.hi + q.hi);
  square = mb_product(length, length);
  length += (((p.hi - square.hi) + q.hi) + ((p.lo - square.lo) + q.lo)) / (2.0 * length);
  return mb_scaled(length, -shift);
}

#endif
