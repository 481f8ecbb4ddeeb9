#include <fmt/format.h>

#include "formats/chrono/elements/build.h"

namespace mb::chrono {

std::string_view nameOf(Side side) { return side == Side::left ? "left" : "right"; }

Vector3 mirrored(const Vector3& p, Side side) { return side == Side::left ? p : Vector3(p.x(), -p.y(), p.z()); }

Matrix3 mirrored(const Matrix3& R, Side side) {
  if (side == Side::left) return R;
  return Vector3(1, -1, 1).asDiagonal() * R * Vector3(1, 1, -1).asDiagonal();
}

Vector3 mirroredProducts(const Vector3& products, Side side) {
  return side == Side::left ? products : Vector3(-products.x(), products.y(), -products.z());
}

Inertia mirrored(const Inertia& inertia, Side side) {
  return {inertia.mass, inertia.moments, mirroredProducts(inertia.products, side)};
}

std::string nameIn(const SubsystemPlace& place, std::string_view part) {
  return fmt::format("{}{}", place.prefix, part);
}

std::string nameIn(const SubsystemPlace& place, std::string_view part, Side side) {
  return fmt::format("{}{}_{}", place.prefix, part, nameOf(side));
}

Pose worldPose(const VehicleBuild& build, const SubsystemPlace& place) { return build.X_WV * place.X_VS; }

Vector3 worldPoint(const VehicleBuild& build, const SubsystemPlace& place, const Vector3& p_S) {
  return build.X_WV * (place.X_VS * p_S);
}

Vector3 worldPoint(const VehicleBuild& build, const SubsystemPlace& place, const Vector3& p_S, Side side) {
  return worldPoint(build, place, mirrored(p_S, side));
}

Matrix3 tensorOf(const Inertia& inertia) {
  const Vector3& xx = inertia.moments;
  const Vector3& xy = inertia.products;
  Matrix3 J;
  J << xx.x(), xy.x(), xy.y(), xy.x(), xx.y(), xy.z(), xy.y(), xy.z(), xx.z();
  return J;
}

Inertia readInertia(VehicleBuild& build, const JsonValue& object) {
  Diagnostics& diagnostics = build.import.diagnostics;
  Inertia inertia;
  inertia.mass = number(object, "Mass", diagnostics);
  inertia.moments = has(object, "Inertia") ? vector3(object, "Inertia", diagnostics)
                                           : vector3(object, "Moments of Inertia", diagnostics);
  for (const std::string_view name : {"Products of Inertia", "Inertia Products"}) {
    inertia.products = vector3Or(object, name, inertia.products, diagnostics);
  }
  // Checked here as well as for the whole body, because a wheel may be added to it.
  const std::string defect = inertiaDefect({inertia.mass, Vector3::Zero(), tensorOf(inertia), true});
  if (!defect.empty()) {
    diagnostics.error(object.at, inertia.mass < 0 ? Code::impossibleMass : Code::impossibleInertia, defect)
        .withHint("check the signs of the mass, the moments and the products of inertia");
  }
  return inertia;
}

InertiaAxes inertiaAxes(VehicleBuild& build, const JsonValue& file) {
  return booleanOr(file, "Vehicle-Frame Inertia", false, build.import.diagnostics) ? InertiaAxes::vehicle
                                                                                   : InertiaAxes::body;
}

BodyIndex addBodyAt(VehicleBuild& build, std::string_view name, const Pose& X_WC, const Inertia& inertia,
                    InertiaAxes axes, const SourceRef& at) {
  const BodyIndex index = addBody(build.import, name, at);
  Body& body = build.import.model.bodies[index];
  body.X_WB = X_WC;
  body.massProperties.mass = inertia.mass;
  const Matrix3 J = tensorOf(inertia);
  const Matrix3 R_BV = X_WC.R.transpose() * build.X_WV.R;
  body.massProperties.inertia = axes == InertiaAxes::body ? J : Matrix3(R_BV * J * R_BV.transpose());
  return index;
}

void addMatter(VehicleBuild& build, BodyIndex index, const Pose& X_WC, const Inertia& inertia) {
  Body& body = build.import.model.bodies[index];
  const MassProperties matter{inertia.mass, Vector3::Zero(), tensorOf(inertia)};
  body.massProperties = sum(body.massProperties, transformed(inverse(body.X_WB) * X_WC, matter));
}

void lose(VehicleBuild& build, const JsonValue& value, LossEffect effect, std::string what, std::string why,
          std::string meaning) {
  addLoss(build.import, value.at, effect, std::move(what), std::move(why), std::move(meaning), sourceText(value));
}

}  // namespace mb::chrono
