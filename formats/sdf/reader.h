// The contents of a file and the files it includes: collected first, then resolved and built when all names are known.
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
  bool collides = false;      // has a shape that collides
  bool selfCollides = false;  // with links of its own model
  int topModel = 0;           // the outermost model that contains it
  BodyIndex body;
  MarkerIndex anchor;  // static: on the ground, at the link
};

// A joint of the file may become none, one or two here; `coordinates` maps its axes.
struct SdfJoint {
  int frame = 0;
  XmlElement element;
  std::string type;
  SourceRef typeAt{};
  FrameName parent;
  int parentLink = kNoLink;
  int childLink = kNoLink;
  bool isIdle = false;  // nothing beyond it has mass, so it is fixed
  std::array<std::optional<CoordinateRef>, 2> coordinates{};

  bool hasEnds() const { return parentLink != kNoLink && childLink != kNoLink; }
};

// The placement of a model, which <include> may override.
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
  bool missesModels = false;  // included models that are missing, apart from graphics
  std::vector<std::unique_ptr<XmlDocument>> documents{};
  std::vector<std::string> openFiles{};  // files that include each other, to detect circles
  int included = 0;
  std::size_t bytes = 0;  // of all files, and their elements
  std::size_t elements = 0;
  bool isTooLarge = false;  // beyond the limits of a model, which was reported
};

// The contents of the world or the root of a file: models, includes, frames, joints.
void readWorld(Reader& reader, XmlElement& world);
void readModel(Reader& reader, XmlElement& model, int outerScope, int version, const Placing& placing);
void readInclude(Reader& reader, XmlElement& include, int scope);
void readLink(Reader& reader, XmlElement& link, int scope);
void readJoint(Reader& reader, XmlElement& joint, int scope);

// The mass of a link from <inertial> or from its shapes.
MassProperties readInertial(Reader& reader, XmlElement& link, const std::string& where);

// The file with a question mark for every byte that is not UTF-8, and a warning: old files have other encodings in
// comments and names.
std::shared_ptr<const SourceFile> asUtf8(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);
// Returns false and reports an error if a file is one too many: includes multiply the contents of files.
bool mayTake(Reader& reader, const XmlDocument& document, const XmlElement& at);

// 1.x; nothing after an error if it is not SDFormat.
std::optional<int> versionOf(XmlElement& root);
std::string nameOr(XmlElement& element, std::string_view fallback);
// The name here of an entity in a scope.
std::string fullName(Reader& reader, int frame);

// Called in this order when everything is collected.
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
  int digits = 0;                        // of its numbers, and of the rotation between its frame and the joint's
};
JointAxis readAxis(Reader& reader, SdfJoint& joint, XmlElement& axis);
// Hard stops without room: the coordinate cannot leave 0.
bool isLocked(XmlElement& axis);
Limit readLimit(XmlElement& limit, int coordinate);
// Reports limits of effort and velocity, which are not modelled.
void reportBounds(Reader& reader, const std::string& where, XmlElement& limit);
// Friction, springs, limits and initial value of one axis.
void applyAxis(Reader& reader, SdfJoint& joint, XmlElement& axis, const CoordinateRef& coordinate);
// Reports parts of joints of other types, and superfluous axes; the numbers of all axes are checked.
std::string shown(SdfJoint& joint);  // "joint 'pivot'"
void loseOtherTypes(Reader& reader, SdfJoint& joint, std::size_t axes);
// Reports the parts of an axis that are not used, and why.
enum class Unused { ball, gearbox, parallel, locked, continuous };
void loseRest(Reader& reader, SdfJoint& joint, XmlElement& axis, Unused unused);

}  // namespace mb::sdf
