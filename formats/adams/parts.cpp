// PART, POINT_MASS and MARKER: poses, masses and velocities.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/adams/reader.h"
#include "formats/model/checks/loop_tolerance.h"

namespace mb::adams {
namespace {

// The names of the arguments that give a pose, for a part in the ground and for a marker on its part.
struct PoseNames {
  std::string_view origin, onX, onZ;
};
constexpr PoseNames kPartPose{"QG", "XG", "ZG"};
constexpr PoseNames kMarkerPose{"QP", "XP", "ZP"};

std::optional<Matrix3> rotationFromPoints(const Vector3& origin, const std::optional<Vector3>& onX,
                                          const std::optional<Vector3>& onZ, bool isXExact) {
  const Vector3 z = onZ ? Vector3(*onZ - origin) : Vector3(Vector3::UnitZ());
  if (!onX) {  // as little turned as can be: x stays in the plane of z and the reference's own x
    const auto R = rotationFromZX(z, Vector3::UnitX());
    return R ? R : rotationFromZX(z, -Vector3::UnitZ());
  }
  const Vector3 x = *onX - origin;
  if (!isXExact) return rotationFromZX(z, x);
  // x runs through its point, z lies in the half-plane of the other
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

bool isAlong(const Vector3& axis, int k) { return std::abs(axis(k)) > 1 - 1e-12; }

// Moments and products (positive integrals) about the origin and along the axes of the inertia marker.
void readInertia(Reader& reader, Arguments& arguments, const Pose& X_BI, MassProperties& properties) {
  const auto ip = numbers(reader, arguments, "IP", 3, 6);
  if (!ip) return;
  std::vector<double> entries = *ip;
  entries.resize(6, 0.0);
  Matrix3 J;
  J << entries[0], -entries[3], -entries[4], -entries[3], entries[1], -entries[5], -entries[4], -entries[5], entries[2];
  J *= toSi(reader.units, dimension::kInertia);
  const Vector3 r = properties.com - X_BI.p;
  properties.inertia = X_BI.R * J * X_BI.R.transpose() - parallelAxis(Matrix3::Zero(), properties.mass, r);
  properties.inertia = (0.5 * (properties.inertia + properties.inertia.transpose())).eval();
}

// The markers of each body that the dataset has.
using MarkersOfBody = std::unordered_map<int, std::vector<MarkerEntry*>>;

// Puts the frame of the body to its mass centre; nothing else changes.
void moveToCentre(Reader& reader, PartEntry& part, const MarkersOfBody& markers) {
  CartesianModel& model = reader.build.model;
  Body& body = model.bodies[part.body];
  const Vector3 shift = body.massProperties.com;
  const MarkerEntry* const cm = markerOf(reader, part.arguments, "CM", Wanted::optional);
  const int digits = cm && cm->marker.valid() ? model.markers[cm->marker].digits : 0;
  body.X_WB.p += body.X_WB.R * shift;
  body.digits = std::max(body.digits, digits);
  body.massProperties.com.setZero();
  const auto own = markers.find(part.body.value);
  if (own != markers.end()) {
    for (MarkerEntry* entry : own->second) {
      entry->X_BM.p -= shift;
      Marker& marker = model.markers[entry->marker];
      marker.X_BM.p -= shift;
      marker.digits = std::max(marker.digits, digits);
    }
  }
  model.remarks.push_back(
      fmt::format("the frame of '{}' is at its mass centre here, whose velocity is given", body.name));
}

// The velocities that are given hold; the others are free for the assembly. What can be held are components along the
// axes of the ground, of the origin of the body frame: the rest is a first guess.
void readVelocity(Reader& reader, PartEntry& part, const Matrix3& R_WC, const MarkersOfBody& markers) {
  Arguments& arguments = part.arguments;
  Body& body = reader.build.model.bodies[part.body];
  constexpr std::array<std::string_view, 3> kLinear{"VX", "VY", "VZ"};
  constexpr std::array<std::string_view, 3> kAngular{"WX", "WY", "WZ"};
  const auto axesOf = [&](std::string_view name, const Matrix3& otherwise) {
    const MarkerEntry* const marker = markerOf(reader, arguments, name, Wanted::optional);
    if (!marker || !marker->lostWith.empty()) return otherwise;
    const Body& carrier = reader.build.model.bodies[marker->body];
    return Matrix3(carrier.X_WB.R * marker->X_BM.R);
  };
  const Matrix3 R_WV = axesOf("VM", Matrix3::Identity());
  const Matrix3 R_WW = axesOf("WM", R_WC);
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
  std::array<bool, 3> hasV{}, hasW{};
  for (int k = 0; k < 3; ++k) {
    const auto n = static_cast<std::size_t>(k);
    if (const auto value = number(reader, arguments, kLinear[n], dimension::kVelocity)) {
      v(k) = *value;
      hasV[n] = true;
    }
    if (const auto value = number(reader, arguments, kAngular[n], dimension::kAngularVelocity)) {
      w(k) = *value;
      hasW[n] = true;
    }
  }
  // The velocity of the mass centre can be held where the turn is not known when the body frame is there.
  const bool isTurnGiven = hasW[0] && hasW[1] && hasW[2];
  if ((hasV[0] || hasV[1] || hasV[2]) && !isTurnGiven && body.massProperties.com.norm() > 1e-12)
    moveToCentre(reader, part, markers);
  const Vector3 r = body.X_WB.R * body.massProperties.com;
  body.w_WB = R_WW * w;
  body.v_WB = R_WV * v - body.w_WB.cross(r);
  const auto hold = [](const std::array<bool, 3>& given, const Matrix3& R, bool* keep) {
    bool isWhole = true;
    const bool all = given[0] && given[1] && given[2];
    for (int k = 0; k < 3; ++k) {
      if (!given[static_cast<std::size_t>(k)]) continue;
      bool isHeld = false;
      for (int a = 0; a < 3; ++a) {
        if (!all && !isAlong(R.col(k), a)) continue;
        keep[a] = true;
        isHeld = true;
      }
      isWhole = isWhole && isHeld;
    }
    return isWhole;
  };
  const bool isTurnHeld = hold(hasW, R_WW, body.keepVelocity.data() + 3);
  const bool isSpeedHeld = hold(hasV, R_WV, body.keepVelocity.data());
  if (!isTurnHeld || !isSpeedHeld) {
    reader.build.model.remarks.push_back(
        fmt::format("{}: a velocity about one axis of its marker, which is none of the world's, is a first guess",
                    titleOf(*arguments.statement)));
  }
}

void readExact(Reader& reader, Arguments& arguments, Body& body) {
  const Argument* const exact = find(arguments, "EXACT");
  if (!exact) return;
  constexpr std::array<std::string_view, 6> kNames{"X", "Y", "Z", "PSI", "THETA", "PHI"};
  std::array<bool, 6> given{};
  for (const std::string& word : words(*exact)) {
    const auto found = std::find_if(kNames.begin(), kNames.end(), [&](std::string_view name) {
      return name == word || (word.size() > 1 && name.starts_with(word));
    });
    if (found == kNames.end()) {
      errorAt(reader, arguments, *exact, Code::unknownWord, fmt::format("'{}' is no coordinate of a part", word))
          .withHint("EXACT takes X, Y, Z, PSI, THETA and PHI, separated by colons");
      return;
    }
    given[static_cast<std::size_t>(found - kNames.begin())] = true;
  }
  const bool isTurnExact = given[3] && given[4] && given[5];
  for (std::size_t k = 0; k < 6; ++k) body.keepPosition[k] = k < 3 ? given[k] : isTurnExact;
  if (!isTurnExact && (given[3] || given[4] || given[5])) {
    reader.build.model.remarks.push_back(
        fmt::format("{}: one Euler angle alone cannot be held, EXACT holds the rest", titleOf(*arguments.statement)));
  }
}

// What it says of the ground's mass and motion is read, and means nothing.
void finishGround(Reader& reader, Arguments& arguments) {
  bool isGiven = false;
  for (const std::string_view name : {"MASS", "VX", "VY", "VZ"}) {
    isGiven = numbers(reader, arguments, name, 1, 1) || isGiven;
  }
  for (const std::string_view name : {"WX", "WY", "WZ"}) {
    isGiven = numbers(reader, arguments, name, 1, 1, Degrees::allowed) || isGiven;
  }
  isGiven = numbers(reader, arguments, "IP", 3, 6) || isGiven;
  for (const std::string_view name : {"CM", "IM", "VM", "WM"}) {
    isGiven = markerOf(reader, arguments, name, Wanted::optional) || isGiven;
  }
  for (const std::string_view name : {"EXACT", "MATERIAL"}) isGiven = has(arguments, name) || isGiven;
  if (!isGiven || arguments.isFaulty) return;
  losePart(reader, *arguments.statement, "mass and motion", LossEffect::none, "the ground has neither mass nor motion",
           "the motion is the same");
}

void finishPart(Reader& reader, PartEntry& part, const MarkersOfBody& markers) {
  Arguments& arguments = part.arguments;
  Body& body = reader.build.model.bodies[part.body];
  if (body.isGround) {
    finishGround(reader, arguments);
    return;
  }
  const auto mass = number(reader, arguments, "MASS", dimension::kMass);
  if (mass && *mass < 0) {
    const Argument& given = *find(arguments, "MASS");
    errorAt(reader, arguments, given, Code::impossibleMass,
            fmt::format("the mass of {} is {}, which is negative", titleOf(*arguments.statement), given.values[0].text))
        .withHint("a mass is above 0, or 0 for a part without mass");
  }
  body.massProperties.mass = mass.value_or(0);
  Pose X_BC;
  const MarkerEntry* const cm = markerOf(reader, arguments, "CM", Wanted::optional);
  if (cm && cm->body != part.body) {
    errorAt(reader, arguments, *find(arguments, "CM"), Code::otherKindOfThing,
            "the marker of the mass centre is on another part")
        .withHint("CM names a marker of this part");
    return;
  }
  if (cm) X_BC = cm->X_BM;
  if (!cm && !part.isPointMass && body.massProperties.mass != 0 && !arguments.isFaulty) {
    errorAt(reader, arguments, *find(arguments, "MASS"), Code::missingAttribute,
            fmt::format("{} has mass and no CM", titleOf(*arguments.statement)))
        .withHint("add CM = the marker at its mass centre");
    return;
  }
  if (has(arguments, "MATERIAL") && !mass) {
    losePart(reader, *arguments.statement, "mass", LossEffect::motion,
             "its mass is to be computed from its geometry and MATERIAL", "the part is massless");
  }
  body.massProperties.com = X_BC.p;
  const MarkerEntry* const im = markerOf(reader, arguments, "IM", Wanted::optional);
  if (im && im->body != part.body) {
    errorAt(reader, arguments, *find(arguments, "IM"), Code::otherKindOfThing, "the inertia marker is on another part")
        .withHint("IM names a marker of this part");
    return;
  }
  readInertia(reader, arguments, im ? im->X_BM : X_BC, body.massProperties);
  readVelocity(reader, part, body.X_WB.R * X_BC.R, markers);
  readExact(reader, arguments, body);
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
        .withHint("add PART = the number of its part, or put it behind the PART");
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
           "the marker stands where QP has it");
}

// A point mass moves and does not turn.
void holdTurn(Reader& reader, const PartEntry& part) {
  const Statement& statement = *part.arguments.statement;
  const Body& body = reader.build.model.bodies[part.body];
  const Pose X_WM{Matrix3::Identity(), body.X_WB * body.massProperties.com};
  const int digits = body.digits;
  const MarkerIndex i = addMarkerInWorld(reader.build, part.body, "unturned", X_WM, digits, statement.at);
  const MarkerIndex j =
      addMarkerInWorld(reader.build, kImportGround, body.name + "_unturned", X_WM, digits, statement.at);
  addJoint(reader.build, body.name + "_unturned", "orientation", i, j, statement.at);
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
      if (!given) return;  // the statement before it could not be read, which has been told
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
    reader.lost.insert(&statement);  // with its body, which is told
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

void finishParts(Reader& reader) {
  std::vector<PartEntry*> order;  // of the file, whatever the order of the table
  for (auto& [id, part] : reader.parts) order.push_back(&part);
  for (auto& [id, part] : reader.pointMasses) order.push_back(&part);
  std::sort(order.begin(), order.end(), [](const PartEntry* a, const PartEntry* b) { return a->body < b->body; });
  MarkersOfBody markers;
  for (auto& [id, entry] : reader.markers) {
    if (entry.marker.valid()) markers[entry.body.value].push_back(&entry);
  }
  for (PartEntry* part : order) {
    finishPart(reader, *part, markers);
    reportUnread(reader, part->arguments);
    if (part->isPointMass) holdTurn(reader, *part);
  }
}

}  // namespace mb::adams
