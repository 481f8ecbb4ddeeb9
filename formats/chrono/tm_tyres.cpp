// TMeasy and TMsimple give slope, peak and sliding force at the nominal load and at twice that; between and beyond
// they run with the load as q (2 v1 - v2 / 2 - (v1 - v2 / 2) q), q the load over the nominal one. The magic formula of
// 1989 has the same parabola for peaks and for the slope along x, so that those agree at all loads. Its slope along y
// is another function, which agrees at the two loads. Shape and curvature are those that give the sliding force and
// the slip at the peak of the nominal load.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/chrono/parts.h"
#include "formats/model/basics/units.h"
#include "formats/model/elementary/elementary.h"

namespace mb::chrono {
namespace {

struct AtLoads {
  double once = 0;   // at the nominal load
  double twice = 0;  // at twice the nominal load
};

struct Direction {
  AtLoads slope;    // N per unit of slip
  AtLoads peak;     // N
  AtLoads sliding;  // N
  double slipAtPeak = 0;
};

struct TmData {
  double nominal = 0;  // N
  double largest = 0;  // N
  Direction x;
  Direction y;
};

// By nominal load: Chrono's assumptions for a tyre of which only the load is known.
struct Pattern {
  Direction x;
  Direction y;
};
constexpr Pattern kTruck{{{17.7764, 14.5301}, {0.89965, 0.77751}, {0.46183, 0.42349}, 0.10811},
                         {{7.4013, 6.8505}, {0.75876, 0.72628}, {0.68276, 0.65319}, 0.33167}};
constexpr Pattern kCar{{{18.3741, 19.4669}, {1.1292, 1.0896}, {0.80149, 0.76917}, 0.13913},
                       {{15.9826, 12.8509}, {1.0009, 0.91367}, {0.8336, 0.77336}, 0.14852}};
constexpr Pattern kSimpleTruck{{{19.1677, 15.1285}, {0.91432, 0.79538}, {0.52273, 0.48517}, 0},
                               {{6.8392, 6.4235}, {0.75948, 0.72714}, {0.68739, 0.65594}, 0}};
constexpr Pattern kSimpleCar{{{19.9774, 20.8424}, {1.1404, 1.1045}, {0.84482, 0.82041}, 0},
                             {{16.7895, 12.9866}, {1.0107, 0.91902}, {0.84864, 0.78702}, 0}};

Direction scaled(const Direction& pattern, double nominal) {
  const auto scale = [&](const AtLoads& value) { return AtLoads{value.once * nominal, value.twice * 2 * nominal}; };
  return {scale(pattern.slope), scale(pattern.peak), scale(pattern.sliding), pattern.slipAtPeak};
}

// TMsimple: F = peak sin(b (1 - exp(-s / a))), which peaks where the argument of the sine is a right angle.
double simplePeakSlip(const Direction& data) {
  const double b = std::numbers::pi - elementary::asin(std::clamp(data.sliding.once / data.peak.once, 0.0, 1.0));
  const double a = data.peak.once * b / data.slope.once;
  const double share = 1 - std::numbers::pi / (2 * b);
  return share > 0 ? -a * elementary::log(share) : 0;
}

AtLoads atLoads(VehicleBuild& build, const JsonValue& object, std::string_view name) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::vector<double> values = numbers(object, name, diagnostics);
  if (values.size() == 2) return {values[0], values[1]};
  if (const JsonValue* value = find(object, name); value && value->kind == JsonValue::Kind::array) {
    diagnostics
        .error(value->at, Code::wrongCount, fmt::format("'{}' must have 2 numbers, not {}", name, value->items.size()))
        .withHint("the first is for the nominal load, the second for twice that");
  }
  return {};
}

Direction readDirection(VehicleBuild& build, const JsonValue& object, char axis) {
  Direction data;
  data.slope = atLoads(build, object, fmt::format("Initial Slopes dF{0}/ds{0} [N]", axis));
  data.peak = atLoads(build, object, fmt::format("Maximum F{} Load [N]", axis));
  data.sliding = atLoads(build, object, fmt::format("Sliding F{} Load [N]", axis));
  const std::string slip = fmt::format("Slip s{0} at Maximum F{0}", axis);
  if (has(object, slip)) data.slipAtPeak = atLoads(build, object, slip).once;
  return data;
}

// F = c1' z + c2' z^2 from the stiffness at the nominal load and at twice that, as points.
void giveParabola(Tyre& tyre, const AtLoads& stiffness, double nominal, double radius) {
  const double c1 = stiffness.once;
  const double c2 = stiffness.twice;
  const double linear = std::sqrt(std::max(2 * c1 * c1 - c2 * c2, 0.0));
  const double square = (c2 * c2 - c1 * c1) / (4 * nominal);
  constexpr int kPoints = 40;
  for (int k = 0; k <= kPoints; ++k) {
    const double z = 0.4 * radius * k / kPoints;
    const double load = linear * z + square * z * z;
    if (k > 0 && load <= tyre.load.back()) return;  // past the top of the parabola
    tyre.deflection.push_back(z);
    tyre.load.push_back(load);
  }
}

void readVertical(VehicleBuild& build, const JsonValue& parameters, Tyre& tyre, TmData& data, double radius) {
  Diagnostics& diagnostics = build.import.diagnostics;
  if (has(parameters, "Vertical")) {
    const JsonValue& vertical = requireObject(parameters, "Vertical", diagnostics);
    data.nominal = number(vertical, "Nominal Vertical Force [N]", diagnostics);
    data.largest = numberOr(vertical, "Maximum Vertical Force [N]", 3.5 * data.nominal, diagnostics);
    if (has(vertical, "Vertical Tire Stiffness [N/m]")) {
      giveKey(tyre, "VERTICAL_STIFFNESS", number(vertical, "Vertical Tire Stiffness [N/m]", diagnostics));
    } else {
      std::vector<std::pair<double, double>> points = pairs(vertical, "Tire Spring Curve Data", diagnostics);
      std::sort(points.begin(), points.end());
      if (!points.empty() && points.front().first > 0) points.insert(points.begin(), {0, 0});
      for (const auto& [deflection, load] : points) {
        tyre.deflection.push_back(deflection);
        tyre.load.push_back(load);
      }
    }
    for (const std::string_view name : {"Vertical Tire Damping [Ns/m]", "Tire Vertical Damping [Ns/m]"}) {
      if (has(vertical, name)) giveKey(tyre, "VERTICAL_DAMPING", number(vertical, name, diagnostics));
    }
    return;
  }
  const JsonValue& load = requireObject(parameters, "Tire Load", diagnostics);
  data.nominal = number(load, "Nominal Vertical Force [N]", diagnostics);
  data.largest = numberOr(load, "Maximum Vertical Force [N]", 3.5 * data.nominal, diagnostics);
  const JsonValue& stiffness = requireObject(parameters, "Tire Stiffness", diagnostics);
  if (const JsonValue* vertical = find(stiffness, "Vertical [N/m]");
      vertical && vertical->kind == JsonValue::Kind::number) {
    giveKey(tyre, "VERTICAL_STIFFNESS", vertical->number);
  } else {
    const AtLoads both = atLoads(build, stiffness, "Vertical [N/m]");
    if (both.once > 0 && data.nominal > 0) giveParabola(tyre, both, data.nominal, radius);
  }
  const JsonValue& damping = requireObject(parameters, "Tire Damping", diagnostics);
  giveKey(tyre, "VERTICAL_DAMPING", number(damping, "Vertical [Ns/m]", diagnostics));
}

double capacityOf(int loadIndex) {  // N; the table of load indexes is this formula, rounded
  constexpr double kGravity = 9.81;
  return 45 * elementary::pow(10, std::clamp(loadIndex, 0, 279) / 80.0) * kGravity;
}

// From the load it carries: the load index, or the bearing capacity.
void guess(VehicleBuild& build, const JsonValue& file, const JsonValue& design, bool isSimple, Tyre& tyre,
           TmData& data) {
  Diagnostics& diagnostics = build.import.diagnostics;
  if (!has(file, "Load Index") && !has(file, "Maximum Bearing Capacity [N]")) {
    diagnostics
        .error(file.at, Code::missingElement,
               "the tyre has neither 'Parameters' nor 'Load Index' nor 'Maximum Bearing Capacity [N]'")
        .withHint("one of them is needed");
    return;
  }
  const double capacity = has(file, "Load Index") ? capacityOf(integer(file, "Load Index", diagnostics))
                                                  : number(file, "Maximum Bearing Capacity [N]", diagnostics);
  find(file, "Maximum Bearing Capacity [N]");  // ignored if there is a load index
  const std::string vehicle = textOr(file, "Vehicle Type", "", diagnostics);
  const bool isTruck = vehicle == "Truck" || vehicle == "truck";
  const double designed = numberOr(file, "Inflation Pressure Design [Pa]", 0, diagnostics);
  const double used = numberOr(file, "Inflation Pressure Use [Pa]", 0, diagnostics);
  const double pressure = designed > 0 && used > 0 ? used / designed : 1;
  data.nominal = 0.5 * capacity * elementary::pow(pressure, 0.8);
  data.largest = 3.5 * data.nominal;
  const double height =
      number(design, "Unloaded Radius [m]", diagnostics) - number(design, "Rim Radius [m]", diagnostics);
  const double stiffness = capacity / (0.16 * height);
  giveKey(tyre, "VERTICAL_STIFFNESS", stiffness);
  constexpr double kDampingRatio = 0.5;
  const double mass = number(design, "Mass [kg]", diagnostics);
  giveKey(tyre, "VERTICAL_DAMPING", 2 * kDampingRatio * std::sqrt(std::max(stiffness * mass, 0.0)));
  const Pattern& pattern = isSimple ? (isTruck ? kSimpleTruck : kSimpleCar) : (isTruck ? kTruck : kCar);
  data.x = scaled(pattern.x, data.nominal);
  data.y = scaled(pattern.y, data.nominal);
}

struct Shape {
  double C = 1.3;
  double E = 0;
};
// The shape whose curve ends at the sliding force and peaks at the given slip, for the nominal load.
Shape shapeOf(const Direction& data) {
  Shape shape;
  const double ratio = std::clamp(data.sliding.once / data.peak.once, 0.0, 0.99);
  shape.C = 2 - 2 / std::numbers::pi * elementary::asin(ratio);
  const double u = data.slope.once / (shape.C * data.peak.once) * data.slipAtPeak;
  const double excess = u - elementary::atan(u);
  if (excess > 1e-6) {
    shape.E = std::clamp((u - elementary::tan(std::numbers::pi / (2 * shape.C))) / excess, -50.0, 1.0);
  }
  return shape;
}

// v over load in kN: quadratic and linear coefficient.
struct Parabola {
  double square = 0;
  double linear = 0;
};
Parabola overLoad(const AtLoads& value, double nominal) {
  const double kiloNewton = nominal / 1000;
  return {(value.twice / 2 - value.once) / (kiloNewton * kiloNewton), (2 * value.once - value.twice / 2) / kiloNewton};
}

bool isUsable(const Direction& data) {
  return data.slope.once > 0 && data.slope.twice > 0 && data.peak.once > 0 && data.peak.twice > 0;
}

void giveCurves(Tyre& tyre, const TmData& data) {
  const Shape x = shapeOf(data.x);
  const Parabola peakX = overLoad(data.x.peak, data.nominal);
  const Parabola slopeX = overLoad(data.x.slope, data.nominal);
  constexpr double kPerCent = 0.01;
  giveKey(tyre, "B0", x.C);
  giveKey(tyre, "B1", peakX.square);
  giveKey(tyre, "B2", peakX.linear);
  giveKey(tyre, "B3", slopeX.square * kPerCent);
  giveKey(tyre, "B4", slopeX.linear * kPerCent);
  giveKey(tyre, "B8", x.E);
  const Shape y = shapeOf(data.y);
  const Parabola peakY = overLoad(data.y.peak, data.nominal);
  giveKey(tyre, "A0", y.C);
  giveKey(tyre, "A1", peakY.square);
  giveKey(tyre, "A2", peakY.linear);
  // A3 sin(2 atan(load / A4)) through the two slopes.
  const double ratio = std::clamp(data.y.slope.twice / data.y.slope.once, 0.51, 1.99);
  const double place = std::sqrt((2 - ratio) / (4 * ratio - 2));
  giveKey(tyre, "A3", data.y.slope.once * kDegree * (1 + place * place) / (2 * place));
  giveKey(tyre, "A4", data.nominal / 1000 / place);
  giveKey(tyre, "A7", y.E);
}

}  // namespace

std::optional<Tyre> tmTyre(VehicleBuild& build, const JsonValue& file, bool isSimple) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const int errors = diagnostics.errorCount();
  Tyre tyre = standardTyre(*findTyreType("magic-1989"));
  const JsonValue& design = requireObject(file, "Design", diagnostics);
  const double radius = number(design, "Unloaded Radius [m]", diagnostics);
  giveKey(tyre, "UNLOADED_RADIUS", radius);
  giveKey(tyre, "WIDTH", number(design, "Width [m]", diagnostics));
  TmData data;
  if (const JsonValue* parameters = find(file, "Parameters")) {
    readVertical(build, *parameters, tyre, data, radius);
    data.x = readDirection(build, requireObject(*parameters, "Longitudinal", diagnostics), 'x');
    data.y = readDirection(build, requireObject(*parameters, "Lateral", diagnostics), 'y');
  } else {
    guess(build, file, design, isSimple, tyre, data);
  }
  if (diagnostics.errorCount() > errors) return std::nullopt;
  if (!(data.nominal > 0) || !isUsable(data.x) || !isUsable(data.y)) {
    diagnostics
        .error(file.at, Code::mustBePositive, "nominal load, slopes and largest forces of the tyre must be positive")
        .withHint("check 'Parameters', or the load that the tyre carries");
    return std::nullopt;
  }
  for (Direction* direction : {&data.x, &data.y}) {
    if (direction->slipAtPeak <= 0) direction->slipAtPeak = simplePeakSlip(*direction);
  }
  giveCurves(tyre, data);
  giveKey(tyre, "FZMAX", data.largest);
  if (has(file, "Rolling Resistance Coefficients")) {
    giveKey(tyre, "ROLLING_RESISTANCE", atLoads(build, file, "Rolling Resistance Coefficients").once);
  } else {
    giveKey(tyre, "ROLLING_RESISTANCE", numberOr(file, "Rolling Resistance Coefficient", 0.015, diagnostics));
  }
  markUsed(design);
  if (const JsonValue* parameters = find(file, "Parameters")) markUsed(*parameters);
  lose(build, require(file, "Template", diagnostics), LossEffect::motion,
       isSimple ? "TMsimple's law of slip" : "TMeasy's law of slip",
       "the tyre here is the magic formula with the same slopes and peaks, and without aligning moment",
       "between the peak and full sliding the forces differ by some per cent, and the tyres do not align the wheels");
  return tyre;
}

}  // namespace mb::chrono
