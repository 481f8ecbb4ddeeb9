#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/chrono/elements/build.h"
#include "formats/chrono/elements/spring_functions.h"

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

// Chrono takes these two together or not at all: one alone is hardly meant.
bool hasBoth(const JsonValue& object, std::string_view one, std::string_view other, Diagnostics& diagnostics) {
  const JsonValue* const first = find(object, one);
  const JsonValue* const second = find(object, other);
  if (first && second) return true;
  if (!first && !second) return false;
  diagnostics
      .warning(first ? first->at : second->at, Code::ignoredInput,
               fmt::format("'{}' has no effect without '{}'", first ? one : other, first ? other : one))
      .withHint(fmt::format("Chrono takes both or none: add \"{}\": ..., or remove this one", first ? other : one));
  return false;
}

std::optional<Stops> readStops(VehicleBuild& build, const JsonValue& object) {
  Diagnostics& diagnostics = build.import.diagnostics;
  if (!hasBoth(object, "Minimum Length", "Maximum Length", diagnostics)) return std::nullopt;
  const Stops stops{number(object, "Minimum Length", diagnostics), number(object, "Maximum Length", diagnostics)};
  if (stops.least > stops.largest) {
    diagnostics
        .warning(find(object, "Minimum Length")->at, Code::noRoom,
                 fmt::format("the minimum length {} is above the maximum length {}: between them both stops push",
                             stops.least, stops.largest))
        .withHint("Chrono lets them do so, too; swap the lengths if that is not meant");
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

// Every member that has to do with the law of some spring or damper.
constexpr std::array<std::string_view, 13> kLawMembers{
    "Spring Coefficient",    "Damping Coefficient", "Spring Curve Data",
    "Damping Curve Data",    "Curve Data",          "Deformation",
    "Free Length",           "Free Angle",          "Preload",
    "Minimum Length",        "Maximum Length",      "Degressivity Compression",
    "Degressivity Expansion"};

// Those of them that the law did not ask for: a curve stands above a coefficient, a damper has no length. The law is
// made of the members whose flag is set.
void loseOverridden(VehicleBuild& build, const JsonValue& object,
                    const std::vector<std::pair<bool, std::string_view>>& parts) {
  std::vector<std::string_view> taken;
  for (const auto& [isTaken, name] : parts) {
    if (isTaken) taken.push_back(name);
  }
  for (const JsonMember& member : object.members) {
    if (member.used || std::ranges::find(kLawMembers, member.name) == kLawMembers.end()) continue;
    member.used = true;
    addLoss(
        build.import, member.at, LossEffect::none, fmt::format("member '{}'", member.name),
        fmt::format("the law is that of '{}', which overrides it or has no use for it", fmt::join(taken, "' and '")),
        "none: Chrono does not look at it either", sourceText(member));
  }
}

}  // namespace

void addSpring(VehicleBuild& build, std::string_view name, const JsonValue& object, BodyIndex body1, BodyIndex body2,
               const Vector3& point1, const Vector3& point2) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const SourceRef& at = object.at;
  Tsda law;
  law.i = addMarkerInWorld(build.import, body1, name, {build.X_WV.R, point1}, 0, at);
  law.j = addMarkerInWorld(build.import, body2, name, {build.X_WV.R, point2}, 0, at);
  const std::string i = fmt::format("'{}'", build.import.model.markers[law.i].name);
  const std::string j = fmt::format("'{}'", build.import.model.markers[law.j].name);
  const std::string rate = fmt::format("vr({},{})", i, j);

  // Chrono takes a map before curves, and curves before coefficients. Older files call either curve "Curve Data". What
  // is not asked for here is told at the end.
  const bool isMap = has(object, "Map Data");
  const bool oldCurve = !isMap && has(object, "Curve Data");
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
  if (damper && !spring && hasBoth(object, "Degressivity Compression", "Degressivity Expansion", diagnostics)) {
    law.function = degressiveDamper(atLeast0(object, "Damping Coefficient", diagnostics),
                                    atLeast0(object, "Degressivity Compression", diagnostics),
                                    atLeast0(object, "Degressivity Expansion", diagnostics), rate);
  } else if (damper) {
    law.damping = atLeast0(object, "Damping Coefficient", diagnostics);
  }
  if (damperCurve) {
    const LevelCurve force = curveFrom(pairs(object, damperKey, diagnostics));
    if (!force.empty()) law.damper = addLevelSpline(build, fmt::format("{}_damper", name), force, at);
  }
  if (isMap) law.function = mapForce(build, name, object, fmt::format("dm({},{})", i, j), rate);
  if (spring || springCurve) {  // dampers and maps of Chrono do not look at their stops
    if (const std::optional<Stops> stops = readStops(build, object)) {
      warnOfShortSpring(object, *stops, law.length, diagnostics);
      curve = withStops(curve, *stops, law.length);
    }
  }
  if (!curve.empty()) law.spring = addLevelSpline(build, fmt::format("{}_spring", name), curve, at);
  loseOverridden(build, object,
                 {{isMap, "Map Data"},
                  {springCurve, springKey},
                  {damperCurve, damperKey},
                  {spring, "Spring Coefficient"},
                  {damper, "Damping Coefficient"}});
  addForce(build.import, name, at).law = law;
}

void addTorsionSpring(VehicleBuild& build, std::string_view name, const JsonValue& object, BodyIndex body1,
                      BodyIndex body2, const Pose& X_W) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const SourceRef& at = object.at;
  Rsda law;  // Chrono measures the angle of body 2 relative to body 1
  law.i = addMarkerInWorld(build.import, body2, name, X_W, 0, at);
  law.j = addMarkerInWorld(build.import, body1, name, X_W, 0, at);
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
  loseOverridden(build, object,
                 {{springCurve, "Spring Curve Data"},
                  {damperCurve, "Damping Curve Data"},
                  {spring, "Spring Coefficient"},
                  {damper, "Damping Coefficient"}});
  addForce(build.import, name, at).law = law;
}

}  // namespace mb::chrono
