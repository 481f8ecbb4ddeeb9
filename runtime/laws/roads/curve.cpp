#include "runtime/laws/roads/curve.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "formats/model/tracing/traced.h"
#include "runtime/laws/roads/mb_curve.h"

namespace mb {
namespace {

using Values = std::vector<double>;

// Akima 1970: each slope from the two differences on either side; beyond the ends the differences continue as a
// parabola.
Values akimaSlopes(std::span<const double> x, std::span<const double> y) {
  const std::size_t n = x.size();
  Values m(n + 3);  // m[k + 2]: difference of piece k
  for (std::size_t k = 0; k + 1 < n; ++k) m[k + 2] = (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
  const bool isLine = n == 2;
  m[1] = isLine ? m[2] : 2 * m[2] - m[3];
  m[0] = isLine ? m[2] : 2 * m[1] - m[2];
  m[n + 1] = isLine ? m[2] : 2 * m[n] - m[n - 1];
  m[n + 2] = isLine ? m[2] : 2 * m[n + 1] - m[n];
  Values slopes(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double left = std::abs(m[k + 3] - m[k + 2]);
    const double right = std::abs(m[k + 1] - m[k]);
    slopes[k] = left + right > 0 ? (left * m[k + 1] + right * m[k + 2]) / (left + right) : 0.5 * (m[k + 1] + m[k + 2]);
  }
  return slopes;
}

// The natural cubic spline: second derivatives from the tridiagonal system, then slopes.
Values cubicSlopes(std::span<const double> x, std::span<const double> y) {
  const std::size_t n = x.size();
  Values second(n);
  Values upper(n);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double h0 = x[k] - x[k - 1];
    const double h1 = x[k + 1] - x[k];
    const double right = 6 * ((y[k + 1] - y[k]) / h1 - (y[k] - y[k - 1]) / h0);
    const double pivot = 2 * (h0 + h1) - h0 * upper[k - 1];
    upper[k] = h1 / pivot;
    second[k] = (right - h0 * second[k - 1]) / pivot;
  }
  for (std::size_t k = n - 1; k-- > 1;) second[k] -= upper[k] * second[k + 1];
  Values slopes(n);
  for (std::size_t k = 0; k < n; ++k) {
    if (k + 1 < n) {
      const double h = x[k + 1] - x[k];
      slopes[k] = (y[k + 1] - y[k]) / h - h * (2 * second[k] + second[k + 1]) / 6;
    } else {
      const double h = x[k] - x[k - 1];
      slopes[k] = (y[k] - y[k - 1]) / h + h * (second[k - 1] + 2 * second[k]) / 6;
    }
  }
  return slopes;
}

// Its places in a generated program.
std::string tablesOf(const Curve& curve) {
  Trace& trace = Trace::here();
  std::vector<double> pieces;
  for (const Curve::Piece& piece : curve.pieces) {
    for (const double number : {piece.a, piece.b, piece.c, piece.d, piece.integral}) pieces.push_back(number);
  }
  return trace.table(curve.x) + ", " + trace.table(pieces) + ", " + std::to_string(curve.x.size());
}
Traced calledOn(const Curve& curve, const char* name, Traced x) {
  return Traced::of(Trace::here().call({name, tablesOf(curve), {x.node}, 1, {}})[0]);
}

}  // namespace

Curve makeCurve(Interpolation interpolation, std::span<const double> x, std::span<const double> y) {
  Curve curve;
  curve.x.assign(x.begin(), x.end());
  const std::size_t n = x.size();
  if (n == 1) {
    curve.pieces.assign(2, {y[0], 0, 0, 0, 0});
    return curve;
  }
  const bool isLinear = interpolation == Interpolation::linear;
  const Values slopes = interpolation == Interpolation::akima ? akimaSlopes(x, y)
                        : isLinear                            ? Values(n)
                                                              : cubicSlopes(x, y);
  curve.pieces.resize(n + 1);
  double integral = 0;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const double h = x[k + 1] - x[k];
    const double mean = (y[k + 1] - y[k]) / h;
    Curve::Piece& piece = curve.pieces[k + 1];
    piece = {y[k], mean, 0, 0, integral};
    if (!isLinear) {
      piece.b = slopes[k];
      piece.c = (3 * mean - 2 * slopes[k] - slopes[k + 1]) / h;
      piece.d = (slopes[k] + slopes[k + 1] - 2 * mean) / (h * h);
    }
    integral += h * (piece.a + h * (piece.b / 2 + h * (piece.c / 3 + h * piece.d / 4)));
  }
  const Curve::Piece& first = curve.pieces[1];
  const Curve::Piece& last = curve.pieces[n - 1];
  const double h = x[n - 1] - x[n - 2];
  curve.pieces[0] = {first.a, first.b, 0, 0, 0};
  curve.pieces[n] = {y[n - 1], last.b + h * (2 * last.c + 3 * h * last.d), 0, 0, integral};
  return curve;
}

static_assert(sizeof(Curve::Piece) == 5 * sizeof(double));
double valueOf(const Curve& curve, double x) {
  return mb_curve_value(curve.x.data(), &curve.pieces.data()->a, static_cast<int>(curve.x.size()), x);
}
double slopeOf(const Curve& curve, double x) {
  return mb_curve_slope(curve.x.data(), &curve.pieces.data()->a, static_cast<int>(curve.x.size()), x);
}
double bendOf(const Curve& curve, double x) {
  return mb_curve_bend(curve.x.data(), &curve.pieces.data()->a, static_cast<int>(curve.x.size()), x);
}
double thirdOf(const Curve& curve, double x) {
  return mb_curve_third(curve.x.data(), &curve.pieces.data()->a, static_cast<int>(curve.x.size()), x);
}
double integralOf(const Curve& curve, double x) {
  return mb_curve_integral(curve.x.data(), &curve.pieces.data()->a, static_cast<int>(curve.x.size()), x);
}
Traced valueOf(const Curve& curve, Traced x) { return calledOn(curve, "mb_curve_value", x); }
Traced slopeOf(const Curve& curve, Traced x) { return calledOn(curve, "mb_curve_slope", x); }
Traced bendOf(const Curve& curve, Traced x) { return calledOn(curve, "mb_curve_bend", x); }
Traced thirdOf(const Curve& curve, Traced x) { return calledOn(curve, "mb_curve_third", x); }
Traced integralOf(const Curve& curve, Traced x) { return calledOn(curve, "mb_curve_integral", x); }

}  // namespace mb
