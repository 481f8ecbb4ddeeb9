// JOINT, JPRIM and GCON.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/adams/expressions/expression.h"
#include "formats/adams/reader.h"

namespace mb::adams {
namespace {

struct TypeRow {
  std::string_view adams;
  std::string_view ours;
};
constexpr std::array kJoints{
    TypeRow{"REVOLUTE", "revolute"},
    TypeRow{"TRANSLATIONAL", "translational"},
    TypeRow{"CYLINDRICAL", "cylindrical"},
    TypeRow{"SPHERICAL", "spherical"},
    TypeRow{"UNIVERSAL", "universal"},
    TypeRow{"HOOKE", "hooke"},
    TypeRow{"CONVEL", "constant-velocity"},
    TypeRow{"PLANAR", "planar"},
    TypeRow{"FIXED", "fixed"},
    TypeRow{"SCREW", "screw"},
};
constexpr std::array kPrimitives{
    TypeRow{"ATPOINT", "spherical"},      TypeRow{"INLINE", "in-line"},
    TypeRow{"INPLANE", "in-plane"},       TypeRow{"ORIENTATION", "orientation"},
    TypeRow{"PARALLEL_AXES", "parallel"}, TypeRow{"PERPENDICULAR", "perpendicular"},
};

constexpr std::string_view kUnjoined = "the two parts move as if it were not there";

template <std::size_t N>
std::optional<TypeRow> typeOf(Reader& reader, Arguments& arguments, const std::array<TypeRow, N>& rows) {
  std::vector<std::string_view> names;
  for (const TypeRow& row : rows) names.push_back(row.adams);
  const auto name = oneOf(reader, arguments, names);
  if (!name) return std::nullopt;
  for (const TypeRow& row : rows) {
    if (row.adams == *name) return row;
  }
  return std::nullopt;
}

// In ADAMS, the z axes of a constant velocity joint point away from its centre, along the two shafts; here they point
// the same way when the shafts are in line. The frame on I is rotated by 180 degrees about the axis that brings it
// closest to the one on J.
MarkerIndex bendMarker(Reader& reader, const Statement& statement, const MarkerPair& pair) {
  const CartesianModel& model = reader.build.model;
  const Matrix3 R_JI = worldPose(model, pair.j->marker).R.transpose() * worldPose(model, pair.i->marker).R;
  Matrix3 best = Matrix3::Identity();
  double nearest = R_JI.trace();
  for (const int axis : {0, 1, 2}) {
    const Matrix3 half = Vector3(2 * Vector3::Unit(axis) - Vector3::Ones()).asDiagonal();
    const double trace = (R_JI * half).trace();
    if (trace <= nearest + 1e-9) continue;
    nearest = trace;
    best = half;
  }
  if (best == Matrix3::Identity()) return pair.i->marker;
  const Marker& own = model.markers[pair.i->marker];
  return addMarker(reader.build, own.body, own.name.substr(own.name.find('.') + 1) + "_inward",
                   own.X_BM * Pose{best, Vector3::Zero()}, own.digits, statement.at);
}

// IC of a joint with one coordinate, ICTRAN and ICROT of a cylindrical one: displacement and velocity.
void readInitials(Reader& reader, Arguments& arguments, Joint& joint) {
  const std::vector<CoordinateName> names = coordinateNames(joint.type);
  for (const std::string_view argument : {"IC", "ICTRAN", "ICROT"}) {
    const auto values =
        numbers(reader, arguments, argument, 1, 2, argument == "ICTRAN" ? Degrees::refused : Degrees::allowed);
    if (!values) continue;
    int coordinate = -1;
    for (int k = 0; k < static_cast<int>(names.size()); ++k) {
      const bool isRotation = names[static_cast<std::size_t>(k)].isRotation;
      if (argument == "IC" ? names.size() == 1 : isRotation == (argument == "ICROT")) coordinate = k;
    }
    const bool hasOne =
        joint.type.name == "revolute" || joint.type.name == "translational" || joint.type.name == "cylindrical";
    if (coordinate < 0 || !hasOne) {
      errorAt(reader, arguments, *find(arguments, argument), Code::jointMisfits,
              fmt::format("a {} joint has no {}", joint.type.name, argument))
          .withHint("IC goes with revolute and translational joints, ICTRAN and ICROT with cylindrical ones");
      continue;
    }
    if (std::ranges::count(joint.initials, coordinate, &InitialCoordinate::coordinate) > 0) {
      errorAt(reader, arguments, *find(arguments, argument), Code::excludeEachOther,
              fmt::format("{} and IC exclude each other: the joint has one coordinate", argument))
          .withHint("give one of them");
      continue;
    }
    const bool isRotation = names[static_cast<std::size_t>(coordinate)].isRotation;
    InitialCoordinate& initial = joint.initials.emplace_back();
    initial.coordinate = coordinate;
    initial.value = values->front() * (isRotation ? 1 : reader.units.length);
    if (values->size() > 1) initial.rate = (*values)[1] * (isRotation ? 1 : reader.units.length) / reader.units.time;
  }
}

}  // namespace

// Old datasets define friction inside the joint.
void loseFriction(Reader& reader, Arguments& arguments) {
  constexpr std::array<std::string_view, 4> kCoefficients{"MU_DYN_ROT", "MU_STAT_ROT", "MU_DYN_TRANS", "MU_STAT_TRANS"};
  constexpr std::array<std::string_view, 12> kDetails{
      "MAX_FRIC_ROT",   "MAX_FRIC_TRANS", "DELTA_V",   "INNER_RADIUS", "OUTER_RADIUS", "MAXIMUM_DEFORMATION",
      "PRELOAD_RADIAL", "PRELOAD_AXIAL",  "PRELOAD_X", "PRELOAD_Y",    "HEIGHT",       "WIDTH"};
  // All are looked up, so that they count as read.
  const auto countOf = [&](const auto& names) {
    return std::ranges::count_if(
        names, [&](std::string_view name) { return numbers(reader, arguments, name, 1, 1).has_value(); });
  };
  const Argument* const friction = find(arguments, "FRICTION");
  const bool acts = countOf(kCoefficients) > 0 || friction;
  const bool isDescribed = countOf(kDetails) > 0;
  const bool isOff = friction && !friction->values.empty() && words(*friction).front() == "OFF";
  if (isOff || (!acts && !isDescribed)) return;
  losePart(reader, *arguments.statement, "friction", acts ? LossEffect::motion : LossEffect::none,
           "friction that depends on the joint's load is not modelled",
           acts ? "the joint moves without friction" : "the motion is the same, since no coefficient is given");
}

void readJoint(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  if (has(arguments, "RACKPIN")) return;  // couples other joints, which must be known first
  const auto type = typeOf(reader, arguments, kJoints);
  const auto pair = markerPair(reader, arguments, kUnjoined);
  if (!type || !pair) {
    if (type && statement.id && !arguments.isFaulty) reader.joints[*statement.id] = {{}, std::string(type->adams)};
    return;
  }
  const MarkerIndex i = type->adams == "CONVEL" ? bendMarker(reader, statement, *pair) : pair->i->marker;
  const JointIndex index =
      addJoint(reader.build, nameOf(statement, "joint"), type->ours, i, pair->j->marker, statement.at);
  Joint& joint = reader.build.model.joints[index];
  if (type->adams == "SCREW") {
    const auto pitch = number(reader, arguments, "PITCH", dimension::kLength);
    if (!pitch && !arguments.isFaulty) {
      errorAt(reader, arguments, Code::missingAttribute, "a screw joint without PITCH")
          .withHint("add PITCH = the travel per revolution");
    }
    joint.pitch = pitch.value_or(0);
  }
  readInitials(reader, arguments, joint);
  loseFriction(reader, arguments);
  if (statement.id) reader.joints.emplace(*statement.id, JointEntry{index, std::string(type->adams)});
}

void readJointPrimitive(Reader& reader, Arguments& arguments) {
  const auto type = typeOf(reader, arguments, kPrimitives);
  const auto pair = markerPair(reader, arguments, kUnjoined);
  if (!type || !pair) return;
  const Statement& statement = *arguments.statement;
  addJoint(reader.build, nameOf(statement, "jprim"), type->ours, pair->i->marker, pair->j->marker, statement.at);
}

// Adams/View writes the distance between two points as a general constraint.
void readGeneralConstraint(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const Argument* const function = find(arguments, "FUNCTION");
  markerOf(reader, arguments, "I", Wanted::optional);  // where ADAMS measures the reaction
  if (!function) {
    if (!arguments.isFaulty) {
      errorAt(reader, arguments, Code::missingAttribute, fmt::format("{} has no FUNCTION", titleOf(statement)))
          .withHint("add FUNCTION = the expression that is to vanish");
    }
    return;
  }
  const FunctionValue value = functionOf(reader, arguments, *function);
  if (arguments.isFaulty) return;
  const auto shape = value.expression ? distanceOf(*value.expression) : std::nullopt;
  if (!shape) {
    loseStatement(reader, statement, LossEffect::motion,
                  value.expression ? "of general constraints, only a distance between two markers is modelled"
                                   : value.untranslatable,
                  "what it constrains is free");
    return;
  }
  const auto indexOf = [&](std::string_view name) {
    const CartesianModel& model = reader.build.model;
    if (name.empty()) return worldMarker(reader);
    for (const auto& [id, entry] : reader.markers) {
      if (entry.marker.valid() && model.markers[entry.marker].name == name) return entry.marker;
    }
    return MarkerIndex{};
  };
  const MarkerIndex i = indexOf(shape->i);
  const MarkerIndex j = indexOf(shape->j);
  if (!i.valid() || !j.valid()) return;
  const JointIndex index = addJoint(reader.build, nameOf(statement, "gcon"), "distance", i, j, statement.at);
  reader.build.model.joints[index].length = shape->length * reader.units.length;
}

}  // namespace mb::adams
