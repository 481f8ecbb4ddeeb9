// The kernel's sine and cosine.
#pragma once

namespace mb::embedded::MB_VARIANT {

// Sine and cosine within about one unit in the last place, the same for every width. Subtracts multiples of pi / 2 in
// two parts, the first of 33 bits, then uses the minimax polynomials of fdlibm.
constexpr double kFarthestAngle = 5e5;  // multiples of the first part are exact up to here
template <class T>
inline void sineCosine(const T& x, T& sine, T& cosine) {
  constexpr double kToInteger = 6755399441055744.0;  // 1.5 * 2^52
  const T shifted = x * 6.36619772367581382433e-01 + kToInteger;
  const auto quadrant = bitsOf(shifted);
  const T k = shifted - kToInteger;
  const T r = (x - k * 1.57079632673412561417e+00) - k * 6.07710050650619224932e-11;
  const T z = r * r;
  const T s = r + r * z *
                      (-1.66666666666666324348e-01 +
                       z * (8.33333333332248946124e-03 +
                            z * (-1.98412698298579493134e-04 +
                                 z * (2.75573137070700676789e-06 +
                                      z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
  const T half = 0.5 * z;
  const T w = 1.0 - half;
  const T c = w + (((1.0 - w) - half) +
                   z * z *
                       (4.16666666666666019037e-02 +
                        z * (-1.38888888888741095749e-03 +
                             z * (2.48015872894767294178e-05 +
                                  z * (-2.75573143513906633035e-07 +
                                       z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));
  const auto swapped = (quadrant & 1) != 0;
  const T sine0 = choose(swapped, c, s);
  const T cosine0 = choose(swapped, s, c);
  sine = choose((quadrant & 2) != 0, T(-sine0), sine0);
  cosine = choose(((quadrant + 1) & 2) != 0, T(-cosine0), cosine0);
}
#ifndef MB_TRACED
inline void sineCosineOf(double x, double& sine, double& cosine) {
  if (!(magnitude(x) >= kFarthestAngle)) return sineCosine(x, sine, cosine);
  sine = elementary::sin(x);
  cosine = elementary::cos(x);
}
inline void sineCosineOf(const BaseLanes& x, BaseLanes& sine, BaseLanes& cosine) {
  const auto isFar = magnitude(x) >= kFarthestAngle;
  if (((isFar[0] | isFar[1]) | (isFar[2] | isFar[3])) == 0) return sineCosine(x, sine, cosine);
  for (int l = 0; l < 4; ++l) {
    sine[l] = elementary::sin(x[l]);
    cosine[l] = elementary::cos(x[l]);
  }
}
#endif

}  // namespace mb::embedded::MB_VARIANT
