// Shared by the readers of Chrono's vehicle subsystems: the position of a subsystem, and bodies, joints and springs
// made from Chrono's data. Points, frames and axes are given in our world at the initial position, once for both
// bodies.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "formats/import/import_build.h"
#include "formats/json/located_json.h"

namespace mb::chrono {

struct VehicleBuild {
  ImportBuild import;
  BodyIndex chassis = kImportGround;
  Pose X_WV{};  // the vehicle's reference frame (x forward, y left, z up) in the world
};

enum class Side { left, right };
inline constexpr std::array kSides{Side::left, Side::right};
inline constexpr std::size_t indexOf(Side side) { return static_cast<std::size_t>(side); }
std::string_view nameOf(Side side);  // "left", "right"
// The data are those of the left side; the right side is their mirror image in the plane y = 0.
Vector3 mirrored(const Vector3& p, Side side);
Matrix3 mirrored(const Matrix3& R, Side side);  // diag(1,-1,1) R diag(1,1,-1): x and y axes are mirrored, z follows
Vector3 mirroredProducts(const Vector3& products, Side side);  // Ixy and Iyz change sign

// Where a subsystem is attached.
struct SubsystemPlace {
  Pose X_VS{};  // its frame in the vehicle's reference frame
  BodyIndex chassis = kImportGround;
  std::array<BodyIndex, 2> subchassis{};  // beams of a balancer, left and right; invalid: none
  BodyIndex steeringLink{};               // invalid: not steered (Chrono then uses the chassis)
  std::string prefix;                     // of all names: "axle1_"
};
inline BodyIndex tierodBody(const SubsystemPlace& place) {
  return place.steeringLink.valid() ? place.steeringLink : place.chassis;
}
// "axle1_upright_left"
std::string nameIn(const SubsystemPlace& place, std::string_view part);
std::string nameIn(const SubsystemPlace& place, std::string_view part, Side side);
// The pose of the subsystem's frame in the world, and a point given in it.
Pose worldPose(const VehicleBuild& build, const SubsystemPlace& place);
Vector3 worldPoint(const VehicleBuild& build, const SubsystemPlace& place, const Vector3& p_S);
Vector3 worldPoint(const VehicleBuild& build, const SubsystemPlace& place, const Vector3& p_S, Side side);

// ---- bodies ----

struct Inertia {
  double mass = 0;
  Vector3 moments = Vector3::Zero();   // about the centre of mass
  Vector3 products = Vector3::Zero();  // Ixy Ixz Iyz: entries of the tensor
};
Matrix3 tensorOf(const Inertia& inertia);
// "Mass", "Moments of Inertia" and "Products of Inertia" (optional), or "Inertia" (three moments).
Inertia readInertia(VehicleBuild& build, const JsonValue& object);
Inertia mirrored(const Inertia& inertia, Side side);

enum class InertiaAxes { body, vehicle };
// "Vehicle-Frame Inertia" of a file, false when missing.
InertiaAxes inertiaAxes(VehicleBuild& build, const JsonValue& file);
// A body whose frame is at its centre of mass.
BodyIndex addBodyAt(VehicleBuild& build, std::string_view name, const Pose& X_WC, const Inertia& inertia,
                    InertiaAxes axes, const SourceRef& at);
// Adds mass and inertia about a frame in the world, in its axes, to a body.
void addMatter(VehicleBuild& build, BodyIndex body, const Pose& X_WC, const Inertia& inertia);

// ---- joints: body 1 carries marker i, body 2 marker j ----

JointIndex addJointAt(VehicleBuild& build, std::string_view name, std::string_view type, BodyIndex body1,
                      BodyIndex body2, const Pose& X_W, const SourceRef& at);
JointIndex addRevolute(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                       const Vector3& point, const Vector3& axis, const SourceRef& at);
JointIndex addSpherical(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                        const Vector3& point, const SourceRef& at);
// Axes of the cross on body 1 and on body 2; if they are not perpendicular, the second is corrected, as in Chrono.
JointIndex addUniversal(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                        const Vector3& point, const Vector3& axis1, const Vector3& axis2, const SourceRef& at);
// A massless rod; its length is the distance between the points.
JointIndex addDistance(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                       const Vector3& point1, const Vector3& point2, const SourceRef& at);
// A massless rod that rotates about `axis` at `point1` of body 1, with a ball at `point2` of body 2.
JointIndex addRevoluteSpherical(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                                const Vector3& point1, const Vector3& point2, const Vector3& axis, const SourceRef& at);
JointIndex addPrismatic(VehicleBuild& build, std::string_view name, BodyIndex body1, BodyIndex body2,
                        const Vector3& point, const Vector3& axis, const SourceRef& at);

// Chrono's ChVehicleJoint: a joint, or a bushing instead if there are data for one.
enum class VehicleJointType { lock, pointLine, pointPlane, revolute, spherical, universal };
// "Lock", "Point Line", ...; an error and a lock for anything else.
VehicleJointType vehicleJointType(VehicleBuild& build, const JsonValue& object, std::string_view member);
// The frame is Chrono's: a revolute about its z, a universal with x on body 1 and y on body 2, a point of body 1 on the
// x axis (point-line) or in the xy plane (point-plane) of body 2. `bushing`: the "Bushing Data" object, or null.
void addVehicleJoint(VehicleBuild& build, std::string_view name, VehicleJointType type, BodyIndex body1,
                     BodyIndex body2, const Pose& X_W, const JsonValue* bushing, const SourceRef& at);

// ---- springs and dampers ----

// A translational spring, damper or both between two points, with any keys that Chrono has for its law.
void addSpring(VehicleBuild& build, std::string_view name, const JsonValue& object, BodyIndex body1, BodyIndex body2,
               const Vector3& point1, const Vector3& point2);
// The same about the z axis of a frame in the world; the angle is 0 at the initial position.
void addTorsionSpring(VehicleBuild& build, std::string_view name, const JsonValue& object, BodyIndex body1,
                      BodyIndex body2, const Pose& X_W);

// ---- losses ----

void lose(VehicleBuild& build, const JsonValue& value, LossEffect effect, std::string what, std::string why,
          std::string meaning);

}  // namespace mb::chrono
