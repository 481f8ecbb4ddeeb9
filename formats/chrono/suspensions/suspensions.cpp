#include "formats/chrono/suspensions/suspensions.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/units.h"

namespace mb::chrono {
namespace {

// Takes the next word off a text.
std::string_view nextWord(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

std::span<const Side> sidesOf(Sides sides) {
  switch (sides) {
    case Sides::both: return kSides;
    case Sides::left:
    case Sides::once: return std::span(kSides).first(1);
    case Sides::right: return std::span(kSides).last(1);
  }
  return {};
}

// A matrix from two columns: the first exact, the second as close as possible. Nothing if they are parallel or zero.
std::optional<Matrix3> frameFrom(int first, const Vector3& along, int second, const Vector3& near) {
  const std::optional<Matrix3> zx = rotationFromZX(along, near);  // z is the first axis, x the second
  if (!zx) return std::nullopt;
  Matrix3 R;
  R.col(first) = zx->col(2);
  R.col(second) = zx->col(0);
  const int third = 3 - first - second;
  R.col(third) = R.col((third + 1) % 3).cross(R.col((third + 2) % 3));
  return R;
}

struct LinkRow {
  std::optional<VehicleJointType> vehicle;  // set if a bushing may replace it
  std::string_view type;                    // otherwise the type in the catalogue
};

LinkRow rowOf(LinkType type) {
  switch (type) {
    case LinkType::revolute: return {VehicleJointType::revolute, {}};
    case LinkType::spherical: return {VehicleJointType::spherical, {}};
    case LinkType::universal: return {VehicleJointType::universal, {}};
    case LinkType::pointPlane: return {VehicleJointType::pointPlane, {}};
    case LinkType::cylindrical: return {std::nullopt, "cylindrical"};
    case LinkType::planar: return {std::nullopt, "planar"};
    case LinkType::heaveAndRoll: return {std::nullopt, "free"};  // narrowed by addJoint
    case LinkType::distance: return {std::nullopt, "distance"};
  }
  return {};
}

}  // namespace

Suspension::Suspension(VehicleBuild& build_, const JsonValue& file_, const SubsystemPlace& place_,
                       const SuspensionTemplate& type_)
    : build(build_), file(file_), place(place_), type(type_), errorsBefore_(build_.import.diagnostics.errorCount()) {}

const JsonValue& Suspension::object(std::string_view path) {
  for (const auto& [asked, found] : objects_) {
    if (asked == path) return *found;
  }
  std::string_view inner = path;
  const std::string_view outer = inner.substr(0, std::min(inner.rfind('/'), inner.size()));
  const bool nested = outer.size() < inner.size();
  if (nested) inner.remove_prefix(outer.size() + 1);
  const JsonValue& value = requireObject(nested ? object(outer) : file, inner, build.import.diagnostics);
  objects_.emplace_back(path, &value);
  return value;
}

const JsonValue* Suspension::findObject(std::string_view path) const {
  const JsonValue* value = &file;
  while (value && !path.empty()) value = find(*value, nextWord(path, '/'));
  return value;
}

bool Suspension::applies(std::string_view when) const {
  if (when.empty()) return true;
  const bool wanted = when.front() != '!';
  return (findObject(wanted ? when : when.substr(1)) != nullptr) == wanted;
}

void Suspension::readPoint(const PointRow& row) {
  const auto isKnown = [&](const Named& known) { return known.name == row.name; };
  if (std::any_of(vectors_.begin(), vectors_.end(), isKnown)) return;
  const JsonValue& holder = object(row.object);
  const bool other = !row.otherKey.empty() && !has(holder, row.key) && has(holder, row.otherKey);
  vectors_.push_back({row.name, vector3(holder, other ? row.otherKey : row.key, build.import.diagnostics), holder.at});
}

Vector3 Suspension::point(std::string_view name) const {
  for (const Named& named : vectors_) {
    if (named.name == name) return named.value;
  }
  return Vector3::Zero();
}

Vector3 Suspension::pointOf(std::string_view text, Side side) const {
  std::string_view which = text;
  const std::string_view name = nextWord(which, ':');
  if (name == "VEHICLE") return build.X_WV.p;
  Vector3 p = point(name);
  if (which == "C") p.y() = 0;
  if (which == "L") side = Side::left;
  if (which == "R") side = Side::right;
  return worldPoint(build, place, p, side);
}

Vector3 Suspension::meanPoint(std::string_view text, Side side) const {
  Vector3 sum = Vector3::Zero();
  int count = 0;
  for (; !text.empty(); ++count) sum += pointOf(nextWord(text, ' '), side);
  return sum / std::max(count, 1);
}

Vector3 Suspension::vectorOf(std::string_view text, Side side) const {
  const Matrix3 R = chrono::worldPose(build, place).R;
  if (text.front() == '+' || text.front() == '-') {
    return (text.front() == '+' ? 1 : -1) * R.col(text[1] - 'X');
  }
  if (text.find('>') != std::string_view::npos) {
    const Vector3 from = pointOf(nextWord(text, '>'), side);
    return pointOf(text, side) - from;
  }
  if (text.find('^') != std::string_view::npos) {
    const Vector3 a = pointOf(nextWord(text, '^'), side);
    const Vector3 b = pointOf(nextWord(text, '^'), side);
    return (a - b).cross(pointOf(text, side) - b);
  }
  return R * mirrored(point(text), side);
}

Pose Suspension::poseOf(std::string_view where, std::string_view frame, Side side, const SourceRef& at) {
  const Vector3 p = meanPoint(where, side);
  if (frame.empty()) return {chrono::worldPose(build, place).R, p};
  std::string_view rest = frame;
  const std::string_view first = nextWord(rest, ' ');
  const Vector3 along = vectorOf(first.substr(2), side);
  const std::optional<Matrix3> R =
      rest.empty() ? rotationFromZ(along)
                   : frameFrom(first.front() - 'x', along, rest.front() - 'x', vectorOf(rest.substr(2), side));
  // Points that could not be read coincide, which was already reported.
  if (!R && !failed()) {
    build.import.diagnostics
        .error(at, Code::noDirection, "points that give this part its direction coincide or lie on one line")
        .withHint(
            "the points of an arm span a triangle, the ends of a link or a kingpin differ, axes are not parallel");
  }
  return {R.value_or(Matrix3::Identity()), p};
}

BodyIndex Suspension::body(std::string_view name, Side side) const {
  std::string_view which = name;
  name = nextWord(which, ':');
  if (which == "L") side = Side::left;
  if (which == "R") side = Side::right;
  if (which == "D") side = point("KNUCKLE_DRL").y() < 0 ? Side::right : Side::left;
  if (name == "carrier") name = type.carrier;
  if (name == "chassis") return place.chassis;
  if (name == "steering") return tierodBody(place);
  if (name == "subchassis") {
    const BodyIndex beam = place.subchassis[indexOf(side)];
    return beam.valid() ? beam : place.chassis;
  }
  for (const Made& made : made_) {
    if (made.name == name && (made.sides == Sides::once || made.side == side)) return made.body;
  }
  return place.chassis;
}

std::string Suspension::nameOf(std::string_view part, Sides sides, Side side) const {
  return sides == Sides::once ? nameIn(place, part) : nameIn(place, part, side);
}

Inertia Suspension::inertiaOf(const BodyRow& row) {
  const JsonValue& holder = object(row.object);
  if (row.massKey.empty()) return readInertia(build, holder);
  Diagnostics& diagnostics = build.import.diagnostics;
  return {number(holder, row.massKey, diagnostics), vector3(holder, row.inertiaKey, diagnostics), Vector3::Zero()};
}

void Suspension::addBodies(const BodyRow& row) {
  const SourceRef& at = object(row.object).at;
  const Inertia inertia = inertiaOf(row);
  const InertiaAxes axes = row.mayUseVehicleAxes ? inertiaAxes(build, file) : InertiaAxes::body;
  for (const Side side : sidesOf(row.sides)) {
    const Pose X_WC = poseOf(row.place, row.frame, side, at);
    const BodyIndex index = addBodyAt(build, nameOf(row.name, row.sides, side), X_WC, inertia, axes, at);
    made_.push_back({row.name, row.sides, side, index});
  }
}

void Suspension::addJoint(const JointRow& row, Side side) {
  const std::string name = nameOf(row.name, row.sides, side);
  const BodyIndex body1 = body(row.body1, side);
  const BodyIndex body2 = body(row.body2, side);
  const std::string_view first = row.place.substr(0, row.place.find_first_of(" :"));
  const auto isFirst = [&](const Named& named) { return named.name == first; };
  const SourceRef at = std::find_if(vectors_.begin(), vectors_.end(), isFirst)->at;
  if (row.type == LinkType::distance) {
    addDistance(build, name, body1, body2, meanPoint(row.place, side), meanPoint(row.frame, side), at);
    return;
  }
  const Pose X_W = poseOf(row.place, row.frame, side, at);
  const LinkRow link = rowOf(row.type);
  if (link.vehicle) {
    const JsonValue* bushing = row.bushing.empty() ? nullptr : findObject(row.bushing);
    addVehicleJoint(build, name, *link.vehicle, body1, body2, X_W, bushing, at);
    return;
  }
  const JointIndex index = addJointAt(build, name, link.type, body1, body2, X_W, at);
  if (row.type == LinkType::heaveAndRoll) {  // along x and about z
    build.import.model.joints[index].type = generalJointType({true, false, false, false, false, true});
  }
}

void Suspension::addSprings(const SpringRow& row) {
  const JsonValue& law = object(row.object);
  if (law.kind == JsonValue::Kind::absent) return;
  std::string part = wordOf(row.object);
  for (char& c : part) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  const int before = build.import.diagnostics.errorCount();
  for (const Side side : kSides) {
    addSpring(build, nameIn(place, part, side), law, body(row.body1, side), body(row.body2, side),
              meanPoint(row.place1, side), meanPoint(row.place2, side));
    if (build.import.diagnostics.errorCount() > before) return;  // the other side would have the same errors
  }
}

SuspensionEnds Suspension::add() {
  const auto forRows = [&](auto rows, const auto& make) {
    for (const SuspensionPart& part : type.parts) {
      for (const auto& row : part.*rows) make(row);
    }
  };
  forRows(&SuspensionPart::points, [&](const PointRow& row) { readPoint(row); });
  forRows(&SuspensionPart::bodies, [&](const BodyRow& row) {
    if (applies(row.when)) addBodies(row);
  });
  forRows(&SuspensionPart::joints, [&](const JointRow& row) {
    if (!applies(row.when)) return;
    for (const Side side : sidesOf(row.sides)) {
      if (!failed()) addJoint(row, side);
    }
  });
  forRows(&SuspensionPart::springs, [&](const SpringRow& row) { addSprings(row); });
  if (type.more) type.more(*this);
  SuspensionEnds ends = addSpindles(build, file, place, {body("carrier", Side::left), body("carrier", Side::right)});
  for (const Side side : kSides) ends.antiroll[indexOf(side)] = body(type.antiroll, side);
  return ends;
}

std::string wordOf(std::string_view name) {
  std::string word(name);
  std::replace(word.begin(), word.end(), ' ', '_');
  return word;
}

SuspensionEnds addSuspension(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::string wanted = text(file, "Template", diagnostics);
  if (wanted == "GenericWheeledSuspension") return addGenericSuspension(build, file, place);
  std::vector<std::string> known{"GenericWheeledSuspension"};
  for (const auto* list : {&independentSuspensions(), &axleSuspensions()}) {
    for (const SuspensionTemplate& type : *list) {
      if (type.name == wanted) return Suspension(build, file, place, type).add();
      known.emplace_back(type.name);
    }
  }
  if (const JsonValue* value = find(file, "Template"); value && value->kind == JsonValue::Kind::text) {
    const std::string close = didYouMean(wanted, known);
    diagnostics.error(value->at, Code::unknownWord, fmt::format("'{}' is not a suspension template", wanted))
        .withHint(close.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : close);
  }
  return {};
}

namespace {

// Half shafts rotate with the spindles about the same axis, so their inertia is added to the spindles'.
double shaftInertia(VehicleBuild& build, const JsonValue& file) {
  const JsonValue* axle = find(file, "Axle");
  if (!axle) return 0;
  const double inertia = number(*axle, "Inertia", build.import.diagnostics);
  if (inertia >= 0) return inertia;
  build.import.diagnostics
      .error(require(*axle, "Inertia", build.import.diagnostics).at, Code::mustBePositive,
             fmt::format("the inertia of the half shafts is {}, which is negative", inertia))
      .withHint("0 for shafts without inertia");
  return 0;
}

}  // namespace

SuspensionEnds addSpindles(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place,
                           const std::array<BodyIndex, 2>& carrier) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const double camber = kDegree * numberOr(file, "Camber Angle (deg)", 0, diagnostics);
  const double toe = kDegree * numberOr(file, "Toe Angle (deg)", 0, diagnostics);
  const JsonValue& spindle = requireObject(file, "Spindle", diagnostics);
  const Vector3 p_SC = vector3(spindle, "COM", diagnostics);
  Inertia inertia = readInertia(build, spindle);
  inertia.moments.y() += shaftInertia(build, file);
  const SourceRef& at = spindle.kind == JsonValue::Kind::absent ? file.at : spindle.at;
  SuspensionEnds ends;
  for (const Side side : kSides) {
    const double sign = side == Side::left ? -1 : 1;
    const Pose X_WC{worldPose(build, place).R * rotationAbout(2, sign * toe) * rotationAbout(0, sign * camber),
                    worldPoint(build, place, p_SC, side)};
    const std::size_t k = indexOf(side);
    ends.spindle[k] = addBodyAt(build, nameIn(place, "spindle", side), X_WC, inertia, InertiaAxes::body, at);
    ends.wheelCentre[k] = addMarkerInWorld(build.import, ends.spindle[k], "wheel_centre", X_WC, 0, at);
    addRevolute(build, nameIn(place, "spindle", side), ends.spindle[k], carrier[k], X_WC.p, X_WC.R.col(1), at);
  }
  return ends;
}

}  // namespace mb::chrono
