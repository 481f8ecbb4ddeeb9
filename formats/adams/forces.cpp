// SPRINGDAMPER, SFORCE, VFORCE, VTORQUE and GFORCE.
#include <fmt/format.h>

#include <array>

#include "formats/adams/expressions/expression.h"
#include "formats/adams/reader.h"

namespace mb::adams {
namespace {

void makeTranslational(Reader& reader, const Statement& statement, const MarkerPair& pair, const Expression& function) {
  const Table<MarkerIndex, Marker>& markers = reader.build.model.markers;
  Tsda law;
  law.i = pair.i->marker;
  law.j = pair.j->marker;
  if (const auto shape = translationalSpring(function, markers[law.i].name, markers[law.j].name)) {
    law.stiffness = shape->stiffness * toSi(reader.units, dimension::kStiffness);
    law.damping = shape->damping * toSi(reader.units, dimension::kDamping);
    law.length = shape->length * reader.units.length;
    law.preload = shape->preload * reader.units.force;
  } else {
    law.function = toSi(function, reader.units, dimension::kForce);
  }
  addForce(reader.build, nameOf(statement, "sforce"), statement.at).law = law;
}

void makeRotational(Reader& reader, const Statement& statement, const MarkerPair& pair, const Expression& function) {
  const Table<MarkerIndex, Marker>& markers = reader.build.model.markers;
  Rsda law;
  law.i = pair.i->marker;
  law.j = pair.j->marker;
  if (const auto shape = rotationalSpring(function, markers[law.i].name, markers[law.j].name)) {
    law.stiffness = shape->stiffness * toSi(reader.units, dimension::kTorsionalStiffness);
    law.damping = shape->damping * toSi(reader.units, dimension::kTorsionalDamping);
    law.angle = shape->length;
    law.torque = shape->preload * toSi(reader.units, dimension::kTorque);
  } else {
    law.function = toSi(function, reader.units, dimension::kTorque);
  }
  addForce(reader.build, nameOf(statement, "sforce"), statement.at).law = law;
}

// Acts on I alone, along or about the z axis of J, whatever part J is on.
void makeActionOnly(Reader& reader, const Statement& statement, const MarkerPair& pair, const Expression& function,
                    bool isRotational) {
  GeneralForce law;
  law.i = pair.i->marker;
  law.in = pair.j->marker;
  if (isRotational)
    law.torque[2] = toSi(function, reader.units, dimension::kTorque);
  else
    law.force[2] = toSi(function, reader.units, dimension::kForce);
  addForce(reader.build, nameOf(statement, "sforce"), statement.at).law = law;
}

}  // namespace

void readSpringDamper(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const auto type = oneOf(reader, arguments, {"TRANSLATIONAL", "ROTATIONAL"});
  const auto pair = markerPair(reader, arguments, "the parts move without this spring and damper");
  const auto value = [&](std::string_view name, const Dimension& dimension) {
    return number(reader, arguments, name, dimension).value_or(0);
  };
  if (type == "TRANSLATIONAL") {
    Tsda law;
    law.stiffness = value("K", dimension::kStiffness);
    law.damping = value("C", dimension::kDamping);
    law.length = value("LENGTH", dimension::kLength);
    law.preload = value("FORCE", dimension::kForce);
    if (!pair || arguments.isFaulty) return;
    law.i = pair->i->marker;
    law.j = pair->j->marker;
    addForce(reader.build, nameOf(statement, "springdamper"), statement.at).law = law;
  } else if (type) {
    Rsda law;
    law.stiffness = value("KT", dimension::kTorsionalStiffness);
    law.damping = value("CT", dimension::kTorsionalDamping);
    law.angle = value("ANGLE", dimension::kAngle);
    law.torque = value("TORQUE", dimension::kTorque);
    if (!pair || arguments.isFaulty) return;
    law.i = pair->i->marker;
    law.j = pair->j->marker;
    addForce(reader.build, nameOf(statement, "springdamper"), statement.at).law = law;
  }
}

void readSingleForce(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const auto type = oneOf(reader, arguments, {"TRANSLATIONAL", "ROTATIONAL"});
  const bool isActionOnly = has(arguments, "ACTIONONLY");
  std::optional<MarkerPair> pair;
  if (isActionOnly) {  // both markers may be on one part
    const MarkerPair found{markerOf(reader, arguments, "I", Wanted::fixed),
                           markerOf(reader, arguments, "J", Wanted::fixed)};
    if (!found.i || !found.j || loseWith(reader, arguments, found.i, kUnforced) ||
        loseWith(reader, arguments, found.j, kUnforced))
      return;
    pair = found;
  } else {
    pair = markerPair(reader, arguments, kUnforced);
  }
  const Argument* const function = find(arguments, "FUNCTION");
  if (!type || !pair || arguments.isFaulty) return;
  if (!function) {
    errorAt(reader, arguments, Code::missingAttribute, fmt::format("{} has no FUNCTION", titleOf(statement)))
        .withHint("add FUNCTION = the force as an expression");
    return;
  }
  const FunctionValue value = functionOf(reader, arguments, *function);
  if (arguments.isFaulty) return;
  if (!value.expression) {
    loseStatement(reader, statement, LossEffect::motion, value.untranslatable, std::string(kUnforced));
    return;
  }
  const bool isRotational = *type == "ROTATIONAL";
  if (isActionOnly)
    makeActionOnly(reader, statement, *pair, *value.expression, isRotational);
  else if (isRotational)
    makeRotational(reader, statement, *pair, *value.expression);
  else
    makeTranslational(reader, statement, *pair, *value.expression);
}

// Acts on I, with the reaction at the same point on the part of the floating marker; along the axes of RM, or the
// ground's.
void readVectorForce(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  const MarkerEntry* const i = markerOf(reader, arguments, "I", Wanted::fixed);
  const MarkerEntry* const j = markerOf(reader, arguments, "JFLOAT", Wanted::any);
  const MarkerEntry* const in = markerOf(reader, arguments, "RM", Wanted::optional);
  if (arguments.isFaulty || !i || !j) return;
  for (const MarkerEntry* one : {i, j, in}) {
    if (loseWith(reader, arguments, one, kUnforced)) return;
  }
  if (i->body == j->body) {
    errorAt(reader, arguments, *find(arguments, "JFLOAT"), Code::sameBody,
            "markers I and JFLOAT belong to the same part")
        .withHint("the reaction goes to another part");
    return;
  }
  GeneralForce law;
  law.i = i->marker;
  law.j = j->marker;
  if (in) law.in = in->marker;
  constexpr std::array<std::string_view, 6> kNames{"FX", "FY", "FZ", "TX", "TY", "TZ"};
  bool isEmpty = true;
  for (std::size_t k = 0; k < 6; ++k) {
    const Argument* const function = find(arguments, kNames[k]);
    if (!function) continue;
    isEmpty = false;
    const FunctionValue value = functionOf(reader, arguments, *function);
    if (value.expression) {
      if (k < 3)
        law.force[k] = toSi(*value.expression, reader.units, dimension::kForce);
      else
        law.torque[k - 3] = toSi(*value.expression, reader.units, dimension::kTorque);
    } else if (!arguments.isFaulty) {
      loseStatement(reader, statement, LossEffect::motion, value.untranslatable, std::string(kUnforced));
      return;
    }
  }
  if (arguments.isFaulty) return;
  if (has(arguments, "FUNCTION") || has(arguments, "ROUTINE")) {
    loseStatement(reader, statement, LossEffect::motion, "it is computed by a subroutine", std::string(kUnforced));
    return;
  }
  if (isEmpty) {
    errorAt(reader, arguments, Code::missingAttribute, fmt::format("{} has no component", titleOf(statement)))
        .withHint("give FX = ... \\ FY = ... as expressions");
    return;
  }
  addForce(reader.build, nameOf(statement, "force"), statement.at).law = law;
}

}  // namespace mb::adams
