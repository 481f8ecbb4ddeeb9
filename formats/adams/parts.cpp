// PART, POINT_MASS and MARKER: whose they are, and their poses. Masses and velocities: part_masses.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/adams/reader.h"
#include "formats/model/checks/loop_tolerance.h"

namespace mb::adams {
namespace {

// The names of the arguments that give a pose, for a part relative to the ground and for a marker on its part.
struct PoseNames {
  std::string_view origin, onX, onZ;
};
constexpr PoseNames kPartPose{"QG", "XG", "ZG"};
constexpr PoseNames kMarkerPose{"QP", "XP", "ZP"};

std::optional<Matrix3> rotationFromPoints(const Vector3& origin, const std::optional<Vector3>& onX,
                                          const std::optional<Vector3>& onZ, bool isXExact) {
  const Vector3 z = onZ ? Vector3(*onZ - origin) : Vector3(Vector3::UnitZ());
  if (!onX) {  // least rotation: x stays in the plane of z and the reference's own x
    const auto R = rotationFromZX(z, Vector3::UnitX());
    return R ? R : rotationFromZX(z, -Vector3::UnitZ());
  }
  const Vector3 x = *onX - origin;
  if (!isXExact) return rotationFromZX(z, x);
  // x goes through its point, z lies in the half-plane of the other
  const auto swapped = rotationFromZX(x, z);
  if (!swapped) return std::nullopt;
  Matrix3 R;
  R.col(0) = swapped->col(2);
  R.col(2) = swapped->col(0);
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

int digitsOf(const Arguments& arguments, const PoseNames& names) {
  int most = 0;
  for (const std::string_view name : {names.origin, names.onX, names.onZ, std::string_view("REULER")}) {
    const Argument* const argument = find(arguments, name);
    if (!argument) continue;
    for (const Argument::Value& value : argument->values) most = std::max(most, mostDigits(value.text));
  }
  return most;
}

Pose poseOf(Reader& reader, Arguments& arguments, const PoseNames& names) {
  Pose X;
  X.p = vector(reader, arguments, names.origin, dimension::kLength).value_or(Vector3::Zero());
  const auto onX = vector(reader, arguments, names.onX, dimension::kLength);
  const auto onZ = vector(reader, arguments, names.onZ, dimension::kLength);
  const auto euler = numbers(reader, arguments, "REULER", 3, 3, Degrees::allowed);
  const bool isXExact = has(arguments, "USEXP");
  if (euler) {
    if (onX || onZ) {
      errorAt(reader, arguments, *find(arguments, "REULER"), Code::excludeEachOther,
              fmt::format("REULER and {} or {} exclude each other", names.onX, names.onZ))
          .withHint("give the orientation in one way");
    }
    X.R = rotationAbout(2, (*euler)[0]) * rotationAbout(0, (*euler)[1]) * rotationAbout(2, (*euler)[2]);
  } else if (onX || onZ) {
    const auto R = rotationFromPoints(X.p, onX, onZ, isXExact);
    if (R) {
      X.R = *R;
    } else {
      errorAt(reader, arguments, *find(arguments, onZ ? names.onZ : names.onX), Code::noDirection,
              fmt::format("{}, {} and {} lie on one line", names.origin, names.onZ, names.onX))
          .withHint("give a point off the z axis");
    }
  }
  return X;
}

// What a marker says it belongs to, or else the last of the statements before it that may have markers.
std::optional<Carrier> carrierOf(Reader& reader, Arguments& arguments) {
  std::optional<Carrier> found;
  for (const std::string_view name : {"FLEX_BODY", "FE_PART", "POINT_MASS", "PART"}) {
    const auto id = identifier(reader, arguments, name);
    if (!id) continue;
    if (found) {
      errorAt(reader, arguments, *find(arguments, name), Code::excludeEachOther,
              fmt::format("{} belongs to {}/{} as well", titleOf(*arguments.statement), found->name, found->id))
          .withHint("a marker belongs to one part");
      return std::nullopt;
    }
    found = Carrier{name, *id};
  }
  if (arguments.isFaulty) return std::nullopt;
  if (!found) found = reader.preceding;
  if (!found) {
    errorAt(reader, arguments, Code::missingAttribute,
            fmt::format("{} belongs to no part", titleOf(*arguments.statement)))
        .withHint("add PART = the number of its part, or put it after the PART");
  }
  return found;
}

// The place of a marker on a curve or on a flexible body.
void loseCurve(Reader& reader, Arguments& arguments) {
  bool isGiven = false;
  for (const std::string_view name : {"CURVE", "NODE_ID", "NODE_LABEL", "LOAD"}) {
    isGiven = ids(reader, arguments, name, 1, 1) || isGiven;
  }
  for (const std::string_view name : {"VX", "VY", "VZ", "S"}) {
    isGiven = numbers(reader, arguments, name, 1, 1) || isGiven;
  }
  if (!isGiven || arguments.isFaulty) return;
  losePart(reader, *arguments.statement, "curve or node", LossEffect::none,
           "curves and flexible bodies, which give a marker such a place, are not modelled",
           "the marker is placed at QP");
}

void placePart(Reader& reader, const PartEntry& part, const Arguments& arguments) {
  Body& body = reader.build.model.bodies[part.body];
  body.X_WB = part.X_WP;
  body.digits = digitsOf(arguments, kPartPose);
}

}  // namespace

void readPart(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  PartEntry part;
  part.X_WP = poseOf(reader, arguments, kPartPose);
  if (has(arguments, "GROUND")) {
    for (const auto& [id, other] : reader.parts) {
      if (other.body != kImportGround) continue;
      errorAt(reader, arguments, *find(arguments, "GROUND"), Code::twoGrounds, "there is a second ground")
          .withHint("one part only is GROUND")
          .withNote(other.arguments.statement->at, "the first one is here");
      break;
    }
    part.body = kImportGround;
  } else {
    part.body = addBody(reader.build, nameOf(statement, "part"), statement.at);
    placePart(reader, part, arguments);
  }
  part.arguments = std::move(arguments);
  reader.parts.emplace(*statement.id, std::move(part));
}

void readPointMass(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  PartEntry part;
  part.isPointMass = true;
  part.X_WP = poseOf(reader, arguments, kPartPose);
  part.body = addBody(reader.build, nameOf(statement, "point_mass"), statement.at);
  placePart(reader, part, arguments);
  part.arguments = std::move(arguments);
  reader.pointMasses.emplace(*statement.id, std::move(part));
}

void readMarker(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  MarkerEntry entry;
  const PartEntry* part = nullptr;
  const std::optional<Carrier> carrier = carrierOf(reader, arguments);
  if (!carrier) return;
  if (carrier->name == "PART" || carrier->name == "POINT_MASS") {
    const auto& table = carrier->name == "PART" ? reader.parts : reader.pointMasses;
    const auto found = table.find(carrier->id);
    if (found == table.end()) {
      const Argument* const given = find(arguments, carrier->name);
      if (!given) return;  // the statement before it could not be read, which was reported
      errorAt(reader, arguments, *given, Code::unknownName,
              fmt::format("there is no {}/{}", carrier->name, carrier->id))
          .withHint(fmt::format("give the number of a {} statement of this dataset", carrier->name));
      return;
    }
    part = &found->second;
  } else {
    entry.lostWith = fmt::format("{}/{}", carrier->name, carrier->id);
  }
  entry.isFloating = has(arguments, "FLOATING");
  if (entry.lostWith.empty())
    loseCurve(reader, arguments);
  else
    reader.lost.insert(&statement);  // together with its body, which was reported
  if (part) {
    entry.body = part->body;
    entry.X_BM = poseOf(reader, arguments, kMarkerPose);
    int digits = digitsOf(arguments, kMarkerPose);
    // The ground's frame is the world here, whatever frame the file gives it.
    if (part->body == kImportGround) {
      entry.X_BM = part->X_WP * entry.X_BM;
      digits = std::max(digits, digitsOf(part->arguments, kPartPose));
    }
    const std::string name = nameOf(statement, "marker");
    entry.marker =
        addMarker(reader.build, part->body, name.substr(name.rfind('.') + 1), entry.X_BM, digits, statement.at);
  }
  reader.markers.emplace(*statement.id, entry);
}

}  // namespace mb::adams
