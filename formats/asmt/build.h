// An assembly under construction, and the steps of reading it. Errors and losses are reported on the way.
//
// In this format a joint's coordinates are the motion of marker J in marker I; here they are the motion of i in j. So
// our i is the file's J, and our j the file's I, wherever there are two markers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/asmt/outline.h"
#include "formats/import/import_build.h"

namespace mb::asmt {

struct MarkerPair {
  MarkerIndex I;
  MarkerIndex J;
};

// A joint of the file, for motions and limits that refer to it.
struct NamedJoint {
  MarkerPair markers;
  std::optional<JointIndex> joint;  // empty for gears etc., and for joints on one part
  bool isTurned = false;            // its marker J is rotated by half a turn about z
};

struct Build {
  ImportBuild import;
  const Outline& outline;
  std::string root;      // path of the assembly
  double startTime = 0;  // here a run begins at 0
  // By path: as it is, without blanks, and without the assembly, which some writers rename.
  std::unordered_map<std::string, MarkerIndex> markers;
  std::unordered_map<std::string, NamedJoint> joints;
};

// ---- values ----

// The number below a key; reports anything else. Smalltalk's 2.0d and 1.0d-3 are numbers too.
std::optional<double> numberText(std::string_view text);
double readNumber(Build& build, const Line& line);
void reportMissing(Build& build, const Line& line, std::string_view what);  // a key with nothing below it
Vector3 readVector(Build& build, const Line& line);
Pose readPose(Build& build, const Line& item);           // Position3D and RotationMatrix below
int digitsOfPose(const Build& build, const Line& item);  // most significant digits among its numbers
std::string nameOf(const Build& build, const Line& item);

// ---- words allowed below a line ----

enum class Others { lost, kept };  // kept: the item becomes a loss with everything below it
// Checks the lines below against the allowed words, separated by blanks: `Name=` with one line below it, `tension~`
// with a function, `Parts` with its own reader, `Marker*` any number of times. All but the last are allowed once. A
// misspelt word is an error, any other word is a loss. Returns false after an error.
bool expectBelow(Build& build, const Line& item, std::string_view known, Others others = Others::lost);
// "did you mean 'x'?" if such a word is close, otherwise empty.
std::string guessAmong(const Build& build, std::string_view word, std::string_view known);
// Reports an item that does not belong to a block. `noun` says what does, such as joint.
void reportUnknown(Build& build, const Line& item, std::string_view noun, const std::vector<std::string>& known);

// ---- references to markers and joints by path ----

std::optional<MarkerIndex> readMarker(Build& build, const Line& item, std::string_view key);
std::optional<MarkerPair> readMarkers(Build& build, const Line& item);
std::optional<NamedJoint> readJointPath(Build& build, const Line& item);  // MotionJoint; reports an unknown one
void addMarkerPath(Build& build, const std::string& path, MarkerIndex marker, const SourceRef& where);
void addJointPath(Build& build, const Line& item, const NamedJoint& joint);
// The coordinate that is the motion of J in I along (tz) or about z (rz); a joint with two rotations has none for the
// angle.
std::optional<int> coordinateNamed(const JointType& type, std::string_view name);

// A marker on the same body, moved by a pose in its own frame.
MarkerIndex movedMarker(Build& build, MarkerIndex marker, std::string_view suffix, const Pose& move);

// The marker, or a copy rotated by half a turn about one of its axes, whichever is closer to the orientation in the
// world.
MarkerIndex turnedTowards(Build& build, MarkerIndex marker, const Matrix3& R_W);

// ---- steps ----

void readJoints(Build& build, const Line& joints);
void readMotions(Build& build, const Line& motions);
void readLimits(Build& build, const Line& limits);
void readForces(Build& build, const Line& forces);

// Rotates parts whose axes are parallel at an angle joint, where no small rotation changes the angle. Called after
// joints.
void leaveStationaryAngles(Build& build);

// Removes the one requirement of a joint that contradicts the start, as the file's tool does. Called after joints and
// motions.
void dropContradiction(Build& build);

// A gear, a rack and pinion, or a screw: one equation between existing joints.
struct CouplerItem {
  const Line* line = nullptr;
  MarkerPair markers;
};
// The words below a gear, rack or screw, as for expectBelow; empty: it is none of these.
std::string_view couplerWords(std::string_view kind);
void addCoupler(Build& build, const CouplerItem& item);

// The function of time below a key, from the start of the run; nothing after an error if it cannot be read.
std::optional<Expression> readFunction(Build& build, const Line& line);
// The same for a force between two markers, which may use their distance. A function that is valid in the file but not
// modelled here is not an error: `unmodelled` says so.
std::optional<Expression> readFunction(Build& build, const Line& line, const MarkerPair& markers,
                                       std::string& unmodelled);

}  // namespace mb::asmt
