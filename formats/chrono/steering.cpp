#include <fmt/format.h>

#include "formats/chrono/parts.h"

namespace mb::chrono {
namespace {

// "Maximum Angle (deg)", or its former name.
double largestAngle(VehicleBuild& build, const JsonValue& object) {
  Diagnostics& diagnostics = build.import.diagnostics;
  return has(object, "Maximum Angle") ? number(object, "Maximum Angle", diagnostics)
                                      : number(object, "Maximum Angle (deg)", diagnostics);
}

BodyIndex addLocated(VehicleBuild& build, const SubsystemPlace& place, std::string_view part, const JsonValue& object,
                     const Vector3& com, InertiaAxes axes) {
  const Pose X_WC{worldPose(build, place).R, worldPoint(build, place, com)};
  return addBodyAt(build, nameIn(place, part), X_WC, readInertia(build, object), axes, object.at);
}

// Joints that Chrono drives: the chassis is body 1, so that the coordinate is the angle or travel of Chrono's motor.
BodyIndex addPitmanArm(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const InertiaAxes axes = inertiaAxes(build, file);
  const JsonValue& linkData = requireObject(file, "Steering Link", diagnostics);
  const JsonValue& armData = requireObject(file, "Pitman Arm", diagnostics);
  const BodyIndex link = addLocated(build, place, "link", linkData, vector3(linkData, "COM", diagnostics), axes);
  const BodyIndex arm = addLocated(build, place, "arm", armData, vector3(armData, "COM", diagnostics), axes);
  const Matrix3 R = worldPose(build, place).R;
  const auto point = [&](const JsonValue& object, std::string_view name) {
    return worldPoint(build, place, vector3(object, name, diagnostics));
  };
  const auto direction = [&](const JsonValue& object, std::string_view name) {
    return Vector3(R * vector3(object, name, diagnostics));
  };
  const JsonValue& pivot = requireObject(file, "Revolute Joint", diagnostics);
  const JointIndex revolute = addRevolute(build, nameIn(place, "arm"), place.chassis, arm, point(pivot, "Location"),
                                          direction(pivot, "Direction"), pivot.at);
  addSteeringDrive(build, nameIn(place, "input"), revolute, fmt::format("{} deg", largestAngle(build, pivot)),
                   pivot.at);
  const JsonValue& cross = requireObject(file, "Universal Joint", diagnostics);
  addUniversal(build, nameIn(place, "arm_link"), arm, link, point(cross, "Location"), direction(cross, "Direction Arm"),
               direction(cross, "Direction Link"), cross.at);
  const JsonValue& idler = requireObject(file, "Revolute-Spherical Joint", diagnostics);
  addRevoluteSpherical(build, nameIn(place, "idler"), place.chassis, link, point(idler, "Location Chassis"),
                       point(idler, "Location Link"), direction(idler, "Direction"), idler.at);
  return link;
}

BodyIndex addRackPinion(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const JsonValue& linkData = requireObject(file, "Steering Link", diagnostics);
  const Vector3 com(0, number(linkData, "COM", diagnostics), 0);
  const BodyIndex link = addLocated(build, place, "link", linkData, com, InertiaAxes::body);
  const JointIndex rack = addPrismatic(build, nameIn(place, "rack"), place.chassis, link, worldPoint(build, place, com),
                                       worldPose(build, place).R.col(1), linkData.at);
  const JsonValue& pinion = requireObject(file, "Pinion", diagnostics);
  addSteeringDrive(build, nameIn(place, "input"), rack,
                   fmt::format("{} deg of a pinion of radius {} m", largestAngle(build, pinion),
                               number(pinion, "Radius", diagnostics)),
                   pinion.at);
  return link;
}

BodyIndex addRotaryArm(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const JsonValue& data = requireObject(file, "Pitman Arm", diagnostics);
  const Vector3 pivot = vector3(data, "Point of Rotation", diagnostics);
  const Vector3 end = vector3(data, "Point to Draglink", diagnostics);
  const BodyIndex arm = addLocated(build, place, "arm", data, 0.5 * (pivot + end), inertiaAxes(build, file));
  const Vector3 axis = worldPose(build, place).R * vector3(data, "Axis of Rotation", diagnostics);
  const JointIndex revolute =
      addRevolute(build, nameIn(place, "arm"), place.chassis, arm, worldPoint(build, place, pivot), axis, data.at);
  addSteeringDrive(build, nameIn(place, "input"), revolute, fmt::format("{} deg", largestAngle(build, data)), data.at);
  return arm;
}

struct SteeringRow {
  std::string_view form;
  BodyIndex (*add)(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place);
};
constexpr std::array kSteerings{
    SteeringRow{"PitmanArm", &addPitmanArm},
    SteeringRow{"RackPinion", &addRackPinion},
    SteeringRow{"RotaryArm", &addRotaryArm},
};

}  // namespace

void addSteeringDrive(VehicleBuild& build, std::string_view name, JointIndex joint, std::string_view full,
                      const SourceRef& at) {
  Drive& drive = addDrive(build.import, name, at);
  drive.coordinate = CoordinateRef{joint, 0};
  drive.function = ConstantFunction{0};
  build.import.model.remarks.push_back(
      fmt::format("motion '{}' holds joint '{}' in the middle, as a driver who does not steer; full steering to the "
                  "left is {}: give the motion a function to steer",
                  drive.name, build.import.model.joints[joint].name, full));
}

BodyIndex addSteering(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::string form = text(file, "Template", diagnostics);
  std::vector<std::string> known;
  for (const SteeringRow& row : kSteerings) {
    if (row.form == form) return row.add(build, file, place);
    known.emplace_back(row.form);
  }
  if (!form.empty()) {
    diagnostics.error(file.at, Code::notModelled, fmt::format("a steering of template '{}' is not read", form))
        .withHint(fmt::format("{} are", fmt::join(known, ", ")));
  }
  return {};
}

void addAntirollBar(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place,
                    const std::array<BodyIndex, 2>& ends) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::string form = text(file, "Template", diagnostics);
  if (form != "AntirollBarRSD") {
    if (!form.empty()) {
      diagnostics.error(file.at, Code::notModelled, fmt::format("an anti-roll bar of template '{}' is not read", form))
          .withHint("AntirollBarRSD is");
    }
    return;
  }
  const JsonValue& data = requireObject(file, "Arm", diagnostics);
  const double length = number(data, "Length", diagnostics);
  const double width = number(data, "Width", diagnostics);
  const double height = number(requireObject(file, "Droplink", diagnostics), "Height", diagnostics);
  const Inertia inertia = readInertia(build, data);
  const Matrix3 R = worldPose(build, place).R;
  const auto armPoint = [&](Side side) { return worldPoint(build, place, {0, length / 2, 0}, side); };
  std::array<BodyIndex, 2> arms{};
  for (const Side side : kSides) {
    arms[indexOf(side)] =
        addBodyAt(build, nameIn(place, "arm", side), {R, armPoint(side)}, inertia, InertiaAxes::body, data.at);
  }
  // The bar consists of two arms on one axis; the left one connects both to the chassis.
  addRevolute(build, nameIn(place, "chassis"), arms[0], place.chassis, armPoint(Side::left), R.col(1), data.at);
  const JointIndex bar = addRevolute(build, nameIn(place, "bar"), arms[0], arms[1],
                                     worldPoint(build, place, Vector3::Zero()), R.col(1), data.at);
  const JsonValue& spring = requireObject(file, "RSD", diagnostics);
  Rsda law;
  law.i = build.import.model.joints[bar].i;
  law.j = build.import.model.joints[bar].j;
  law.stiffness = number(spring, "Spring Coefficient", diagnostics);
  law.damping = number(spring, "Damping Coefficient", diagnostics);
  addForce(build.import, nameIn(place, "torsion"), spring.at).law = law;
  for (const Side side : kSides) {
    const BodyIndex end = ends[indexOf(side)];
    if (!end.valid()) continue;
    addDistance(build, nameIn(place, "droplink", side), arms[indexOf(side)], end,
                worldPoint(build, place, {width, length, 0}, side),
                worldPoint(build, place, {width, length, height}, side), data.at);
  }
}

}  // namespace mb::chrono
