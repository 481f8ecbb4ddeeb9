// What the Cartesian and the recursive model carry alike: functions, splines, couplers, drives and forces.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/model/basics/index.h"
#include "formats/model/basics/source.h"
#include "formats/model/elements/forces.h"
#include "formats/model/expressions/expression.h"

namespace mb {

enum class Interpolation { linear, akima, cubic };

struct Spline {
  std::string name;
  Interpolation interpolation = Interpolation::akima;
  std::vector<double> x;  // increasing
  std::vector<double> y;
  Origin origin;
};

// ---- functions of time ----

struct ConstantFunction {
  double value = 0;
};
struct LinearFunction {  // offset + rate t
  double offset = 0;
  double rate = 0;
};
struct SineFunction {  // offset + amplitude sin(2 pi frequency t + phase)
  double offset = 0;
  double amplitude = 0;
  double frequency = 0;
  double phase = 0;
};
struct StepFunction {  // from v0 at t0 to v1 at t1 by the cubic 3 s^2 - 2 s^3
  double t0 = 0;
  double v0 = 0;
  double t1 = 0;
  double v1 = 0;
};
struct TableFunction {
  Interpolation interpolation = Interpolation::akima;
  std::vector<double> time;
  std::vector<double> value;
};
using TimeFunction =
    std::variant<ConstantFunction, LinearFunction, SineFunction, StepFunction, TableFunction, Expression>;

// ---- couplers and drives ----

// One velocity coordinate of a joint; for all but a ball also its position.
struct CoordinateRef {
  JointIndex joint;
  int coordinate = 0;
  auto operator<=>(const CoordinateRef&) const = default;
};

// sum of factor_k q_k = offset (+ function of time). Gears and racks are couplers whose factors come from geometry.
struct Coupler {
  struct Term {
    CoordinateRef coordinate;
    double factor = 1;
  };
  std::string name;
  std::string kind = "coupler";  // coupler, gear or rack-pinion, as the user wrote it
  std::vector<Term> terms;
  std::optional<double> offset;        // if missing, the value at the initial position
  std::optional<Expression> function;  // of time
  Origin origin;
};

// The component after tx ty tz rx ry rz for a drive by markers.
constexpr int kDistanceComponent = 6;
constexpr bool isTurn(int component) { return component >= 3 && component < kDistanceComponent; }

// A coordinate, or its rate or acceleration, as a function of time: a joint's coordinate, one component of the pose of
// marker i in marker j, or the distance of their origins. The acceleration of a joint's coordinate may also follow from
// the motion, through an expression with references; a driver steers this way.
struct Drive {
  std::string name;
  std::optional<CoordinateRef> coordinate;
  MarkerIndex i;
  MarkerIndex j;
  int component = 0;  // tx ty tz rx ry rz or the distance, when given by markers
  TimeFunction function;
  int derivative = 0;  // 0 position, 1 velocity, 2 acceleration
  Origin origin;
};

// A number from outside, which expressions read as input(name): whoever runs the model sets it between steps, or plays
// a table.
struct Input {
  std::string name;
  std::string unit;             // of its value, as parseUnit reads it; empty: a plain number
  double start = 0;             // in SI, like the bounds
  std::optional<double> least;  // values outside are refused
  std::optional<double> most;
  double filter = 0;  // s: time constant of two lags in a row, through which the value arrives with its rates; 0: none
  Origin origin;
};
Dimension dimensionOf(const Input& input);
// What is said of a value outside, and of one that jumps where drives follow it without a filter.
std::string outsideText(const Input& input, double value);
std::string tearsText(const Input& input, const std::vector<std::string>& followers);
inline constexpr const char* kTearsHint =
    "give the <input> a filter, a time constant such as filter=\"0.02\": what follows it then has rates";
bool isOutside(const Input& input, double value);  // its bounds; a value that is no number is outside of any

// A marker whose motion is reported.
struct Probe {
  std::string name;
  MarkerIndex marker;
  Origin origin;
};

// A number that is reported: a function of the motion, shown in a unit. Without one it is a plain number.
struct Measure {
  std::string name;
  std::string unit;     // "deg", as parseUnit reads it
  Expression function;  // in SI
  Origin origin;
};

}  // namespace mb
