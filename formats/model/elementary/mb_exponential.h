// Exponential and hyperbolic functions, logarithms and powers. exp, log and cbrt use the approximations of
// fdlibm and its successors (Sun Microsystems 1993, free to use); the others calculate with pairs of numbers, because
// their errors would add up.
#ifndef MB_EXPONENTIAL_H
#define MB_EXPONENTIAL_H

#include "formats/model/elementary/mb_numbers.h"

static inline double mb_exp(double x) {
  double k;
  double hi;
  double lo;
  double z;
  double c;
  if (mb_is_nan(x)) return x;
  if (x > 709.782712893383973096) return MB_INFINITY;
  if (x < -745.13321910194110842) return 0.0;
  if (mb_fabs(x) < 0x1p-28) return 1.0 + x;
  k = mb_fabs(x) > 0.34657359027997264 ? mb_nearest(x * 1.44269504088896338700e+00) : 0.0;
  hi = x - k * 6.93147180369123816490e-01;
  lo = k * 1.90821492927058770002e-10;
  x = hi - lo;
  z = x * x;
  c = x -
      z * (1.66666666666666019037e-01 +
           z * (-2.77777777770155933842e-03 +
                z * (6.61375632143793436117e-05 + z * (-1.65339022054652515390e-06 + z * 4.13813679705723846039e-08))));
  return mb_scaled(1.0 + ((x * c / (2.0 - c) - lo) + hi), (int)k);
}

// exp(x) - 1 as 2^k (p + 1) - 1: p within a root of two.
static inline mb_pair mb_exp_parts(mb_pair x, int* k) {
  static const double inverse_factorials[12] = {0x1.6c16c16c16c17p-10, 0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-16,
                                                0x1.71de3a556c734p-19, 0x1.27e4fb7789f5cp-22, 0x1.ae64567f544e4p-26,
                                                0x1.1eed8eff8d898p-29, 0x1.6124613a86d09p-33, 0x1.93974a8c07c9dp-37,
                                                0x1.ae7f3e733b81fp-41, 0x1.ae7f3e733b81fp-45, 0x1.952c77030ad4ap-49};
  static const mb_pair terms[4] = {{0x1.1111111111111p-7, 0x1.1111111111111p-63},
                                   {0x1.5555555555555p-5, 0x1.5555555555555p-59},
                                   {0x1.5555555555555p-3, 0x1.5555555555555p-57},
                                   {0.5, 0.0}};
  const double n = mb_nearest(x.hi * 1.44269504088896338700e+00);
  const mb_pair large = {x.hi - n * 0x1.62e42fee00000p-1, 0.0};
  const mb_pair small = {-(n * 0x1.a39ef35700000p-33), x.lo - n * 0x1.278ece600fcbep-66};
  const mb_pair one = {1.0, 0.0};
  const mb_pair r = mb_add(large, small);
  mb_pair sum;
  double tail = 0.0;
  int i;
  *k = (int)n;
  for (i = 11; i >= 0; --i) tail = inverse_factorials[i] + r.hi * tail;
  sum = mb_product(r.hi, tail);
  for (i = 0; i < 4; ++i) sum = mb_multiply(r, i == 0 ? mb_add(terms[0], sum) : mb_add(terms[i], sum));
  return mb_multiply(r, mb_add(one, sum));
}
// For |x| below 700.
static inline mb_pair mb_expm1_pair(double x) {
  const mb_pair wide = {x, 0.0};
  const mb_pair one = {1.0, 0.0};
  const mb_pair less = {-1.0, 0.0};
  int k = 0;
  mb_pair p = mb_exp_parts(wide, &k);
  if (k == 0) return p;
  p = mb_add(one, p);
  p.hi = mb_scaled(p.hi, k);
  p.lo = mb_scaled(p.lo, k);
  return mb_add(p, less);
}
// exp(x) of a pair, rounded once.
static inline double mb_exp_of_pair(mb_pair x) {
  const mb_pair one = {1.0, 0.0};
  int k = 0;
  mb_pair p;
  if (x.hi > 709.8) return MB_INFINITY;
  if (x.hi < -745.2) return 0.0;
  p = mb_add(one, mb_exp_parts(x, &k));
  if ((k < -1022 || (k == -1022 && p.hi < 1.0)) && p.lo != 0.0 && (mb_bits(p.hi) & 1u) == 0u) {
    /* Subnormal: an odd last digit stands for the low part, so that only the last rounding counts. */
    p.hi = mb_of_bits(p.lo > 0.0 ? mb_bits(p.hi) + 1u : mb_bits(p.hi) - 1u);
  }
  return mb_scaled(p.hi, k);
}

static inline double mb_sinh(double x) {
  const double size = mb_fabs(x);
  const mb_pair one = {1.0, 0.0};
  mb_pair p;
  if (size < 0x1p-27 || mb_exponent(x) == 2047) return x;
  if (size > 40.0) {
    const mb_pair wide = {size, -0x1.abc9e3b39803fp-56}; /* log 2, to be halved */
    const mb_pair lessLog2 = {-0x1.62e42fefa39efp-1, 0.0};
    return mb_copysign(mb_exp_of_pair(mb_add(lessLog2, wide)), x);
  }
  p = mb_expm1_pair(size);
  p = mb_add(p, mb_divide(p, mb_add(p, one)));
  return mb_copysign(0.5 * (p.hi + p.lo), x);
}
static inline double mb_cosh(double x) {
  const double size = mb_fabs(x);
  const mb_pair one = {1.0, 0.0};
  mb_pair p;
  if (mb_exponent(x) == 2047) return x * x;
  if (size > 40.0) {
    const mb_pair wide = {size, -0x1.abc9e3b39803fp-56}; /* log 2, to be halved */
    const mb_pair lessLog2 = {-0x1.62e42fefa39efp-1, 0.0};
    return mb_exp_of_pair(mb_add(lessLog2, wide));
  }
  p = mb_add(mb_expm1_pair(size), one);
  p = mb_add(p, mb_divide(one, p));
  return 0.5 * (p.hi + p.lo);
}
static inline double mb_tanh(double x) {
  const double size = mb_fabs(x);
  const mb_pair two = {2.0, 0.0};
  mb_pair p;
  if (mb_is_nan(x) || size < 0x1p-28) return x;
  if (size > 22.0) return mb_copysign(1.0, x);
  p = mb_expm1_pair(2.0 * size);
  p = mb_divide(p, mb_add(p, two));
  return mb_copysign(p.hi, x);
}

// A positive number as 2^k (1 + f), 1 + f within a root of two.
static inline double mb_log_parts(double x, int* k) {
  uint64_t bits;
  *k = 0;
  if (mb_exponent(x) == 0) {
    x *= 0x1p54;
    *k = -54;
  }
  bits = mb_bits(x) + (0x3ff0000000000000u - 0x3fe6a09e667f3bcdu);
  *k += (int)(bits >> 52) - 0x3ff;
  return mb_of_bits((bits & 0x000fffffffffffffu) + 0x3fe6a09e667f3bcdu);
}
static inline int mb_log_is_special(double x, double* value) {
  if (x == 0.0) {
    *value = -MB_INFINITY;
  } else if (mb_is_nan(x) || mb_is_negative(x)) {
    *value = MB_NAN;
  } else if (x == MB_INFINITY) {
    *value = x;
  } else {
    return 0;
  }
  return 1;
}
static inline double mb_log(double x) {
  double value = 0.0;
  int k = 0;
  double f;
  double half;
  double s;
  double z;
  double w;
  if (mb_log_is_special(x, &value)) return value;
  f = mb_log_parts(x, &k) - 1.0;
  half = 0.5 * f * f;
  s = f / (2.0 + f);
  z = s * s;
  w = z * z;
  value = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01)) +
          z * (6.666666666666735130e-01 +
               w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
  return s * (half + value) + (double)k * 1.90821492927058770002e-10 - half + f +
         (double)k * 6.93147180369123816490e-01;
}

// The logarithm of a positive number as a pair, by the series of the inverse hyperbolic tangent.
static inline mb_pair mb_log_pair(double x) {
  static const mb_pair third = {0x1.5555555555555p-2, 0x1.5555555555555p-56};
  static const mb_pair fifth = {0x1.999999999999ap-3, -0x1.999999999999ap-57};
  const mb_pair one = {1.0, 0.0};
  int k = 0;
  const double m = mb_log_parts(x, &k);
  const mb_pair f = {m - 1.0, 0.0};
  mb_pair s = mb_divide(f, mb_sum(m, 1.0));
  const mb_pair z = mb_multiply(s, s);
  mb_pair sum;
  mb_pair large;
  mb_pair small;
  double tail = 0.0;
  int n;
  for (n = 29; n >= 7; n -= 2) tail = 1.0 / (double)n + z.hi * tail;
  sum = mb_add(fifth, mb_product(z.hi, tail));
  sum = mb_add(third, mb_multiply(z, sum));
  sum = mb_add(one, mb_multiply(z, sum));
  s.hi *= 2.0;
  s.lo *= 2.0;
  sum = mb_multiply(s, sum);
  if (k == 0) return sum;
  large.hi = (double)k * 0x1.62e42fee00000p-1;
  large.lo = 0.0;
  small.hi = (double)k * 0x1.a39ef35700000p-33;
  small.lo = (double)k * 0x1.278ece600fcbep-66;
  return mb_add(large, mb_add(small, sum));
}
static inline double mb_log10(double x) {
  static const mb_pair scale = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
  double value = 0.0;
  if (mb_log_is_special(x, &value)) return value;
  return mb_multiply(mb_log_pair(x), scale).hi;
}

// The cube root: a guess from a third of the exponent, a polynomial, and a Newton iteration with a factor of few
// digits.
static inline double mb_cbrt(double x) {
  const double size = mb_fabs(x);
  uint64_t upper = mb_bits(size) >> 32;
  double t;
  double r;
  double s;
  if (mb_exponent(x) == 2047 || size == 0.0) return x + x;
  if (upper < 0x00100000u) {
    upper = (mb_bits(size * 0x1p54) >> 32) / 3u + 696219795u;
  } else {
    upper = upper / 3u + 715094163u;
  }
  t = mb_of_bits(upper << 32);
  r = (t * t) * (t / size);
  t = t * ((1.87595182427177009643e+00 + r * (-1.88497979543377169875e+00 + r * 1.621429720105354466140e+00)) +
           ((r * r) * r) * (-7.58397934778766047437e-01 + r * 1.45996192886612446982e-01));
  t = mb_of_bits((mb_bits(t) + 0x80000000u) & 0xffffffffc0000000u);
  s = t * t; /* exact */
  r = size / s;
  t = t + t * ((r - t) / ((t + t) + r));
  return mb_copysign(t, x);
}

// 0: not whole, 1: odd, 2: even.
static inline int mb_wholeness(double y) {
  const double size = mb_fabs(y);
  if (size >= 0x1p53) return 2;
  if (mb_trunc(size) != size) return 0;
  return mb_trunc(0.5 * size) * 2.0 == size ? 2 : 1;
}
static inline double mb_pow(double x, double y) {
  const double size = mb_fabs(x);
  const int whole = mb_wholeness(y);
  double sign = 1.0;
  mb_pair logarithm;
  mb_pair exponent;
  if (y == 0.0 || x == 1.0) return 1.0;
  if (mb_is_nan(x) || mb_is_nan(y)) return x + y;
  if (mb_fabs(y) == MB_INFINITY) {
    if (size == 1.0) return 1.0;
    return (size > 1.0) == (y > 0.0) ? MB_INFINITY : 0.0;
  }
  if (mb_is_negative(x) && whole == 1) sign = -1.0;
  if (size == 0.0 || size == MB_INFINITY) return sign * ((size == 0.0) == (y > 0.0) ? 0.0 : MB_INFINITY);
  if (mb_is_negative(x) && whole == 0) return MB_NAN;
  if (y == 1.0) return x;
  if (y == 2.0) return x * x;
  if (y == -1.0) return 1.0 / x;
  if (size == 1.0) return sign;
  if (mb_fabs(y) > 0x1p70) return sign * ((size > 1.0) == (y > 0.0) ? MB_INFINITY : 0.0);
  logarithm = mb_log_pair(size);
  exponent = mb_product(y, logarithm.hi);
  exponent = mb_fast_sum(exponent.hi, exponent.lo + y * logarithm.lo);
  return sign * mb_exp_of_pair(exponent);
}

#endif
