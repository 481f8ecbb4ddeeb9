#include "formats/chrono/elements/spring_functions.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/numbers.h"

namespace mb::chrono {
namespace {

std::optional<Expression> expressionOf(const std::string& text) {
  ExpressionError error;
  return parseExpression(
      text, [](std::string_view) { return std::optional<double>(); }, error);
}

// A bilinear map over elongation and its rate, linear beyond its borders: the sum over its rows of a curve over
// elongation times a weight over the rate that is 1 at the row's rate and 0 at the others'.
struct ForceMap {
  std::vector<double> elongation;
  std::vector<double> rate;
  std::vector<std::vector<double>> tension;  // by rate
};

bool increases(const std::vector<double>& x) {
  return x.size() >= 2 && std::adjacent_find(x.begin(), x.end(), std::greater_equal<>()) == x.end();
}

std::optional<ForceMap> readMap(VehicleBuild& build, const JsonValue& object) {
  Diagnostics& diagnostics = build.import.diagnostics;
  ForceMap map;
  map.elongation = numbers(object, "Deformation", diagnostics);
  for (const JsonValue& row : requireArray(object, "Map Data", diagnostics)) {
    if (row.items.size() != map.elongation.size() + 1) {
      diagnostics
          .error(row.at, Code::wrongCount,
                 fmt::format("a row of 'Map Data' must have {} numbers, not {}", map.elongation.size() + 1,
                             row.items.size()))
          .withHint("a row is the speed, then one force for each entry of 'Deformation'");
      return std::nullopt;
    }
    map.rate.push_back(numberOf(row.items[0], diagnostics));
    std::vector<double>& tension = map.tension.emplace_back();
    for (std::size_t k = 1; k < row.items.size(); ++k) tension.push_back(numberOf(row.items[k], diagnostics));
  }
  if (diagnostics.hasErrors()) return std::nullopt;
  for (const auto& [values, name] :
       {std::pair{&map.elongation, "the entries of 'Deformation'"}, std::pair{&map.rate, "the speeds of 'Map Data'"}}) {
    if (increases(*values)) continue;
    diagnostics.error(object.at, Code::mustIncrease, fmt::format("{} must be two or more, and increase", name))
        .withHint("sort them, each once");
    return std::nullopt;
  }
  return map;
}

SplineIndex addStraightSpline(VehicleBuild& build, std::string_view name, std::vector<double> x, std::vector<double> y,
                              const SourceRef& at) {
  const SplineIndex index = addSpline(build.import, name, at);
  Spline& spline = build.import.model.splines[index];
  spline.interpolation = Interpolation::linear;
  spline.x = std::move(x);
  spline.y = std::move(y);
  return index;
}

}  // namespace

std::optional<Expression> degressiveDamper(double c, double compression, double expansion, const std::string& rate) {
  return expressionOf(fmt::format("-({0})*{1}/if({1},1-({2})*{1},1,1+({3})*{1})", mb::toText(c), rate,
                                  mb::toText(compression), mb::toText(expansion)));
}

std::optional<Expression> mapForce(VehicleBuild& build, std::string_view name, const JsonValue& object,
                                   const std::string& length, const std::string& rate) {
  const std::optional<ForceMap> map = readMap(build, object);
  if (!map) return std::nullopt;
  std::string sum;
  for (std::size_t row = 0; row < map->rate.size(); ++row) {
    const auto isZero = [](double value) { return value == 0; };
    if (std::all_of(map->tension[row].begin(), map->tension[row].end(), isZero)) continue;
    std::vector<double> weight(map->rate.size(), 0);
    weight[row] = 1;
    const SplineIndex w =
        addStraightSpline(build, fmt::format("{}_weight_{}", name, row + 1), map->rate, std::move(weight), object.at);
    const SplineIndex f = addStraightSpline(build, fmt::format("{}_row_{}", name, row + 1), map->elongation,
                                            map->tension[row], object.at);
    const auto& splines = build.import.model.splines;
    sum += fmt::format("-spline('{}',{})*spline('{}',{})", splines[w].name, rate, splines[f].name, length);
  }
  return sum.empty() ? std::nullopt : expressionOf(sum);
}

}  // namespace mb::chrono
