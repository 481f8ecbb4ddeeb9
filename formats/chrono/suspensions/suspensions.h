// Suspensions of Chrono's vehicles as tables. A template is made of parts; a part is rows of points, bodies, joints and
// springs, written for the left side and expanded once a side (the right one from mirrored points) or once in all.
//
// Rows are little texts:
//   object   "Lower Control Arm", "Leafspring/Shackle": the object in the file, a path
//   place    "LCA_F LCA_B": the mean of points. A point is that of the row's side; NAME:L, NAME:R and NAME:C are the
//            left one, the right one and its projection on the middle plane. VEHICLE is the vehicle's origin.
//   vector   "A>B" from A to B; "A^B^C" the normal (A - B) x (C - B); "+X", "-Z": axes of the vehicle, mirrored on
//            neither side; the name of a direction in the file
//   frame    "z:A>B x:+Y": the first axis exactly, the second as near as can be; "z:A>B": whatever x; "": the vehicle's
//   body     a name of the template; chassis, subchassis, steering (the chassis when not steered); carrier: what holds
//            the spindle; NAME:L and NAME:R; NAME:D on the side of the drag link
//   when     "Tierod/Mass": only when the file has it; "!Tierod/Mass": only when it has not
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "formats/chrono/elements/build.h"

namespace mb::chrono {

struct SuspensionEnds {
  std::array<BodyIndex, 2> spindle{};        // invalid after an error
  std::array<MarkerIndex, 2> wheelCentre{};  // on the spindle: y is the spin axis, to the left
  std::array<BodyIndex, 2> antiroll{};       // where the links of an anti-roll bar are attached
};
// `file` is the object of a suspension file.
SuspensionEnds addSuspension(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place);

enum class Sides { both, left, right, once };

struct PointRow {  // or a direction
  std::string_view name;
  std::string_view object;
  std::string_view key;
  std::string_view otherKey{};  // alternative name in some files
};

struct BodyRow {
  std::string_view name;
  std::string_view object;
  std::string_view place;  // of its centre of mass
  std::string_view frame{};
  Sides sides = Sides::both;
  std::string_view when{};
  bool mayUseVehicleAxes = false;  // "Vehicle-Frame Inertia" applies to it
  std::string_view massKey{};      // instead of those of readInertia()
  std::string_view inertiaKey{};
};

enum class LinkType { revolute, spherical, universal, pointPlane, cylindrical, planar, heaveAndRoll, distance };

struct JointRow {
  std::string_view name;
  LinkType type;
  std::string_view body1;
  std::string_view body2;
  std::string_view place;
  std::string_view frame{};  // distance: the point on body 2
  Sides sides = Sides::both;
  std::string_view bushing{};  // object with the data of a bushing that may replace the joint
  std::string_view when{};
};

struct SpringRow {
  std::string_view object;
  std::string_view body1;
  std::string_view body2;
  std::string_view place1;
  std::string_view place2;
};

struct SuspensionPart {
  std::span<const PointRow> points{};
  std::span<const BodyRow> bodies{};
  std::span<const JointRow> joints{};
  std::span<const SpringRow> springs{};
};

class Suspension;

struct SuspensionTemplate {
  std::string_view name;
  std::vector<SuspensionPart> parts;
  std::string_view carrier;             // of the spindle
  std::string_view antiroll;            // where the links of an anti-roll bar are attached
  void (*more)(Suspension&) = nullptr;  // parts that are not rows
};

// One suspension under construction.
class Suspension {
 public:
  Suspension(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place, const SuspensionTemplate& type);

  SuspensionEnds add();

  VehicleBuild& build;
  const JsonValue& file;
  const SubsystemPlace& place;
  const SuspensionTemplate& type;

  const JsonValue& object(std::string_view path);  // required: if missing, an error (once) and an absent value
  const JsonValue* findObject(std::string_view path) const;   // null: not there
  Vector3 point(std::string_view name) const;                 // as in the file: for the left side
  Vector3 meanPoint(std::string_view text, Side side) const;  // in the world
  Pose poseOf(std::string_view place, std::string_view frame, Side side, const SourceRef& at);
  BodyIndex body(std::string_view name, Side side) const;
  std::string nameOf(std::string_view part, Sides sides, Side side) const;

 private:
  struct Named {
    std::string_view name;
    Vector3 value;
    SourceRef at;  // of the object that has it
  };
  struct Made {
    std::string_view name;
    Sides sides;
    Side side;
    BodyIndex body;
  };

  bool failed() const { return build.import.diagnostics.errorCount() > errorsBefore_; }
  bool applies(std::string_view when) const;
  void readPoint(const PointRow& row);
  void addBodies(const BodyRow& row);
  void addJoint(const JointRow& row, Side side);
  void addSprings(const SpringRow& row);
  Vector3 pointOf(std::string_view text, Side side) const;
  Vector3 vectorOf(std::string_view text, Side side) const;
  Inertia inertiaOf(const BodyRow& row);

  std::vector<std::pair<std::string_view, const JsonValue*>> objects_;  // that were looked up, with the result
  std::vector<Named> vectors_;
  std::vector<Made> made_;
  int errorsBefore_ = 0;
};

// The spindles with their half shafts ("Axle"), bearings and the markers of the wheel centres; `carrier` carries each
// side's.
SuspensionEnds addSpindles(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place,
                           const std::array<BodyIndex, 2>& carrier);

// Template GenericWheeledSuspension: bodies, joints, springs by name.
SuspensionEnds addGenericSuspension(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place);

SuspensionPart tierods();  // one per side, from the steering link to the carrier of the spindle
const std::vector<SuspensionTemplate>& independentSuspensions();
const std::vector<SuspensionTemplate>& axleSuspensions();

// A name of the file as part of a name here: spaces become '_'.
std::string wordOf(std::string_view name);

// ---- parts that are not rows ----

// SAE leaf springs: torsion springs between clamps, leaves and the axle.
void addLeafSprings(Suspension& suspension);
// The torsion spring between the halves of a bar.
void addAntirollSpring(Suspension& suspension);
void loseTransverseBeam(Suspension& suspension);

}  // namespace mb::chrono
