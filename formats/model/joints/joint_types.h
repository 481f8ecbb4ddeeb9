// The catalogue of joints, one row each. Nothing else in the program refers to a joint by name, except readers of other
// formats, which name the joints they make.
//
// A joint relates frame M (marker i of the user's joint) to frame F (marker j). A row defines
//   - how M moves relative to F when the joint stays in the tree: elementary motions in order from F to M;
//   - which elementary equations close the loop when the joint is cut, with d = p_FM.
// Degrees of freedom, the Tsai-Haug weight, the columns b, the rows of Phi and the fitting of z follow from the row.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mb {

enum class Axis : std::uint8_t { x, y, z };

enum class MotionKind : std::uint8_t {
  rotation,     // about an axis: 1 coordinate
  translation,  // along an axis: 1 coordinate
  ball,         // any rotation: 3 velocities, unit quaternion for the position
  bend,         // rotation vector normal to the axis: 2 coordinates (constant velocity joint)
  screw,        // about and along an axis, coupled by the pitch: 1 coordinate (the angle)
  offset,       // constant translation along an axis by the joint's length: none
  turn,         // constant rotation x -> y -> z -> x of the axes (new z is the old x): none
};

struct Motion {
  MotionKind kind = MotionKind::rotation;
  Axis axis = Axis::z;
  constexpr bool operator==(const Motion&) const = default;
};

enum class EquationKind : std::uint8_t {
  on,             // F.a . d = 0: M's origin lies in F's plane a = 0
  onMoving,       // M.a . d = 0: F's origin lies in M's plane a = 0
  perpendicular,  // F.a . M.b = 0
  noTwist,        // about a, with a, b, c cyclic: F.c . M.b - F.b . M.c = 0 (no rotation vector component along a)
  length,         // d . d - length^2 = 0
  radius,         // (F.x . d)^2 + (F.y . d)^2 - length^2 = 0: M's origin on a cylinder about F.z
  angle,          // F.a . M.b - cos(angle) = 0
  pitch,          // F.z . d - pitch / (2 pi) * (angle of M about F.z) = 0
};

struct Equation {
  EquationKind kind = EquationKind::on;
  Axis a = Axis::x;
  Axis b = Axis::x;
  constexpr bool operator==(const Equation&) const = default;
};

int velocitiesOf(MotionKind kind);  // 1, 1, 3, 2, 1, 0, 0
int positionsOf(MotionKind kind);   // as above, but 4 for a ball

// Weights are whole numbers of 1e-6, so that sums and ties are exact.
using Weight = std::int64_t;
constexpr Weight kWeightUnit = 1'000'000;
Weight weightFrom(double value);
double toDouble(Weight weight);
std::string toText(Weight weight);  // "5.2"

struct JointType {
  std::string_view name;
  std::array<Motion, 6> motionStore{};
  std::array<Equation, 6> equationStore{};
  std::uint8_t motionCount = 0;
  std::uint8_t equationCount = 0;

  std::span<const Motion> motions() const { return {motionStore.data(), motionCount}; }
  std::span<const Equation> equations() const { return {equationStore.data(), equationCount}; }
  constexpr bool operator==(const JointType&) const = default;
};

std::span<const JointType> jointTypes();
const JointType* findJointType(std::string_view name);  // null if there is no such type

// The joint that replaces a removed rod: a distance between two balls, or between a ball and a hinge.
const JointType& rodClosingType(bool isHinged);

// The joint that frees the components whose flag is true: tx ty tz rx ry rz. Translations are measured in F; one locked
// rotation is "no twist" about its axis, as in MBDyn's total joint.
JointType generalJointType(const std::array<bool, 6>& isFree);

int dofOf(const JointType& type);                 // velocities of its motions: its cost in the tree
int equationsOf(const JointType& type);           // rows when it is cut
int positionsOf(const JointType& type);           // numbers in its position
Weight weightOf(const JointType& type);           // Tsai-Haug: R 1.1, T 1.0, ball 3.0, summed
bool keepsEquationInTree(const JointType& type);  // distance: six coordinates in the tree, and its row stays
bool needsLength(const JointType& type);
bool needsPitch(const JointType& type);
bool needsAngle(const JointType& type);
bool isCoordinate(const JointType& type, int coordinate);
bool isBallCoordinate(const JointType& type, int coordinate);  // whether it is one of the three of a ball

// A velocity coordinate of a joint as users name it: tx, rz, ... ; wx wy wz for a ball, bx by for a bend. A second
// rotation about an axis gets a 2: rz2.
struct CoordinateName {
  std::string name;
  bool isRotation = false;
};
std::vector<CoordinateName> coordinateNames(const JointType& type);

// The index of a velocity coordinate's position among the joint's positions; -1 for a ball.
int positionPlace(const JointType& type, int coordinate);

std::string toText(const Equation& equation);  // "on x", "perpendicular x z", ...
// In words, for `mbconvert joints`: "R(z)" or "T(x) T(y) T(z) ball".
std::string motionsText(const JointType& type);
std::string equationsText(const JointType& type);

}  // namespace mb
