#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "formats/asmt/build.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/model/elementary/elementary.h"

namespace mb::asmt {
namespace {

// The file's equations hold for axes that point the same way or opposite ways: perpendicular to two axes is parallel to
// the third, with either sign. The start decides, and marker J is rotated so that ours point the same way.
enum class Align {
  none,
  axis,     // z along z
  frame,    // x y z along x y z
  opposed,  // z axes of a constant velocity joint point in opposite directions in the file
};

enum class Parameter { none, offset, length, angle };

struct Kind {
  std::string_view name;
  std::string_view type;
  Align align = Align::none;
  Parameter parameter = Parameter::none;
  std::string_view withoutLength{};  // the type when the length is 0
  std::string_view also{};           // a second joint between the same markers
};

constexpr std::array kKinds{
    Kind{.name = "FixedJoint", .type = "fixed", .align = Align::frame},
    Kind{.name = "RevoluteJoint", .type = "revolute", .align = Align::axis},
    Kind{.name = "TranslationalJoint", .type = "translational", .align = Align::frame},
    Kind{.name = "CylindricalJoint", .type = "cylindrical", .align = Align::axis},
    Kind{.name = "SphericalJoint", .type = "spherical"},
    Kind{.name = "AtPointJoint", .type = "spherical"},
    Kind{.name = "UniversalJoint", .type = "universal"},
    Kind{.name = "ConstantVelocityJoint", .type = "constant-velocity", .align = Align::opposed},
    Kind{.name = "PlanarJoint", .type = "planar", .align = Align::axis, .parameter = Parameter::offset},
    Kind{.name = "PointInPlaneJoint", .type = "in-plane", .parameter = Parameter::offset},
    Kind{.name = "InPlaneJoint", .type = "in-plane", .parameter = Parameter::offset},
    Kind{.name = "LineInPlaneJoint", .type = "in-plane", .parameter = Parameter::offset, .also = "perpendicular"},
    Kind{.name = "PointInLineJoint", .type = "in-line"},
    Kind{.name = "InLineJoint", .type = "in-line"},
    Kind{.name = "ParallelAxesJoint", .type = "parallel", .align = Align::axis},
    Kind{.name = "PerpendicularJoint", .type = "perpendicular"},
    Kind{.name = "NoRotationJoint", .type = "orientation", .align = Align::frame},
    Kind{.name = "AngleJoint", .type = "angle", .parameter = Parameter::angle},
    Kind{.name = "SphSphJoint", .type = "distance", .parameter = Parameter::length, .withoutLength = "spherical"},
    Kind{.name = "RevRevJoint",
         .type = "revolute-revolute",
         .align = Align::axis,
         .parameter = Parameter::length,
         .withoutLength = "revolute"},
    Kind{.name = "RevCylJoint",
         .type = "revolute-cylindrical",
         .align = Align::axis,
         .parameter = Parameter::length,
         .withoutLength = "cylindrical"},
    Kind{.name = "CylSphJoint",
         .type = "cylindrical-spherical",
         .parameter = Parameter::length,
         .withoutLength = "in-line"},
};

std::string_view keyOf(Parameter parameter) {
  constexpr std::array<std::string_view, 4> kKeys{"", "offset", "distanceIJ", "theIzJz"};
  return kKeys[static_cast<std::size_t>(parameter)];
}

std::string wordsOf(const Kind& kind) {
  std::string words = "Name= MarkerI= MarkerJ=";
  if (kind.parameter != Parameter::none) words += fmt::format(" {}=", keyOf(kind.parameter));
  return words;
}

const Kind* findKind(std::string_view name) {
  for (const Kind& kind : kKinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

MarkerIndex halfTurned(Build& build, MarkerIndex marker, int axis) {
  Vector3 signs = -Vector3::Ones();
  signs(axis) = 1;
  return movedMarker(build, marker, "turned", {signs.asDiagonal(), Vector3::Zero()});
}

MarkerIndex aligned(Build& build, const MarkerPair& markers, Align align) {
  const CartesianModel& model = build.import.model;
  const Matrix3 R_WI = worldPose(model, markers.I).R;
  const double cosine = R_WI.col(2).dot(worldPose(model, markers.J).R.col(2));
  switch (align) {
    case Align::none: return markers.J;
    case Align::opposed: return halfTurned(build, markers.J, 0);
    case Align::axis: return cosine < 0 ? halfTurned(build, markers.J, 0) : markers.J;
    case Align::frame: return turnedTowards(build, markers.J, R_WI);
  }
  return markers.J;
}

struct Choice {
  std::string_view type;
  Align align = Align::none;
  double length = 0;
  double angle = 0;
};

constexpr double kRight = 1e-9;  // rad: rounding of a printed angle of 0, 90 or 180 degrees

// The type that follows from the number of the joint; nothing after an error.
std::optional<Choice> choose(Build& build, const Line& item, const Kind& kind, double value) {
  Choice choice{kind.type, kind.align};
  if (kind.parameter == Parameter::length) {
    choice.length = value;
    if (value == 0) choice.type = kind.withoutLength;
    if (value >= 0) return choice;
    build.import.diagnostics
        .error(at(build.outline, item), Code::mustBePositive,
               fmt::format("the distance of joint '{}' is {}, which is negative", nameOf(build, item), value))
        .withHint("distanceIJ is the length of the link between the two markers, 0 or more");
    return std::nullopt;
  }
  if (kind.parameter != Parameter::angle) return choice;
  // theIzJz is an angle, although the file's tool keeps its cosine: near the start, 0 and 180 degrees are the same to
  // it.
  choice.angle = std::abs(std::remainder(value, 2 * std::numbers::pi));
  if (elementary::sin(choice.angle) < kRight) {
    choice.type = "parallel";
    choice.align = Align::axis;
  } else if (std::abs(elementary::cos(choice.angle)) < kRight) {
    choice.type = "perpendicular";
  }
  return choice;
}

bool isKnownType(Build& build, const Line& item, std::string_view type) {
  if (findJointType(type)) return true;
  build.import.diagnostics
      .error(at(build.outline, item), Code::notModelled,
             fmt::format("joint '{}' is a {}, which cannot be modelled", nameOf(build, item), type))
      .withHint("put a part and two joints in its place");
  return false;
}

void addOrdinary(Build& build, const Line& item, const Kind& kind, const MarkerPair& markers) {
  ImportBuild& import = build.import;
  NamedJoint named{markers, std::nullopt, false};
  if (import.model.markers[markers.I].body == import.model.markers[markers.J].body) {
    addLoss(import, at(build.outline, item), LossEffect::none, fmt::format("{} '{}'", kind.name, nameOf(build, item)),
            "both its markers are on the same part", "it holds nothing", sourceText(build.outline, item));
    addJointPath(build, item, named);
    return;
  }
  const Line* number = find(build.outline, item, keyOf(kind.parameter));
  const double value = kind.parameter != Parameter::none && number ? readNumber(build, *number) : 0;
  const std::optional<Choice> choice = choose(build, item, kind, value);
  if (!choice || !isKnownType(build, item, choice->type)) return;

  const MarkerIndex i = aligned(build, markers, choice->align);
  MarkerIndex j = markers.I;
  if (kind.parameter == Parameter::offset && value != 0) {
    j = movedMarker(build, j, "offset", {Matrix3::Identity(), {0, 0, value}});
    int& digits = import.model.markers[j].digits;
    digits = std::max(digits, mostDigits(valueOf(build.outline, *number)));
  }
  const JointIndex index = addJoint(import, nameOf(build, item), choice->type, i, j, at(build.outline, item));
  import.model.joints[index].length = choice->length;
  import.model.joints[index].angle = choice->angle;
  if (!kind.also.empty()) {
    addJoint(import, nameOf(build, item) + "_" + std::string(kind.also), kind.also, i, j, at(build.outline, item));
  }
  named.joint = index;
  addJointPath(build, item, named);
}

}  // namespace

MarkerIndex turnedTowards(Build& build, MarkerIndex marker, const Matrix3& R_W) {
  const Matrix3 R = R_W.transpose() * worldPose(build.import.model, marker).R;
  double most = R.trace() + 1e-9;  // half a turn must be a gain
  int best = -1;
  for (int axis = 0; axis < 3; ++axis) {
    const double trace = 2 * R(axis, axis) - R.trace();
    if (trace <= most) continue;
    most = trace;
    best = axis;
  }
  return best < 0 ? marker : halfTurned(build, marker, best);
}

void readJoints(Build& build, const Line& joints) {
  std::vector<CouplerItem> couplers;
  for (const int index : joints.children) {
    const Line& item = lineAt(build.outline, index);
    const Kind* kind = findKind(item.text);
    if (!kind && couplerWords(item.text).empty()) {
      // Curves and surfaces in contact: the shapes are only drawings here.
      if (item.text.ends_with("Contact")) {
        addLoss(build.import, at(build.outline, item), LossEffect::motion,
                fmt::format("{} '{}'", item.text, nameOf(build, item)), "contacts of curves are not modelled",
                "the two parts pass through each other", sourceText(build.outline, item));
        continue;
      }
      std::vector<std::string> names{"GearJoint", "RackPinionJoint", "ScrewJoint"};
      for (const Kind& known : kKinds) names.emplace_back(known.name);
      reportUnknown(build, item, "joint", names);
      continue;
    }
    expectBelow(build, item, kind ? wordsOf(*kind) : std::string(couplerWords(item.text)));
    const std::optional<MarkerPair> markers = readMarkers(build, item);
    if (!markers) continue;
    if (kind) {
      addOrdinary(build, item, *kind, *markers);
    } else {
      couplers.push_back({&item, *markers});
      addJointPath(build, item, {*markers, std::nullopt, false});
    }
  }
  // They couple coordinates of the joints above, wherever those are in the file.
  for (const CouplerItem& item : couplers) addCoupler(build, item);
}

}  // namespace mb::asmt
