// The fields of functions of time and of what hangs on a coordinate, described once for reading and for writing, as
// forces do it in elements.h. A required field is always written; the others are left out when they are zero or absent.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "formats/model/elements/elements.h"

namespace mb {

inline const std::vector<std::string> kInterpolationNames{"linear", "akima", "cubic"};
inline const std::vector<std::string> kComponentNames{"tx", "ty", "tz", "rx", "ry", "rz"};
// Of what a drive moves between markers.
inline const std::vector<std::string> kDrivenNames{"tx", "ty", "tz", "rx", "ry", "rz", "distance"};
inline const std::vector<std::string> kCouplerKinds{"coupler", "gear", "rack-pinion"};

// Elements of the alternatives of TimeFunction; the last one, an expression, is an attribute.
constexpr std::array<std::string_view, 5> kFunctionElements{"constant", "linear", "sine", "step", "table"};
static_assert(std::variant_size_v<TimeFunction> == kFunctionElements.size() + 1);

constexpr Dimension perTime(Dimension dimension, int power = 1) {
  dimension.time -= power;
  return dimension;
}

// What is measured along a coordinate, and what acts along it.
struct CoordinateDimensions {
  Dimension position;
  Dimension force;
  Dimension stiffness;
  Dimension damping;
};
constexpr CoordinateDimensions dimensionsOf(bool isRotation) {
  using namespace dimension;
  if (isRotation) return {kAngle, kTorque, kTorsionalStiffness, kTorsionalDamping};
  return {kLength, kForce, kStiffness, kDamping};
}

template <class Self, class T>
concept Is = std::same_as<std::remove_cv_t<Self>, T>;

template <Is<ConstantFunction> F, class V>
void describeFields(F& f, V& v, const Dimension& value) {
  v.required("value", f.value, value);
}
template <Is<LinearFunction> F, class V>
void describeFields(F& f, V& v, const Dimension& value) {
  v.required("offset", f.offset, value);
  v.required("rate", f.rate, perTime(value));
}
template <Is<SineFunction> F, class V>
void describeFields(F& f, V& v, const Dimension& value) {
  v.required("amplitude", f.amplitude, value);
  v.required("frequency", f.frequency, perTime(dimension::kNone));
  v.number("phase", f.phase, dimension::kAngle);
  v.number("offset", f.offset, value);
}
template <Is<StepFunction> F, class V>
void describeFields(F& f, V& v, const Dimension& value) {
  v.required("t0", f.t0, dimension::kTime);
  v.required("v0", f.v0, value);
  v.required("t1", f.t1, dimension::kTime);
  v.required("v1", f.v1, value);
}
template <Is<TableFunction> F, class V>
void describeFields(F& f, V& v, const Dimension& value) {
  v.interpolation(f.interpolation);
  v.numbers("time", f.time, dimension::kTime);
  v.numbers("value", f.value, value);
}

template <Is<Limit> F, class V>
void describeFields(F& f, V& v, const CoordinateDimensions& of) {
  v.optional("lower", f.lower, of.position);
  v.optional("upper", f.upper, of.position);
  v.number("stiffness", f.stiffness, of.stiffness);
  v.number("damping", f.damping, of.damping);
}
template <Is<Friction> F, class V>
void describeFields(F& f, V& v, const CoordinateDimensions& of) {
  v.number("coulomb", f.coulomb, of.force);
  v.number("stiction", f.stiction, of.force);
  v.number("viscous", f.viscous, of.damping);
  v.number("velocity", f.velocity, perTime(of.position));
}
template <Is<InitialCoordinate> F, class V>
void describeFields(F& f, V& v, const CoordinateDimensions& of) {
  v.optional("value", f.value, of.position);
  v.optional("rate", f.rate, perTime(of.position));
}

}  // namespace mb
