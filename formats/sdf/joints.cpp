// Joints of the file as joints of the catalogue. Both frames of a joint are at the file's joint frame at the start.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "formats/model/basics/numbers.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

enum class Family { fixed, axial, ball, twoAxes, gearbox };
struct JointRow {
  std::string_view name;
  Family family;
  std::string_view type;  // in the catalogue
};
constexpr std::array kJoints{
    JointRow{"fixed", Family::fixed, "fixed"},           JointRow{"revolute", Family::axial, "revolute"},
    JointRow{"continuous", Family::axial, "revolute"},   JointRow{"prismatic", Family::axial, "translational"},
    JointRow{"screw", Family::axial, "screw"},           JointRow{"piston", Family::axial, "cylindrical"},
    JointRow{"ball", Family::ball, "spherical"},         JointRow{"universal", Family::twoAxes, "universal"},
    JointRow{"revolute2", Family::twoAxes, "universal"}, JointRow{"gearbox", Family::gearbox, ""},
};

std::size_t axesOf(Family family) {
  switch (family) {
    case Family::fixed: return 0;
    case Family::axial:
    case Family::ball: return 1;  // a ball uses the damping of its axis
    case Family::twoAxes:
    case Family::gearbox: return 2;
  }
  return 2;
}

// One side of a joint.
struct Side {
  BodyIndex body;
  Pose X_W;
  int digits = 0;  // see Marker
};

// From the parent to the child, or part of the way.
JointIndex connect(Reader& reader, SdfJoint& joint, std::string_view name, std::string_view type, const Side& i,
                   const Side& j) {
  const SourceRef at = joint.element.at();
  const MarkerIndex markerI = addMarkerInWorld(reader.build, i.body, fmt::format("{}_i", name), i.X_W, i.digits, at);
  const MarkerIndex markerJ = addMarkerInWorld(reader.build, j.body, fmt::format("{}_j", name), j.X_W, j.digits, at);
  return addJoint(reader.build, name, type, markerI, markerJ, at);
}

// A side on a link or the world, by a frame at the joint whose axes have this many digits.
Side sideOn(Reader& reader, const SdfJoint& joint, int link, const Pose& X_W, int digits) {
  return {bodyOf(reader, link), X_W, std::max(digits, digitsFrom(reader, link, joint.frame))};
}

// The pitch in metres per revolution; nothing if the screw does not turn at all.
std::optional<double> pitchOf(XmlElement& joint) {
  const auto newer = firstChild(joint, "screw_thread_pitch");
  const auto older = firstChild(joint, "thread_pitch");
  const double pitch = finiteOr(joint, "screw_thread_pitch", 1);
  if (!older) return pitch;
  const double radiansPerMetre = finiteOr(joint, "thread_pitch", 1);  // left-handed if positive
  constexpr double kTurn = -2 * std::numbers::pi;
  if (!newer) return radiansPerMetre == 0 ? std::nullopt : std::optional(kTurn / radiansPerMetre);
  if (std::abs(pitch * radiansPerMetre - kTurn) > 1e-3 * std::abs(kTurn)) {
    joint.diagnostics()
        .warning(older->at(), Code::ignoredInput,
                 fmt::format("<thread_pitch> contradicts <screw_thread_pitch>, {} m a revolution, and does not count",
                             toText(pitch)))
        .withHint("keep one of them; <thread_pitch> is -2 pi / <screw_thread_pitch>")
        .withNote(newer->at(), "the other one is here");
  }
  return pitch;
}

Matrix3 alongZ(const Vector3& axis) { return rotationFromZ(axis).value_or(Matrix3::Identity()); }

void buildAxial(Reader& reader, SdfJoint& joint, std::string_view type, const std::string& name, const Pose& X_WJ) {
  auto axis = firstChild(joint.element, "axis");
  const JointAxis own = axis ? readAxis(reader, joint, *axis) : JointAxis{X_WJ.R.col(2)};
  if (!axis) {
    reader.build.model.remarks.push_back(fmt::format("{} has no <axis>: it is z of the joint's frame", shown(joint)));
  }
  double pitch = 0;
  if (type == "screw") {
    const std::optional<double> given = pitchOf(joint.element);
    pitch = given.value_or(0);
    if (!given) type = "translational";
    if (given && pitch == 0) type = "revolute";
  }
  const bool locked = axis && joint.type != "continuous" && isLocked(*axis);
  if (locked) {
    type = "fixed";
    reader.build.model.remarks.push_back(fmt::format("{} has no room between its limits: it is fixed", shown(joint)));
  }
  const Pose X_W{alongZ(own.direction), X_WJ.p};
  const JointIndex made = connect(reader, joint, name, type, sideOn(reader, joint, joint.childLink, X_W, own.digits),
                                  sideOn(reader, joint, joint.parentLink, X_W, own.digits));
  reader.build.model.joints[made].pitch = pitch;
  if (locked) return loseRest(reader, joint, *axis, Unused::locked);
  joint.coordinates[0] = CoordinateRef{made, 0};
  if (axis) applyAxis(reader, joint, *axis, *joint.coordinates[0]);
}

// The first axis belongs to the parent and the second to the child.
void buildTwoAxes(Reader& reader, SdfJoint& joint, const std::string& name, const Pose& X_WJ) {
  std::array<std::optional<XmlElement>, 2> axis{firstChild(joint.element, "axis"), firstChild(joint.element, "axis2")};
  std::array<Vector3, 2> direction;
  std::array<bool, 2> locked{};
  int digits = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const JointAxis own = axis[k] ? readAxis(reader, joint, *axis[k]) : JointAxis{X_WJ.R.col(2)};
    direction[k] = own.direction;
    digits = std::max(digits, own.digits);
    locked[k] = axis[k] && isLocked(*axis[k]);
  }
  const auto child = [&](const Pose& X_W) { return sideOn(reader, joint, joint.childLink, X_W, digits); };
  const auto parent = [&](const Pose& X_W) { return sideOn(reader, joint, joint.parentLink, X_W, digits); };
  const auto apply = [&](std::size_t k, JointIndex made, int coordinate) {
    joint.coordinates[k] = CoordinateRef{made, coordinate};
    if (axis[k]) applyAxis(reader, joint, *axis[k], *joint.coordinates[k]);
  };
  const auto& [a, b] = direction;
  const double parallel = std::abs(a.dot(b));
  const bool isOneAxis = locked[0] || locked[1] || parallel > 1 - 1e-9;
  if (isOneAxis) {
    const std::size_t free = locked[0] ? 1 : 0;
    const bool isFixed = locked[0] && locked[1];
    reader.build.model.remarks.push_back(
        fmt::format("{} turns about {}", shown(joint), isFixed ? "no axis" : "one axis"));
    const Pose X_W{alongZ(direction[free]), X_WJ.p};
    const JointIndex made = connect(reader, joint, name, isFixed ? "fixed" : "revolute", child(X_W), parent(X_W));
    for (std::size_t k = 0; k < 2; ++k) {
      const bool isFree = !isFixed && k == free;
      if (isFree) apply(k, made, 0);
      if (!isFree && axis[k]) loseRest(reader, joint, *axis[k], locked[k] ? Unused::locked : Unused::parallel);
    }
    return;
  }
  constexpr double kRightAngle = 1e-4;  // axes typed with four digits count as perpendicular
  if (parallel < kRightAngle) {
    const Matrix3 R_WF = rotationFromZX(a, b).value_or(Matrix3::Identity());
    Matrix3 R_WM;
    R_WM << R_WF.col(1), R_WF.col(2), R_WF.col(0);
    const JointIndex made = connect(reader, joint, name, "universal", child({R_WM, X_WJ.p}), parent({R_WF, X_WJ.p}));
    apply(0, made, 0);
    apply(1, made, 1);
    return;
  }
  const BodyIndex cross = addBody(reader.build, name + "_cross", joint.element.at());
  reader.build.model.bodies[cross].X_WB = X_WJ;
  reader.build.model.bodies[cross].digits = digitsFrom(reader, kWorldLink, joint.frame);
  const Pose X_WA{alongZ(a), X_WJ.p};
  const Pose X_WC{alongZ(b), X_WJ.p};
  apply(0, connect(reader, joint, name, "revolute", {cross, X_WA, digits}, parent(X_WA)), 0);
  apply(1, connect(reader, joint, name + "_2", "revolute", child(X_WC), {cross, X_WC, digits}), 0);
}

void buildBall(Reader& reader, SdfJoint& joint, const std::string& name, const Pose& X_WJ) {
  const JointIndex made = connect(reader, joint, name, "spherical", sideOn(reader, joint, joint.childLink, X_WJ, 0),
                                  sideOn(reader, joint, joint.parentLink, X_WJ, 0));
  auto axis = firstChild(joint.element, "axis");
  auto dynamics = axis ? firstChild(*axis, "dynamics") : std::nullopt;
  const double damping = dynamics ? finiteOr(*dynamics, "damping", 0) : 0;
  if (damping > 0) {
    for (const int k : {0, 1, 2}) {
      reader.build.model.joints[made].frictions.push_back({.coordinate = k, .viscous = damping});
    }
  }
  if (damping < 0) {
    reader.losses.add(*dynamics, LossEffect::motion, "<damping> below 0", shown(joint),
                      "friction that gives energy is not modelled", "the joint turns without it");
  }
  if (axis) loseRest(reader, joint, *axis, Unused::ball);
}

void readPhysics(Reader& reader, SdfJoint& joint, JointIndex made) {
  auto physics = firstChild(joint.element, "physics");
  if (!physics) return;
  auto simbody = firstChild(*physics, "simbody");
  if (simbody && made.valid() && flagOr(*simbody, "must_be_loop_joint", false)) {
    reader.build.model.joints[made].preference = TreePreference::cut;
  }
  auto ode = firstChild(*physics, "ode");
  const std::string where = shown(joint);
  if (ode) {
    auto suspension = firstChild(*ode, "suspension");
    if (suspension && finiteOr(*suspension, "cfm", 0) != 0) {
      reader.losses.add(*suspension, LossEffect::motion, "<suspension>", where, "joints do not give way here",
                        "the sprung part is rigid");
    }
    if (finiteOr(*ode, "max_force", 0) != 0 && finiteOr(*ode, "velocity", 0) != 0) {
      reader.losses.add(*ode, LossEffect::motion, "motor of <ode>", where,
                        "a motor with the least force for a speed is not modelled", "the joint is not driven");
    }
    auto stop = firstChild(*ode, "limit");
    auto axis = firstChild(joint.element, "axis");
    auto limit = axis ? firstChild(*axis, "limit") : std::nullopt;
    if (stop && limit && finiteOr(*stop, "cfm", 0) != 0 && !firstChild(*limit, "stiffness")) {
      reader.losses.add(*stop, LossEffect::motion, "<cfm> of a stop", where,
                        "how far it gives way depends on the step of another solver", "the stop does not give way");
    }
    if (flagOr(*ode, "implicit_spring_damper", false) || flagOr(*ode, "cfm_damping", false)) {
      reader.losses.add(*ode, LossEffect::none, "<implicit_spring_damper>", where, "it is the way of another solver",
                        "the spring and the damper are kept and act the same");
    }
  }
  reader.losses.add(*physics, LossEffect::none, "<physics>", where, "it holds settings of another solver",
                    "joints neither give way nor drift");
}

void resolveEnds(Reader& reader, SdfJoint& joint) {
  const Frame frame = reader.frames.frame(joint.frame);
  const int parent = reader.frames.find(frame.scope, joint.parent);
  if (parent != kNoFrame) joint.parentLink = reader.frames.linkOf(parent);
  joint.childLink = reader.frames.linkOf(joint.frame);
  if (!joint.hasEnds()) return;
  if (joint.parentLink == joint.childLink) {
    reader.build.diagnostics
        .error(joint.element.at(), Code::sameBody, fmt::format("both ends of {} are on the same body", shown(joint)))
        .withHint("its parent and its child must be carried by two links, or by one and the world");
    joint.childLink = kNoLink;
    return;
  }
  // In the world this is allowed, where joints connect models.
  if (joint.childLink == kWorldLink && frame.carrier.text == "world" && frame.scope != kWorldScope) {
    if (reader.frames.scope(frame.scope).version < 7) {
      reader.build.model.remarks.push_back(
          fmt::format("{}: its child is the world, which Gazebo took up to version 1.6", shown(joint)));
    } else {
      reader.build.diagnostics
          .error(frame.carrier.at, Code::otherKindOfThing, fmt::format("the child of {} is the world", shown(joint)))
          .withHint("exchange <parent> and <child>; the joint then counts the other way");
      joint.childLink = kNoLink;
      return;
    }
  }
  // A frame named as the parent determines the link, but not the position of the joint.
  if (parent != kNoFrame && reader.frames.frame(parent).kind == FrameKind::frame && joint.type != "gearbox") {
    const double gap = (reader.frames.poseInWorld(parent).p - reader.frames.poseInWorld(joint.frame).p).norm();
    if (gap > 1e-6) {
      reader.build.model.remarks.push_back(
          fmt::format("{}: its parent frame '{}' starts {:.4g} m from the joint, which is at its child: SDFormat "
                      "does not make the two coincide",
                      shown(joint), joint.parent.text, gap));
    }
  }
}

void buildJoint(Reader& reader, SdfJoint& joint) {
  const auto row =
      std::find_if(kJoints.begin(), kJoints.end(), [&](const JointRow& r) { return r.name == joint.type; });
  if (row == kJoints.end()) {
    std::vector<std::string> known;
    for (const JointRow& r : kJoints) known.emplace_back(r.name);
    const std::string hint = didYouMean(joint.type, known);
    reader.build.diagnostics
        .error(joint.typeAt, Code::unknownWord, fmt::format("joint type '{}' is not known", joint.type))
        .withHint(hint.empty() ? fmt::format("the types are {}", fmt::join(known, ", ")) : hint);
    return;
  }
  loseOtherTypes(reader, joint, axesOf(row->family));
  const Pose X_WJ = reader.frames.poseInWorld(joint.frame);
  if (!joint.hasEnds()) return;
  const auto isStatic = [&](int link) {
    return link == kWorldLink || reader.links[static_cast<std::size_t>(link)].isStatic;
  };
  if (isStatic(joint.parentLink) && isStatic(joint.childLink)) {
    reader.losses.add(joint.element, LossEffect::none, "<joint> of static links", shown(joint),
                      "both its ends are fixed", "the motion is the same");
    return;
  }
  const std::string name = fullName(reader, joint.frame);
  const int before = reader.build.model.joints.size();
  if (joint.isIdle) {
    reader.losses.add(joint.element, LossEffect::none, "<joint> of a link without mass", shown(joint),
                      "nothing says how a link without mass moves", "it is fixed; bodies with mass move the same");
  }
  switch (joint.isIdle ? Family::fixed : row->family) {
    case Family::fixed:
      connect(reader, joint, name, "fixed", sideOn(reader, joint, joint.childLink, X_WJ, 0),
              sideOn(reader, joint, joint.parentLink, X_WJ, 0));
      break;
    case Family::axial: buildAxial(reader, joint, row->type, name, X_WJ); break;
    case Family::ball: buildBall(reader, joint, name, X_WJ); break;
    case Family::twoAxes: buildTwoAxes(reader, joint, name, X_WJ); break;
    case Family::gearbox:  // couples joints that may come later
      for (const char* const which : {"axis", "axis2"}) {
        if (auto axis = firstChild(joint.element, which)) loseRest(reader, joint, *axis, Unused::gearbox);
      }
      break;
  }
  const bool isMade = reader.build.model.joints.size() > before;
  readPhysics(reader, joint, isMade ? JointIndex{before} : JointIndex{});
}

}  // namespace

std::string shown(SdfJoint& joint) { return fmt::format("joint '{}'", nameOr(joint.element, "joint")); }

void resolveJoints(Reader& reader) {
  for (SdfJoint& joint : reader.joints) resolveEnds(reader, joint);
}

void buildJoints(Reader& reader) {
  for (SdfJoint& joint : reader.joints) buildJoint(reader, joint);
}

}  // namespace mb::sdf
