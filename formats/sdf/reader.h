// What one file, and the files it includes, hold: collected first, resolved and built when all names are known.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/import/import_build.h"
#include "formats/sdf/frames/frames.h"
#include "formats/sdf/losses.h"
#include "formats/xml/xml_reader.h"

namespace mb::sdf {

struct Link {
  int frame = 0;
  MassProperties mass;
  bool hasGravity = true;
  bool isStatic = false;
  bool collides = false;      // has a shape that does
  bool selfCollides = false;  // with links of its own model
  int topModel = 0;           // the outermost model it stands in
  BodyIndex body;
  MarkerIndex anchor;  // static: on the ground, where the link is
};

// A joint of the file may become none, one or two here; `coordinates` says where those of its axes went.
struct SdfJoint {
  int frame = 0;
  XmlElement element;
  std::string type;
  SourceRef typeAt{};
  FrameName parent;
  int parentLink = kNoLink;
  int childLink = kNoLink;
  bool isIdle = false;  // nothing behind it has mass: it is fixed
  std::array<std::optional<CoordinateRef>, 2> coordinates{};

  bool hasEnds() const { return parentLink != kNoLink && childLink != kNoLink; }
};

// Where a model stands, as <include> may say over the head of the model.
struct Placing {
  std::optional<std::string> name;
  std::optional<GivenPose> pose;
  std::optional<FrameName> placement;
  std::optional<bool> isStatic;
  bool isMerged = false;
};

struct Reader {
  ImportBuild& build;
  FrameTree frames;
  Losses losses{};
  std::vector<Link> links{};
  std::vector<SdfJoint> joints{};
  std::vector<XmlElement> states{};
  std::vector<std::pair<int, XmlElement>> extensions{};  // of Drake, with their scope: forces and constraints
  std::optional<XmlElement> collision{};                 // the first of them
  int collisions = 0;
  bool hasSeveralModels = false;
  bool missesModels = false;  // that it includes; pictures aside
  std::vector<std::unique_ptr<XmlDocument>> documents{};
  std::vector<std::string> openFiles{};  // that include each other, for circles
  int included = 0;
  std::size_t bytes = 0;  // of all files, and their elements
  std::size_t elements = 0;
  bool isTooLarge = false;  // there is more than a model may have, which is told
};

// In the world or the root of a file: models, includes, frames, joints.
void readWorld(Reader& reader, XmlElement& world);
void readModel(Reader& reader, XmlElement& model, int outerScope, int version, const Placing& placing);
void readInclude(Reader& reader, XmlElement& include, int scope);
void readLink(Reader& reader, XmlElement& link, int scope);
void readJoint(Reader& reader, XmlElement& joint, int scope);

// The mass of a link, by <inertial> or from its shapes.
MassProperties readInertial(Reader& reader, XmlElement& link, const std::string& where);

// The file with a question mark for every byte that is not UTF-8, and a warning: files of the last century have odd
// letters in comments and names.
std::shared_ptr<const SourceFile> asUtf8(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);
// False and an error when a file is one too many: includes multiply what files hold.
bool mayTake(Reader& reader, const XmlDocument& document, const XmlElement& at);

// 1.x; nothing and an error for what is not SDFormat.
std::optional<int> versionOf(XmlElement& root);
std::string nameOr(XmlElement& element, std::string_view fallback);
// The name of a thing in a scope, as it is called here.
std::string fullName(Reader& reader, int frame);

// When everything is collected, in this order.
void checkFrames(Reader& reader);
void resolveJoints(Reader& reader);
void findIdleJoints(Reader& reader);
void buildBodies(Reader& reader);
void buildJoints(Reader& reader);
void buildCouplers(Reader& reader);
void buildExtensions(Reader& reader);
void buildWeightless(Reader& reader);
void applyStates(Reader& reader);
void reportMissing(Reader& reader);
void reportContacts(Reader& reader);

BodyIndex bodyOf(const Reader& reader, int link);
// The most significant digits among the poses between a link, or the world, and a frame.
int digitsFrom(Reader& reader, int link, int frame);
struct JointAxis {
  Vector3 direction = Vector3::UnitZ();  // in the world, of length 1
  int digits = 0;                        // of its numbers, and of the turn between its frame and the joint's
};
JointAxis readAxis(Reader& reader, SdfJoint& joint, XmlElement& axis);
// Stops without give that leave no room: the coordinate cannot leave 0.
bool isLocked(XmlElement& axis);
Limit readLimit(XmlElement& limit, int coordinate);
// Of effort and velocity, which nothing here obeys.
void reportBounds(Reader& reader, const std::string& where, XmlElement& limit);
// Friction, springs, limits and the start of one axis.
void applyAxis(Reader& reader, SdfJoint& joint, XmlElement& axis, const CoordinateRef& coordinate);
// Parts of joints of other types, and axes that are more than the type has; the numbers of all axes are looked at.
std::string shown(SdfJoint& joint);  // "joint 'pivot'"
void loseOtherTypes(Reader& reader, SdfJoint& joint, std::size_t axes);
// What remains of an axis that is not used, or not all of it, and why it is not.
enum class Unused { ball, gearbox, parallel, locked, continuous };
void loseRest(Reader& reader, SdfJoint& joint, XmlElement& axis, Unused unused);

}  // namespace mb::sdf
