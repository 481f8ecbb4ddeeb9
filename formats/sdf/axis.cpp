// One axis of a joint: its direction, and the elements that act about or along it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/model/checks/loop_tolerance.h"
#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

constexpr double kEndless = 1e15;  // SDFormat writes 1e16 for no limit
constexpr double kRigid = 1e8;     // the stiffness that means a hard stop

void addSpring(Reader& reader, const CoordinateRef& coordinate, double k, double reference, const SourceRef& at);

void applyLimit(Reader& reader, const std::string& where, XmlElement& element, const CoordinateRef& coordinate) {
  const Limit limit = readLimit(element, coordinate.coordinate);
  Joint& joint = reader.build.model.joints[coordinate.joint];
  if (limit.stiffness > 0 && (limit.lower || limit.upper)) {
    if (numberOr(element, "dissipation", 1) != 0) {
      reader.losses.add(element, LossEffect::motion, "<dissipation>", where,
                        "a stop that damps by stiffness times depth times speed is not modelled",
                        "the stop springs back without loss");
    }
  }
  if (limit.lower && limit.upper && *limit.lower == *limit.upper) {
    // Stops without room between them are a spring, or fix the joint.
    if (limit.stiffness > 0) {
      addSpring(reader, coordinate, limit.stiffness, *limit.lower, element.at());
    } else {
      Drive& drive = addDrive(reader.build, joint.name + "_held", element.at());
      drive.coordinate = coordinate;
      drive.function = ConstantFunction{*limit.lower};
    }
  } else if (limit.lower && limit.upper && *limit.lower > *limit.upper) {
    reader.losses.add(
        element, LossEffect::motion, "<limit>", where,
        fmt::format("the lower limit {} is above the upper one, {}", toText(*limit.lower), toText(*limit.upper)),
        "the joint is not limited, as in ODE");
  } else if (limit.lower || limit.upper) {
    joint.limits.push_back(limit);
  }
  reportBounds(reader, where, element);
}

// -k (q - reference) on the coordinate: about or along z of the marker that carries the axis.
void addSpring(Reader& reader, const CoordinateRef& coordinate, double k, double reference, const SourceRef& at) {
  const CartesianModel& model = reader.build.model;
  const Joint& joint = model.joints[coordinate.joint];
  const CoordinateName name = coordinateNames(joint.type)[static_cast<std::size_t>(coordinate.coordinate)];
  const MarkerIndex i = joint.i;
  const MarkerIndex j = joint.j;
  const std::string jointName = joint.name;
  if (joint.type.name == "revolute") {
    Rsda spring;
    spring.i = i;
    spring.j = j;
    spring.stiffness = k;
    spring.angle = reference;
    addForce(reader.build, jointName + "_spring", at).law = spring;
    return;
  }
  const std::string text = fmt::format("{}*({} - joint('{}.{}'))", toText(k), toText(reference), jointName, name.name);
  ExpressionError error;
  const auto law = parseExpression(
      text, [](std::string_view) { return std::nullopt; }, error);
  GeneralForce force;
  force.i = i;
  force.j = j;
  force.in = coordinate.coordinate == 0 ? j : i;
  (name.isRotation ? force.torque : force.force)[2] = law;
  addForce(reader.build, jointName + "_spring", at).law = std::move(force);
}

void applyDynamics(Reader& reader, const std::string& where, XmlElement& element, const CoordinateRef& coordinate) {
  Friction friction;
  friction.coordinate = coordinate.coordinate;
  friction.viscous = finiteOr(element, "damping", 0);
  friction.coulomb = finiteOr(element, "friction", 0);
  for (double* const value : {&friction.viscous, &friction.coulomb}) {
    if (*value >= 0) continue;
    reader.losses.add(element, LossEffect::motion, "<damping> or <friction> below 0", where,
                      "friction that gives energy is not modelled", "the joint turns without it");
    *value = 0;
  }
  if (friction.viscous > 0 || friction.coulomb > 0) {
    reader.build.model.joints[coordinate.joint].frictions.push_back(friction);
  }
  const double stiffness = finiteOr(element, "spring_stiffness", 0);
  if (stiffness != 0) {
    addSpring(reader, coordinate, stiffness, finiteOr(element, "spring_reference", 0), element.at());
  }
}

}  // namespace

Limit readLimit(XmlElement& element, int coordinate) {
  Limit limit;
  limit.coordinate = coordinate;
  const double lower = numberOr(element, "lower", -1e16);
  const double upper = numberOr(element, "upper", 1e16);
  if (lower > -kEndless && !std::isinf(lower)) limit.lower = lower;
  if (upper < kEndless && !std::isinf(upper)) limit.upper = upper;
  const double stiffness = numberOr(element, "stiffness", kRigid);
  if (stiffness > 0 && stiffness < kRigid) limit.stiffness = stiffness;
  return limit;
}

void reportBounds(Reader& reader, const std::string& where, XmlElement& limit) {
  const auto bounds = [](double value) { return value >= 0 && value < kEndless; };
  if (bounds(numberOr(limit, "effort", -1)) || bounds(numberOr(limit, "velocity", -1))) {
    reader.losses.add(limit, LossEffect::none, "<effort> and <velocity> of <limit>", where,
                      "they are bounds for a controller", "the motion is the same");
  }
}

bool isLocked(XmlElement& axis) {
  auto element = firstChild(axis, "limit");
  if (!element) return false;
  const Limit limit = readLimit(*element, 0);
  return limit.lower == 0.0 && limit.upper == 0.0 && limit.stiffness == 0;
}

JointAxis readAxis(Reader& reader, SdfJoint& joint, XmlElement& axis) {
  const Frame frame = reader.frames.frame(joint.frame);
  const int version = reader.frames.scope(frame.scope).version;
  Vector3 direction = Vector3::UnitZ();
  int digits = 0;
  FrameName expressedIn{{}, axis.at()};
  if (auto xyz = firstChild(axis, "xyz")) {
    if (const auto given = readVector(*xyz)) {
      direction = *given;
      digits = mostDigits(xyz->text());
      if (!(given->norm() > 1e-12)) {
        axis.diagnostics()
            .error(xyz->textAt(), Code::noDirection, fmt::format("the axis of joint '{}' has no direction", frame.name))
            .withHint("give a vector that is not zero");
        direction = Vector3::UnitZ();
      }
    }
    if (const auto named = xyz->attribute("expressed_in"))
      expressedIn = {std::string(trimmed(named->text, kXmlBlanks)), named->valueAt};
  }
  const bool inModel = version < 5 || (version < 7 && flagOr(axis, "use_parent_model_frame", false));
  if (expressedIn.text.empty() && inModel) expressedIn.text = "__model__";
  if (version >= 7 && flagOr(axis, "use_parent_model_frame", false)) {
    axis.diagnostics()
        .warning(axis.at(), Code::ignoredInput, "use_parent_model_frame does not count since version 1.7")
        .withHint("write <xyz expressed_in=\"__model__\">");
  }
  int base = joint.frame;
  if (!expressedIn.text.empty()) {
    base = expressedIn.text == "__model__" ? reader.frames.scope(frame.scope).frame
                                           : reader.frames.find(frame.scope, expressedIn);
  }
  if (base == kNoFrame) return {direction.normalized(), digits};
  digits = std::max(digits, reader.frames.digitsBetween(base, joint.frame));
  return {(reader.frames.poseInWorld(base).R * direction).normalized(), digits};
}

void applyAxis(Reader& reader, SdfJoint& joint, XmlElement& axis, const CoordinateRef& coordinate) {
  const std::string where = fmt::format("joint '{}'", reader.frames.frame(joint.frame).name);
  Joint& made = reader.build.model.joints[coordinate.joint];
  auto limit = firstChild(axis, "limit");
  if (joint.type == "continuous") {
    loseRest(reader, joint, axis, Unused::continuous);
  } else if (limit) {
    applyLimit(reader, where, *limit, coordinate);
  }
  const double start = finiteOr(axis, "initial_position", 0);
  if (start != 0) made.initials.push_back({.coordinate = coordinate.coordinate, .value = start, .rate = std::nullopt});
  if (auto dynamics = firstChild(axis, "dynamics")) applyDynamics(reader, where, *dynamics, coordinate);
}

}  // namespace mb::sdf
