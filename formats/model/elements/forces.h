// The forces of a model. Each is a struct that describes its fields once, to a visitor, and says its traits beside
// them. Reading, writing, units, mirroring, the renumbering of markers and the schemas are visitors of the fields; the
// traits are what else differs from force to force. A new force is one struct here, its name in the list of ForceLaw,
// and its law in runtime/laws/force_set.cpp.
#pragma once

#include <array>
#include <optional>
#include <span>
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

// How a field looks in a mirror: polar vectors keep their direction in the mirror image, axial ones turn against it.
enum class Mirror { none, polar, axial };

// What is said of a number beside its dimension. A number that is not given is what the struct initialises it with.
struct NumberTraits {
  enum class Range { any, notNegative, plusOrMinusOne };  // finite in any case
  Range range = Range::any;
  bool keepsZero = false;  // 0 is written: what is not given means something else
};

// Whose axes count where the Cartesian format gives an end as a point on a body.
enum class EndAxes {
  none,     // only the point counts
  axis,     // z is axis=, which must be given where j is no marker
  frame,    // z is axis= and x is xaxis=, or the axes are those of marker j or of the file's world
  forward,  // x forward, y left, z up, whatever the file calls them
};

// How the implicit method gets the change of a force: by its own formula in runtime/implicit/law_variations.cpp, or by
// differences, as for every force that has an expression.
enum class Derivative { byFormula, byDifferences };

// kLaw names the attributes that say what a force is, where the others only say when it is zero. What a reader does
// with a force in which none of them does anything:
enum class WithoutLaw {
  refused,  // one attribute must be given; where all are zero, the first is written as 0
  told,     // a warning
};

// A number that a force offers by name: a column of a run, and force(NAME.length) in the functions of measures. In a
// mirror it looks like a component along the axes of the force's frame.
struct ForceMeasure {
  std::string_view name;
  Dimension dimension;
  Mirror mirror = Mirror::none;
  int axis = 0;
};
using ForceMeasures = std::span<const ForceMeasure>;
namespace force_measures {
inline constexpr std::array kAlongLine{ForceMeasure{"length", dimension::kLength},
                                       ForceMeasure{"rate", dimension::kVelocity},
                                       ForceMeasure{"force", dimension::kForce}};
inline constexpr std::array kAboutAxis{ForceMeasure{"angle", dimension::kAngle, Mirror::axial, 2},
                                       ForceMeasure{"rate", dimension::kAngularVelocity, Mirror::axial, 2},
                                       ForceMeasure{"torque", dimension::kTorque, Mirror::axial, 2}};
inline constexpr std::array kComponents{
    ForceMeasure{"fx", dimension::kForce, Mirror::polar, 0},  ForceMeasure{"fy", dimension::kForce, Mirror::polar, 1},
    ForceMeasure{"fz", dimension::kForce, Mirror::polar, 2},  ForceMeasure{"tx", dimension::kTorque, Mirror::axial, 0},
    ForceMeasure{"ty", dimension::kTorque, Mirror::axial, 1}, ForceMeasure{"tz", dimension::kTorque, Mirror::axial, 2}};
inline constexpr std::array kOnWheel{ForceMeasure{"fx", dimension::kForce, Mirror::polar, 0},
                                     ForceMeasure{"fy", dimension::kForce, Mirror::polar, 1},
                                     ForceMeasure{"fz", dimension::kForce, Mirror::polar, 2},
                                     ForceMeasure{"mx", dimension::kTorque, Mirror::axial, 0},
                                     ForceMeasure{"my", dimension::kTorque, Mirror::axial, 1},
                                     ForceMeasure{"mz", dimension::kTorque, Mirror::axial, 2},
                                     ForceMeasure{"kappa", dimension::kNone},
                                     ForceMeasure{"alpha", dimension::kAngle, Mirror::axial, 2},
                                     ForceMeasure{"camber", dimension::kAngle, Mirror::axial, 0},
                                     ForceMeasure{"deflection", dimension::kLength}};
}  // namespace force_measures

// Along the line between the origins of i and j, of length l. The force that pushes them apart is
// preload - k (l - length) - c dl/dt - spring(l - length) - damper(dl/dt) + function.
struct Tsda {
  static constexpr std::string_view kType = "tsda";
  static constexpr EndAxes kEndAxes = EndAxes::none;
  static constexpr Derivative kDerivative = Derivative::byFormula;
  static constexpr std::array kLaw{"k", "c", "preload", "spring", "damper", "function"};
  static constexpr WithoutLaw kWithoutLaw = WithoutLaw::refused;
  static constexpr ForceMeasures kMeasures = force_measures::kAlongLine;
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
    // A spring without a length is relaxed where it starts; a damper has none.
    const bool hasSpring = self.stiffness != 0 || self.spring.valid();
    v.number("length", self.length, dimension::kLength, Mirror::none, 0, NumberTraits{.keepsZero = hasSpring});
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
  static constexpr EndAxes kEndAxes = EndAxes::axis;
  static constexpr Derivative kDerivative = Derivative::byFormula;
  static constexpr std::array kLaw{"kt", "ct", "torque", "spring", "damper", "function"};
  static constexpr WithoutLaw kWithoutLaw = WithoutLaw::refused;
  static constexpr ForceMeasures kMeasures = force_measures::kAboutAxis;
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
  static constexpr EndAxes kEndAxes = EndAxes::frame;
  static constexpr Derivative kDerivative = Derivative::byFormula;
  static constexpr std::array kLaw{"k", "c", "kt", "ct", "force", "torque"};
  static constexpr WithoutLaw kWithoutLaw = WithoutLaw::told;
  static constexpr ForceMeasures kMeasures = force_measures::kComponents;
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
  static constexpr EndAxes kEndAxes = EndAxes::frame;
  static constexpr Derivative kDerivative = Derivative::byFormula;
  static constexpr std::array kLaw{"k", "c", "force", "torque"};
  static constexpr WithoutLaw kWithoutLaw = WithoutLaw::told;
  static constexpr ForceMeasures kMeasures = force_measures::kComponents;
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
  static constexpr EndAxes kEndAxes = EndAxes::none;
  static constexpr Derivative kDerivative = Derivative::byDifferences;
  static constexpr std::array kLaw{"fx", "fy", "fz", "tx", "ty", "tz"};
  static constexpr WithoutLaw kWithoutLaw = WithoutLaw::refused;
  static constexpr ForceMeasures kMeasures = force_measures::kComponents;
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
  static constexpr EndAxes kEndAxes = EndAxes::forward;
  static constexpr Derivative kDerivative = Derivative::byDifferences;
  static constexpr std::array<const char*, 0> kLaw{};  // road and tyre must be named
  static constexpr WithoutLaw kWithoutLaw = WithoutLaw::refused;
  static constexpr ForceMeasures kMeasures = force_measures::kOnWheel;
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
    v.number("side", self.side, dimension::kNone, Mirror::polar, 1,
             NumberTraits{.range = NumberTraits::Range::plusOrMinusOne});
  }
};

// A missing trait is told here and not where it would be needed.
template <class Law>
concept SaysItsTraits = requires {
  std::string_view(Law::kType);
  EndAxes(Law::kEndAxes);
  Derivative(Law::kDerivative);
  Law::kLaw.size();
  WithoutLaw(Law::kWithoutLaw);
  ForceMeasures(Law::kMeasures);
};
template <SaysItsTraits... Laws>
using AnyOf = std::variant<Laws...>;
using ForceLaw = AnyOf<Tsda, Rsda, Bushing, Field, GeneralForce, TyreForce>;

struct Force {
  std::string name;
  ForceLaw law;
  Origin origin;
};

template <class ForceT, class V>
void describe(ForceT& force, V& visitor) {
  std::visit([&](auto& law) { std::remove_cvref_t<decltype(law)>::describe(law, visitor); }, force.law);
}
// Calls visit(law) with one of every type, none of whose fields is given.
template <class Visit>
void forEachForceType(Visit visit) {
  [&]<class... Laws>(std::type_identity<std::variant<Laws...>>) {
    (visit(Laws{}), ...);
  }(std::type_identity<ForceLaw>());
}

std::string_view typeOf(const Force& force);
std::vector<std::string> forceTypes();
ForceMeasures measuresOf(const Force& force);
// The force that "spring.length" names, and the place of the measure among those that it offers; nothing if there is
// none.
struct ForceMeasureRef {
  std::size_t force = 0;
  std::size_t measure = 0;
};
std::optional<ForceMeasureRef> findForceMeasure(std::span<const Force> forces, std::string_view name);
// It has no opposite on another body.
bool actsFromOutside(const Force& force);

}  // namespace mb
