// The Cartesian model as the user wrote it, in SI and in ISO axes (x forward, y left, z up). Readers build it; only
// passes change it.
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
#include "formats/model/joints/joint_fields.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

// A body welded to another one, still addressable by name as a frame on it.
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
  MassProperties massProperties;       // including members
  Vector3 v_WB = Vector3::Zero();      // of the origin of the body frame, world axes
  Vector3 w_WB = Vector3::Zero();      // world axes
  std::array<bool, 6> keepPosition{};  // x y z rx ry rz that the assembly must not move
  std::array<bool, 6> keepVelocity{};  // likewise; the others are an initial guess
  bool velocityIsGuess = false;  // taken from the motion of the whole machine: joints may change it without a message
  std::vector<Member> members;   // bodies welded to it, without the body itself
  int digits = 0;                // most significant digits among the numbers of its pose; see Marker
  Origin origin;
};

bool keepsAny(const Body& body);        // whether any component of its pose or velocity is kept
bool movesAtStart(const Body& body);    // whether a velocity is given
bool hasOwnVelocity(const Body& body);  // likewise, and not the whole machine's

struct Marker {
  std::string name;  // "body.marker", unique
  BodyIndex body;
  Pose X_BM;
  Origin origin{};
  // Most significant digits among the numbers of its frame as written: the precision of the file. 0: unknown,
  // kExactDigits: computed from a parameter or an expression.
  int digits = 0;
};

enum class TreePreference { none, tree, cut };

struct Joint : JointFields {
  std::string name;
  MarkerIndex i;  // frame M
  MarkerIndex j;  // frame F
  TreePreference preference = TreePreference::none;
  std::optional<Weight> weight;  // given by the user instead of the type's
  Origin origin;
};

// Text of another tool without a meaning here, kept verbatim. Text that a reader could not translate is a loss and says
// so.
struct ForeignText {
  std::string format;
  std::string text;
  std::string what;            // the user's element with its name: "FRICTION/3 of joint 'pivot'"; empty: no loss
  std::string why;             // reason: "friction that depends on the load is not modelled"
  std::string meaning;         // effect on the motion: "the joint turns without friction"
  bool changesMotion = false;  // false: graphics, requests, settings of another solver
  Origin origin;
};

// A parameter that was set from outside when the file was read, and its value as text.
struct SetParameter {
  std::string name;
  std::string value;
};

struct CartesianModel : ElementTables {
  std::string name;
  Units units;                         // of the source, for reports
  AxesNames axes;                      // of the source, for reports
  Matrix3 R_WS = Matrix3::Identity();  // the source's world axes in ours
  Vector3 gravity{0, 0, -9.80665};
  std::optional<double>
      loopTolerance;  // of loops that nearly fit, as given in the file: radians, or fractions of a size
  Table<BodyIndex, Body> bodies;
  Table<MarkerIndex, Marker> markers;
  Table<JointIndex, Joint> joints;
  std::vector<ForeignText> foreign;
  std::vector<SetParameter> setParameters;
  std::vector<std::string> files;    // paths of the files that it refers to and that were read
  std::vector<std::string> remarks;  // of the reader: names it had to change, assumptions it made
  Origin origin;
};

inline BodyIndex bodyI(const CartesianModel& model, const Joint& joint) { return model.markers[joint.i].body; }
inline BodyIndex bodyJ(const CartesianModel& model, const Joint& joint) { return model.markers[joint.j].body; }
inline Pose worldPose(const CartesianModel& model, MarkerIndex marker) {
  const Marker& m = model.markers[marker];
  return model.bodies[m.body].X_WB * m.X_BM;
}
bool hasBodies(const CartesianModel& model);  // besides the ground
// The body with this name, or the body that carries a member with this name.
std::optional<BodyIndex> findBody(const CartesianModel& model, std::string_view name);
// The joint with this name, or the fused joint that replaces it.
std::optional<JointIndex> findJoint(const CartesianModel& model, std::string_view name);

// Checks what must hold for every model: names unique, references valid, no self-joint, at most one ground, masses and
// inertias possible. Errors are reported at the entity's origin.
void check(const CartesianModel& model, Diagnostics& diagnostics);

}  // namespace mb
