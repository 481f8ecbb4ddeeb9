// Sine, cosine, tangent and their inverses. Polynomials and their coefficients are those of fdlibm (Sun Microsystems
// 1993, free to use).
#ifndef MB_CIRCULAR_H
#define MB_CIRCULAR_H

#include "formats/model/elementary/mb_numbers.h"

// An angle less a whole number of right angles: the rest r.hi + r.lo within pi / 4, and the quadrant.
typedef struct {
  mb_pair rest;
  int quadrant;
} mb_turned;

// By Payne and Hanek: x = digits 2^e times a window of 192 bits of 2 / pi that holds what is below four right angles.
static inline mb_turned mb_turned_far(double x) {
  static const uint32_t two_over_pi[42] = {
      0u,          0u,          0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u,
      0x3c439041u, 0xfe5163abu, 0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu,
      0xfe1deb1cu, 0xb129a73eu, 0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u,
      0x835339f4u, 0x9c845f8bu, 0xbdf9283bu, 0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu,
      0x6d367ecfu, 0x27cb09b7u, 0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u,
      0x8a5292eau, 0x6bfb5fb1u, 0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u, 0x9af4361du};
  int exponent = 0;
  const uint64_t digits = mb_digits(x, &exponent);
  const int first = exponent - 2 + 64; /* bit of the table, from 0, that weighs two right angles */
  uint32_t product[7] = {0, 0, 0, 0, 0, 0, 0};
  uint32_t window[6];
  uint64_t carry = 0;
  int isUp;
  int k;
  mb_turned turned;
  mb_pair part;
  mb_pair fraction;
  for (k = 0; k < 6; ++k) {
    const int word = first / 32 + k;
    const int bit = first % 32;
    window[k] =
        bit == 0 ? two_over_pi[word] : (uint32_t)((two_over_pi[word] << bit) | (two_over_pi[word + 1] >> (32 - bit)));
  }
  for (k = 5; k >= 0; --k) { /* times the lower half of the digits */
    carry += (uint64_t)window[k] * (digits & 0xffffffffu);
    product[k] = (uint32_t)carry;
    carry >>= 32;
  }
  carry = 0;
  for (k = 5; k > 0; --k) { /* and the upper one */
    carry += (uint64_t)window[k] * (digits >> 32) + product[k - 1];
    product[k - 1] = (uint32_t)carry;
    carry >>= 32;
  }
  turned.quadrant = (int)(product[0] >> 30);
  isUp = (int)((product[0] >> 29) & 1u);
  product[0] &= 0x3fffffffu;
  if (isUp) { /* one minus the fraction */
    turned.quadrant = (turned.quadrant + 1) & 3;
    carry = 1;
    for (k = 5; k >= 0; --k) {
      carry += (uint64_t)(uint32_t)~product[k];
      product[k] = (uint32_t)carry;
      carry >>= 32;
    }
    product[0] &= 0x3fffffffu;
  }
  fraction.hi = fraction.lo = 0.0;
  for (k = 0; k < 6; ++k) {
    part.hi = mb_scaled((double)product[k], -30 - 32 * k);
    part.lo = 0.0;
    fraction = mb_add(fraction, part);
  }
  part.hi = 0x1.921fb54442d18p+0;
  part.lo = 0x1.1a62633145c07p-54;
  turned.rest = mb_multiply(fraction, part);
  if (isUp) {
    turned.rest.hi = -turned.rest.hi;
    turned.rest.lo = -turned.rest.lo;
  }
  if (mb_is_negative(x)) {
    turned.rest.hi = -turned.rest.hi;
    turned.rest.lo = -turned.rest.lo;
    turned.quadrant = (4 - turned.quadrant) & 3;
  }
  return turned;
}

// By Cody and Waite: pi / 2 in parts of 33 bits, whose multiples up to 2^20 are exact.
static inline mb_turned mb_turn(double x) {
  mb_turned turned;
  double k;
  mb_pair s;
  mb_pair t;
  if (mb_fabs(x) <= 0x1.921fb54442d18p-1) {
    turned.rest.hi = x;
    turned.rest.lo = 0.0;
    turned.quadrant = 0;
    return turned;
  }
  if (!(mb_fabs(x) < 1e6)) return mb_turned_far(x);
  k = mb_nearest(x * 6.36619772367581382433e-01);
  s = mb_sum(x - k * 0x1.921fb54400000p+0, -(k * 0x1.0b4611a600000p-34));
  t = mb_sum(s.hi, -(k * 0x1.3198a2e000000p-69));
  turned.rest = mb_fast_sum(t.hi, (t.lo + s.lo) - k * 0x1.b839a252049c1p-104);
  turned.quadrant = (int)k & 3;
  return turned;
}

static inline double mb_sine_near(mb_pair r) {
  const double x = r.hi;
  const double z = x * x;
  const double cubed = z * x;
  const double p =
      8.33333333332248946124e-03 +
      z * (-1.98412698298579493134e-04 +
           z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
  return x - ((z * (0.5 * r.lo - cubed * p) - r.lo) - cubed * -1.66666666666666324348e-01);
}
static inline double mb_cosine_near(mb_pair r) {
  const double x = r.hi;
  const double z = x * x;
  const double half = 0.5 * z;
  const double w = 1.0 - half;
  const double p = z * (4.16666666666666019037e-02 +
                        z * (-1.38888888888741095749e-03 +
                             z * (2.48015872894767294178e-05 +
                                  z * (-2.75573143513906633035e-07 +
                                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
  return w + (((1.0 - w) - half) + (z * p - x * r.lo));
}

static inline double mb_sin(double x) {
  mb_turned turned;
  double value;
  if (mb_exponent(x) == 2047) return x - x;
  if (mb_fabs(x) < 0x1p-27) return x;
  turned = mb_turn(x);
  value = turned.quadrant & 1 ? mb_cosine_near(turned.rest) : mb_sine_near(turned.rest);
  return turned.quadrant & 2 ? -value : value;
}
static inline double mb_cos(double x) {
  mb_turned turned;
  double value;
  if (mb_exponent(x) == 2047) return x - x;
  turned = mb_turn(x);
  value = turned.quadrant & 1 ? mb_sine_near(turned.rest) : mb_cosine_near(turned.rest);
  return (turned.quadrant + 1) & 2 ? -value : value;
}

static inline double mb_tan(double x) {
  mb_turned turned;
  double y;
  double z;
  double w;
  double r;
  double v;
  double s;
  double inverse;
  int isOdd;
  int isBig;
  int isBelow;
  if (mb_exponent(x) == 2047) return x - x;
  if (mb_fabs(x) < 0x1p-27) return x;
  turned = mb_turn(x);
  isOdd = turned.quadrant & 1;
  x = turned.rest.hi;
  y = turned.rest.lo;
  isBig = mb_fabs(x) >= 0.67434;
  isBelow = x < 0.0;
  if (isBig) { /* tan(pi/4 - x) */
    if (isBelow) {
      x = -x;
      y = -y;
    }
    x = (7.85398163397448278999e-01 - x) + (3.06161699786838301793e-17 - y);
    y = 0.0;
  }
  z = x * x;
  w = z * z;
  r = 1.33333333333201242699e-01 +
      w * (2.18694882948595424599e-02 +
           w * (3.59207910759131235356e-03 +
                w * (5.88041240820264096874e-04 + w * (7.81794442939557092300e-05 + w * -1.85586374855275456654e-05))));
  v = z * (5.39682539762260521377e-02 +
           w * (8.86323982359930005737e-03 +
                w * (1.45620945432529025516e-03 +
                     w * (2.46463134818469906812e-04 +
                          w * (7.14072491382608190305e-05 + w * 2.59073051863633712884e-05)))));
  s = z * x;
  r = y + z * (s * (r + v) + y) + s * 3.33333333333334091986e-01;
  w = x + r;
  if (isBig) {
    s = isOdd ? -1.0 : 1.0;
    v = s - 2.0 * (x + (r - w * w / (w + s)));
    return isBelow ? -v : v;
  }
  if (!isOdd) return w;
  /* -1 / (x + r), with the digits that the division lost */
  z = mb_upper(w);
  v = r - (z - x);
  inverse = -1.0 / w;
  s = mb_upper(inverse);
  return s + inverse * (1.0 + s * z + s * v);
}

// The inverse tangent of a positive number, and a small correction of the angle.
static inline mb_pair mb_atan_of(double x, double correction) {
  static const double highs[4] = {4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01,
                                  1.57079632679489655800e+00};
  static const double lows[4] = {2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17,
                                 6.12323399573676603587e-17};
  int part = -1;
  double z;
  double w;
  double s;
  if (x < 0x1p-27) return mb_fast_sum(x, correction);
  if (x < 0.4375) {
  } else if (x < 0.6875) {
    part = 0;
    x = (2.0 * x - 1.0) / (2.0 + x);
  } else if (x < 1.1875) {
    part = 1;
    x = (x - 1.0) / (x + 1.0);
  } else if (x < 2.4375) {
    part = 2;
    x = (x - 1.5) / (1.0 + 1.5 * x);
  } else {
    part = 3;
    x = -1.0 / x;
  }
  z = x * x;
  w = z * z;
  s = z * (3.33333333333329318027e-01 +
           w * (1.42857142725034663711e-01 +
                w * (9.09088713343650656196e-02 +
                     w * (6.66107313738753120669e-02 +
                          w * (4.97687799461593236017e-02 + w * 1.62858201153657823623e-02))))) +
      w * (-1.99999999998764832476e-01 +
           w * (-1.11111104054623557880e-01 +
                w * (-7.69187620504482999495e-02 +
                     w * (-5.83357013379057348645e-02 + w * -3.65315727442169155270e-02))));
  if (part < 0) return mb_fast_sum(x, correction - x * s);
  return mb_fast_sum(highs[part], x - (x * s - (lows[part] + correction)));
}
static inline double mb_atan(double x) {
  if (mb_is_nan(x)) return x + x;
  return mb_copysign(mb_atan_of(mb_fabs(x), 0.0).hi, x);
}
static inline double mb_atan2(double y, double x) {
  double sizeY = mb_fabs(y);
  double sizeX = mb_fabs(x);
  mb_pair z = {0.0, 0.0};
  int apart;
  if (mb_is_nan(x) || mb_is_nan(y)) return x + y;
  if (sizeY == 0.0) return mb_copysign(mb_is_negative(x) ? 0x1.921fb54442d18p+1 : 0.0, y);
  if (sizeX == 0.0) return mb_copysign(0x1.921fb54442d18p+0, y);
  if (sizeX == MB_INFINITY) {
    if (sizeY == MB_INFINITY)
      return mb_copysign(mb_is_negative(x) ? 2.35619449019234483700e+00 : 7.85398163397448279e-01, y);
    return mb_copysign(mb_is_negative(x) ? 0x1.921fb54442d18p+1 : 0.0, y);
  }
  if (sizeY == MB_INFINITY) return mb_copysign(0x1.921fb54442d18p+0, y);
  apart = mb_exponent(sizeY) - mb_exponent(sizeX);
  if (apart > 64) {
    z.hi = 0x1.921fb54442d18p+0;
  } else if (apart >= -64) { /* with the digits that the division loses */
    const int shift = mb_exponent(sizeX) > 1500 ? -500 : mb_exponent(sizeX) < 500 ? 500 : 0;
    double quotient;
    mb_pair back;
    sizeX = mb_scaled(sizeX, shift);
    sizeY = mb_scaled(sizeY, shift);
    quotient = sizeY / sizeX;
    back = mb_product(quotient, sizeX);
    z = mb_atan_of(quotient, ((sizeY - back.hi) - back.lo) / (sizeX * (1.0 + quotient * quotient)));
  } else if (!mb_is_negative(x)) {
    z.hi = sizeY / sizeX;
  }
  if (mb_is_negative(x)) z.hi = 0x1.921fb54442d18p+1 - (z.hi - (1.22464679914735317720e-16 - z.lo));
  return mb_copysign(z.hi, y);
}

// (asin(x) - x) / x at z = x x.
static inline double mb_arc_excess(double z) {
  const double p = z * (1.66666666666666657415e-01 +
                        z * (-3.25565818622400915405e-01 +
                             z * (2.01212532134862925881e-01 +
                                  z * (-4.00555345006794114027e-02 +
                                       z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05)))));
  const double q =
      1.0 + z * (-2.40339491173441421878e+00 +
                 z * (2.02094576023350569471e+00 + z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)));
  return p / q;
}
static inline double mb_asin(double x) {
  const double size = mb_fabs(x);
  double z;
  double s;
  double f;
  double c;
  if (!(size <= 1.0)) return MB_NAN;
  if (size == 1.0) return mb_copysign(1.57079632679489655800e+00, x);
  if (size < 0x1p-27) return x;
  if (size < 0.5) return x + x * mb_arc_excess(x * x);
  z = (1.0 - size) * 0.5;
  s = sqrt(z);
  f = mb_upper(s);
  c = (z - f * f) / (s + f);
  z = 7.85398163397448278999e-01 -
      ((2.0 * s * mb_arc_excess(z) - (6.12323399573676603587e-17 - 2.0 * c)) - (7.85398163397448278999e-01 - 2.0 * f));
  return mb_copysign(z, x);
}
static inline double mb_acos(double x) {
  double z;
  double s;
  double f;
  double c;
  if (!(mb_fabs(x) <= 1.0)) return MB_NAN;
  if (x == 1.0) return 0.0;
  if (x == -1.0) return 3.14159265358979311600e+00;
  if (mb_fabs(x) < 0.5) {
    return 1.57079632679489655800e+00 - (x - (6.12323399573676603587e-17 - x * mb_arc_excess(x * x)));
  }
  z = (1.0 - mb_fabs(x)) * 0.5;
  s = sqrt(z);
  if (x < 0.0) {
    return 2.0 * (1.57079632679489655800e+00 - (s + (mb_arc_excess(z) * s - 6.12323399573676603587e-17)));
  }
  f = mb_upper(s);
  c = (z - f * f) / (s + f);
  return 2.0 * (f + (mb_arc_excess(z) * s + c));
}

#endif
