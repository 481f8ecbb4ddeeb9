// A curve through points as piecewise cubics: linear, Akima's or natural cubic. Linear beyond its ends.
#pragma once

#include <span>
#include <vector>

#include "formats/model/elements/elements.h"
#include "formats/model/expressions/jet.h"
#include "formats/model/tracing/dual.h"

namespace mb {

struct Curve {
  std::vector<double> x;
  // On piece k: value, slope and the two higher coefficients in s = x - x_k; the integral from x_0 to x_k.
  struct Piece {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    double integral = 0;
  };
  std::vector<Piece> pieces;  // one before the first point, then one from each point
};

Curve makeCurve(Interpolation interpolation, std::span<const double> x, std::span<const double> y);

double valueOf(const Curve& curve, double x);
double slopeOf(const Curve& curve, double x);
double bendOf(const Curve& curve, double x);      // second derivative
double thirdOf(const Curve& curve, double x);     // third derivative
double integralOf(const Curve& curve, double x);  // from the first point
Traced valueOf(const Curve& curve, Traced x);
Traced slopeOf(const Curve& curve, Traced x);
Traced bendOf(const Curve& curve, Traced x);
Traced thirdOf(const Curve& curve, Traced x);
Traced integralOf(const Curve& curve, Traced x);
template <class T>
DualOf<T> valueOf(const Curve& curve, const DualOf<T>& x) {
  return {valueOf(curve, x.value), slopeOf(curve, x.value) * x.derivative};
}
template <class T>
DualOf<T> slopeOf(const Curve& curve, const DualOf<T>& x) {
  return {slopeOf(curve, x.value), bendOf(curve, x.value) * x.derivative};
}
template <class T>
DualOf<T> bendOf(const Curve& curve, const DualOf<T>& x) {
  return {bendOf(curve, x.value), thirdOf(curve, x.value) * x.derivative};
}
template <class T>
DualOf<T> integralOf(const Curve& curve, const DualOf<T>& x) {
  return {integralOf(curve, x.value), valueOf(curve, x.value) * x.derivative};
}
template <class T>
JetOf<T> valueOf(const Curve& curve, const JetOf<T>& x) {
  return chain(x, valueOf(curve, x.value), slopeOf(curve, x.value), bendOf(curve, x.value));
}

}  // namespace mb
