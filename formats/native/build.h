// The state of the native reader: files that include each other, their declarations, and how far they have been
// resolved.
//
// A file's own entities come first, then those of the files it includes. Everything is declared before any reference is
// resolved, so that the order inside a file does not matter.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/xml/xml_reader.h"

namespace mb::native {

struct TextHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
template <class T>
using NameMap = std::unordered_map<std::string, T, TextHash, std::equal_to<>>;

// The value of a parameter: a plain number, or one in SI with its dimension.
struct Parameter {
  double value = 0;
  std::optional<Dimension> dimension;
  SourceRef at;
  SourceRef nameAt;
};

// A pose as written, in SI, relative to the frame named by relativeTo or to the default frame.
struct GivenPose {
  Pose X;
  std::optional<XmlText> relativeTo;
  bool usable = true;  // false: errors were reported, X is a placeholder
  int digits = 0;      // most significant digits among its numbers; see Marker
};

// A rigid motion of all bodies of a file, in its world and in SI: the velocity of the point `at`, and the rotation
// about it.
struct InitialMotion {
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
  Vector3 at = Vector3::Zero();
};

// One file, or one inclusion of it.
struct File {
  std::shared_ptr<const SourceFile> source;
  std::string canonicalPath;
  std::shared_ptr<const XmlDocument> document;  // shared by all inclusions of the file
  File* parent = nullptr;
  int depth = 0;
  std::string prefix;                    // of all names defined here, beginning with those of the including files
  Matrix3 R_axes = Matrix3::Identity();  // the file's world axes in ours (ISO)
  AxesNames axes;
  Pose X_PF;                      // the file's world in its parent's, before mirroring
  int digits = 0;                 // of X_PF
  std::optional<Vector3> mirror;  // diagonal of the reflection S in the parent's world
  Vector3 D = Vector3::Ones();    // diagonal of the product of the reflections from here to the root
  NameMap<Parameter> parameters;
  ElementContext context;
  std::optional<InitialMotion> motion;
  std::optional<std::string> groundName;  // as written in this file
  MarkerIndex worldMarker;                // on the ground, made when something is measured in the file's world
  // Read when all names are known.
  std::vector<XmlElement> markers, joints, inputs, splines, roads, tyres, drivers, couplers, drives, forces, probes,
      measures;
};

// A reference in the chain of poses: a body, a marker, or the world of the referring file.
struct Node {
  BodyIndex body;
  MarkerIndex marker;
  bool isWorld() const { return !body.valid() && !marker.valid(); }
};

enum class Progress { open, underWay, done };

struct BodyDraft {
  File* file = nullptr;
  GivenPose given;
  Pose X_FB;       // in the world of its file
  int digits = 0;  // of X_FB, including those of its reference frames
  Progress progress = Progress::open;
  std::optional<XmlElement> mass, inertia, velocity, exact;
};

struct MarkerDraft {
  File* file = nullptr;
  GivenPose given;
  bool inWorld = false;  // the default reference is the file's world, not the body
  Pose X_FM;             // in the world of its file
  int digits = 0;        // of X_FM, including those of its reference frames
  Progress progress = Progress::open;
};

struct Build {
  CartesianModel model;
  Diagnostics diagnostics;
  std::deque<File> files;
  NameMap<std::shared_ptr<const XmlDocument>> documents;  // of included files, by path
  Table<BodyIndex, BodyDraft> bodies;                     // parallel to model.bodies
  Table<MarkerIndex, MarkerDraft> markers;                // parallel to model.markers
  Table<JointIndex, File*> jointFiles;    // parallel to model.joints: where its coordinates are measured
  Table<SplineIndex, File*> splineFiles;  // parallel to model.splines
  std::map<SplineIndex, SplineDimensions> splineDimensions;
  NameMap<BodyIndex> bodyNames;
  NameMap<MarkerIndex> markerNames;
  std::map<std::pair<ExpressionFunction::BodyAs, BodyIndex>, MarkerIndex> bodyMarkers;  // named by measures as bodies
  std::map<JointIndex, SourceRef> givenLengths;  // of distance joints with a given length
  NameMap<int> markerNumbers;                    // the last number appended to a taken marker name
  // An invalid index is declared but unusable; references to it are no further errors.
  NameMap<JointIndex> jointNames;
  NameMap<SplineIndex> splineNames;
  NameMap<RoadIndex> roadNames;
  NameMap<TyreIndex> tyreNames;
  NameMap<DriverIndex> driverNames;
  NameMap<InputIndex> inputNames;
  std::map<std::string, std::string, std::less<>> setParameters;  // of the outermost file, instead of what it says
  NameMap<SourceRef> elementNames;  // forces, couplers and drives by "kind name"; joints and splines too
  BodyIndex ground;
  int unknownNames = 0;
  std::size_t bytesRead = 0;      // of all files
  std::size_t bytesRepeated = 0;  // of files included more than once
  int elementsRead = 0;           // of all inclusions
  bool isTooLarge = false;        // more than a model may have
};

// ---- scope.cpp: units, axes, parameters, names ----
void readUnits(Build& build, File& file, XmlElement& root);
void readAxes(Build& build, File& file, XmlElement& root);
void readParameters(Build& build, File& file, XmlElement& root);
void readParameter(Build& build, XmlElement& param, const ElementContext& context, NameMap<Parameter>& parameters);
// ---- set_parameters.cpp: values from outside ----
void setParameter(Build& build, const std::string& text);  // "NAME=VALUE"
// Takes the value that is set for a parameter of the outermost file, in the unit that the file declares unless it has
// its own. After an error a placeholder, so that its uses are no further errors.
Parameter takeSetParameter(Build& build, XmlElement& param, const std::string& name);
void refuseUnknownParameters(Build& build, const std::vector<std::string>& declared);

bool acceptName(const XmlText& name, Diagnostics& diagnostics);  // reports an invalid or overlong one
Origin statedOrigin(XmlElement& element);                        // its own place, and its stated origin
// The name of an element with the file's prefix; reports a missing or invalid one.
std::optional<std::string> readName(const File& file, XmlElement& element);
// Registers the name of a joint, spline, force, ...; reports a duplicate.
bool claimName(Build& build, std::string_view kind, const std::string& name, const SourceRef& at);
BodyIndex groundBody(Build& build);  // made if there is none yet
std::optional<BodyIndex> findBody(Build& build, const File& file, std::string_view name);
// Each reports an unknown name at its place.
std::optional<BodyIndex> lookUpBody(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<MarkerIndex> lookUpMarker(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<Node> lookUpFrame(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<JointIndex> lookUpJoint(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<SplineIndex> lookUpSpline(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<RoadIndex> lookUpRoad(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<TyreIndex> lookUpTyre(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<DriverIndex> lookUpDriver(Build& build, const File& file, std::string_view name, const SourceRef& at);
std::optional<InputIndex> lookUpInput(Build& build, const File& file, std::string_view name, const SourceRef& at);

// ---- pose.cpp ----
GivenPose readPose(XmlElement& pose, const ElementContext& context);
GivenPose readPoseChild(XmlElement& element, const ElementContext& context);  // identity if missing
// z along the axis, x by rule, independent of the file's names of axes; reports a zero axis.
std::optional<Matrix3> rotationFromAxis(const File& file, const Vector3& axis);

// ---- bodies.cpp: declaring bodies and markers ----
void declareBody(Build& build, File& file, XmlElement& element);
void declareMarker(Build& build, File& file, XmlElement& element, std::optional<BodyIndex> owner);
MarkerIndex addMarker(Build& build, BodyIndex body, std::string name, MarkerDraft draft, Origin origin);
std::string freeMarkerName(Build& build, std::string name);  // itself, or with a number appended

// ---- placement.cpp: resolves poses and completes bodies ----
void placeEverything(Build& build);
Pose poseIn(const Build& build, const File& file, const Node& node);   // relative to the world of the file
int digitsIn(const Build& build, const File& file, const Node& node);  // of that pose
File* commonFile(File* a, File* b);
void completeMarker(Build& build, MarkerIndex marker);

// ---- mass.cpp: masses, inertias and velocities, once the frames are known ----
void completeBody(Build& build, BodyIndex body);
Matrix3 rotationToRoot(const File* file);  // from the axes of its world to ours, with reflections

// ---- initial_motion.cpp ----
void readInitialMotion(File& file, XmlElement& element);
void addInitialMotions(Build& build, BodyIndex body);  // of its file and of the including ones

// ---- joints.cpp ----
void readJoint(Build& build, File& file, XmlElement& element);
// Adds a marker to a body from a pose in the file's world, with the digits of its numbers.
MarkerIndex addWorldMarker(Build& build, File& file, BodyIndex body, std::string_view owner, std::string_view end,
                           const Pose& X_FM, int digits, const SourceRef& at);

// ---- force_ends.cpp ----
// Reads body.marker, or for i and j a body with a point in the world.
std::optional<MarkerIndex> readMarkerOrPoint(Build& build, File& file, XmlElement& element, std::string_view attribute);

// ---- measured_bodies.cpp ----
// The name of the marker that a body stands for in a measure, made where there is none yet.
std::optional<std::string> markerOfBody(Build& build, const File& file, ExpressionFunction::BodyAs as,
                                        std::string_view name, const SourceRef& at);

// ---- elements.cpp: couplers, drives, forces ----
void prepareContext(Build& build, File& file);
void readElements(Build& build);  // of all files

// ---- include.cpp ----
// Declares the contents of the file and of those it includes. overrides: parameters from outside.
void declareFile(Build& build, File& file);
void includeFile(Build& build, File& parent, XmlElement& include);
// The file that an attribute names, inside the folder of the referring file; reports errors.
std::shared_ptr<const SourceFile> readNamedFile(Build& build, const File& file, const XmlText& name);

// ---- mirror.cpp: signs in a mirror image ----
// D: diagonal of the reflections. +1 or -1 for a quantity along or about an axis.
double polarSign(const Vector3& D, int axis);
double axialSign(const Vector3& D, int axis);
double coordinateSign(const Vector3& D, const JointType& type, int coordinate);
// The rotation of frame M after which the mirrored coordinates measure the mirrored joint.
Matrix3 mirrorCorrection(const Vector3& D, const JointType& type);
void mirrorJoint(const Vector3& D, Joint& joint);
// These also fill in the frame of measures that default to the file's world. The element is where it was read.
void mirrorCoupler(Build& build, File& file, XmlElement& element, Coupler& coupler);
void mirrorDrive(Build& build, File& file, XmlElement& element, Drive& drive);
void mirrorForce(Build& build, File& file, XmlElement& element, Force& force);
void mirrorMeasure(Build& build, File& file, XmlElement& element, Measure& measure);

}  // namespace mb::native
