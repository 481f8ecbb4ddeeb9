// The recursive model: everything a runtime needs, with no Cartesian equations left to solve. SI, ISO axes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/frame_change.h"

namespace mb {

// A link is attached to its parent by one joint. With F the joint's frame on body j and M its frame on body i of the
// user's
// joint,
//   not reversed: parent carries F:  X_PL = X_PA * X_FM(z) * inverse(X_LB)
//   reversed:     parent carries M:  X_PL = X_PA * inverse(X_FM(z)) * inverse(X_LB)
// so that z keeps the user's sign whichever way the tree traverses the joint.
struct Link : JointFields {
  std::string name;   // of the body
  LinkIndex parent;   // invalid: the world
  std::string joint;  // its name; empty for the free joint of a base
  bool reversed = false;
  Pose X_PA;                  // joint frame on the parent (in the world for a base)
  Pose X_LB;                  // joint frame on the link
  std::vector<double> z;      // initial position; a ball is a unit quaternion w x y z
  std::vector<double> z_dot;  // initial velocity; a ball's is the angular velocity of M in F, in the axes of F
  MassProperties massProperties;
  std::vector<Member> members;  // bodies welded to it
  int number = 0;               // leaves to root, branch by branch, from 1 [HG12 §2]
  Origin origin;                // of the body
  Origin jointOrigin;
};

// A joint that closes a loop, or the row of a distance that stayed in the tree.
struct Cut : JointFields {
  std::string joint;
  LinkIndex linkF;  // invalid: the world
  LinkIndex linkM;
  Pose X_LF;
  Pose X_LM;
  int block = 0;
  Origin origin;
};

// A bar between two ball joints that was removed: one distance row and its exact inertia, T = 1/2 (a |v1|^2 + 2 b v1.v2
// + c |v2|^2) with a = m (1-s)^2 + J_t/l^2, b = m s (1-s) - J_t/l^2, c = m s^2 + J_t/l^2. A massless strut with a ball
// at its first end and a hinge at its second is removed likewise, with the two rows of a revolute-spherical joint.
struct Rod {
  struct End {
    LinkIndex link;                   // invalid: the world
    Vector3 point = Vector3::Zero();  // in the link frame
    // In the link frame. At the second end: the hinge of a massless strut, zero for a ball. At the first end: the
    // direction that the x axis of the rod's frame follows, zero if the hinge defines it.
    Vector3 axis = Vector3::Zero();
    std::string joint;
  };
  std::string body;
  std::array<End, 2> ends;
  double length = 0;
  double mass = 0;
  double s = 0;                  // centre of mass along the bar: 0 at the first end, 1 at the second
  double transverseInertia = 0;  // J_t about the centre of mass
  Pose X_RB;  // the source's body frame in the rod's: origin at end 1, z to end 2, x from the axes of the ends
  int block = 0;
  std::vector<Member> members;
  Origin origin;
};

// Markers on links that forces and drives use.
struct LinkMarker {
  std::string name;
  LinkIndex link;  // invalid: the world
  Pose X_LM;
  Origin origin{};
};

// The place of a source joint in the model. Couplers and drives refer to joints by this table.
struct JointPlace {
  std::string name;
  LinkIndex link;  // valid: in the tree
  int cut = -1;    // otherwise this cut
};

struct RecursiveModel : ElementTables {
  std::string name;
  std::string source;  // path of the Cartesian file, as given
  Units units;
  AxesNames axes;
  Matrix3 R_WS = Matrix3::Identity();
  Vector3 gravity = Vector3::Zero();
  std::vector<SetParameter> setParameters;  // of the source
  std::vector<FrameChange> frameChanges;    // of joints whose loops nearly fitted
  std::vector<Member> world;                // ground bodies; frames in the world
  Table<LinkIndex, Link> links;             // parent before child
  std::vector<Cut> cuts;
  std::vector<Rod> rods;
  Table<JointIndex, JointPlace> joints;
  Table<MarkerIndex, LinkMarker> markers;
  std::vector<ForeignText> foreign;
};

const JointType& typeOf(const RecursiveModel& model, const JointPlace& place);

void check(const RecursiveModel& model, Diagnostics& diagnostics);

}  // namespace mb
