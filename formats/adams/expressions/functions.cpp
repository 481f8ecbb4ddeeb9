#include "formats/adams/expressions/functions.h"

#include <algorithm>
#include <numbers>
#include <unordered_map>
#include <utility>

#include "formats/adams/expressions/scan.h"
#include "formats/model/basics/text.h"
#include "formats/model/basics/units.h"
#include "formats/model/messages/diagnostics.h"

namespace mb::adams {
namespace {

using Kind = Expression::Kind;
using Operands = std::vector<Expression>;

constexpr int kCoefficients = 31;      // a0 to a30
constexpr double kDynamics = 4;        // MODE of a dynamic analysis
constexpr int kHighestChebyshev = 16;  // beyond this, powers of x would lose more digits than the series has

// The integer part of the magnitude, with the original sign.
Expression wholePart(Expression x, double shift) {
  Expression magnitude = call("abs", {x});
  if (shift != 0) magnitude = binary(Kind::add, std::move(magnitude), number(shift));
  return call("sign", {call("floor", {std::move(magnitude)}), std::move(x)});
}
Expression truncated(Operands a) { return wholePart(std::move(a[0]), 0); }
Expression rounded(Operands a) { return wholePart(std::move(a[0]), 0.5); }
Expression positiveDifference(Operands a) {
  return call("max", {binary(Kind::subtract, std::move(a[0]), std::move(a[1])), number(0)});
}
Expression harmonic(Operands a) {
  a.resize(6);  // phase and mean are optional and default to 0
  return call("shf", std::move(a));
}

// PITCH is the negative of the second angle about z, y and x: positive with the nose up.
Expression nosePitch(Operands a) { return negated(call("pitch", std::move(a))); }

// a0 + a1 f(w (x - x0)) + a2 f(2 w (x - x0)) + ...
Expression fourier(Operands a, std::string_view wave) {
  Expression sum = a[3];
  for (std::size_t j = 4; j < a.size(); ++j) {
    Expression angle = binary(Kind::multiply, a[2], binary(Kind::subtract, a[0], a[1]));
    if (j > 4) angle = binary(Kind::multiply, number(static_cast<double>(j - 3)), std::move(angle));
    sum = binary(Kind::add, std::move(sum), binary(Kind::multiply, std::move(a[j]), call(wave, {std::move(angle)})));
  }
  return sum;
}
Expression fourierCosine(Operands a) { return fourier(std::move(a), "cos"); }
Expression fourierSine(Operands a) { return fourier(std::move(a), "sin"); }

// sum of a_j T_j(x - x0), ordered by powers: T_j = 2 u T_(j-1) - T_(j-2).
Expression chebyshev(Operands a) {
  const std::size_t count = a.size() - 2;
  std::vector<std::vector<double>> T(count, std::vector<double>(count));
  T[0][0] = 1;
  if (count > 1) T[1][1] = 1;
  for (std::size_t j = 2; j < count; ++j) {
    for (std::size_t power = 0; power <= j; ++power) {
      T[j][power] = (power > 0 ? 2 * T[j - 1][power - 1] : 0) - T[j - 2][power];
    }
  }
  Operands powers{std::move(a[0]), std::move(a[1])};
  for (std::size_t power = 0; power < count; ++power) {
    Expression coefficient = number(0);
    for (std::size_t j = power; j < count; ++j) {
      if (T[j][power] == 0) continue;
      Expression term = binary(Kind::multiply, number(T[j][power]), a[j + 2]);
      if (const std::optional<double> value = constantValue(term)) term = number(*value);
      if (coefficient.kind == Kind::number && term.kind == Kind::number)
        coefficient.number += term.number;
      else
        coefficient = binary(Kind::add, std::move(coefficient), std::move(term));
    }
    powers.push_back(std::move(coefficient));
  }
  return call("poly", std::move(powers));
}

Function constant(std::string_view name, double value) {
  Function function{name, Function::Kind::constant};
  function.value = value;
  return function;
}
Function value(std::string_view name, int minimum, int maximum, Expression (*expand)(Operands) = nullptr) {
  Function function{name, Function::Kind::value, minimum, maximum};
  function.expand = expand;
  return function;
}
Function measure(std::string_view name, int maximum, Expression (*expand)(Operands) = nullptr) {
  Function function{name, Function::Kind::measure, 1, maximum};
  function.expand = expand;
  return function;
}
Function measureOfSolved(std::string_view name, int maximum, std::string_view reason) {
  Function function = measure(name, maximum);
  function.reason = reason;
  function.onlyInMeasures = true;
  return function;
}
Function spline(std::string_view name, Interpolation interpolation) {
  Function function{name, Function::Kind::spline, 3, 4};
  function.interpolation = interpolation;
  return function;
}
Function foreign(std::string_view name, std::string_view reason) {
  Function function{name, Function::Kind::foreign};
  function.reason = reason;
  return function;
}

std::vector<Function> makeFunctions() {
  constexpr std::string_view kAcceleration = "only requests measure accelerations here";
  constexpr std::string_view kForce = "functions do not measure the forces between markers here";
  constexpr std::string_view kElement = "functions do not measure the forces of other elements here";
  constexpr std::string_view kVector = "functions have no vectors here";
  constexpr std::string_view kState = "the states of differential equations are not integrated here";
  constexpr std::string_view kPlant = "there are no plant inputs and outputs here";
  constexpr std::string_view kFlexible = "there are no flexible bodies here";

  std::vector<Function> functions{
      constant("pi", std::numbers::pi),
      constant("dtor", kDegree),
      constant("rtod", kDegreesPerRadian),
      constant("mode", kDynamics),

      value("abs", 1, 1),
      value("acos", 1, 1),
      value("aint", 1, 1, truncated),
      value("anint", 1, 1, rounded),
      value("asin", 1, 1),
      value("atan", 1, 1),
      value("atan2", 2, 2),
      value("cos", 1, 1),
      value("cosh", 1, 1),
      value("dim", 2, 2, positiveDifference),
      value("exp", 1, 1),
      value("log", 1, 1),
      value("log10", 1, 1),
      value("max", 2, kCoefficients),
      value("min", 2, kCoefficients),
      value("mod", 2, 2),
      value("sign", 2, 2),
      value("sin", 1, 1),
      value("sinh", 1, 1),
      value("sqrt", 1, 1),
      value("tan", 1, 1),
      value("tanh", 1, 1),
      value("if", 4, 4),
      value("step", 5, 5),
      value("step5", 5, 5),
      value("havsin", 5, 5),
      value("impact", 7, 7),
      value("bistop", 8, 8),
      value("shf", 4, 6, harmonic),
      value("poly", 3, 2 + kCoefficients),
      value("forcos", 4, 3 + kCoefficients, fourierCosine),
      value("forsin", 4, 3 + kCoefficients, fourierSine),

      measure("dm", 2),
      measure("dx", 3),
      measure("dy", 3),
      measure("dz", 3),
      measure("vr", 3),
      measure("vm", 3),
      measure("vx", 4),
      measure("vy", 4),
      measure("vz", 4),
      measure("ax", 2),
      measure("ay", 2),
      measure("az", 2),
      measure("wm", 2),
      measure("wx", 3),
      measure("wy", 3),
      measure("wz", 3),
      measure("psi", 2),
      measure("theta", 2),
      measure("phi", 2),
      measure("yaw", 2),
      measure("pitch", 2, nosePitch),
      measure("roll", 2),

      spline("akispl", Interpolation::akima),
      spline("cubspl", Interpolation::cubic),
      {"varval", Function::Kind::variable, 1, 1},
      {"aryval", Function::Kind::array, 2, 2},

      foreign("user", "subroutines of the user are not run here"),
      foreign("curve", "functions do not evaluate curves here"),
      foreign("interp", "functions do not interpolate in time series of files here"),
      foreign("sweep", "there is no frequency sweep among the functions here"),
      foreign("invpsd", "there are no signals from a power spectral density here"),
      foreign("incang", "functions do not measure the angle between lines of markers here"),
      foreign("delay", "functions have no memory of past values here"),
      foreign("senval", "there are no sensors here"),
      foreign("dif", kState),
      foreign("dif1", kState),
      foreign("pinval", kPlant),
      foreign("pouval", kPlant),
      foreign("fxfreq", kFlexible),
      foreign("fxmode", kFlexible),
  };
  Function series = value("cheby", 3, 2 + kCoefficients, chebyshev);
  series.exactArguments = 3 + kHighestChebyshev;
  series.reason = "the Chebyshev series is too long to be written in powers without losing digits";
  functions.push_back(series);
  const auto add = [&](std::initializer_list<std::string_view> names, std::string_view reason) {
    for (const std::string_view name : names) functions.push_back(foreign(name, reason));
  };
  for (const std::string_view name : {"accx", "accy", "accz", "wdtx", "wdty", "wdtz"}) {
    functions.push_back(measureOfSolved(name, 4, kAcceleration));
  }
  for (const std::string_view name : {"accm", "wdtm"}) functions.push_back(measureOfSolved(name, 3, kAcceleration));
  add({"fm", "fx", "fy", "fz", "tm", "tx", "ty", "tz"}, kForce);
  add({"beam", "bush", "contact", "cvcv", "field", "friction", "gforce", "joint", "jprim", "mforce", "motion", "nforce",
       "ptcv", "sforce", "spdp", "vforce", "vtorq"},
      kElement);
  add({"dxyz", "vxyz", "wxyz", "accxyz", "wdtxyz", "fxyz", "txyz", "uvx", "uvy", "uvz"}, kVector);
  return functions;
}

const std::vector<Function>& functions() {
  static const std::vector<Function> table = makeFunctions();
  return table;
}

}  // namespace

const Function* findFunction(std::string_view lowerCaseName) {
  static const auto byName = [] {
    std::unordered_map<std::string_view, const Function*> map;
    for (const Function& function : functions()) map.emplace(function.name, &function);
    return map;
  }();
  const auto found = byName.find(lowerCaseName);
  return found == byName.end() ? nullptr : found->second;
}

std::string functionHint(std::string_view name) {
  constexpr std::size_t kLongest = 16;
  std::vector<std::string> known{"TIME"};
  for (const Function& function : functions()) known.push_back(upperCase(function.name));
  const std::string hint = name.size() > kLongest ? "" : didYouMean(upperCase(name), known);
  return hint.empty() ? "only functions of ADAMS/Solver are allowed here" : hint;
}

}  // namespace mb::adams
