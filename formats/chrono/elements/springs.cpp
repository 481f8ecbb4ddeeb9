#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/chrono/elements/build.h"
#include "formats/chrono/elements/spring_functions.h"

namespace mb::chrono {
namespace {

// A curve as in Chrono: points by x, linear between them, constant beyond. A repeated point replaces the first.
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

// Our splines are linear beyond their ends; one more point on either side keeps them constant.
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

// The stops of every spring with a minimum and a maximum length: force over depth.
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

// Chrono uses these two only together: one alone is hardly intended.
bool hasBoth(const JsonValue& object, std::string_view one, std::string_view other, Diagnostics& diagnostics) {
  const JsonValue* const first = find(object, one);
  const JsonValue* const second = find(object, other);
  if (first && second) return true;
  if (!first && !second) return false;
  diagnostics
      .warning(first ? first->at : second->at, Code::ignoredInput,
               fmt::format("'{}' has no effect without '{}'", first ? one : other, first ? other : one))
      .withHint(fmt::format("Chrono uses both or neither: add \"{}\": ..., or remove this one", first ? other : one));
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

// A number that is never negative for a spring or damper.
double atLeast0(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  const double value = number(object, name, diagnostics);
  if (value >= 0) return value;
  diagnostics.error(find(object, name)->at, Code::mustBePositive, fmt::format("'{}' is {}, below 0", name, value))
      .withHint("give a number that is not negative");
  return 0;
}

// A spring that never reaches its free length is possible, but hardly intended.
void warnOfShortSpring(const JsonValue& object, const Stops& stops, double freeLength, Diagnostics& diagnostics) {
  if (stops.least <= freeLength) return;
  diagnostics
      .warning(find(object, "Minimum Length")->at, Code::noRoom,
               fmt::format("the minimum length {} is above the free length {}", stops.least, freeLength))
      .withHint("check both lengths, in metres");
}

// Tension over elongation of a curve and both stops together: all are piecewise linear.
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

// Every member that belongs to the law of some spring or damper.
constexpr std::array<std::string_view, 13> kLawMembers{
    "Spring Coefficient",    "Damping Coefficient", "Spring Curve Data",
    "Damping Curve Data",    "Curve Data",          "Deformation",
    "Free Length",           "Free Angle",          "Preload",
    "Minimum Length",        "Maximum Length",      "Degressivity Compression",
    "Degressivity Expansion"};

// Reports those that the law does not use: a curve overrides a coefficient, and a damper has no length. The law
// consists of the members whose flag is set.
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
        "none: Chrono ignores it too", sourceText(member));
  }
}

// Which members the law of a spring is made of. Chrono takes a map before curves, and curves before coefficients.
struct LawParts {
  bool isMap = false;
  bool springCurve = false;
  bool damperCurve = false;
  bool spring = false;  // by a coefficient
  bool damper = false;
  std::string_view springKey = "Spring Curve Data";
  std::string_view damperKey = "Damping Curve Data";

  bool isEmpty() const { return !isMap && !springCurve && !damperCurve && !spring && !damper; }
  bool isSpring() const { return spring || springCurve; }
};
LawParts partsOf(const JsonValue& object, LawParts parts) {
  parts.springCurve = !parts.isMap && has(object, parts.springKey);
  parts.damperCurve = !parts.isMap && has(object, parts.damperKey);
  const bool isLinear = !parts.isMap && !parts.springCurve && !parts.damperCurve;
  parts.spring = isLinear && has(object, "Spring Coefficient");
  parts.damper = isLinear && has(object, "Damping Coefficient");
  return parts;
}
// Older files call either curve "Curve Data".
LawParts translationalParts(const JsonValue& object) {
  LawParts parts;
  parts.isMap = has(object, "Map Data");
  if (!parts.isMap && has(object, "Curve Data"))
    (has(object, "Free Length") ? parts.springKey : parts.damperKey) = "Curve Data";
  return partsOf(object, parts);
}

bool refuseNoLaw(VehicleBuild& build, std::string_view name, const JsonValue& object, const LawParts& parts,
                 std::string_view hint) {
  if (!parts.isEmpty()) return false;
  build.import.diagnostics.error(object.at, Code::missingElement, fmt::format("'{}' has no law", name))
      .withHint(std::string(hint));
  return true;
}

// A curve of the file, with stops where there are some. Dampers and maps of Chrono do not look at their stops.
LevelCurve springCurveOf(VehicleBuild& build, const JsonValue& object, const LawParts& parts, double freeLength) {
  Diagnostics& diagnostics = build.import.diagnostics;
  LevelCurve curve;
  if (!parts.isSpring()) return curve;
  if (parts.springCurve) curve = curveFrom(pairs(object, parts.springKey, diagnostics));
  const std::optional<Stops> stops = readStops(build, object);
  if (!stops) return curve;
  warnOfShortSpring(object, *stops, freeLength, diagnostics);
  return withStops(curve, *stops, freeLength);
}

// Adds the curve as a spline; none where it is empty.
SplineIndex splineOf(VehicleBuild& build, std::string_view name, std::string_view what, const LevelCurve& curve,
                     const SourceRef& at) {
  return curve.empty() ? SplineIndex{} : addLevelSpline(build, fmt::format("{}_{}", name, what), curve, at);
}

void loseOverridden(VehicleBuild& build, const JsonValue& object, const LawParts& parts) {
  loseOverridden(build, object,
                 {{parts.isMap, "Map Data"},
                  {parts.springCurve, parts.springKey},
                  {parts.damperCurve, parts.damperKey},
                  {parts.spring, "Spring Coefficient"},
                  {parts.damper, "Damping Coefficient"}});
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
  const LawParts parts = translationalParts(object);
  if (refuseNoLaw(build, name, object, parts,
                  "give 'Spring Coefficient', 'Damping Coefficient', 'Spring Curve Data', 'Damping Curve Data' or 'Map "
                  "Data'"))
    return;
  if (parts.isSpring()) law.length = atLeast0(object, "Free Length", diagnostics);
  if (parts.spring) law.stiffness = atLeast0(object, "Spring Coefficient", diagnostics);
  const LevelCurve curve = springCurveOf(build, object, parts, law.length);
  if (parts.isSpring() || parts.isMap) law.preload = numberOr(object, "Preload", 0, diagnostics);
  if (parts.damper && !parts.spring &&
      hasBoth(object, "Degressivity Compression", "Degressivity Expansion", diagnostics)) {
    law.function = degressiveDamper(atLeast0(object, "Damping Coefficient", diagnostics),
                                    atLeast0(object, "Degressivity Compression", diagnostics),
                                    atLeast0(object, "Degressivity Expansion", diagnostics), rate);
  } else if (parts.damper) {
    law.damping = atLeast0(object, "Damping Coefficient", diagnostics);
  }
  if (parts.damperCurve)
    law.damper = splineOf(build, name, "damper", curveFrom(pairs(object, parts.damperKey, diagnostics)), at);
  if (parts.isMap) law.function = mapForce(build, name, object, fmt::format("dm({},{})", i, j), rate);
  law.spring = splineOf(build, name, "spring", curve, at);
  loseOverridden(build, object, parts);
  addForce(build.import, name, at).law = law;
}

void addTorsionSpring(VehicleBuild& build, std::string_view name, const JsonValue& object, BodyIndex body1,
                      BodyIndex body2, const Pose& X_W) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const SourceRef& at = object.at;
  Rsda law;  // Chrono measures the angle of body 2 relative to body 1
  law.i = addMarkerInWorld(build.import, body2, name, X_W, 0, at);
  law.j = addMarkerInWorld(build.import, body1, name, X_W, 0, at);
  const LawParts parts = partsOf(object, {});
  if (refuseNoLaw(build, name, object, parts,
                  "give 'Spring Coefficient', 'Damping Coefficient', 'Spring Curve Data' or 'Damping Curve Data'"))
    return;
  if (parts.isSpring()) {
    law.angle = number(object, "Free Angle", diagnostics);
    law.torque = numberOr(object, "Preload", 0, diagnostics);
  }
  if (parts.spring) law.stiffness = atLeast0(object, "Spring Coefficient", diagnostics);
  if (parts.damper) law.damping = atLeast0(object, "Damping Coefficient", diagnostics);
  if (parts.springCurve)
    law.spring = splineOf(build, name, "spring", curveFrom(pairs(object, parts.springKey, diagnostics)), at);
  if (parts.damperCurve)
    law.damper = splineOf(build, name, "damper", curveFrom(pairs(object, parts.damperKey, diagnostics)), at);
  loseOverridden(build, object, parts);
  addForce(build.import, name, at).law = law;
}

}  // namespace mb::chrono
