// Joints: between markers, or between bodies with the frame given in the world at the initial position.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "formats/model/basics/limits.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/model/elementary/elementary.h"
#include "formats/model/joints/joint_kinematics.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

enum class Points { optional, one, two };
enum class Axes { optional, one, pair, cross, crossYX };

// What a joint given in the world needs. A pair is z of j and z of i; a cross is a pair at right angles, or y of j and
// x of i.
struct WorldFrame {
  std::string_view type;
  Points points;
  Axes axes;
};
constexpr std::array kWorldFrames{
    WorldFrame{"fixed", Points::optional, Axes::optional},
    WorldFrame{"universal", Points::one, Axes::cross},
    WorldFrame{"hooke", Points::one, Axes::crossYX},
    WorldFrame{"spherical", Points::one, Axes::optional},
    WorldFrame{"orientation", Points::optional, Axes::optional},
    WorldFrame{"parallel", Points::optional, Axes::one},
    WorldFrame{"revolute-spherical", Points::two, Axes::one},
    WorldFrame{"revolute-revolute", Points::two, Axes::one},
    WorldFrame{"revolute-cylindrical", Points::two, Axes::one},
    WorldFrame{"cylindrical-spherical", Points::two, Axes::one},
    WorldFrame{"angle", Points::optional, Axes::pair},
    WorldFrame{"perpendicular", Points::optional, Axes::cross},
    WorldFrame{"distance", Points::two, Axes::optional},
    WorldFrame{"free", Points::optional, Axes::optional},
    WorldFrame{"general", Points::one, Axes::optional},
};
constexpr WorldFrame kUsualFrame{"", Points::one, Axes::one};

const WorldFrame& worldFrameOf(std::string_view type) {
  for (const WorldFrame& frame : kWorldFrames) {
    if (frame.type == type) return frame;
  }
  return kUsualFrame;
}

constexpr double kCrossTolerance = 1e-6;  // rad: axes are typed with a few digits

double degreesBetween(const Vector3& a, const Vector3& b) {
  return elementary::atan2(a.cross(b).norm(), a.dot(b)) * 180 / std::numbers::pi;
}

struct End {
  BodyIndex body;
  MarkerIndex marker;  // invalid: the frame is given in the world
  bool known = false;
};

class JointReader {
 public:
  JointReader(Build& build, File& file, XmlElement& element)
      : build_(build), file_(file), element_(element), diagnostics_(build.diagnostics) {}

  std::optional<Joint> read(const std::string& name, const JointType& type) {
    const int errorsBefore = diagnostics_.errorCount();
    joint_.name = name;
    joint_.type = type;
    joint_.origin = statedOrigin(element_);
    End i = readEnd("i");
    End j = readEnd("j");
    readParameters();
    const bool inWorld = (i.known && !i.marker.valid()) || (j.known && !j.marker.valid());
    if (inWorld) readWorldFrames(i.body);
    readExtras();
    element_.finish();
    if (diagnostics_.errorCount() > errorsBefore || !i.known || !j.known) return std::nullopt;
    if (i.body == j.body) {
      diagnostics_
          .error(element_.at(), Code::sameBody,
                 fmt::format("joint '{}' connects body '{}' to itself", name, build_.model.bodies[i.body].name))
          .withHint("i and j are on two bodies");
      return std::nullopt;
    }
    const auto markerOf = [&](const End& end, std::string_view which, const Pose& X) {
      if (end.marker.valid()) return end.marker;
      return addWorldMarker(build_, file_, end.body, name, which, X, digits_, element_.at());
    };
    joint_.i = markerOf(i, "i", X_M_);
    joint_.j = markerOf(j, "j", X_F_);
    const Pose X_FM = inverse(worldPose(build_.model, joint_.j)) * worldPose(build_.model, joint_.i);
    if (needsLength(type) && !hasLength_) joint_.length = lengthAt(type, X_FM);
    if (needsAngle(type) && !hasAngle_) joint_.angle = angleAt(type, X_FM);
    if (needsLength(type) && !(joint_.length > 0)) {
      diagnostics_
          .error(hasLength_ ? element_.attribute("length")->valueAt : element_.at(), Code::mustBePositive,
                 fmt::format("the length of joint '{}' is {:.6g} m, it must be positive", name, joint_.length))
          .withHint("two points that coincide are a spherical joint");
      return std::nullopt;
    }
    return std::move(joint_);
  }

 private:
  End readEnd(std::string_view attribute) {
    End end;
    const auto text = element_.requiredAttribute(attribute);
    if (!text) return end;
    if (text->text.find('.') == std::string_view::npos) {
      const auto body = lookUpBody(build_, file_, text->text, text->valueAt);
      if (body) end = {*body, {}, true};
    } else if (const auto marker = lookUpMarker(build_, file_, text->text, text->valueAt)) {
      end = {build_.model.markers[*marker].body, *marker, true};
    }
    return end;
  }

  void readParameters() {
    if (needsLength(joint_.type)) {
      if (const auto text = element_.attribute("length")) {
        hasLength_ = true;
        joint_.length = readNumber(*text, dimension::kLength, file_.context, diagnostics_).value_or(1);
      }
    }
    if (needsPitch(joint_.type)) {
      if (const auto text = element_.requiredAttribute("pitch")) {
        joint_.pitch = readNumber(*text, dimension::kLength, file_.context, diagnostics_).value_or(1);
        if (joint_.pitch == 0) {
          diagnostics_
              .error(text->valueAt, Code::mustBePositive, fmt::format("the pitch of joint '{}' is 0 m", joint_.name))
              .withHint("a screw without pitch is a revolute joint");
        }
      }
    }
    if (needsAngle(joint_.type)) {
      if (const auto text = element_.attribute("angle")) {
        hasAngle_ = true;
        joint_.angle = readNumber(*text, dimension::kAngle, file_.context, diagnostics_).value_or(1);
      }
    }
    if (const auto text = element_.attribute("weight")) {
      const double weight = readNumber(*text, dimension::kNone, file_.context, diagnostics_).value_or(0);
      if (weight < 0 || weight > limits::kLargestWeight) {
        diagnostics_
            .error(text->valueAt, Code::outOfRange,
                   fmt::format("the weight {:.6g} is not between 0 and {}", weight, limits::kLargestWeight))
            .withHint("the heavier a joint, the sooner it is cut; a revolute weighs 1.1");
      } else {
        joint_.weight = weightFrom(weight);
      }
    }
  }

  void readExtras() {
    readJointExtras(element_, file_.context, joint_);
    if (auto prefer = element_.child("prefer")) {
      if (const auto text = prefer->requiredAttribute("tree")) {
        const auto choice = readChoice(*text, {"no", "yes"}, diagnostics_);
        if (choice) joint_.preference = *choice == 1 ? TreePreference::tree : TreePreference::cut;
      }
      prefer->finish();
    }
  }

  std::optional<Vector3> vector(std::string_view name, const Dimension& dimension, bool required) {
    const auto text = required ? element_.requiredAttribute(name) : element_.attribute(name);
    if (!text) return std::nullopt;
    digits_ = std::max(digits_, mostDigits(text->text));
    return readVector(*text, dimension, file_.context, diagnostics_);
  }

  std::optional<Vector3> direction(std::string_view name, bool required) {
    const auto v = vector(name, dimension::kNone, required);
    if (!v || v->norm() > 0) return v;
    diagnostics_
        .error(element_.attribute(name)->valueAt, Code::noDirection,
               fmt::format("'{}' is zero, it has no direction", name))
        .withHint("give a vector along the axis, of any length");
    return std::nullopt;
  }

  void readWorldFrames(BodyIndex bodyI) {
    if (auto pose = element_.child("pose")) {
      const GivenPose given = readPose(*pose, file_.context);
      X_F_ = given.X;
      digits_ = given.digits;
      if (given.relativeTo) {
        const auto node = lookUpFrame(build_, file_, given.relativeTo->text, given.relativeTo->valueAt);
        if (node && !node->isWorld()) {
          X_F_ = poseIn(build_, file_, *node) * given.X;
          digits_ = std::max(digits_, digitsIn(build_, file_, *node));
        }
      }
      const std::vector<double> zero = zeroPosition(joint_.type);
      X_M_ = X_F_ * jointPose(joint_.type, parametersOf(joint_), zero);
      return;
    }
    const WorldFrame& wanted = worldFrameOf(joint_.type.name);
    readAxes(wanted.axes);
    const auto point = vector("point", dimension::kLength, wanted.points != Points::optional);
    const bool usesBody = !point && bodyI.valid();
    if (usesBody) digits_ = std::max(digits_, digitsIn(build_, file_, {bodyI, {}}));
    X_M_.p = X_F_.p = usesBody ? poseIn(build_, file_, {bodyI, {}}).p : point.value_or(Vector3::Zero());
    if (wanted.points == Points::two) X_F_.p = vector("point2", dimension::kLength, true).value_or(Vector3::Zero());
  }

  void readAxes(Axes wanted) {
    const auto axis = direction("axis", wanted != Axes::optional);
    if (wanted == Axes::cross || wanted == Axes::pair || (wanted == Axes::crossYX && element_.has("axis2"))) {
      const auto axis2 = direction("axis2", true);
      if (axis && axis2) setCross(*axis, *axis2, wanted);
      return;
    }
    const auto xaxis = direction("xaxis", false);
    if (!axis) return;
    const auto R = xaxis ? rotationFromZX(*axis, *xaxis) : rotationFromAxis(file_, *axis);
    if (R) {
      X_M_.R = X_F_.R = *R;
    } else {
      diagnostics_.error(element_.attribute("xaxis")->valueAt, Code::noDirection, "axis and xaxis are parallel")
          .withHint("they must span a plane");
    }
  }

  void setCross(const Vector3& armJ, const Vector3& armI, Axes kind) {
    if (kind == Axes::pair) {
      X_F_.R = *rotationFromAxis(file_, armJ);
      X_M_.R = *rotationFromAxis(file_, armI);
      return;
    }
    const double degrees = degreesBetween(armJ, armI);
    if (std::abs(degrees - 90) > kCrossTolerance * 180 / std::numbers::pi) {
      diagnostics_
          .error(element_.attribute("axis2")->valueAt, Code::jointMisfits,
                 fmt::format("the axes are {:.6g} deg apart, a cross needs 90", degrees))
          .withHint("axis and axis2 are the two arms of the cross");
      return;
    }
    const Matrix3 ZX = *rotationFromZX(armJ, armI);  // z: arm of j, x: arm of i
    if (kind == Axes::crossYX) {
      X_F_.R << ZX.col(0), ZX.col(2), -ZX.col(1);
      X_M_.R = X_F_.R;
    } else {
      X_F_.R = ZX;
      X_M_.R << ZX.col(1), ZX.col(2), ZX.col(0);
    }
  }

  Build& build_;
  File& file_;
  XmlElement& element_;
  Diagnostics& diagnostics_;
  Joint joint_;
  bool hasLength_ = false;
  bool hasAngle_ = false;
  Pose X_F_;  // in the file's world
  Pose X_M_;
  int digits_ = 0;  // of the numbers of both
};

// The file whose mirrors affect the joint's coordinates: that of its frames.
File* fileOfCoordinates(Build& build, File& file, const Joint& joint) {
  return commonFile(commonFile(&file, build.markers[joint.i].file), build.markers[joint.j].file);
}

void mirrorFrames(Build& build, Joint& joint, const Vector3& D, const SourceRef& at) {
  const Matrix3 C = mirrorCorrection(D, joint.type);
  if (C == Matrix3::Identity()) return;
  const Marker old = build.model.markers[joint.i];
  const std::string_view local = std::string_view(old.name).substr(old.name.find('.') + 1);
  if (local != joint.name + "_i") {  // the user's own marker is not changed
    joint.i = addWorldMarker(build, *build.markers[joint.i].file, old.body, joint.name, "i", Pose{}, 0, at);
  }
  build.model.markers[joint.i].digits = old.digits;
  build.model.markers[joint.i].X_BM = {old.X_BM.R * C, old.X_BM.p};
}

}  // namespace

void readJoint(Build& build, File& file, XmlElement& element) {
  const auto name = readName(file, element);
  const auto type = readJointType(element);
  if (!name) return;
  if (!claimName(build, "joint", *name, element.at())) return;
  std::optional<Joint> joint;
  if (type) joint = JointReader(build, file, element).read(*name, *type);
  if (!joint) {
    build.jointNames.emplace(*name, JointIndex{});
    return;
  }
  File* const home = fileOfCoordinates(build, file, *joint);
  if (home->D != Vector3::Ones()) {
    mirrorFrames(build, *joint, home->D, element.at());
    mirrorJoint(home->D, *joint);
  }
  const JointIndex index = build.model.joints.add(std::move(*joint));
  build.jointNames.emplace(*name, index);
  build.jointFiles.add(home);
  if (element.has("length")) build.givenLengths.emplace(index, element.attribute("length")->at);
}

MarkerIndex addWorldMarker(Build& build, File& file, BodyIndex body, std::string_view owner, std::string_view end,
                           const Pose& X_FM, int digits, const SourceRef& at) {
  std::string name = freeMarkerName(build, fmt::format("{}.{}_{}", build.model.bodies[body].name, owner, end));
  MarkerDraft draft;
  draft.file = &file;
  draft.given.X = X_FM;
  draft.inWorld = true;
  draft.X_FM = X_FM;
  draft.digits = draft.given.digits = digits;
  draft.progress = Progress::done;
  const MarkerIndex marker = addMarker(build, body, std::move(name), std::move(draft), {at, "read"});
  completeMarker(build, marker);
  return marker;
}

}  // namespace mb::native
