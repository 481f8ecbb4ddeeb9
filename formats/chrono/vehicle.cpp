#include <fmt/format.h>

#include "formats/chrono/parts.h"
#include "formats/chrono/suspensions/suspensions.h"

namespace mb::chrono {
namespace {

// The entry for an index in a file; an error if there is none.
template <class T>
const T* indexed(VehicleBuild& build, const JsonValue& object, std::string_view member, const std::vector<T>& things) {
  const int index = integer(object, member, build.import.diagnostics);
  if (index >= 0 && index < static_cast<int>(things.size())) return &things[static_cast<std::size_t>(index)];
  build.import.diagnostics
      .error(find(object, member)->at, Code::outOfRange,
             fmt::format("'{}' is {}, but there are {} of them, counted from 0", member, index, things.size()))
      .withHint("omit the member if nothing is meant");
  return nullptr;
}

struct Chassis {
  ChassisBody main{};
  std::vector<ChassisBody> rear{};
  bool isOne = false;  // a rig: everything is fixed, whatever it belongs to

  // Chrono counts the rear ones; -1 or a missing index means the main one.
  const ChassisBody& of(VehicleBuild& build, const JsonValue& object) const {
    if (integerOr(object, "Chassis Index", -1, build.import.diagnostics) == -1 || isOne) return main;
    const ChassisBody* found = indexed(build, object, "Chassis Index", rear);
    return found ? *found : main;
  }
};

SubsystemPlace placeOn(const VehicleBuild& build, const ChassisBody& chassis, const Pose& X_RS, std::string prefix) {
  SubsystemPlace place;
  place.X_VS = inverse(build.X_WV) * chassis.X_WR * X_RS;
  place.chassis = chassis.body;
  place.prefix = std::move(prefix);
  return place;
}

const std::vector<JsonValue>& arrayOr(const JsonValue& object, std::string_view name, Diagnostics& diagnostics) {
  static const std::vector<JsonValue> kNone;
  return has(object, name) ? requireArray(object, name, diagnostics) : kNone;
}

Chassis addAllChassis(VehicleBuild& build, DataFiles& files, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  Chassis chassis;
  const JsonValue& main = requireObject(file, "Chassis", diagnostics);
  if (const JsonValue* part = files.part(main, "Input File", "Chassis")) {
    chassis.main = addChassis(build, *part, "chassis", build.X_WV);
  }
  for (const JsonValue& entry : arrayOr(file, "Rear Chassis", diagnostics)) {
    const ChassisBody front = chassis.of(build, entry);
    const std::string name = fmt::format("rear_chassis{}", chassis.rear.size() + 1);
    ChassisBody rear;
    if (const JsonValue* part = files.part(entry, "Input File", "ChassisRear")) {
      rear = addChassis(build, *part, name, rearChassisPose(build, *part, front));
    }
    if (const JsonValue* part = files.part(entry, "Connector Input File", "ChassisConnector")) {
      addConnector(build, *part, fmt::format("{}_connector", name), front, rear);
    }
    chassis.rear.push_back(rear);
  }
  return chassis;
}

// Parts that rotate with the wheels, or drive them, and are not modelled.
void loseDrives(VehicleBuild& build, const JsonValue& file) {
  if (const JsonValue* driveline = find(file, "Driveline")) {
    lose(build, *driveline, LossEffect::motion, "the driveline", "shafts and differentials are not modelled",
         "the wheels turn freely and independently");
    markUsed(*driveline);
  }
  if (const JsonValue* powertrain = find(file, "Powertrain")) {
    lose(build, *powertrain, LossEffect::motion, "the powertrain", "engines and transmissions are not modelled",
         "nothing drives the wheels");
    markUsed(*powertrain);
  }
}

void loseBrakes(VehicleBuild& build, const JsonValue& axle, std::size_t number) {
  const JsonValue* left = find(axle, "Left Brake Input File");
  const JsonValue* right = find(axle, "Right Brake Input File");
  if (!left && !right) return;
  lose(build, left ? *left : *right, LossEffect::none, fmt::format("the brakes of axle {}", number),
       "brakes are not modelled", "there is no braking");
}

struct WheelRow {
  std::string_view member;
  Side side;
  double offset;  // in wheel separations, outwards
  std::string_view name;
};
constexpr std::array kSingleWheels{
    WheelRow{"Left Wheel Input File", Side::left, 0, "left"},
    WheelRow{"Right Wheel Input File", Side::right, 0, "right"},
};
constexpr std::array kDoubleWheels{
    WheelRow{"Left Inside Wheel Input File", Side::left, -0.5, "left_inner"},
    WheelRow{"Right Inside Wheel Input File", Side::right, -0.5, "right_inner"},
    WheelRow{"Left Outside Wheel Input File", Side::left, 0.5, "left_outer"},
    WheelRow{"Right Outside Wheel Input File", Side::right, 0.5, "right_outer"},
};

// Wheels and tyres add their mass and inertia to the spindle at its centre, as in Chrono.
void addWheels(VehicleBuild& build, DataFiles& files, const JsonValue& axle, std::span<const WheelRow> rows,
               const SuspensionEnds& ends, const std::optional<WheelTyre>& tyre, const std::string& prefix) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const double separation = numberOr(axle, "Wheel Separation", 0, diagnostics);
  CartesianModel& model = build.import.model;
  for (const WheelRow& row : rows) {
    const JsonValue* wheel = files.part(axle, row.member, "Wheel");
    const BodyIndex spindle = ends.spindle[indexOf(row.side)];
    MarkerIndex centre = ends.wheelCentre[indexOf(row.side)];
    if (!wheel || !spindle.valid() || !centre.valid()) continue;
    addMatter(build, spindle, model.bodies[spindle].X_WB, readInertia(build, *wheel));
    if (!tyre) continue;
    if (row.offset != 0) {
      const Vector3 aside(0, (row.side == Side::left ? 1 : -1) * row.offset * separation, 0);
      const Pose X_BC = model.markers[centre].X_BM * Pose{Matrix3::Identity(), aside};
      centre = addMarker(build.import, spindle, fmt::format("wheel_{}", row.name), X_BC, 0, axle.at);
    }
    mountTyre(build, *tyre, {spindle, centre, row.side, fmt::format("{}tyre_{}", prefix, row.name)}, axle.at);
  }
}

// Supports of an axle besides its chassis.
struct AxleSupports {
  std::vector<BodyIndex> steerings;
  std::vector<std::array<BodyIndex, 2>> subchassis;
};

void addAxle(VehicleBuild& build, DataFiles& files, const JsonValue& axle, std::size_t number, const Chassis& chassis,
             const AxleSupports& supports, const std::optional<WheelTyre>& tyre) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::string prefix = fmt::format("axle{}_", number);
  const ChassisBody& parent = chassis.of(build, axle);
  const Pose X_RS{Matrix3::Identity(), vector3(axle, "Suspension Location", diagnostics)};
  SubsystemPlace place = placeOn(build, parent, X_RS, prefix);
  // -1 means none in Chrono.
  if (integerOr(axle, "Steering Index", -1, diagnostics) != -1) {
    if (const BodyIndex* link = indexed(build, axle, "Steering Index", supports.steerings)) place.steeringLink = *link;
  }
  if (integerOr(axle, "Subchassis Index", -1, diagnostics) != -1) {
    if (const auto* beams = indexed(build, axle, "Subchassis Index", supports.subchassis)) place.subchassis = *beams;
  }
  SuspensionEnds ends;
  if (const JsonValue* part = files.part(axle, "Suspension Input File", "Suspension")) {
    ends = addSuspension(build, *part, place);
  }
  if (has(axle, "Antirollbar Input File")) {
    const Pose X_RB{Matrix3::Identity(), vector3(axle, "Antirollbar Location", diagnostics)};
    if (const JsonValue* part = files.part(axle, "Antirollbar Input File", "Antirollbar")) {
      addAntirollBar(build, *part, placeOn(build, parent, X_RB, prefix + "arb_"), ends.antiroll);
    }
  }
  const bool isDouble = has(axle, "Wheel Separation");
  addWheels(build, files, axle, isDouble ? std::span<const WheelRow>(kDoubleWheels) : kSingleWheels, ends, tyre,
            prefix);
  loseBrakes(build, axle, number);
}

BodyIndex addSteeringAt(VehicleBuild& build, DataFiles& files, const JsonValue& entry, const ChassisBody& chassis,
                        std::string prefix) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const Pose X_RS{rotationOr(entry, "Orientation", Matrix3::Identity(), diagnostics),
                  vector3(entry, "Location", diagnostics)};
  const JsonValue* part = files.part(entry, "Input File", "Steering");
  return part ? addSteering(build, *part, placeOn(build, chassis, X_RS, std::move(prefix))) : BodyIndex{};
}

AxleSupports addSupports(VehicleBuild& build, DataFiles& files, const JsonValue& file, const Chassis& chassis) {
  Diagnostics& diagnostics = build.import.diagnostics;
  AxleSupports supports;
  for (const JsonValue& entry : arrayOr(file, "Subchassis", diagnostics)) {
    const Pose X_RS{Matrix3::Identity(), vector3(entry, "Subchassis Location", diagnostics)};
    const std::string prefix = fmt::format("subchassis{}_", supports.subchassis.size() + 1);
    const JsonValue* part = files.part(entry, "Input File", "Subchassis");
    const SubsystemPlace place = placeOn(build, chassis.of(build, entry), X_RS, prefix);
    supports.subchassis.push_back(part ? addSubchassis(build, *part, place) : std::array<BodyIndex, 2>{});
  }
  for (const JsonValue& entry : arrayOr(file, "Steering Subsystems", diagnostics)) {
    const std::string prefix = fmt::format("steering{}_", supports.steerings.size() + 1);
    supports.steerings.push_back(addSteeringAt(build, files, entry, chassis.of(build, entry), prefix));
  }
  return supports;
}

void addAxles(VehicleBuild& build, DataFiles& files, const JsonValue& file, const Chassis& chassis,
              const AxleSupports& supports, const ReadOptions& options) {
  const std::vector<JsonValue>& axles = requireArray(file, "Axles", build.import.diagnostics);
  AxleTyres tyres(build, files, options, axles.size());
  for (std::size_t k = 0; k < axles.size(); ++k) {
    if (build.import.diagnostics.gaveUp()) return;
    addAxle(build, files, axles[k], k + 1, chassis, supports, tyres.of(k, &axles[k]));
  }
  tyres.reportBareAxles();
}

// The rig's posts push the wheels; here nothing does.
void loseRig(VehicleBuild& build, const JsonValue& file) {
  lose(build, file, LossEffect::motion, "the posts and the driver of the test rig", "their motion is not in the file",
       "the chassis is fixed, and nothing moves the wheels");
}

}  // namespace

// A file that only refers to the vehicle, its powertrain and its tyre.
void addNamedVehicle(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options) {
  const JsonValue* vehicle =
      files.part(requireObject(file, "Vehicle", build.import.diagnostics), "Input File", "Vehicle");
  ReadOptions withTyre = options;
  if (const JsonValue* tyre = find(file, "Tire"); tyre && options.tyres.empty()) {
    if (const std::shared_ptr<const SourceFile> found = files.text(*tyre, "Input File")) {
      withTyre.tyres.push_back(found->path);
    }
  }
  loseDrives(build, file);
  if (vehicle) addVehicle(build, files, *vehicle, withTyre);
}

void addVehicle(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options) {
  const Chassis chassis = addAllChassis(build, files, file);
  build.chassis = chassis.main.body;
  const AxleSupports supports = addSupports(build, files, file, chassis);
  addAxles(build, files, file, chassis, supports, options);
  loseDrives(build, file);
  if (build.import.model.tyres.empty()) {
    build.import.model.remarks.push_back(
        "the vehicle has no tyres and hangs in the air: give it files of tyres, one for all wheels or one per axle");
  }
}

void addTestRig(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const JsonValue* vehicle = files.part(file, "Vehicle Input File", "Vehicle");
  loseRig(build, file);
  if (!vehicle) return;
  const Chassis fixed{.isOne = true};
  AxleSupports supports = addSupports(build, files, *vehicle, fixed);
  const std::vector<JsonValue>& axles = requireArray(*vehicle, "Axles", diagnostics);
  AxleTyres tyres(build, files, options, axles.size());
  for (const JsonValue& entry : requireArray(file, "Test Axle Indices", diagnostics)) {
    const double index = numberOf(entry, diagnostics);
    if (!(index >= 0 && index < static_cast<double>(axles.size()))) {
      diagnostics
          .error(entry.at, Code::outOfRange,
                 fmt::format("there is no axle {}: the vehicle has {}, counted from 0", index, axles.size()))
          .withHint("give the number of one of them");
      continue;
    }
    const auto k = static_cast<std::size_t>(index);
    addAxle(build, files, axles[k], k + 1, fixed, supports, tyres.of(k, &axles[k]));
  }
  tyres.reportBareAxles();
  markUsed(*vehicle);
}

void addOldTestRig(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const ChassisBody fixed;
  loseRig(build, file);
  const JsonValue& entry = requireObject(file, "Suspension", diagnostics);
  const Pose X_RS{Matrix3::Identity(), vector3(entry, "Location", diagnostics)};
  SubsystemPlace place = placeOn(build, fixed, X_RS, "axle1_");
  if (const JsonValue* steering = find(file, "Steering")) {
    place.steeringLink = addSteeringAt(build, files, *steering, fixed, "steering1_");
  }
  const JsonValue* part = files.part(entry, "Input File", "Suspension");
  if (!part) return;
  const SuspensionEnds ends = addSuspension(build, *part, place);
  const std::optional<WheelTyre> tyre = AxleTyres(build, files, options, 1).of(0, nullptr);
  addWheels(build, files, entry, kSingleWheels, ends, tyre, place.prefix);
}

void addTrailer(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options) {
  Diagnostics& diagnostics = build.import.diagnostics;
  Chassis chassis;
  const JsonValue& main = requireObject(file, "Chassis", diagnostics);
  if (const JsonValue* part = files.part(main, "Input File", "ChassisRear")) {
    chassis.main = addChassis(build, *part, "chassis", build.X_WV);
  }
  build.chassis = chassis.main.body;
  const JsonValue& connector = requireObject(file, "Connector", diagnostics);
  if (const JsonValue* part = files.part(connector, "Input File", "ChassisConnector")) {
    addConnector(build, *part, "connector", ChassisBody{}, chassis.main);
    build.import.model.remarks.push_back("the trailer is coupled to the ground, as to a stationary tractor");
  }
  addAxles(build, files, file, chassis, {}, options);
}

}  // namespace mb::chrono
