// A file with one subsystem, read by itself if it can move.
#include <fmt/format.h>

#include "formats/chrono/parts.h"
#include "formats/chrono/suspensions/suspensions.h"

namespace mb::chrono {
namespace {

void readSuspension(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options) {
  SubsystemPlace place;
  place.prefix = "axle1_";
  const SuspensionEnds ends = addSuspension(build, file, place);
  build.import.model.remarks.push_back("the suspension is read by itself: the chassis and the steering are fixed");
  if (options.tyres.empty()) return;
  const std::optional<WheelTyre> tyre = AxleTyres(build, files, options, 1).of(0, nullptr);
  for (const Side side : kSides) {
    const std::size_t k = indexOf(side);
    if (!tyre || !ends.spindle[k].valid() || !ends.wheelCentre[k].valid()) continue;
    mountTyre(build, *tyre, {ends.spindle[k], ends.wheelCentre[k], side, nameIn(place, "tyre", side)}, file.at);
  }
}

void readSteering(VehicleBuild& build, DataFiles&, const JsonValue& file, const ReadOptions&) {
  SubsystemPlace place;
  place.prefix = "steering1_";
  addSteering(build, file, place);
  build.import.model.remarks.push_back("the steering is read by itself: the chassis is fixed");
}

void readChassis(VehicleBuild& build, DataFiles&, const JsonValue& file, const ReadOptions&) {
  addChassis(build, file, "chassis", build.X_WV);
}

void readSubchassis(VehicleBuild& build, DataFiles&, const JsonValue& file, const ReadOptions&) {
  SubsystemPlace place;
  place.prefix = "subchassis1_";
  addSubchassis(build, file, place);
  build.import.model.remarks.push_back("the subchassis is read by itself: the chassis is fixed");
}

void readWheel(VehicleBuild& build, DataFiles&, const JsonValue& file, const ReadOptions&) {
  addBodyAt(build, "wheel", build.X_WV, readInertia(build, file), InertiaAxes::body, file.at);
}

void readTyreFile(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions&) {
  const std::optional<WheelTyre> tyre = addTyre(build, files, file, "tyre");
  if (!tyre) return;
  if (!(tyre->inertia.mass > 0)) {
    build.import.diagnostics
        .error(file.at, Code::impossibleMass, "the tyre has no mass, and cannot be a wheel by itself")
        .withHint("give it to a vehicle as its file of tyres, or add \"Mass\" and \"Inertia\"", Topic::tyreFiles);
    return;
  }
  const BodyIndex wheel = addBodyAt(build, "wheel", build.X_WV, {}, InertiaAxes::body, file.at);
  const MarkerIndex centre = addMarker(build.import, wheel, "centre", {}, 0, file.at);
  mountTyre(build, *tyre, {wheel, centre, Side::left, "tyre"}, file.at);
  build.import.model.remarks.push_back("the tyre is read by itself: it is a wheel of its own mass on a flat road");
}

struct PartRow {
  std::string_view type;
  void (*read)(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options);
  std::string_view refusal;  // why it is not read by itself
};
constexpr std::array kParts{
    PartRow{"Suspension", &readSuspension, ""},
    PartRow{"Steering", &readSteering, ""},
    PartRow{"Chassis", &readChassis, ""},
    PartRow{"ChassisRear", &readChassis, ""},
    PartRow{"Subchassis", &readSubchassis, ""},
    PartRow{"Wheel", &readWheel, ""},
    PartRow{"Tire", &readTyreFile, ""},
    PartRow{"Trailer", &addTrailer, ""},
    PartRow{"SuspensionTestRig", &addTestRig, ""},
    PartRow{"Antirollbar", nullptr, "an anti-roll bar needs the suspension that it connects"},
    PartRow{"ChassisConnector", nullptr, "a connector needs the two chassis that it connects"},
    PartRow{"Brake", nullptr, "brakes are not modelled"},
    PartRow{"Driveline", nullptr, "drivelines are not modelled"},
    PartRow{"Powertrain", nullptr, "powertrains are not modelled"},
    PartRow{"Engine", nullptr, "engines are not modelled"},
    PartRow{"Transmission", nullptr, "transmissions are not modelled"},
    PartRow{"Driver", nullptr, "a driver is not a mechanism"},
    PartRow{"Terrain", nullptr, "terrains are not read"},
    PartRow{"TrackAssembly", nullptr, "tracked vehicles are not read"},
    PartRow{"TrackShoe", nullptr, "tracked vehicles are not read"},
    PartRow{"TrackSuspension", nullptr, "tracked vehicles are not read"},
    PartRow{"Sprocket", nullptr, "tracked vehicles are not read"},
    PartRow{"Idler", nullptr, "tracked vehicles are not read"},
};

}  // namespace

void addLonePart(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const JsonValue& type = require(file, "Type", diagnostics);
  const std::string wanted = text(file, "Type", diagnostics);
  if (type.kind != JsonValue::Kind::text) return;
  for (const PartRow& row : kParts) {
    if (row.type != wanted) continue;
    if (row.read) {
      row.read(build, files, file, options);
    } else {
      diagnostics
          .error(type.at, Code::notModelled,
                 fmt::format("a file of '{}' alone cannot be read: {}", wanted, row.refusal))
          .withHint("give the file of a vehicle, a suspension, a steering, a chassis, a wheel or a tyre");
    }
    return;
  }
  diagnostics.error(type.at, Code::notModelled, fmt::format("files of type '{}' are not read", wanted))
      .withHint("give the file of a vehicle, a suspension, a steering, a chassis, a wheel or a tyre");
}

}  // namespace mb::chrono
