// What the Cartesian and the recursive model carry alike: functions, splines, couplers, drives and forces.
//
// Every element describes its fields once, to a visitor. Reading, writing, unit conversion, mirroring and the
// renumbering of markers are visitors; a new force is one struct, one describe() and one line in the list of Force.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "formats/model/basics/geometry.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/source.h"
#include "formats/model/basics/units.h"
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

// One velocity coordinate of a joint; its position for all but a ball.
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
  std::string kind = "coupler";  // coupler, gear or rack-pinion: what the user called it
  std::vector<Term> terms;
  std::optional<double> offset;        // without one, what holds at the initial position
  std::optional<Expression> function;  // of time
  Origin origin;
};

// Of a drive by markers, after tx ty tz rx ry rz.
constexpr int kDistanceComponent = 6;
constexpr bool isTurn(int component) { return component >= 3 && component < kDistanceComponent; }

// A coordinate, or its rate or acceleration, as a function of time. Either a joint's coordinate, or one component of
// the pose of marker i in marker j, or the distance of their origins. The acceleration of a joint's coordinate may also
// follow from the motion: an expression with references, by which a driver steers.
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

// ---- forces ----

// How a field looks in a mirror: polar vectors keep their direction in the mirror image, axial ones turn against it.
enum class Mirror { none, polar, axial };

// Along the line between the origins of i and j, of length l. The force that pushes them apart is
// preload - k (l - length) - c dl/dt - spring(l - length) - damper(dl/dt) + function.
struct Tsda {
  static constexpr std::string_view kType = "tsda";
  MarkerIndex i;
  MarkerIndex j;
  double stiffness = 0;
  double damping = 0;
  double length = 0;  // free length
  double preload = 0;
  SplineIndex spring;  // tension over elongation
  SplineIndex damper;  // tension over rate of elongation
  std::optional<Expression> function;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.marker("i", self.i);
    v.marker("j", self.j);
    v.number("k", self.stiffness, dimension::kStiffness, Mirror::none, 0);
    v.number("c", self.damping, dimension::kDamping, Mirror::none, 0);
    v.number("length", self.length, dimension::kLength, Mirror::none, 0);
    v.number("preload", self.preload, dimension::kForce, Mirror::none, 0);
    v.spline("spring", self.spring, dimension::kLength, dimension::kForce);
    v.spline("damper", self.damper, dimension::kVelocity, dimension::kForce);
    v.expression("function", self.function, dimension::kForce, Mirror::none, 0);
  }
};

// About the z axis of j: the torque on i is torque - kt (angle - angle0) - ct d(angle)/dt - spring(...) - damper(...) +
// function.
struct Rsda {
  static constexpr std::string_view kType = "rsda";
  MarkerIndex i;
  MarkerIndex j;
  double stiffness = 0;
  double damping = 0;
  double angle = 0;  // where the spring is relaxed
  double torque = 0;
  SplineIndex spring;
  SplineIndex damper;
  std::optional<Expression> function;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.marker("i", self.i);
    v.marker("j", self.j);
    v.number("kt", self.stiffness, dimension::kTorsionalStiffness, Mirror::none, 0);
    v.number("ct", self.damping, dimension::kTorsionalDamping, Mirror::none, 0);
    v.number("angle", self.angle, dimension::kAngle, Mirror::axial, 2);
    v.number("torque", self.torque, dimension::kTorque, Mirror::axial, 2);
    v.spline("spring", self.spring, dimension::kAngle, dimension::kTorque);
    v.spline("damper", self.damper, dimension::kAngularVelocity, dimension::kTorque);
    v.expression("function", self.function, dimension::kTorque, Mirror::axial, 2);
  }
};

enum class AngleDefinition { projected, rotationVector, euler123 };

// Diagonal stiffness and damping between i and j, in the axes of j; force and torque act on i.
struct Bushing {
  static constexpr std::string_view kType = "bushing";
  MarkerIndex i;
  MarkerIndex j;
  Vector3 k = Vector3::Zero();
  Vector3 c = Vector3::Zero();
  Vector3 kt = Vector3::Zero();
  Vector3 ct = Vector3::Zero();
  Vector3 force = Vector3::Zero();   // preload
  Vector3 torque = Vector3::Zero();  // preload
  AngleDefinition angles = AngleDefinition::projected;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.marker("i", self.i);
    v.marker("j", self.j);
    v.vector("k", self.k, dimension::kStiffness, Mirror::none);
    v.vector("c", self.c, dimension::kDamping, Mirror::none);
    v.vector("kt", self.kt, dimension::kTorsionalStiffness, Mirror::none);
    v.vector("ct", self.ct, dimension::kTorsionalDamping, Mirror::none);
    v.vector("force", self.force, dimension::kForce, Mirror::polar);
    v.vector("torque", self.torque, dimension::kTorque, Mirror::axial);
    v.choice("angles", self.angles, {"projected", "rotation-vector", "euler123"});
  }
};

using Matrix6 = Eigen::Matrix<double, 6, 6>;

// As a bushing, with full 6 x 6 matrices over {translation; rotation} in the axes of j.
struct Field {
  static constexpr std::string_view kType = "field";
  MarkerIndex i;
  MarkerIndex j;
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  AngleDefinition angles = AngleDefinition::projected;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.marker("i", self.i);
    v.marker("j", self.j);
    v.matrix("k", self.stiffness, dimension::kForce);  // blocks: per length and per angle, times length for torques
    v.matrix("c", self.damping, Dimension{0, 0, 1, 1, 0});
    v.vector("force", self.force, dimension::kForce, Mirror::polar);
    v.vector("torque", self.torque, dimension::kTorque, Mirror::axial);
    v.choice("angles", self.angles, {"projected", "rotation-vector", "euler123"});
  }
};

// Force and torque on i at its origin, and their opposites on j's body at the same point when j is given. Components
// along the axes of marker `in`, or of the ground when there is none.
struct GeneralForce {
  static constexpr std::string_view kType = "general";
  MarkerIndex i;
  MarkerIndex j;   // optional
  MarkerIndex in;  // optional
  std::array<std::optional<Expression>, 3> force;
  std::array<std::optional<Expression>, 3> torque;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.marker("i", self.i);
    v.optionalMarker("j", self.j);
    v.optionalMarker("in", self.in);
    constexpr std::array<std::string_view, 3> kForceNames{"fx", "fy", "fz"};
    constexpr std::array<std::string_view, 3> kTorqueNames{"tx", "ty", "tz"};
    for (std::size_t k = 0; k < 3; ++k) {
      v.expression(kForceNames[k], self.force[k], dimension::kForce, Mirror::polar, static_cast<int>(k));
    }
    for (std::size_t k = 0; k < 3; ++k) {
      v.expression(kTorqueNames[k], self.torque[k], dimension::kTorque, Mirror::axial, static_cast<int>(k));
    }
  }
};

enum class ContactSearch { asTyre, point, discs };
enum class SlipBuildUp { transient, steady };

// What the road does to a wheel. The y axis of marker i is the axis it spins about, and points to the left of its
// heading; the road belongs to the ground.
struct TyreForce {
  static constexpr std::string_view kType = "tyre";
  MarkerIndex i;
  RoadIndex road;
  TyreIndex tyre;
  ContactSearch contact = ContactSearch::asTyre;
  SlipBuildUp slip = SlipBuildUp::transient;
  double side = 1;  // -1: the mirror image of what the properties say

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.marker("i", self.i);
    v.road("road", self.road);
    v.tyre("tyre", self.tyre);
    v.choice("contact", self.contact, {"as-tyre", "point", "discs"});
    v.choice("slip", self.slip, {"transient", "steady"});
    v.number("side", self.side, dimension::kNone, Mirror::polar, 1);
  }
};

struct Force {
  std::string name;
  std::variant<Tsda, Rsda, Bushing, Field, GeneralForce, TyreForce> law;
  Origin origin;
};

template <class ForceT, class V>
void describe(ForceT& force, V& visitor) {
  std::visit([&](auto& law) { std::remove_cvref_t<decltype(law)>::describe(law, visitor); }, force.law);
}
std::string_view typeOf(const Force& force);

// ---- what hangs on one coordinate of a joint ----

struct Limit {
  int coordinate = 0;
  std::optional<double> lower;
  std::optional<double> upper;
  double stiffness = 0;  // of the stop; 0: the run reports it, nothing pushes back
  double damping = 0;
};

struct Friction {
  int coordinate = 0;
  double coulomb = 0;   // force or torque
  double stiction = 0;  // force or torque at rest
  double viscous = 0;
  double velocity = 0;  // of the transition from rest to sliding
};

// A marker whose motion is reported.
struct Probe {
  std::string name;
  MarkerIndex marker;
  Origin origin;
};

// The user's word on where a joint starts; the assembly keeps it.
struct InitialCoordinate {
  int coordinate = 0;
  std::optional<double> value;
  std::optional<double> rate;
};

}  // namespace mb
