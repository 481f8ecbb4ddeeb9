#include <fmt/format.h>

#include <array>

#include "formats/chrono/elements/build.h"

namespace mb::chrono {
namespace {

// Points of a missing object coincide; the missing object was already reported.
void complain(VehicleBuild& build, const SourceRef& at, Code code, std::string message, std::string hint) {
  if (at.file) build.import.diagnostics.error(at, code, std::move(message)).withHint(std::move(hint));
}

// Two markers with the joint's name, each at its own world pose.
JointIndex addJointBetween(VehicleBuild& build, std::string_view name, std::string_view type, BodyIndex body1,
                           BodyIndex body2, const Pose& X_W1, const Pose& X_W2, const SourceRef& at) {
  const MarkerIndex i = addMarkerInWorld(build.import, body1, name, X_W1, 0, at);
  const MarkerIndex j = addMarkerInWorld(build.import, body2, name, X_W2, 0, at);
  return addJoint(build.import, name, type, i, j, at);
}

// A frame with this z axis; an axis of zero length is an error and replaced by the vertical.
Matrix3 frameAlong(VehicleBuild& build, std::string_view name, const Vector3& axis, const SourceRef& at) {
  if (const std::optional<Matrix3> R = rotationFromZ(axis)) return *R;
  complain(build, at, Code::noDirection, fmt::format("the axis of joint '{}' has no length", name),
           "give two different points, or a direction other than [0, 0, 0]");
  return Matrix3::Identity();
}

JointIndex addAlong(VehicleBuild& build, std::string_view name, std::string_view type, BodyIndex body1, BodyIndex body2,
                    const Vector3& point, const Vector3& axis, const SourceRef& at) {
  return addJointAt(build, name, type, body1, body2, {frameAlong(build, name, axis, at), point}, at);
}

double lengthBetween(VehicleBuild& build, std::string_view name, const Vector3& point1, const Vector3& point2,
                     const SourceRef& at) {
  const double length = (point2 - point1).norm();
  if (!(length > 0)) {
    complain(build, at, Code::jointMisfits, fmt::format("the two ends of '{}' are the same point", name),
             "a rod needs two different points");
  }
  return length;
}

struct VehicleJointRow {
  std::string_view chrono;   // in files
  std::string_view type;     // here
  std::array<bool, 3> soft;  // rotations for which a bushing uses its DOF values
  Matrix3 R_CJ;              // our joint's axes in Chrono's frame
};

Matrix3 zAlongX() {  // our free axis is z, Chrono's line is along x
  Matrix3 R;
  R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return R;
}

const VehicleJointRow& rowOf(VehicleJointType type) {
  static const std::array kRows{
      VehicleJointRow{"Lock", "fixed", {false, false, false}, Matrix3::Identity()},
      VehicleJointRow{"Point Line", "in-line", {}, zAlongX()},
      VehicleJointRow{"Point Plane", "in-plane", {}, Matrix3::Identity()},
      VehicleJointRow{"Revolute", "revolute", {false, false, true}, Matrix3::Identity()},
      VehicleJointRow{"Spherical", "spherical", {true, true, true}, Matrix3::Identity()},
      VehicleJointRow{"Universal", "hooke", {true, true, false}, Matrix3::Identity()},
  };
  return kRows[static_cast<std::size_t>(type)];
}

constexpr std::array kVehicleJointTypes{VehicleJointType::lock,       VehicleJointType::pointLine,
                                        VehicleJointType::pointPlane, VehicleJointType::revolute,
                                        VehicleJointType::spherical,  VehicleJointType::universal};

void addBushing(VehicleBuild& build, std::string_view name, VehicleJointType type, BodyIndex body1, BodyIndex body2,
                const Pose& X_W, const JsonValue& data, const SourceRef& at) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const double kRot = number(data, "Stiffness Rotational", diagnostics);
  const double cRot = number(data, "Damping Rotational", diagnostics);
  double kFree = 0;
  double cFree = 0;
  if (const JsonValue* dof = find(data, "DOF")) {
    kFree = number(*dof, "Stiffness Rotational", diagnostics);
    cFree = number(*dof, "Damping Rotational", diagnostics);
    // Used for sliding joints, of which there are none.
    find(*dof, "Stiffness Linear");
    find(*dof, "Damping Linear");
  }
  const MarkerIndex i = addMarkerInWorld(build.import, body1, name, X_W, 0, at);
  const MarkerIndex j = addMarkerInWorld(build.import, body2, name, X_W, 0, at);
  Bushing bushing;
  bushing.i = i;
  bushing.j = j;
  bushing.k = Vector3::Constant(number(data, "Stiffness Linear", diagnostics));
  bushing.c = Vector3::Constant(number(data, "Damping Linear", diagnostics));
  for (int k = 0; k < 3; ++k) {
    const bool soft = rowOf(type).soft[static_cast<std::size_t>(k)];
    bushing.kt[k] = soft ? kFree : kRot;
    bushing.ct[k] = soft ? cFree : cRot;
  }
  bushing.angles = AngleDefinition::rotationVector;
  addForce(build.import, name, at).law = bushing;
}

}  // namespace

JointIndex addJointAt(VehicleBuild& build, std::string_view name, std::string_view type, BodyIndex body1,
                      BodyIndex body2, const Pose& X_W, const SourceRef& at) {
  return addJointBetween(build, name, type, body1, body2, X_W, X_W, at);
}

JointIndex addRevolute(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                       const Vector3& point, const Vector3& axis, const SourceRef& at) {
  return addAlong(build, name, "revolute", body1, body2, point, axis, at);
}

JointIndex addSpherical(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                        const Vector3& point, const SourceRef& at) {
  return addJointAt(build, name, "spherical", body1, body2, {build.X_WV.R, point}, at);
}

JointIndex addPrismatic(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                        const Vector3& point, const Vector3& axis, const SourceRef& at) {
  return addAlong(build, name, "translational", body1, body2, point, axis, at);
}

JointIndex addUniversal(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                        const Vector3& point, const Vector3& axis1, const Vector3& axis2, const SourceRef& at) {
  const std::optional<Matrix3> xAndZ = rotationFromZX(axis1.cross(axis2), axis1);
  if (!xAndZ) {
    complain(build, at, Code::jointMisfits, fmt::format("the two axes of joint '{}' are parallel", name),
             "the axes of a universal joint are perpendicular");
  }
  return addJointAt(build, name, "hooke", body1, body2, {xAndZ.value_or(Matrix3::Identity()), point}, at);
}

JointIndex addDistance(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                       const Vector3& point1, const Vector3& point2, const SourceRef& at) {
  const Matrix3& R = build.X_WV.R;
  const JointIndex joint = addJointBetween(build, name, "distance", body1, body2, {R, point1}, {R, point2}, at);
  build.import.model.joints[joint].length = lengthBetween(build, name, point1, point2, at);
  return joint;
}

JointIndex addRevoluteSpherical(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                                const Vector3& point1, const Vector3& point2, const Vector3& axis,
                                const SourceRef& at) {
  const double length = lengthBetween(build, name, point1, point2, at);
  const std::optional<Matrix3> R = rotationFromZX(axis, point1 - point2);
  if (!R && length > 0) {
    complain(build, at, Code::jointMisfits, fmt::format("the rod '{}' lies along the axis it turns about", name),
             "its two points must differ across the axis");
  }
  // The rod is normal to its axis: if the data are slightly off, the ball is moved there, at the distance of the
  // points. Its x axis runs from the ball to the hinge, as in the catalogue's joint.
  const Pose X_W1{R.value_or(Matrix3::Identity()), point1};
  const Pose X_W2{X_W1.R, point1 - length * X_W1.R.col(0)};
  const JointIndex joint = addJointBetween(build, name, "revolute-spherical", body1, body2, X_W1, X_W2, at);
  build.import.model.joints[joint].length = length;
  return joint;
}

VehicleJointType vehicleJointType(VehicleBuild& build, const JsonValue& object, std::string_view member) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const JsonValue& value = require(object, member, diagnostics);
  const std::string wanted = text(object, member, diagnostics);
  std::vector<std::string> known;
  for (const VehicleJointType type : kVehicleJointTypes) {
    if (rowOf(type).chrono == wanted) return type;
    known.emplace_back(rowOf(type).chrono);
  }
  if (value.kind == JsonValue::Kind::text) {
    const std::string close = didYouMean(wanted, known);
    diagnostics.error(value.at, Code::unknownWord, fmt::format("'{}' is not a type of joint", wanted))
        .withHint(close.empty() ? "one of Lock, Point Line, Point Plane, Revolute, Spherical, Universal" : close);
  }
  return VehicleJointType::lock;
}

void addVehicleJoint(VehicleBuild& build, std::string_view name, VehicleJointType type, BodyIndex body1,
                     BodyIndex body2, const Pose& X_W, const JsonValue* bushing, const SourceRef& at) {
  const bool slides = type == VehicleJointType::pointLine || type == VehicleJointType::pointPlane;
  if (bushing && !slides) {
    addBushing(build, name, type, body1, body2, X_W, *bushing, at);
    return;
  }
  if (bushing) {
    lose(build, *bushing, LossEffect::motion, fmt::format("bushing data of joint '{}'", name),
         "a joint of a point on a line or a plane has no bushing", "the joint is without compliance");
    markUsed(*bushing);
  }
  const VehicleJointRow& row = rowOf(type);
  addJointAt(build, name, row.type, body1, body2, {X_W.R * row.R_CJ, X_W.p}, at);
}

}  // namespace mb::chrono
