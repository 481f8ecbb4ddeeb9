// Recognises shapes by algebra, not by text: an expression is expanded into a polynomial of its measures, which is
// compared with that of a spring or a distance.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "formats/adams/expressions/expression.h"
#include "formats/model/elementary/elementary.h"

namespace mb::adams {
namespace {

using Kind = Expression::Kind;

struct Measured {
  std::string name;
  std::vector<std::string> markers;
  auto operator<=>(const Measured&) const = default;
};
using Monomial = std::vector<Measured>;             // sorted; empty: the constant
using Polynomial = std::map<Monomial, double>;      // without zeros
using MaybePolynomial = std::optional<Polynomial>;  // nothing: not a polynomial, or not a relevant one

constexpr std::size_t kHighestDegree = 4;
constexpr std::size_t kMostTerms = 64;

Polynomial constantPolynomial(double value) {
  Polynomial polynomial;
  if (value != 0) polynomial[{}] = value;
  return polynomial;
}

void addTerm(Polynomial& sum, const Monomial& monomial, double factor) {
  double& value = sum[monomial];
  value += factor;
  if (value == 0) sum.erase(monomial);
}

Polynomial plus(Polynomial a, const Polynomial& b, double sign) {
  for (const auto& [monomial, factor] : b) addTerm(a, monomial, sign * factor);
  return a;
}

MaybePolynomial times(const Polynomial& a, const Polynomial& b) {
  Polynomial product;
  for (const auto& [left, leftFactor] : a) {
    for (const auto& [right, rightFactor] : b) {
      if (left.size() + right.size() > kHighestDegree) return std::nullopt;
      Monomial monomial = left;
      monomial.insert(monomial.end(), right.begin(), right.end());
      std::sort(monomial.begin(), monomial.end());
      addTerm(product, monomial, leftFactor * rightFactor);
    }
  }
  if (product.size() > kMostTerms) return std::nullopt;
  return product;
}

std::optional<double> asConstant(const Polynomial& polynomial) {
  if (polynomial.empty()) return 0.0;
  if (polynomial.size() > 1 || !polynomial.begin()->first.empty()) return std::nullopt;
  return polynomial.begin()->second;
}

// One name for measures that are equal up to a sign: dm(i, j) = dm(j, i), dx(i, j, k) = -dx(j, i, k).
MaybePolynomial measuredPolynomial(const Expression& call) {
  Measured measured{call.name, {}};
  for (const Expression& argument : call.arguments) measured.markers.push_back(argument.name);
  double sign = 1;
  const bool isDistance = call.name == "dm" || call.name == "vr";
  const bool isComponent = call.name == "dx" || call.name == "dy" || call.name == "dz" || call.name == "wz";
  if ((isDistance || isComponent) && measured.markers.size() > 1 && measured.markers[1] < measured.markers[0]) {
    std::swap(measured.markers[0], measured.markers[1]);
    if (isComponent) sign = -1;
  }
  return Polynomial{{Monomial{measured}, sign}};
}

// dx^2 + dy^2 + dz^2 is dm^2 along any axes.
Polynomial withDistances(Polynomial polynomial) {
  const Polynomial terms = polynomial;
  for (const auto& term : terms) {
    const auto& monomial = term.first;
    const double factor = term.second;
    if (monomial.size() != 2 || monomial[0] != monomial[1] || monomial[0].name != "dx") continue;
    const auto square = [&](const char* name) {
      const Measured component{name, monomial[0].markers};
      return Monomial{component, component};
    };
    const auto y = polynomial.find(square("dy"));
    const auto z = polynomial.find(square("dz"));
    if (y == polynomial.end() || z == polynomial.end() || y->second != factor || z->second != factor) continue;
    Measured distance{"dm", monomial[0].markers};
    distance.markers.resize(std::min<std::size_t>(distance.markers.size(), 2));
    polynomial.erase(square("dx"));
    polynomial.erase(square("dy"));
    polynomial.erase(square("dz"));
    addTerm(polynomial, {distance, distance}, factor);
  }
  return polynomial;
}

// The square root of a positive constant, or of a multiple of a squared distance.
MaybePolynomial squareRoot(const Polynomial& polynomial) {
  if (const std::optional<double> value = asConstant(polynomial)) {
    return *value >= 0 ? MaybePolynomial(constantPolynomial(std::sqrt(*value))) : std::nullopt;
  }
  const Polynomial reduced = withDistances(polynomial);
  const auto& [monomial, factor] = *reduced.begin();
  const bool isSquare = reduced.size() == 1 && factor > 0 && monomial.size() == 2 && monomial[0] == monomial[1] &&
                        monomial[0].name == "dm";
  if (!isSquare) return std::nullopt;
  return Polynomial{{Monomial{monomial[0]}, std::sqrt(factor)}};
}

MaybePolynomial power(const Polynomial& base, const Polynomial& exponent) {
  const std::optional<double> n = asConstant(exponent);
  if (!n) return std::nullopt;
  if (const std::optional<double> value = asConstant(base)) {
    const double result = elementary::pow(*value, *n);
    return std::isfinite(result) ? MaybePolynomial(constantPolynomial(result)) : std::nullopt;
  }
  if (*n == 0.5) return squareRoot(base);
  if (*n == 1) return base;
  if (*n == 2) return times(base, base);
  return std::nullopt;
}

MaybePolynomial polynomialOf(const Expression& expression) {
  if (expression.kind == Kind::number) return constantPolynomial(expression.number);
  if (expression.kind == Kind::time || expression.kind == Kind::reference) return std::nullopt;
  if (expression.kind == Kind::call) {
    const bool measures = !expression.arguments.empty() && expression.arguments[0].kind == Kind::reference;
    if (measures && expression.name != "spline") return measuredPolynomial(expression);
    if (expression.name == "sqrt" && expression.arguments.size() == 1) {
      const MaybePolynomial square = polynomialOf(expression.arguments[0]);
      return square ? squareRoot(*square) : std::nullopt;
    }
    const std::optional<double> value = constantValue(expression);
    return value ? MaybePolynomial(constantPolynomial(*value)) : std::nullopt;
  }
  const MaybePolynomial left = polynomialOf(expression.arguments[0]);
  if (!left) return std::nullopt;
  if (expression.kind == Kind::negate) return plus({}, *left, -1);
  const MaybePolynomial right = polynomialOf(expression.arguments[1]);
  if (!right) return std::nullopt;
  switch (expression.kind) {
    case Kind::add: return plus(*left, *right, 1);
    case Kind::subtract: return plus(*left, *right, -1);
    case Kind::multiply: return times(*left, *right);
    case Kind::divide: {
      const std::optional<double> divisor = asConstant(*right);
      if (!divisor || *divisor == 0) return std::nullopt;
      Polynomial quotient;
      for (const auto& [monomial, factor] : *left) addTerm(quotient, monomial, factor / *divisor);
      return quotient;
    }
    case Kind::power: return power(*left, *right);
    default: return std::nullopt;
  }
}

// F = constant + position p + rate v, with p and v measured as given.
std::optional<SpringShape> springOf(const Expression& expression, const Expression& position, const Expression& rate,
                                    bool lengthMayBeNegative) {
  MaybePolynomial force = polynomialOf(expression);
  if (!force) return std::nullopt;
  const auto taken = [&](const Polynomial& measure) {
    const auto& [monomial, sign] = *measure.begin();
    const auto found = force->find(monomial);
    if (found == force->end()) return 0.0;
    const double factor = found->second * sign;
    force->erase(found);
    return factor;
  };
  SpringShape spring;
  const double stiffness = -taken(*measuredPolynomial(position));
  const double damping = -taken(*measuredPolynomial(rate));
  const std::optional<double> constant = asConstant(*force);
  const bool isSpring = constant && stiffness >= 0 && damping >= 0 && stiffness + damping > 0;
  if (!isSpring || !std::isfinite(stiffness + damping + *constant)) return std::nullopt;
  spring.stiffness = stiffness;
  spring.damping = damping;
  // The constant goes into the free length if the result can be one.
  const double length = stiffness > 0 ? *constant / stiffness : 0;
  const bool isLength = stiffness > 0 && std::isfinite(length) && (length >= 0 || lengthMayBeNegative);
  (isLength ? spring.length : spring.preload) = isLength ? length : *constant;
  return spring;
}

Expression measure(std::string_view name, std::initializer_list<std::string_view> markers) {
  Expression expression;
  expression.kind = Kind::call;
  expression.name = name;
  for (const std::string_view marker : markers) {
    Expression& reference = expression.arguments.emplace_back();
    reference.kind = Kind::reference;
    reference.name = marker;
  }
  return expression;
}

}  // namespace

std::optional<SpringShape> translationalSpring(const Expression& expression, std::string_view i, std::string_view j) {
  return springOf(expression, measure("dm", {i, j}), measure("vr", {i, j}), false);
}

std::optional<SpringShape> rotationalSpring(const Expression& expression, std::string_view i, std::string_view j) {
  return springOf(expression, measure("az", {i, j}), measure("wz", {i, j, j}), true);
}

std::optional<DistanceShape> distanceOf(const Expression& expression) {
  MaybePolynomial polynomial = polynomialOf(expression);
  if (!polynomial) return std::nullopt;
  *polynomial = withDistances(std::move(*polynomial));
  if (polynomial->size() != 2 || !polynomial->begin()->first.empty()) return std::nullopt;
  const double constant = polynomial->begin()->second;  // the empty monomial sorts first
  const auto& monomial = polynomial->rbegin()->first;
  const double factor = polynomial->rbegin()->second;
  const bool isPower = std::all_of(monomial.begin(), monomial.end(),
                                   [&](const Measured& m) { return m == monomial[0] && m.name == "dm"; });
  if (!isPower || monomial.size() > 2) return std::nullopt;
  const double value = -constant / factor;
  const double length = monomial.size() == 2 ? std::sqrt(value) : value;
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  const std::vector<std::string>& markers = monomial[0].markers;
  return DistanceShape{markers[0], markers.size() > 1 ? markers[1] : std::string(), length};
}

}  // namespace mb::adams
