// The subsystems of a vehicle other than suspensions, which vehicle.cpp assembles.
#pragma once

#include "formats/chrono/data_files.h"
#include "formats/chrono/elements/build.h"
#include "formats/files/format.h"

namespace mb::chrono {

constexpr std::string_view kFormatName = "chrono";

struct ChassisBody {
  BodyIndex body = kImportGround;
  Pose X_WR{};  // its reference frame, to which subsystems are attached
  Vector3 frontConnector = Vector3::Zero();
  Vector3 rearConnector = Vector3::Zero();
};
ChassisBody addChassis(VehicleBuild& build, const JsonValue& file, std::string_view name, const Pose& X_WR);
// The reference frame of a rear chassis: its front connector coincides with the rear connector of the chassis before
// it.
Pose rearChassisPose(VehicleBuild& build, const JsonValue& file, const ChassisBody& front);
void addConnector(VehicleBuild& build, const JsonValue& file, std::string_view name, const ChassisBody& front,
                  const ChassisBody& rear);
// The beams, left and right.
std::array<BodyIndex, 2> addSubchassis(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place);

// The link to which tie rods are attached; invalid after an error.
BodyIndex addSteering(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place);
void addAntirollBar(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place,
                    const std::array<BodyIndex, 2>& ends);

// A motion that stands still at 0, for what Chrono's driver steers.
void addSteeringDrive(VehicleBuild& build, std::string_view name, JointIndex joint, std::string_view full,
                      const SourceRef& at);

// ---- tyres ----

struct WheelTyre {
  TyreIndex tyre;
  double radius = 0;
  Inertia inertia;  // added to the wheel
};
// From the object of a tyre file, or from a property file (.tir).
std::optional<WheelTyre> addTyre(VehicleBuild& build, DataFiles& files, const JsonValue& file, std::string_view name);
std::optional<WheelTyre> addTyreFromProperties(VehicleBuild& build, const std::shared_ptr<const SourceFile>& file,
                                               std::string_view name);
// TMeasy and TMsimple as the closest magic formula; nothing after an error.
std::optional<Tyre> tmTyre(VehicleBuild& build, const JsonValue& file, bool isSimple);
void giveKey(Tyre& tyre, std::string_view key, double si);

struct TyreMount {
  BodyIndex spindle;
  MarkerIndex centre;
  Side side = Side::left;
  std::string name;  // of the force
};
// Mounts the tyre on a spindle; the road is made, or lowered, to the bottom of the tyre.
void mountTyre(VehicleBuild& build, const WheelTyre& tyre, const TyreMount& mount, const SourceRef& at);

// ---- whole files ----

void addVehicle(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options);
void addNamedVehicle(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options);
void addTrailer(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options);
// Some axles of a vehicle on a fixed chassis. The old kind of file names the suspension itself.
void addTestRig(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options);
void addOldTestRig(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options);
// One subsystem by itself; an error if its type cannot move.
void addLonePart(VehicleBuild& build, DataFiles& files, const JsonValue& file, const ReadOptions& options);

// The tyre of an axle, from the command line or else from the vehicle's file. Each is read once.
class AxleTyres {
 public:
  AxleTyres(VehicleBuild& build, DataFiles& files, const ReadOptions& options, std::size_t axles)
      : build_(build), files_(files), options_(options), axles_(axles) {}

  // `axle` is its object in the vehicle's file, or null.
  std::optional<WheelTyre> of(std::size_t index, const JsonValue* axle);
  // Reports axles without a tyre if others have one.
  void reportBareAxles() const;

 private:
  std::optional<WheelTyre> given(const std::string& path);
  std::optional<WheelTyre> added(const JsonValue& file);

  VehicleBuild& build_;
  DataFiles& files_;
  const ReadOptions& options_;
  std::size_t axles_;
  bool isRefused_ = false;
  bool isNamed_ = false;                // an axle names a tyre
  std::vector<const JsonValue*> bare_;  // axles that name none
  std::map<std::string, std::optional<WheelTyre>> byPath_;
  std::map<const JsonValue*, std::optional<WheelTyre>> byFile_;
};

}  // namespace mb::chrono
