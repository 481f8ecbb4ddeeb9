// The functions of the expression language, one row each. step, havsin, impact and similar ones are defined as in
// ADAMS.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <unordered_map>

#include "formats/model/expressions/expression.h"
#include "formats/model/tracing/dual.h"

namespace mb {
namespace {

using Argument = ExpressionFunction::Argument;
using Mirror = ExpressionFunction::Mirror;

// Each function is written once for plain numbers, for jets, duals and numbers that record (traced.h), with our
// elementary functions or theirs.
using elementary::acos, elementary::asin, elementary::atan, elementary::atan2, elementary::cos, elementary::cosh,
    elementary::exp, elementary::log, elementary::log10, elementary::pow, elementary::sin, elementary::sinh,
    elementary::tan, elementary::tanh;
using std::ceil, std::copysign, std::fabs, std::floor, std::fmod, std::sqrt;

constexpr int kMany = 64;  // arguments of min, max and poly

// Goes from h0 at x0 to h1 at x1 by a shape from 0 to 1; constant outside.
template <class T, class Shape>
T blend(std::span<const T> a, Shape shape) {
  const T& x = a[0];
  const T& x0 = a[1];
  const T& h0 = a[2];
  const T& x1 = a[3];
  const T& h1 = a[4];
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  return h0 + (h1 - h0) * shape((x - x0) / (x1 - x0));
}

constexpr auto kCubicStep = [](const auto& s) { return s * s * (3 - 2 * s); };
constexpr auto kQuinticStep = [](const auto& s) { return s * s * s * (10 - s * (15 - 6 * s)); };
constexpr auto kHalfCosine = [](const auto& s) { return 0.5 - 0.5 * cos(std::numbers::pi * s); };

constexpr auto kLess = [](const auto& a, const auto& b) { return static_cast<bool>(a < b); };

template <class T>
T sign(std::span<const T> a) {
  if (a.size() == 2) return copysign(a[0], a[1] < 0 ? T(-1.0) : T(1.0));
  return a[0] < 0 ? -1 : a[0] > 0 ? 1 : 0;
}

// The force k p^e + c(p) dp/dt of a stop penetrated by p > 0; the damping grows over the depth d. It never pulls.
template <class T>
T stopForce(const T& p, const T& p_dot, const T& k, const T& e, const T& c, const T& d) {
  if (p <= 0) return 0;
  const T share = p >= d ? T(1) : kCubicStep(p / d);
  const T force = k * pow(p, e) + c * p_dot * share;
  return force < 0 ? T(0) : force;
}

template <class T>
T poly(std::span<const T> a) {
  T value = 0;
  for (std::size_t k = a.size(); k-- > 2;) value = value * (a[0] - a[1]) + a[k];
  return value;
}

// Recorded, both ways where it decides by its arguments.
template <class F, class T>
T call(std::span<const T> arguments) {
  return explored<T>([&]() -> T { return F{}(arguments); });
}
template <class F, class... T>
void setEvaluators(std::tuple<T (*)(std::span<const T>)...>& evaluators) {
  evaluators = {&call<F, T>...};
}

template <class F>
ExpressionFunction value(std::string_view name, int minimum, int maximum, F, std::string_view meaning) {
  ExpressionFunction function;
  function.name = name;
  function.minimumArguments = minimum;
  function.maximumArguments = maximum;
  function.meaning = meaning;
  setEvaluators<F>(function.evaluators);
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
  function.following = Argument::value;
  function.meaning = meaning;
  return function;
}

ExpressionFunction ofDriver(std::string_view name, Dimension dimension, std::string_view meaning) {
  ExpressionFunction function;
  function.name = name;
  function.argument = Argument::driver;
  function.dimension = dimension;
  function.meaning = meaning;
  return function;
}

// Of all the markers that it names.
ExpressionFunction ofMarkers(std::string_view name, int count, Dimension dimension, std::string_view meaning) {
  ExpressionFunction function = measure(name, count, dimension, meaning);
  function.minimumArguments = count;
  return function;
}

// What a joint transmits; its components are along the axes of a marker that may follow.
ExpressionFunction ofReaction(std::string_view name, Dimension dimension, std::string_view meaning,
                              Mirror mirror = Mirror::none, int component = -1) {
  ExpressionFunction function = measure(name, component < 0 ? 1 : 2, dimension, meaning, mirror, component);
  function.argument = Argument::joint;
  function.following = Argument::marker;
  function.onlyInMeasures = true;
  return function;
}

ExpressionFunction namingBodies(std::array<ExpressionFunction::BodyAs, 3> bodies, ExpressionFunction function) {
  function.bodies = bodies;
  return function;
}

ExpressionFunction onlyMeasured(ExpressionFunction function) {
  function.onlyInMeasures = true;
  return function;
}

ExpressionFunction aboveRoad(std::string_view name, std::string_view meaning) {
  ExpressionFunction function = measure(name, 2, dimension::kLength, meaning);
  function.following = Argument::road;
  return onlyMeasured(function);
}

// Its dimension is that of what the force offers.
ExpressionFunction ofForce(std::string_view name, std::string_view meaning) {
  ExpressionFunction function;
  function.name = name;
  function.argument = Argument::force;
  function.meaning = meaning;
  return onlyMeasured(function);
}

ExpressionFunction ofInput(std::string_view name, std::string_view meaning) {
  ExpressionFunction function;
  function.name = name;
  function.argument = Argument::input;
  function.meaning = meaning;
  return function;
}

std::vector<ExpressionFunction> makeFunctions() {
  constexpr Mirror t = Mirror::translation;
  constexpr Mirror r = Mirror::rotation;
  using namespace dimension;
  constexpr Dimension kTurning{0, 0, -2, 0, 1};
  using enum ExpressionFunction::BodyAs;
  // clang-format off
  return {
      value("sqrt", 1, 1, [](auto a) { return sqrt(a[0]); }, "square root"),
      value("sin", 1, 1, [](auto a) { return sin(a[0]); }, "sine of an angle in radians"),
      value("cos", 1, 1, [](auto a) { return cos(a[0]); }, "cosine"),
      value("tan", 1, 1, [](auto a) { return tan(a[0]); }, "tangent"),
      value("asin", 1, 1, [](auto a) { return asin(a[0]); }, "inverse sine, in radians"),
      value("acos", 1, 1, [](auto a) { return acos(a[0]); }, "inverse cosine"),
      value("atan", 1, 1, [](auto a) { return atan(a[0]); }, "inverse tangent"),
      value("atan2", 2, 2, [](auto a) { return atan2(a[0], a[1]); }, "(y, x): angle of the point from the x axis"),
      value("sinh", 1, 1, [](auto a) { return sinh(a[0]); }, "hyperbolic sine"),
      value("cosh", 1, 1, [](auto a) { return cosh(a[0]); }, "hyperbolic cosine"),
      value("tanh", 1, 1, [](auto a) { return tanh(a[0]); }, "hyperbolic tangent"),
      value("exp", 1, 1, [](auto a) { return exp(a[0]); }, "exponential"),
      value("log", 1, 1, [](auto a) { return log(a[0]); }, "natural logarithm"),
      value("log10", 1, 1, [](auto a) { return log10(a[0]); }, "decimal logarithm"),
      value("abs", 1, 1, [](auto a) { return fabs(a[0]); }, "magnitude"),
      value("floor", 1, 1, [](auto a) { return floor(a[0]); }, "largest whole number not above"),
      value("ceil", 1, 1, [](auto a) { return ceil(a[0]); }, "smallest whole number not below"),
      value("min", 2, kMany, [](auto a) { return *std::min_element(a.begin(), a.end(), kLess); }, "the smallest"),
      value("max", 2, kMany, [](auto a) { return *std::max_element(a.begin(), a.end(), kLess); }, "the largest"),
      value("mod", 2, 2, [](auto a) { return fmod(a[0], a[1]); }, "(a, b): remainder of a/b, with the sign of a"),
      value("sign", 1, 2, [](auto a) { return sign(a); }, "(x): -1, 0 or 1; (a, b): magnitude of a with the sign of b"),
      value("step", 5, 5, [](auto a) { return blend(a, kCubicStep); }, "(x, x0, h0, x1, h1): from h0 to h1 by a cubic"),
      value("step5", 5, 5, [](auto a) { return blend(a, kQuinticStep); }, "(x, x0, h0, x1, h1): from h0 to h1 by a quintic"),
      value("havsin", 5, 5, [](auto a) { return blend(a, kHalfCosine); }, "(x, x0, h0, x1, h1): from h0 to h1 by half a cosine"),
      value("if", 4, 4, [](auto a) { return a[0] < 0 ? a[1] : a[0] > 0 ? a[3] : a[2]; }, "(c, negative, zero, positive): one of the three by the sign of c"),
      value("impact", 7, 7, [](auto a) { return stopForce(a[2] - a[0], -a[1], a[3], a[4], a[5], a[6]); }, "(x, x_dot, x1, k, e, c, d): stop that pushes up below x1; full damping at depth d"),
      value("bistop", 8, 8,
            [](auto a) {
              return stopForce(a[2] - a[0], -a[1], a[4], a[5], a[6], a[7]) -
                     stopForce(a[0] - a[3], a[1], a[4], a[5], a[6], a[7]);
            }, "(x, x_dot, x1, x2, k, e, c, d): stops below x1 and above x2"),
      value("poly", 3, kMany, [](auto a) { return poly(a); }, "(x, x0, a0, a1, ...): polynomial in x - x0"),
      value("shf", 6, 6, [](auto a) { return a[2] * sin(a[3] * (a[0] - a[1]) - a[4]) + a[5]; }, "(x, x0, a, w, phi, b): a sin(w (x - x0) - phi) + b"),
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
      measure("yaw", 2, kAngle, "(i, j): first of the angles about z, y and x, body-fixed, that turn j into i", r, 2),
      measure("pitch", 2, kAngle, "(i, j): second of those angles, within 90 degrees", r, 1),
      measure("roll", 2, kAngle, "(i, j): third of those angles", r, 0),
      measure("psi", 2, kAngle, "(i, j): first of the angles about z, x and z, body-fixed, that turn j into i; not in mirrored files", Mirror::refused),
      measure("theta", 2, kAngle, "(i, j): second of those angles, from 0 to 180 degrees", Mirror::refused),
      measure("phi", 2, kAngle, "(i, j): third of those angles", Mirror::refused),
      measure("wm", 2, kAngularVelocity, "(i, j): magnitude of the angular velocity of i relative to j"),
      measure("wx", 3, kAngularVelocity, "(i, j, k): x of that angular velocity along the axes of k, or of the ground", r, 0),
      measure("wy", 3, kAngularVelocity, "(i, j, k): y of that angular velocity", r, 1),
      measure("wz", 3, kAngularVelocity, "(i, j, k): z of that angular velocity", r, 2),
      ofCoordinate("joint", "(joint.rz): a joint's coordinate"),
      ofCoordinate("joint_rate", "(joint.rz): its rate"),
      ofSpline("spline", "(name, x): the spline's value"),
      ofDriver("steer", kAngle, "(driver): the steering angle that the driver requests, positive to the left"),
      ofDriver("drive_torque", kTorque, "(driver): the torque on all driven wheels that the driver requests, "
                                        "negative to brake"),
      namingBodies({wheel, frame}, ofMarkers("toe", 2, kAngle, "(wheel, body): toe-in of the wheel, whose spin axis is y of its marker; the body's marker has x forward, y left, z up. Measures may name the bodies themselves")),
      namingBodies({wheel, frame}, ofMarkers("camber", 2, kAngle, "(wheel, body): camber of that wheel, positive with its top outwards")),
      namingBodies({nothing, nothing, frame}, ofMarkers("caster", 3, kAngle, "(lower, upper, body): of the line between two points, positive with the upper one further back")),
      namingBodies({nothing, nothing, frame}, ofMarkers("kingpin", 3, kAngle, "(lower, upper, body): of that line, positive with the upper point further inwards")),
      namingBodies({wheel, frame}, onlyMeasured(ofMarkers("wheel_travel", 2, kLength, "(wheel, body): rise of the wheel along z of the body's marker since the initial position; in measures"))),
      namingBodies({frame}, aboveRoad("ride_height", "(marker, road): height of the marker above the road, or above z = 0 of the ground; in measures")),
      onlyMeasured(measure("accm", 3, kAcceleration, "(i, j, l): magnitude of the acceleration of i relative to j, seen from l or the ground; in measures")),
      onlyMeasured(measure("accx", 4, kAcceleration, "(i, j, k, l): x of that acceleration along the axes of k, or of the ground; in measures", t, 0)),
      onlyMeasured(measure("accy", 4, kAcceleration, "(i, j, k, l): y of that acceleration; in measures", t, 1)),
      onlyMeasured(measure("accz", 4, kAcceleration, "(i, j, k, l): z of that acceleration; in measures", t, 2)),
      onlyMeasured(measure("wdtm", 3, kTurning, "(i, j, l): magnitude of the angular acceleration of i relative to j, seen from l or the ground; in measures")),
      onlyMeasured(measure("wdtx", 4, kTurning, "(i, j, k, l): x of that angular acceleration along the axes of k, or of the ground; in measures", r, 0)),
      onlyMeasured(measure("wdty", 4, kTurning, "(i, j, k, l): y of that angular acceleration; in measures", r, 1)),
      onlyMeasured(measure("wdtz", 4, kTurning, "(i, j, k, l): z of that angular acceleration; in measures", r, 2)),
      ofReaction("reaction_fm", kForce, "(joint): magnitude of the force of body j on body i through the joint; in measures"),
      ofReaction("reaction_fx", kForce, "(joint, k): x of that force along the axes of k, or of the ground; in measures", t, 0),
      ofReaction("reaction_fy", kForce, "(joint, k): y of that force; in measures", t, 1),
      ofReaction("reaction_fz", kForce, "(joint, k): z of that force; in measures", t, 2),
      ofReaction("reaction_tm", kTorque, "(joint): magnitude of the torque about the origin of marker i; in measures"),
      ofReaction("reaction_tx", kTorque, "(joint, k): x of that torque along the axes of k, or of the ground; in measures", r, 0),
      ofReaction("reaction_ty", kTorque, "(joint, k): y of that torque; in measures", r, 1),
      ofReaction("reaction_tz", kTorque, "(joint, k): z of that torque; in measures", r, 2),
      ofInput("input", "(name): the present value of an input"),
      ofForce("force", "(force.length): what a force offers, as the run's columns name it; in measures"),
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

bool isBlend(std::string_view function) { return function == "step" || function == "step5" || function == "havsin"; }

std::string blendFault(const Expression& x0, const Expression& x1) {
  const std::optional<double> from = constantValue(x0);
  const std::optional<double> to = constantValue(x1);
  if (!from || !to || !(*from > *to)) return {};
  return fmt::format("runs from x0 = {} to x1 = {}: x1 must not be below x0", *from, *to);
}

ExpressionFunction::Argument argumentKind(const ExpressionFunction& function, std::size_t index) {
  return index > 0 && function.following ? *function.following : function.argument;
}

}  // namespace mb
