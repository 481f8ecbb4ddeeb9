#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/chrono/build.h"
#include "formats/model/numbers.h"

namespace mb::chrono {
namespace {

// A curve as Chrono holds it: points by x, straight between them, level beyond. A point given again replaces the first.
class LevelCurve {
 public:
  void add(double x, double y) {
    const auto near = points_.lower_bound(x - kSame);
    if (near != points_.end() && near->first <= x + kSame)
      near->second = y;
    else
      points_[x] = y;
  }
  bool empty() const { return points_.empty(); }

  double operator()(double x) const {
    if (points_.empty()) return 0;
    const auto above = points_.lower_bound(x);
    if (above == points_.begin()) return above->second;
    const auto below = std::prev(above);
    if (above == points_.end()) return below->second;
    return below->second + (x - below->first) * (above->second - below->second) / (above->first - below->first);
  }

  const std::map<double, double>& points() const { return points_; }

 private:
  static constexpr double kSame = 1e-12;  // m or m/s: rounding, where a stop begins at a point of the curve
  std::map<double, double> points_;
};

LevelCurve curveFrom(const std::vector<std::pair<double, double>>& rows) {
  LevelCurve curve;
  for (const auto& [x, y] : rows) curve.add(x, y);
  return curve;
}

// Ours run straight on beyond their ends; one more point on either side keeps them level.
SplineIndex addLevelSpline(VehicleBuild& build, std::string_view name, const LevelCurve& curve, const SourceRef& at) {
  const SplineIndex index = addSpline(build.import, name, at);
  Spline& spline = build.import.model.splines[index];
  spline.interpolation = Interpolation::linear;
  const auto put = [&](double x, double y) {
    spline.x.push_back(x);
    spline.y.push_back(y);
  };
  const auto& points = curve.points();
  const double margin = std::max(1.0, points.rbegin()->first - points.begin()->first);
  put(points.begin()->first - margin, points.begin()->second);
  for (const auto& [x, y] : points) put(x, y);
  put(points.rbegin()->first + margin, points.rbegin()->second);
  return index;
}

// The stops of every spring with a least and a largest length: force over depth.
constexpr std::array<std::pair<double, double>, 11> kStop{{{0, 0},
                                                           {0.002, 200},
                                                           {0.004, 400},
                                                           {0.006, 600},
                                                           {0.008, 800},
                                                           {0.010, 1000},
                                                           {0.020, 2500},
                                                           {0.030, 4500},
                                                           {0.040, 7500},
                                                           {0.050, 12500},
                                                           {0.060, 125000}}};

struct Stops {
  double least = 0;  // lengths
  double largest = 0;
};

std::optional<Stops> readStops(VehicleBuild& build, const JsonValue& object) {
  const bool hasLeast = has(object, "Minimum Length");
  const bool hasLargest = has(object, "Maximum Length");
  if (!hasLeast || !hasLargest) return std::nullopt;
  Diagnostics& diagnostics = build.import.diagnostics;
  const Stops stops{number(object, "Minimum Length", diagnostics), number(object, "Maximum Length", diagnostics)};
  if (stops.least > stops.largest) {
    diagnostics
        .error(find(object, "Minimum Length")->at, Code::noRoom,
               fmt::format("the minimum length {} is above the maximum length {}", stops.least, stops.largest))
        .withHint("swap them");
    return std::nullopt;
  }
  return stops;
}

// A number that no spring or damper has below 0.
double atLeast0(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const double value = number(object, name, diagnostics);
  if (value >= 0) return value;
  diagnostics.error(find(object, name)->at, Code::mustBePositive, fmt::format("'{}' is {}, below 0", name, value))
      .withHint("give a number that is not negative");
  return 0;
}

// It never reaches the length at which it is free: possible, and hardly meant.
void warnOfShortSpring(const JsonValue& object, const Stops& stops, double freeLength, Diagnostics& diagnostics) {
  if (stops.least <= freeLength) return;
  diagnostics
      .warning(find(object, "Minimum Length")->at, Code::noRoom,
               fmt::format("the minimum length {} is above the free length {}", stops.least, freeLength))
      .withHint("check both lengths, in metres");
}

// Tension over elongation of a curve and both stops together: all are straight between their points.
LevelCurve withStops(const LevelCurve& spring, const Stops& stops, double freeLength) {
  LevelCurve stop;
  for (const auto& [depth, force] : kStop) stop.add(depth, force);
  const auto total = [&](double elongation) {
    const double length = freeLength + elongation;
    return spring(elongation) - stop(stops.least - length) + stop(length - stops.largest);
  };
  LevelCurve sum;
  for (const auto& [x, y] : spring.points()) sum.add(x, total(x));
  for (const auto& [depth, force] : kStop) {
    for (const double x : {stops.least - freeLength - depth, stops.largest - freeLength + depth}) sum.add(x, total(x));
  }
  return sum;
}

std::string quoted(const std::string& name) { return fmt::format("'{}'", name); }

std::optional<Expression> expressionOf(const std::string& text) {
  ExpressionError error;
  return parseExpression(
      text, [](std::string_view) { return std::optional<double>(); }, error);
}

// Degressive: c v / (1 + d |v|), with d for either direction.
std::optional<Expression> degressiveDamper(double c, double compression, double expansion, const std::string& rate) {
  return expressionOf(fmt::format("-({0})*{1}/if({1},1-({2})*{1},1,1+({3})*{1})", mb::toText(c), rate,
                                  mb::toText(compression), mb::toText(expansion)));
}

// A map over elongation and its rate, bilinear, straight on beyond its borders: the sum over its rows of a curve over
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

std::optional<Expression> mapForce(VehicleBuild& build, std::string_view name, const ForceMap& map,
                                   const std::string& length, const std::string& rate, const SourceRef& at) {
  std::string sum;
  for (std::size_t row = 0; row < map.rate.size(); ++row) {
    const auto isZero = [](double value) { return value == 0; };
    if (std::all_of(map.tension[row].begin(), map.tension[row].end(), isZero)) continue;
    std::vector<double> weight(map.rate.size(), 0);
    weight[row] = 1;
    const SplineIndex w =
        addStraightSpline(build, fmt::format("{}_weight_{}", name, row + 1), map.rate, std::move(weight), at);
    const SplineIndex f =
        addStraightSpline(build, fmt::format("{}_row_{}", name, row + 1), map.elongation, map.tension[row], at);
    const auto& splines = build.import.model.splines;
    sum += fmt::format("-spline({},{})*spline({},{})", quoted(splines[w].name), rate, quoted(splines[f].name), length);
  }
  return sum.empty() ? std::nullopt : expressionOf(sum);
}

}  // namespace

void addSpring(VehicleBuild& build, std::string_view name, const JsonValue& object, BodyIndex body1, BodyIndex body2,
               const Vector3& point1, const Vector3& point2) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const SourceRef& at = object.at;
  Tsda law;
  law.i = addMarkerInWorld(build.import, body1, name, {build.X_WV.R, point1}, at);
  law.j = addMarkerInWorld(build.import, body2, name, {build.X_WV.R, point2}, at);
  const std::string i = quoted(build.import.model.markers[law.i].name);
  const std::string j = quoted(build.import.model.markers[law.j].name);
  const std::string rate = fmt::format("vr({},{})", i, j);

  // Chrono takes a map before curves, and curves before coefficients. Older files call either curve "Curve Data".
  const bool isMap = has(object, "Map Data");
  const bool oldCurve = has(object, "Curve Data");
  const bool oldSpring = oldCurve && has(object, "Free Length");
  const std::string_view springKey = oldSpring ? "Curve Data" : "Spring Curve Data";
  const std::string_view damperKey = oldCurve && !oldSpring ? "Curve Data" : "Damping Curve Data";
  const bool springCurve = !isMap && has(object, springKey);
  const bool damperCurve = !isMap && has(object, damperKey);
  const bool linear = !isMap && !springCurve && !damperCurve;
  const bool spring = linear && has(object, "Spring Coefficient");
  const bool damper = linear && has(object, "Damping Coefficient");
  if (!isMap && !springCurve && !damperCurve && !spring && !damper) {
    diagnostics.error(at, Code::missingElement, fmt::format("'{}' has no law", name))
        .withHint(
            "give 'Spring Coefficient', 'Damping Coefficient', 'Spring Curve Data', 'Damping Curve Data' or 'Map "
            "Data'");
    return;
  }
  LevelCurve curve;
  if (spring || springCurve) law.length = atLeast0(object, "Free Length", diagnostics);
  if (spring) law.stiffness = atLeast0(object, "Spring Coefficient", diagnostics);
  if (springCurve) curve = curveFrom(pairs(object, springKey, diagnostics));
  if (spring || springCurve || isMap) law.preload = numberOr(object, "Preload", 0, diagnostics);
  const bool fadesIn = has(object, "Degressivity Compression");
  const bool fadesOut = has(object, "Degressivity Expansion");
  if (damper && !spring && fadesIn && fadesOut) {
    law.function = degressiveDamper(atLeast0(object, "Damping Coefficient", diagnostics),
                                    number(object, "Degressivity Compression", diagnostics),
                                    number(object, "Degressivity Expansion", diagnostics), rate);
  } else if (damper) {
    law.damping = atLeast0(object, "Damping Coefficient", diagnostics);
  }
  if (damperCurve) {
    const LevelCurve force = curveFrom(pairs(object, damperKey, diagnostics));
    if (!force.empty()) law.damper = addLevelSpline(build, fmt::format("{}_damper", name), force, at);
  }
  if (isMap) {
    if (const std::optional<ForceMap> map = readMap(build, object)) {
      law.function = mapForce(build, name, *map, fmt::format("dm({},{})", i, j), rate, at);
    }
  }
  // Dampers and maps of Chrono do not look at their stops.
  const std::optional<Stops> stops = readStops(build, object);
  if (stops && (spring || springCurve)) warnOfShortSpring(object, *stops, law.length, diagnostics);
  if (stops && (spring || springCurve)) curve = withStops(curve, *stops, law.length);
  if (!curve.empty()) law.spring = addLevelSpline(build, fmt::format("{}_spring", name), curve, at);
  addForce(build.import, name, at).law = law;
}

void addTorsionSpring(VehicleBuild& build, std::string_view name, const JsonValue& object, BodyIndex body1,
                      BodyIndex body2, const Pose& X_W) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const SourceRef& at = object.at;
  Rsda law;  // Chrono measures the angle of body 2 relative to body 1
  law.i = addMarkerInWorld(build.import, body2, name, X_W, at);
  law.j = addMarkerInWorld(build.import, body1, name, X_W, at);
  const bool springCurve = has(object, "Spring Curve Data");
  const bool damperCurve = has(object, "Damping Curve Data");
  const bool linear = !springCurve && !damperCurve;
  const bool spring = linear && has(object, "Spring Coefficient");
  const bool damper = linear && has(object, "Damping Coefficient");
  if (!springCurve && !damperCurve && !spring && !damper) {
    diagnostics.error(at, Code::missingElement, fmt::format("'{}' has no law", name))
        .withHint("give 'Spring Coefficient', 'Damping Coefficient', 'Spring Curve Data' or 'Damping Curve Data'");
    return;
  }
  if (spring || springCurve) {
    law.angle = number(object, "Free Angle", diagnostics);
    law.torque = numberOr(object, "Preload", 0, diagnostics);
  }
  if (spring) law.stiffness = atLeast0(object, "Spring Coefficient", diagnostics);
  if (damper) law.damping = atLeast0(object, "Damping Coefficient", diagnostics);
  const auto curveOf = [&](bool given, std::string_view member, std::string_view what, SplineIndex& spline) {
    if (!given) return;
    const LevelCurve curve = curveFrom(pairs(object, member, diagnostics));
    if (!curve.empty()) spline = addLevelSpline(build, fmt::format("{}_{}", name, what), curve, at);
  };
  curveOf(springCurve, "Spring Curve Data", "spring", law.spring);
  curveOf(damperCurve, "Damping Curve Data", "damper", law.damper);
  addForce(build.import, name, at).law = law;
}

}  // namespace mb::chrono
