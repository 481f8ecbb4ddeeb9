#include <fmt/format.h>

#include <numbers>

#include "formats/chrono/parts.h"

namespace mb::chrono {
namespace {

// Components that are subtracted from the others.
struct Voids {
  double mass = 0;                     // of all
  double largestMass = 0;              // of one
  const JsonValue* largest = nullptr;  // that component, for messages
};

void checkVoids(VehicleBuild& build, const Voids& voids, MassProperties total) {
  Diagnostics& diagnostics = build.import.diagnostics;
  total.asGiven = true;  // impossible moments are kept and reported for the whole chassis
  if (!(total.mass > 0)) {
    diagnostics
        .error(voids.largest->at, Code::impossibleMass,
               fmt::format("components with \"Void\": true have {:.6g} kg, all others {:.6g} kg", voids.mass,
                           total.mass + voids.mass))
        .withHint("a void is subtracted from the others: write \"Void\": false where there is matter");
  } else if (const std::string defect = inertiaDefect(total); !defect.empty()) {
    diagnostics
        .error(voids.largest->at, Code::impossibleInertia,
               fmt::format("without the components with \"Void\": true {}", defect))
        .withHint("a void lies inside other components: check its 'Centroidal Frame' and 'Moments of Inertia'");
  }
}

// The sum of the components, with voids subtracted.
MassProperties composite(VehicleBuild& build, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const int before = diagnostics.errorCount();
  MassProperties total;
  Voids voids;
  for (const JsonValue& component : requireArray(file, "Components", diagnostics)) {
    const JsonValue& frame = requireObject(component, "Centroidal Frame", diagnostics);
    const Pose X_RC{rotationOr(frame, "Orientation", Matrix3::Identity(), diagnostics),
                    vector3(frame, "Location", diagnostics)};
    const Inertia inertia = readInertia(build, component);
    const bool isVoid = booleanOr(component, "Void", false, diagnostics);
    const double sign = isVoid ? -1 : 1;
    const MassProperties own{sign * inertia.mass, Vector3::Zero(), sign * tensorOf(inertia)};
    total = sum(total, transformed(X_RC, own));
    if (!isVoid) continue;
    voids.mass += inertia.mass;
    if (voids.largest && inertia.mass <= voids.largestMass) continue;
    voids.largest = &component;
    voids.largestMass = inertia.mass;
  }
  if (voids.largest && diagnostics.errorCount() == before) checkVoids(build, voids, total);
  return total;
}

std::optional<double> readLargestPitch(VehicleBuild& build, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  if (has(file, "Maximum Pitch")) return number(file, "Maximum Pitch", diagnostics);
  if (!has(file, "Maximum Pitch (deg)")) return std::nullopt;
  return number(file, "Maximum Pitch (deg)", diagnostics) * std::numbers::pi / 180;
}

void addConnectorDrive(VehicleBuild& build, const JsonValue& file, std::string_view name, JointIndex joint) {
  const double full = number(file, "Maximum Steering Angle (deg)", build.import.diagnostics);
  addSteeringDrive(build, fmt::format("{}_input", name), joint, fmt::format("-{} deg", full), file.at);
}

}  // namespace

ChassisBody addChassis(VehicleBuild& build, const JsonValue& file, std::string_view name, const Pose& X_WR) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::string form = text(file, "Template", diagnostics);
  ChassisBody chassis;
  if (form != "RigidChassis" && form != "RigidChassisRear") {
    if (!form.empty()) {
      diagnostics.error(file.at, Code::notModelled, fmt::format("a chassis of template '{}' is not read", form))
          .withHint("RigidChassis and RigidChassisRear are");
    }
    return chassis;
  }
  chassis.body = addBody(build.import, name, file.at);
  chassis.X_WR = X_WR;
  Body& body = build.import.model.bodies[chassis.body];
  body.X_WB = X_WR;
  body.massProperties = composite(build, file);
  chassis.frontConnector = vector3Or(file, "Front Connector Location", Vector3::Zero(), diagnostics);
  chassis.rearConnector = vector3Or(file, "Rear Connector Location", Vector3::Zero(), diagnostics);
  if (const JsonValue* driver = find(file, "Driver Position")) {
    const Pose X_RD{rotationOr(*driver, "Orientation", Matrix3::Identity(), diagnostics),
                    vector3(*driver, "Location", diagnostics)};
    const MarkerIndex marker = addMarker(build.import, chassis.body, "driver", X_RD, 0, driver->at);
    build.import.model.probes.push_back({build.import.probeNames.make("driver", "probe"), marker, {driver->at, {}}});
  }
  if (const JsonValue* contact = find(file, "Contact")) {
    lose(build, *contact, LossEffect::motion, fmt::format("contact shapes of '{}'", name),
         "contact of bodies is not modelled", "the chassis passes through obstacles");
    markUsed(*contact);
  }
  return chassis;
}

Pose rearChassisPose(VehicleBuild& build, const JsonValue& file, const ChassisBody& front) {
  const Vector3 own = vector3Or(file, "Front Connector Location", Vector3::Zero(), build.import.diagnostics);
  return front.X_WR * Pose{Matrix3::Identity(), front.rearConnector - own};
}

void addConnector(VehicleBuild& build, const JsonValue& file, std::string_view name, const ChassisBody& front,
                  const ChassisBody& rear) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::string form = text(file, "Template", diagnostics);
  const Vector3 point = rear.X_WR * rear.frontConnector;
  const Matrix3& R = rear.X_WR.R;
  constexpr double kRight = std::numbers::pi / 2;
  if (form == "ChassisConnectorHitch") {
    addSpherical(build, name, front.body, rear.body, point, file.at);
  } else if (form == "ChassisConnectorFifthWheel") {  // yaw on the front, pitch on the rear
    addJointAt(build, name, "hooke", front.body, rear.body, {R * rotationAbout(1, kRight), point}, file.at);
  } else if (form == "ChassisConnectorArticulated") {
    addConnectorDrive(build, file, name,
                      addJointAt(build, name, "revolute", rear.body, front.body, {R, point}, file.at));
  } else if (form == "ChassisConnectorTorsion") {
    const Pose frame{R * rotationAbout(1, kRight), point};  // about the longitudinal axis of the vehicle
    const JointIndex joint = addJointAt(build, name, "revolute", front.body, rear.body, frame, file.at);
    Rsda spring;
    spring.i = build.import.model.joints[joint].i;
    spring.j = build.import.model.joints[joint].j;
    spring.stiffness = number(file, "Torsional Stiffness", diagnostics);
    spring.damping = spring.stiffness / 100;  // as in Chrono
    addForce(build.import, fmt::format("{}_torsion", name), file.at).law = spring;
  } else if (!form.empty()) {
    diagnostics.error(file.at, Code::notModelled, fmt::format("a connector of template '{}' is not read", form))
        .withHint("ChassisConnectorHitch, -FifthWheel, -Articulated and -Torsion are");
  }
}

std::array<BodyIndex, 2> addSubchassis(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place) {
  Diagnostics& diagnostics = build.import.diagnostics;
  std::array<BodyIndex, 2> beams{};
  const std::string form = text(file, "Template", diagnostics);
  if (form != "Balancer") {
    if (!form.empty()) {
      diagnostics.error(file.at, Code::notModelled, fmt::format("a subchassis of template '{}' is not read", form))
          .withHint("Balancer is");
    }
    return beams;
  }
  const JsonValue& beam = requireObject(file, "Beam", diagnostics);
  const Inertia inertia = readInertia(build, beam);
  const Vector3 com = vector3(beam, "COM", diagnostics);
  const Vector3 pin = vector3(beam, "Pin Location", diagnostics);
  const Vector3 axis = vector3Or(beam, "Pin Direction", Vector3::UnitY(), diagnostics);
  const JsonValue* bushing = find(beam, "Bushing Data");
  const std::optional<double> largestPitch = readLargestPitch(build, file);
  const Matrix3 R = worldPose(build, place).R;
  for (const Side side : kSides) {
    const Pose X_WC{R, worldPoint(build, place, com, side)};
    const BodyIndex body = addBodyAt(build, nameIn(place, "beam", side), X_WC, inertia, InertiaAxes::body, beam.at);
    beams[indexOf(side)] = body;
    const std::string name = nameIn(place, "pin", side);
    const std::optional<Matrix3> R_pin = rotationFromZ(R * mirrored(axis, side));
    if (!R_pin) {
      diagnostics.error(beam.at, Code::noDirection, "the pin of the beam has no direction")
          .withHint("'Pin Direction' must not be zero");
      return beams;
    }
    const Pose frame{*R_pin, worldPoint(build, place, pin, side)};
    addVehicleJoint(build, name, VehicleJointType::revolute, body, place.chassis, frame, bushing, beam.at);
    if (largestPitch && !bushing) {
      Table<JointIndex, Joint>& joints = build.import.model.joints;
      joints[JointIndex{joints.size() - 1}].limits.push_back({.lower = -*largestPitch, .upper = *largestPitch});
    }
  }
  if (largestPitch && !bushing) {
    const JsonValue* radians = find(file, "Maximum Pitch");
    lose(build, radians ? *radians : *find(file, "Maximum Pitch (deg)"), LossEffect::motion,
         fmt::format("stops at the largest pitch of '{}'", nameIn(place, "beam")),
         "a stop is a spring here, and the file has no stiffness for it",
         "a run reports when a beam exceeds its stop, and nothing holds it there");
  }
  return beams;
}

}  // namespace mb::chrono
