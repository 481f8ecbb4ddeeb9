// MOTION: a coordinate of a joint, or a component between two markers, as a function of time.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/adams/reader.h"
#include "formats/import/time_table.h"

namespace mb::adams {
namespace {

constexpr std::string_view kUndriven = "what it drives moves freely";

Dimension rateOf(bool isRotation, int derivative) {
  Dimension dimension = isRotation ? dimension::kAngle : dimension::kLength;
  dimension.time = -derivative;
  return dimension;
}

struct Driven {
  std::optional<CoordinateRef> coordinate;
  MarkerIndex i, j;
  int component = 0;
  bool isRotation = false;
};

// TRANSLATIONAL or ROTATIONAL, if given, must agree with the motion.
bool isAsSaid(Reader& reader, Arguments& arguments, bool isRotation) {
  const Argument* const wrong = find(arguments, isRotation ? "TRANSLATIONAL" : "ROTATIONAL");
  find(arguments, isRotation ? "ROTATIONAL" : "TRANSLATIONAL");
  if (!wrong) return true;
  errorAt(reader, arguments, *wrong, Code::excludeEachOther,
          fmt::format("{} drives a {}, and {} is given", titleOf(*arguments.statement),
                      isRotation ? "rotation" : "translation", wrong->name))
      .withHint("give the one that the joint or component has, or none");
  return false;
}

// What the function prescribes: 0 position, 1 velocity, 2 acceleration.
int derivativeOf(Reader& reader, Arguments& arguments) {
  constexpr std::array<std::string_view, 3> kNames{"DISPLACEMENT", "VELOCITY", "ACCELERATION"};
  const bool isSaid = std::ranges::any_of(kNames, [&](std::string_view name) { return has(arguments, name); });
  if (!isSaid) return 0;
  const auto name = oneOf(reader, arguments, {kNames.begin(), kNames.end()});
  return name ? static_cast<int>(std::ranges::find(kNames, *name) - kNames.begin()) : 0;
}

std::optional<Driven> drivenJoint(Reader& reader, Arguments& arguments, long id) {
  const Argument& argument = *find(arguments, "JOINT");
  const auto found = reader.joints.find(id);
  if (found == reader.joints.end()) {
    errorAt(reader, arguments, argument, Code::unknownName, fmt::format("there is no JOINT/{}", id))
        .withHint("give the number of a revolute, translational or cylindrical joint of this dataset");
    return std::nullopt;
  }
  if (!found->second.joint.valid()) {
    loseStatement(reader, *arguments.statement, LossEffect::motion, fmt::format("JOINT/{} is not modelled", id),
                  std::string(kUndriven));
    return std::nullopt;
  }
  const std::string& type = found->second.type;
  Driven driven;
  if (type == "REVOLUTE" || type == "SCREW") {
    driven.isRotation = true;
  } else if (type == "CYLINDRICAL") {
    driven.isRotation = has(arguments, "ROTATIONAL");
    if (!driven.isRotation && !has(arguments, "TRANSLATIONAL")) {
      errorAt(reader, arguments, argument, Code::missingAttribute,
              "a motion of a cylindrical joint that does not say which")
          .withHint("add TRANSLATIONAL or ROTATIONAL");
      return std::nullopt;
    }
  } else if (type != "TRANSLATIONAL") {
    errorAt(reader, arguments, argument, Code::otherKindOfThing, fmt::format("JOINT/{} is {}", id, type))
        .withHint("revolute, translational and cylindrical joints can be driven; otherwise give I, J and a component");
    return std::nullopt;
  }
  if (!isAsSaid(reader, arguments, driven.isRotation)) return std::nullopt;
  driven.coordinate = CoordinateRef{found->second.joint, type == "CYLINDRICAL" && driven.isRotation ? 1 : 0};
  return driven;
}

std::optional<Driven> drivenMarkers(Reader& reader, Arguments& arguments) {
  constexpr std::array<std::string_view, 6> kComponents{"X", "Y", "Z", "B1", "B2", "B3"};
  const auto component = oneOf(reader, arguments, {kComponents.begin(), kComponents.end()});
  const auto pair = markerPair(reader, arguments, kUndriven);
  if (!component || !pair) return std::nullopt;
  Driven driven;
  driven.i = pair->i->marker;
  driven.j = pair->j->marker;
  while (kComponents[static_cast<std::size_t>(driven.component)] != *component) ++driven.component;
  driven.isRotation = driven.component >= 3;
  if (!isAsSaid(reader, arguments, driven.isRotation)) return std::nullopt;
  return driven;
}

// ADAMS uses successive angles, ours are projected: for one rotation at a time they are equal.
void reportAngles(Reader& reader, const Statement& statement, const Driven& driven, const Expression& function) {
  if (driven.coordinate || !driven.isRotation || constantValue(function) == 0.0) return;
  if (reader.turned.emplace(driven.i, driven.j).second) return;
  losePart(reader, statement, "order of the angles", LossEffect::motion,
           "a second driven angle between the same markers: it is measured about the axis of J, not as one of a "
           "sequence 1-2-3",
           "the orientation differs where both angles are large");
}

// Initial values of a motion that is given by its velocity or acceleration.
void readInitials(Reader& reader, Arguments& arguments, const Driven& driven, int derivative) {
  const auto displacement = number(reader, arguments, "ICDISP", rateOf(driven.isRotation, 0));
  const auto velocity = number(reader, arguments, "ICVEL", rateOf(driven.isRotation, 1));
  if (derivative == 0 || (!displacement && !velocity)) return;
  if (!driven.coordinate) {
    reader.build.model.remarks.push_back(
        fmt::format("{}: it begins at the position of the markers, not at ICDISP", titleOf(*arguments.statement)));
    return;
  }
  Joint& joint = reader.build.model.joints[driven.coordinate->joint];
  for (const InitialCoordinate& initial : joint.initials) {
    if (initial.coordinate == driven.coordinate->coordinate) return;  // the joint's own value takes precedence
  }
  InitialCoordinate& initial = joint.initials.emplace_back();
  initial.coordinate = driven.coordinate->coordinate;
  initial.value = displacement;
  if (derivative == 2) initial.rate = velocity;
}

}  // namespace

void readMotion(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const auto joint = identifier(reader, arguments, "JOINT");
  if (arguments.isFaulty) return;
  const std::optional<Driven> driven =
      joint ? drivenJoint(reader, arguments, *joint) : drivenMarkers(reader, arguments);
  const Argument* const function = find(arguments, "FUNCTION");
  if (!driven || arguments.isFaulty) return;
  if (!function) {
    errorAt(reader, arguments, Code::missingAttribute, fmt::format("{} has no FUNCTION", titleOf(statement)))
        .withHint("add FUNCTION = an expression of time");
    return;
  }
  const FunctionValue value = functionOf(reader, arguments, *function);
  const int derivative = derivativeOf(reader, arguments);
  if (arguments.isFaulty) return;
  const Dimension dimension = rateOf(driven->isRotation, derivative);
  const auto table = value.expression ? tableOver(*value.expression, reader.build.model.splines, reader.units.time,
                                                  toSi(reader.units, dimension))
                                      : std::nullopt;
  const bool mayFollow = derivative == 2 && driven->coordinate;
  if (!value.expression || (hasReferences(*value.expression) && !mayFollow && !table)) {
    loseStatement(reader, statement, LossEffect::motion,
                  value.expression ? "it is not a function of time alone" : value.untranslatable,
                  std::string(kUndriven));
    return;
  }
  reportAngles(reader, statement, *driven, *value.expression);
  readInitials(reader, arguments, *driven, derivative);
  Drive& drive = addDrive(reader.build, nameOf(statement, "motion"), statement.at);
  drive.coordinate = driven->coordinate;
  drive.i = driven->i;
  drive.j = driven->j;
  drive.component = driven->component;
  drive.derivative = derivative;
  if (table)
    drive.function = *table;
  else
    drive.function = toSi(*value.expression, reader.units, dimension);
}

}  // namespace mb::adams
