// Template GenericWheeledSuspension: everything by name. Mirrored entities occur once per side.
#include <fmt/format.h>

#include "formats/chrono/suspensions/suspensions.h"

namespace mb::chrono {
namespace {

struct NamedBody {
  std::string name;
  std::array<BodyIndex, 2> body;  // equal if it occurs only once
  bool mirrored = false;
};

struct Generic {
  VehicleBuild& build;
  const JsonValue& file;
  const SubsystemPlace& place;
  std::vector<NamedBody> bodies{};
};

// y is reversed, x and z are mirrored: for body frames, whose moments and products Chrono uses unchanged.
Matrix3 mirroredFrame(const Matrix3& R, Side side) {
  if (side == Side::left) return R;
  const Vector3 mirror(1, -1, 1);
  return mirror.asDiagonal() * R * mirror.asDiagonal();
}

struct Reference {
  std::string name;
  std::optional<Side> side;  // of a mirrored body, whatever the side of the referring element
};

// "Upright", or ["Knuckle", "Left"].
Reference readReference(Generic& g, const JsonValue& value) {
  Diagnostics& diagnostics = g.build.import.diagnostics;
  using Kind = JsonValue::Kind;
  if (value.kind == Kind::text) return {value.text, std::nullopt};
  const bool isPair = value.kind == Kind::array && value.items.size() == 2 && value.items[0].kind == Kind::text &&
                      value.items[1].kind == Kind::text;
  if (isPair) {
    const std::string& side = value.items[1].text;
    if (side == "Left") return {value.items[0].text, Side::left};
    if (side == "Right") return {value.items[0].text, Side::right};
    diagnostics.error(value.items[1].at, Code::unknownWord, fmt::format("'{}' is no side", side))
        .withHint("write Left or Right");
    return {value.items[0].text, Side::left};
  }
  if (value.kind != Kind::absent) {
    diagnostics.error(value.at, Code::otherType, "a body must be a name, or a name and a side")
        .withHint("as \"Upright\" or [\"Knuckle\", \"Left\"]");
  }
  return {};
}

// Invalid after an error. `side` is that of the referring element; empty for entities that occur once.
BodyIndex findBody(Generic& g, const JsonValue& value, std::optional<Side> side) {
  const Reference wanted = readReference(g, value);
  if (wanted.name.empty() && value.kind != JsonValue::Kind::text) return {};
  if (wanted.name == "Chassis") return g.place.chassis;
  if (wanted.name == "Steering") return tierodBody(g.place);
  if (wanted.name == "Subchassis") {  // without a side, Chrono uses the right beam
    const BodyIndex beam = g.place.subchassis[indexOf(side.value_or(Side::right))];
    return beam.valid() ? beam : g.place.chassis;
  }
  std::vector<std::string> known{"Chassis", "Subchassis", "Steering"};
  for (const NamedBody& one : g.bodies) {
    known.push_back(one.name);
    if (one.name != wanted.name) continue;
    if (!one.mirrored) return one.body[0];
    if (wanted.side || side) return one.body[indexOf(wanted.side ? *wanted.side : *side)];
    g.build.import.diagnostics
        .error(value.at, Code::unclearName, fmt::format("body '{}' stands on both sides, and this on none", one.name))
        .withHint(fmt::format("write [\"{}\", \"Left\"] or [\"{}\", \"Right\"]", one.name, one.name));
    return {};
  }
  const std::string close = didYouMean(wanted.name, known);
  g.build.import.diagnostics.error(value.at, Code::unknownName, fmt::format("there is no body '{}'", wanted.name))
      .withHint(close.empty() ? fmt::format("one of {}", fmt::join(known, ", ")) : close);
  return {};
}

// The common members of the elements of an array, by side.
struct Element {
  const JsonValue& object;
  std::string name;
  Side side = Side::left;
  bool mirrored = false;
  BodyIndex body1;
  BodyIndex body2;
};

// Calls once per side, or once; not if the element is wrong.
template <class Make>
void forEachElement(Generic& g, std::string_view array, bool withBodies, const Make& make) {
  if (!has(g.file, array)) return;
  Diagnostics& diagnostics = g.build.import.diagnostics;
  for (const JsonValue& object : requireArray(g.file, array, diagnostics)) {
    const int before = diagnostics.errorCount();
    const std::string name = text(object, "Name", diagnostics);
    const bool isMirrored = boolean(object, "Mirrored", diagnostics);
    for (const Side side : kSides) {
      if (side == Side::right && !isMirrored) continue;
      Element element{object, name, side, isMirrored, {}, {}};
      if (withBodies) {
        std::optional<Side> asking;
        if (isMirrored) asking = side;
        element.body1 = findBody(g, require(object, "Body1", diagnostics), asking);
        element.body2 = findBody(g, require(object, "Body2", diagnostics), asking);
      }
      if (diagnostics.errorCount() > before) break;  // the other side would have the same errors
      if (withBodies && !(element.body1.valid() && element.body2.valid())) break;  // a body that is itself wrong
      make(element);
    }
  }
}

std::string nameOf(const Generic& g, const Element& element) {
  const std::string word = wordOf(element.name);
  return element.mirrored ? nameIn(g.place, word, element.side) : nameIn(g.place, word);
}

Vector3 pointOf(const Generic& g, const Element& element, std::string_view member) {
  return worldPoint(g.build, g.place, vector3(element.object, member, g.build.import.diagnostics), element.side);
}

void addBodies(Generic& g) {
  Diagnostics& diagnostics = g.build.import.diagnostics;
  forEachElement(g, "Bodies", false, [&](const Element& element) {
    const JsonValue& object = element.object;
    if (element.side == Side::left) {
      for (const NamedBody& one : g.bodies) {
        if (one.name != element.name) continue;
        diagnostics.error(object.at, Code::nameTwice, fmt::format("there are two bodies '{}'", element.name))
            .withHint("give every body a name of its own");
      }
      g.bodies.push_back({element.name, {}, element.mirrored});
    }
    const Matrix3 R = mirroredFrame(rotation(object, "Rotation", diagnostics), element.side);
    const Pose X_WC{worldPose(g.build, g.place).R * R, pointOf(g, element, "Position")};
    const BodyIndex body =
        addBodyAt(g.build, nameOf(g, element), X_WC, readInertia(g.build, object), InertiaAxes::body, object.at);
    g.bodies.back().body[indexOf(element.side)] = body;
  });
}

void addJoints(Generic& g) {
  Diagnostics& diagnostics = g.build.import.diagnostics;
  forEachElement(g, "Joints", true, [&](const Element& element) {
    const JsonValue* frame = find(element.object, "Coordinate System");  // older files
    const JsonValue& holder = frame ? *frame : element.object;
    const VehicleJointType type = vehicleJointType(g.build, element.object, "Type");
    const Matrix3 R = mirroredFrame(rotation(holder, "Rotation", diagnostics), element.side);
    const Vector3 p_S = vector3(holder, "Position", diagnostics);
    const Pose X_W{worldPose(g.build, g.place).R * R, worldPoint(g.build, g.place, p_S, element.side)};
    addVehicleJoint(g.build, nameOf(g, element), type, element.body1, element.body2, X_W,
                    find(element.object, "Bushing Data"), element.object.at);
  });
}

void addRods(Generic& g) {
  forEachElement(g, "Distance Constraints", true, [&](const Element& element) {
    addDistance(g.build, nameOf(g, element), element.body1, element.body2, pointOf(g, element, "Point1"),
                pointOf(g, element, "Point2"), element.object.at);
  });
}

void addSprings(Generic& g) {
  forEachElement(g, "TSDAs", true, [&](const Element& element) {
    addSpring(g.build, nameOf(g, element), element.object, element.body1, element.body2, pointOf(g, element, "Point1"),
              pointOf(g, element, "Point2"));
  });
  Diagnostics& diagnostics = g.build.import.diagnostics;
  forEachElement(g, "RSDAs", true, [&](const Element& element) {
    // A rotation axis is reversed in the mirror image.
    const Vector3 axis = vector3(element.object, "Axis", diagnostics);
    const Vector3 seen = element.side == Side::left ? axis : Vector3(-mirrored(axis, Side::right));
    const std::optional<Matrix3> R = rotationFromZ(worldPose(g.build, g.place).R * seen);
    if (!R) {
      diagnostics.error(require(element.object, "Axis", diagnostics).at, Code::noDirection, "the axis has no length")
          .withHint("give a direction other than [0, 0, 0]");
      return;
    }
    addTorsionSpring(g.build, nameOf(g, element), element.object, element.body1, element.body2,
                     {*R, pointOf(g, element, "Position")});
  });
}

}  // namespace

SuspensionEnds addGenericSuspension(VehicleBuild& build, const JsonValue& file, const SubsystemPlace& place) {
  Diagnostics& diagnostics = build.import.diagnostics;
  Generic g{build, file, place};
  // They are visible from the file and change nothing.
  for (const std::string_view name : {"Independent", "Steerable"}) booleanOr(file, name, false, diagnostics);
  if (booleanOr(file, "Vehicle-Frame Inertia", false, diagnostics)) {
    lose(build, *find(file, "Vehicle-Frame Inertia"), LossEffect::none, "'Vehicle-Frame Inertia' of the suspension",
         "this template of Chrono ignores it", "inertias are in the axes of their bodies, as in Chrono");
  }
  addBodies(g);
  addJoints(g);
  addRods(g);
  addSprings(g);
  std::array<BodyIndex, 2> carrier{place.chassis, place.chassis};
  const JsonValue& attachment = require(requireObject(file, "Spindle", diagnostics), "Attachment Body", diagnostics);
  for (const Side side : kSides) {
    const int before = diagnostics.errorCount();
    const BodyIndex body = findBody(g, attachment, side);
    if (body.valid()) carrier[indexOf(side)] = body;
    if (diagnostics.errorCount() > before) break;
  }
  SuspensionEnds ends = addSpindles(build, file, place, carrier);
  const JsonValue* antiroll = find(file, "Antiroll Body");
  for (const Side side : kSides) {
    ends.antiroll[indexOf(side)] = carrier[indexOf(side)];
    if (!antiroll || (antiroll->kind == JsonValue::Kind::text && antiroll->text.empty())) continue;
    const int before = diagnostics.errorCount();
    const BodyIndex body = findBody(g, *antiroll, side);
    if (body.valid()) ends.antiroll[indexOf(side)] = body;
    if (diagnostics.errorCount() > before) break;
  }
  return ends;
}

}  // namespace mb::chrono
