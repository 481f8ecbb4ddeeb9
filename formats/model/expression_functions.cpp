// The functions of the expression language, one row each. step, havsin, impact and their like are defined as in ADAMS.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "formats/model/expression.h"

namespace mb {
namespace {

using Arguments = std::span<const double>;
using Argument = ExpressionFunction::Argument;
using Mirror = ExpressionFunction::Mirror;

constexpr int kMany = 64;  // arguments of min, max and poly

template <double (*f)(double)>
double unary(Arguments a) {
  return f(a[0]);
}

// From h0 at x0 to h1 at x1 by a shape that runs from 0 to 1; constant outside.
template <class Shape>
double blend(Arguments a, Shape shape) {
  const double x = a[0];
  const double x0 = a[1];
  const double h0 = a[2];
  const double x1 = a[3];
  const double h1 = a[4];
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  return h0 + (h1 - h0) * shape((x - x0) / (x1 - x0));
}

double cubicStep(double s) { return s * s * (3 - 2 * s); }

double step(Arguments a) { return blend(a, cubicStep); }
double step5(Arguments a) {
  return blend(a, [](double s) { return s * s * s * (10 - s * (15 - 6 * s)); });
}
double havsin(Arguments a) {
  return blend(a, [](double s) { return 0.5 - 0.5 * std::cos(std::numbers::pi * s); });
}

double choose(Arguments a) { return a[0] < 0 ? a[1] : a[0] > 0 ? a[3] : a[2]; }

double sign(Arguments a) {
  if (a.size() == 2) return std::copysign(a[0], a[1] < 0 ? -1.0 : 1.0);
  return a[0] < 0 ? -1 : a[0] > 0 ? 1 : 0;
}

// The push k p^e + c(p) dp/dt of a stop that is penetrated by p > 0; the damping grows over the depth d. It never
// pulls.
double stopForce(double p, double p_dot, double k, double e, double c, double d) {
  if (p <= 0) return 0;
  const double share = p >= d ? 1 : cubicStep(p / d);
  return std::max(0.0, k * std::pow(p, e) + c * p_dot * share);
}

double impact(Arguments a) { return stopForce(a[2] - a[0], -a[1], a[3], a[4], a[5], a[6]); }
double bistop(Arguments a) {
  return stopForce(a[2] - a[0], -a[1], a[4], a[5], a[6], a[7]) - stopForce(a[0] - a[3], a[1], a[4], a[5], a[6], a[7]);
}

double poly(Arguments a) {
  double value = 0;
  for (std::size_t k = a.size(); k-- > 2;) value = value * (a[0] - a[1]) + a[k];
  return value;
}

double shf(Arguments a) { return a[2] * std::sin(a[3] * (a[0] - a[1]) - a[4]) + a[5]; }

ExpressionFunction value(std::string_view name, int minimum, int maximum, double (*evaluate)(Arguments),
                         std::string_view meaning) {
  ExpressionFunction function;
  function.name = name;
  function.minimumArguments = minimum;
  function.maximumArguments = maximum;
  function.meaning = meaning;
  function.evaluate = evaluate;
  return function;
}

ExpressionFunction measure(std::string_view name, int maximum, Dimension dimension, std::string_view meaning,
                           Mirror mirror = Mirror::none, int component = -1) {
  ExpressionFunction function;
  function.name = name;
  function.maximumArguments = maximum;
  function.argument = Argument::marker;
  function.dimension = dimension;
  function.mirror = mirror;
  function.component = component;
  function.meaning = meaning;
  return function;
}

// The dimension of joint() and joint_rate() is that of the coordinate they name.
ExpressionFunction ofCoordinate(std::string_view name, std::string_view meaning) {
  ExpressionFunction function;
  function.name = name;
  function.argument = Argument::coordinate;
  function.meaning = meaning;
  return function;
}

ExpressionFunction ofSpline(std::string_view name, std::string_view meaning) {
  ExpressionFunction function;
  function.name = name;
  function.minimumArguments = function.maximumArguments = 2;
  function.argument = Argument::spline;
  function.meaning = meaning;
  return function;
}

std::vector<ExpressionFunction> makeFunctions() {
  constexpr Mirror t = Mirror::translation;
  constexpr Mirror r = Mirror::rotation;
  using namespace dimension;
  // clang-format off
  return {
      value("sqrt", 1, 1, unary<std::sqrt>, "square root"),
      value("sin", 1, 1, unary<std::sin>, "sine of an angle in radians"),
      value("cos", 1, 1, unary<std::cos>, "cosine"),
      value("tan", 1, 1, unary<std::tan>, "tangent"),
      value("asin", 1, 1, unary<std::asin>, "inverse sine, in radians"),
      value("acos", 1, 1, unary<std::acos>, "inverse cosine"),
      value("atan", 1, 1, unary<std::atan>, "inverse tangent"),
      value("atan2", 2, 2, [](Arguments a) { return std::atan2(a[0], a[1]); }, "(y, x): angle of the point from the x axis"),
      value("sinh", 1, 1, unary<std::sinh>, "hyperbolic sine"),
      value("cosh", 1, 1, unary<std::cosh>, "hyperbolic cosine"),
      value("tanh", 1, 1, unary<std::tanh>, "hyperbolic tangent"),
      value("exp", 1, 1, unary<std::exp>, "exponential"),
      value("log", 1, 1, unary<std::log>, "natural logarithm"),
      value("log10", 1, 1, unary<std::log10>, "decimal logarithm"),
      value("abs", 1, 1, unary<std::fabs>, "magnitude"),
      value("floor", 1, 1, unary<std::floor>, "largest whole number not above"),
      value("ceil", 1, 1, unary<std::ceil>, "smallest whole number not below"),
      value("min", 2, kMany, [](Arguments a) { return *std::min_element(a.begin(), a.end()); }, "the smallest"),
      value("max", 2, kMany, [](Arguments a) { return *std::max_element(a.begin(), a.end()); }, "the largest"),
      value("mod", 2, 2, [](Arguments a) { return std::fmod(a[0], a[1]); }, "(a, b): remainder of a/b, with the sign of a"),
      value("sign", 1, 2, sign, "(x): -1, 0 or 1; (a, b): magnitude of a with the sign of b"),
      value("step", 5, 5, step, "(x, x0, h0, x1, h1): from h0 to h1 by a cubic"),
      value("step5", 5, 5, step5, "(x, x0, h0, x1, h1): from h0 to h1 by a quintic"),
      value("havsin", 5, 5, havsin, "(x, x0, h0, x1, h1): from h0 to h1 by half a cosine"),
      value("if", 4, 4, choose, "(c, negative, zero, positive): one of the three by the sign of c"),
      value("impact", 7, 7, impact, "(x, x_dot, x1, k, e, c, d): stop that pushes up below x1; full damping at depth d"),
      value("bistop", 8, 8, bistop, "(x, x_dot, x1, x2, k, e, c, d): stops below x1 and above x2"),
      value("poly", 3, kMany, poly, "(x, x0, a0, a1, ...): polynomial in x - x0"),
      value("shf", 6, 6, shf, "(x, x0, a, w, phi, b): a sin(w (x - x0) - phi) + b"),
      measure("dm", 2, kLength, "(i, j): distance of marker i from j, or from the origin of the ground"),
      measure("dx", 3, kLength, "(i, j, k): x of i from j along the axes of k, or of the ground", t, 0),
      measure("dy", 3, kLength, "(i, j, k): y of i from j", t, 1),
      measure("dz", 3, kLength, "(i, j, k): z of i from j", t, 2),
      measure("vr", 3, kVelocity, "(i, j, l): rate of their distance, seen from l or the ground"),
      measure("vm", 3, kVelocity, "(i, j, l): magnitude of the velocity of i relative to j, seen from l or the ground"),
      measure("vx", 4, kVelocity, "(i, j, k, l): x of that velocity along the axes of k, or of the ground", t, 0),
      measure("vy", 4, kVelocity, "(i, j, k, l): y of that velocity", t, 1),
      measure("vz", 4, kVelocity, "(i, j, k, l): z of that velocity", t, 2),
      measure("ax", 2, kAngle, "(i, j): angle of i against j about x, as if it were the only rotation", r, 0),
      measure("ay", 2, kAngle, "(i, j): the same about y", r, 1),
      measure("az", 2, kAngle, "(i, j): the same about z", r, 2),
      measure("wm", 2, kAngularVelocity, "(i, j): magnitude of the angular velocity of i relative to j"),
      measure("wx", 3, kAngularVelocity, "(i, j, k): x of that angular velocity along the axes of k, or of the ground", r, 0),
      measure("wy", 3, kAngularVelocity, "(i, j, k): y of that angular velocity", r, 1),
      measure("wz", 3, kAngularVelocity, "(i, j, k): z of that angular velocity", r, 2),
      ofCoordinate("joint", "(joint.rz): a joint's coordinate"),
      ofCoordinate("joint_rate", "(joint.rz): its rate"),
      ofSpline("spline", "(name, x): the spline's value"),
  };
  // clang-format on
}

}  // namespace

const std::vector<ExpressionFunction>& expressionFunctions() {
  static const std::vector<ExpressionFunction> functions = makeFunctions();
  return functions;
}

const ExpressionFunction* findExpressionFunction(std::string_view name) {
  static const auto byName = [] {
    std::unordered_map<std::string_view, const ExpressionFunction*> map;
    for (const ExpressionFunction& function : expressionFunctions()) map.emplace(function.name, &function);
    return map;
  }();
  const auto found = byName.find(name);
  return found == byName.end() ? nullptr : found->second;
}

ExpressionFunction::Argument argumentKind(const ExpressionFunction& function, std::size_t index) {
  return function.argument == Argument::spline && index > 0 ? Argument::value : function.argument;
}

}  // namespace mb
