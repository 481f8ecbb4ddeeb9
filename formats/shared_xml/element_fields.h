// The fields of functions of time, of what hangs on a coordinate, of roads and of paths, described once for reading,
// for writing and for the schemas, as forces do it in forces.h. A required field is always written; the others are left
// out when they are zero or absent.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "formats/model/elements/driver.h"
#include "formats/model/elements/elements.h"
#include "formats/model/elements/road.h"
#include "formats/model/joints/joint_fields.h"

namespace mb {

inline const std::vector<std::string> kInterpolationNames{"linear", "akima", "cubic"};
inline const std::vector<std::string> kComponentNames{"tx", "ty", "tz", "rx", "ry", "rz"};
// The components that a drive between markers may move.
inline const std::vector<std::string> kDrivenNames{"tx", "ty", "tz", "rx", "ry", "rz", "distance"};
inline const std::vector<std::string> kCouplerKinds{"coupler", "gear", "rack-pinion"};

// Elements of the alternatives of TimeFunction; the last one, an expression, is an attribute.
constexpr std::array<std::string_view, 5> kFunctionElements{"constant", "linear", "sine", "step", "table"};
static_assert(std::variant_size_v<TimeFunction> == kFunctionElements.size() + 1);

constexpr Dimension perTime(Dimension dimension, int power = 1) {
  dimension.time -= power;
  return dimension;
}

// Dimensions of the coordinate and of the force along it.
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

// ---- pieces of roads ----

template <Is<HalfRound> P, class V>
void describeFields(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("radius", p.radius, dimension::kLength);
  v.count("count", p.count);
  v.number("spacing", p.spacing, dimension::kLength);
}
template <Is<Bump> P, class V>
void describeFields(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("length", p.length, dimension::kLength);
  v.required("height", p.height, dimension::kLength);
  v.count("count", p.count);
  v.number("spacing", p.spacing, dimension::kLength);
}
template <Is<SineRoad> P, class V>
void describeFields(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("length", p.length, dimension::kLength);
  v.required("amplitude", p.amplitude, dimension::kLength);
  v.required("wavelength", p.wavelength, dimension::kLength);
}
template <Is<Ramp> P, class V>
void describeFields(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("length", p.length, dimension::kLength);
  v.required("height", p.height, dimension::kLength);
}
template <Is<RoadProfile> P, class V>
void describeFields(P& p, V& v) {
  v.choice("interpolation", p.interpolation, {"linear", "akima", "cubic"});
  v.numbers("x", p.x, dimension::kLength);
  v.numbers("z", p.z, dimension::kLength);
}
template <Is<RoadGrid> P, class V>
void describeFields(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("y", p.y, dimension::kLength);
  v.required("dx", p.dx, dimension::kLength);
  v.required("dy", p.dy, dimension::kLength);
  v.count("columns", p.columns);
  v.numbers("z", p.z, dimension::kLength);
}
template <Is<FrictionPatch> P, class V>
void describeFields(P& p, V& v) {
  v.kept("x0", p.x0, dimension::kLength);
  v.kept("x1", p.x1, dimension::kLength);
  v.kept("y0", p.y0, dimension::kLength);
  v.kept("y1", p.y1, dimension::kLength);
  v.required("friction", p.friction, dimension::kNone);
}

// ---- paths of drivers ----

template <Is<StraightPath> P, class V>
void describeFields(P& path, V& v) {
  v.number("y", path.y, dimension::kLength);
}
template <Is<DoubleLaneChange> P, class V>
void describeFields(P& path, V& v) {
  v.kept("start", path.start, dimension::kLength);
  v.kept("offset", path.offset, dimension::kLength);
}
template <Is<SlalomPath> P, class V>
void describeFields(P& path, V& v) {
  v.kept("start", path.start, dimension::kLength);
  v.required("spacing", path.spacing, dimension::kLength);
  v.required("amplitude", path.amplitude, dimension::kLength);
  v.count("count", path.count);
}
template <Is<PathTable> P, class V>
void describeFields(P& path, V& v) {
  v.interpolation(path.interpolation);
  v.numbers("x", path.x, dimension::kLength);
  v.numbers("y", path.y, dimension::kLength);
}

}  // namespace mb
