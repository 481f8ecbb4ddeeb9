// An assembly under construction, and the steps of reading it. Errors and losses are told on the way.
//
// In this format a joint's coordinates are the motion of marker J in marker I; here they are the motion of i in j. So
// our i is the file's J, and our j the file's I, wherever two markers stand.
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

// A joint of the file, for what refers to it: motions, limits.
struct NamedJoint {
  MarkerPair markers;
  std::optional<JointIndex> joint;  // none for gears and the like, and for joints on one part
  bool isTurned = false;            // its marker J is turned by half a turn about z
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

// The number below a key; reports what is no number. Smalltalk's 2.0d and 1.0d-3 are numbers too.
std::optional<double> numberText(std::string_view text);
double readNumber(Build& build, const Line& line);
void reportMissing(Build& build, const Line& line, std::string_view what);  // a key with nothing below it
Vector3 readVector(Build& build, const Line& line);
Pose readPose(Build& build, const Line& item);           // Position3D and RotationMatrix below
int digitsOfPose(const Build& build, const Line& item);  // the most significant ones among its numbers
std::string nameOf(const Build& build, const Line& item);

// ---- what may stand below a line ----

enum class Others { lost, kept };  // kept: the item is told as a loss with all that stands below it
// Holds the lines below against the words that may stand there, separated by blanks: `Name=` with one line below it,
// `tension~` with a function, `Parts` with what its own reader makes of it, `Marker*` any number of times. All but the
// last stand once. What is nearly one of them is an error, anything else is lost. False after an error.
bool expectBelow(Build& build, const Line& item, std::string_view known, Others others = Others::lost);
// "did you mean 'x'?" when one of such words is near, else empty.
std::string guessAmong(const Build& build, std::string_view word, std::string_view known);
// An error: the item is none of a block's. `noun` says what stands there, like joint.
void reportUnknown(Build& build, const Line& item, std::string_view noun, const std::vector<std::string>& known);

// ---- what refers to markers and joints by path ----

std::optional<MarkerIndex> readMarker(Build& build, const Line& item, std::string_view key);
std::optional<MarkerPair> readMarkers(Build& build, const Line& item);
std::optional<NamedJoint> readJointPath(Build& build, const Line& item);  // MotionJoint; reports an unknown one
void addMarkerPath(Build& build, const std::string& path, MarkerIndex marker, const SourceRef& where);
void addJointPath(Build& build, const Line& item, const NamedJoint& joint);
// The coordinate that is the motion of J in I along (tz) or about z (rz); a joint that turns twice has none for the
// angle.
std::optional<int> coordinateNamed(const JointType& type, std::string_view name);

// A marker on the same body, moved by a pose in its own frame.
MarkerIndex movedMarker(Build& build, MarkerIndex marker, std::string_view suffix, const Pose& move);

// The marker, or it turned by a half turn about one of its axes, whichever is nearer to the orientation in the world.
MarkerIndex turnedTowards(Build& build, MarkerIndex marker, const Matrix3& R_W);

// ---- steps ----

void readJoints(Build& build, const Line& joints);
void readMotions(Build& build, const Line& motions);
void readLimits(Build& build, const Line& limits);
void readForces(Build& build, const Line& forces);

// Parts whose axes an angle joint finds along each other, where no small turn changes the angle, are turned to it.
// After joints.
void leaveStationaryAngles(Build& build);

// Takes out what one joint asks for and the start refuses, as the file's tool does. After joints and motions.
void dropContradiction(Build& build);

// A gear, a rack and pinion, or a screw: one equation between joints that are there already.
struct CouplerItem {
  const Line* line = nullptr;
  MarkerPair markers;
};
// The words below a gear, rack or screw, as for expectBelow; empty: it is none.
std::string_view couplerWords(std::string_view kind);
void addCoupler(Build& build, const CouplerItem& item);

// The function of time below a key, from the start of the run; nothing and an error when it cannot be read.
std::optional<Expression> readFunction(Build& build, const Line& line);
// The same for a force between two markers, which may look at their distance. What is right in the file and not
// modelled here is no error: `unmodelled` tells it.
std::optional<Expression> readFunction(Build& build, const Line& line, const MarkerPair& markers,
                                       std::string& unmodelled);

}  // namespace mb::asmt
