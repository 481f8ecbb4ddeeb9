// Masses, inertias and velocities of parts, when all markers are known.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "formats/adams/reader.h"

namespace mb::adams {
namespace {

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

}  // namespace

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
