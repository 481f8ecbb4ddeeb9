// The Cartesian model: what the user wrote, in SI and in ISO axes (x forward, y left, z up). Built by readers, changed
// only by passes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "formats/model/basics/geometry.h"
#include "formats/model/basics/index.h"
#include "formats/model/basics/inertia.h"
#include "formats/model/basics/source.h"
#include "formats/model/basics/units.h"
#include "formats/model/elements/element_tables.h"
#include "formats/model/joints/joint_types.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// A body that was welded to another one: still addressable by name, as a frame on it.
struct Member {
  std::string name;
  Pose X_BM;                      // its frame in the frame of the body that carries it
  MassProperties massProperties;  // its own share, in its own frame
  Origin origin;
};

struct Body {
  std::string name;
  bool isGround = false;
  Pose X_WB;                           // for the ground: the source's world axes in ours
  MassProperties massProperties;       // members included
  Vector3 v_WB = Vector3::Zero();      // of the origin of the body frame, world axes
  Vector3 w_WB = Vector3::Zero();      // world axes
  std::array<bool, 6> keepPosition{};  // x y z rx ry rz that the assembly must not move
  std::array<bool, 6> keepVelocity{};  // likewise; the others are a first guess
  bool velocityIsGuess = false;        // of the whole machine's motion: joints change it without a word
  std::vector<Member> members;         // welded to it; without the body itself
  int digits = 0;                      // the most significant ones among the numbers of its pose; see Marker
  Origin origin;
};

bool keepsAny(const Body& body);        // something of its pose or velocity
bool movesAtStart(const Body& body);    // a velocity is given
bool hasOwnVelocity(const Body& body);  // likewise, and it is not the whole machine's

struct Marker {
  std::string name;  // "body.marker", unique
  BodyIndex body;
  Pose X_BM;
  Origin origin{};
  // The most significant digits among the numbers of its frame as they were written: how exact the file is. 0: not
  // known, kExactDigits: computed by a parameter or an expression.
  int digits = 0;
};

enum class TreePreference { none, tree, cut };

struct Joint {
  std::string name;
  JointType type;
  MarkerIndex i;      // frame M
  MarkerIndex j;      // frame F
  double length = 0;  // distance, and the joints with a massless link
  double pitch = 0;   // screw: translation per revolution
  double angle = 0;   // angle: between the two z axes
  TreePreference preference = TreePreference::none;
  std::optional<Weight> weight;  // the user's, instead of the type's
  std::vector<Limit> limits;
  std::vector<Friction> frictions;
  std::vector<InitialCoordinate> initials;
  std::vector<std::string> fusedFrom;  // names of the parallel joints this one stands for; empty for the user's own
  Origin origin;
};

// Text of another tool that has no meaning here, kept as it is. What a reader could not translate says so: a loss.
struct ForeignText {
  std::string format;
  std::string text;
  std::string what;            // the user's thing, with its name: "FRICTION/3 of joint 'pivot'"; empty: no loss
  std::string why;             // it is not here: "friction that depends on the load is not modelled"
  std::string meaning;         // for the motion: "the joint turns without friction"
  bool changesMotion = false;  // false: pictures, requests, settings of another solver
  Origin origin;
};

struct CartesianModel : ElementTables {
  std::string name;
  Units units;                         // of the source, for reports
  AxesNames axes;                      // of the source, for reports
  Matrix3 R_WS = Matrix3::Identity();  // the source's world axes in ours
  Vector3 gravity{0, 0, -9.80665};
  std::optional<double> loopTolerance;  // of loops that nearly fit, as the file gives it: radians, or shares of a size
  Table<BodyIndex, Body> bodies;
  Table<MarkerIndex, Marker> markers;
  Table<JointIndex, Joint> joints;
  std::vector<ForeignText> foreign;
  std::vector<std::string> files;    // paths of those that the file names and that were read
  std::vector<std::string> remarks;  // of the reader: names it had to change, what it took for granted
  Origin origin;
};

inline BodyIndex bodyI(const CartesianModel& model, const Joint& joint) { return model.markers[joint.i].body; }
inline BodyIndex bodyJ(const CartesianModel& model, const Joint& joint) { return model.markers[joint.j].body; }
inline Pose worldPose(const CartesianModel& model, MarkerIndex marker) {
  const Marker& m = model.markers[marker];
  return model.bodies[m.body].X_WB * m.X_BM;
}
bool hasBodies(const CartesianModel& model);  // beside the ground
// The body of that name, or the one that carries a member of that name.
std::optional<BodyIndex> findBody(const CartesianModel& model, std::string_view name);
// The joint of that name, or the one that stands for it among others.
std::optional<JointIndex> findJoint(const CartesianModel& model, std::string_view name);

// What must hold whoever built the model: names unique, references valid, no self-joint, at most one ground, masses and
// inertias possible. Errors go to the diagnostics at the entity's origin.
void check(const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
