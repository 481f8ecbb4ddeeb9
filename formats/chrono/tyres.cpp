#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/chrono/parts.h"
#include "formats/model/basics/text.h"
#include "formats/tir/tir.h"

namespace mb::chrono {
namespace {

using Kind = JsonValue::Kind;

struct NamedKey {
  std::string_view member;  // in Chrono's files
  std::string_view key;     // here
};

constexpr std::array kNamedKeys{
    NamedKey{"Unloaded Radius", "UNLOADED_RADIUS"},
    NamedKey{"Width", "WIDTH"},
    NamedKey{"Vertical Stiffness", "VERTICAL_STIFFNESS"},
    NamedKey{"Vertical Damping", "VERTICAL_DAMPING"},
    NamedKey{"Rolling Resistance", "ROLLING_RESISTANCE"},
    NamedKey{"Lateral Stiffness", "LATERAL_STIFFNESS"},
    NamedKey{"Nominal Wheel Load", "FNOMIN"},
    NamedKey{"X Relaxation Length", "RELAXATION_LENGTH_X"},
    NamedKey{"Y Relaxation Length", "RELAXATION_LENGTH_Y"},
    NamedKey{"lfz0", "LFZO"},
};

// Uses every member of the object and of nested objects that is a key of the tyre, by the table or by the key's own
// name. Case does not matter, because files use either.
void giveMembers(VehicleBuild& build, const JsonValue& object, Tyre& tyre) {
  for (const JsonMember& member : object.members) {
    const std::string name = upperCase(member.name);
    const auto* row = std::find_if(kNamedKeys.begin(), kNamedKeys.end(),
                                   [&](const NamedKey& one) { return sameWord(one.member, member.name); });
    const std::string_view key = row != kNamedKeys.end() ? row->key : std::string_view(name);
    if (member.value.kind == JsonValue::Kind::object) giveMembers(build, *find(object, member.name), tyre);
    if (!keyOf(*tyre.type, key)) continue;
    giveKey(tyre, key, mb::number(object, member.name, build.import.diagnostics));
  }
}

// A section of the file, or of an object that contains its sections; null if there is none.
const JsonValue* findSection(const JsonValue& file, std::string_view name) {
  if (const JsonValue* const section = find(file, name)) return section;
  for (const JsonMember& member : file.members) {
    if (member.value.kind != JsonValue::Kind::object || !has(member.value, name)) continue;
    find(file, member.name);
    return find(member.value, name);
  }
  return nullptr;
}

const JsonValue& requireSection(const JsonValue& file, std::string_view name, Diagnostics& diagnostics) {
  const JsonValue* const section = has(file, name) ? nullptr : findSection(file, name);
  return section ? *section : requireObject(file, name, diagnostics);
}

// Load over deflection: points from zero, both increasing.
void giveLoadCurve(VehicleBuild& build, const JsonValue& object, std::string_view name, Tyre& tyre) {
  if (!has(object, name)) return;
  std::vector<std::pair<double, double>> points = pairs(object, name, build.import.diagnostics);
  if (points.empty()) return;
  std::sort(points.begin(), points.end());
  if (points.front().first > 0) points.insert(points.begin(), {0, 0});
  for (const auto& [deflection, load] : points) {
    tyre.deflection.push_back(deflection);
    tyre.load.push_back(load);
  }
}

std::optional<Tyre> fialaTyre(VehicleBuild& build, DataFiles&, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  Tyre tyre = standardTyre(*findTyreType("spring"));
  const JsonValue& data = requireSection(file, "Fiala Parameters", diagnostics);
  giveMembers(build, data, tyre);
  giveLoadCurve(build, data, "Vertical Curve Data", tyre);
  const double least = number(data, "UMIN", diagnostics);
  const double largest = number(data, "UMAX", diagnostics);
  giveKey(tyre, "FRICTION", largest);
  lose(build, data, LossEffect::motion, "Fiala's law of slip",
       "the tyre here is a brush whose friction does not fall with slip, and has no aligning moment",
       fmt::format("slopes and largest forces are the same, at full slip the friction stays {} instead of {}", largest,
                   least));
  return tyre;
}

std::optional<Tyre> pac89Tyre(VehicleBuild& build, DataFiles&, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  Tyre tyre = standardTyre(*findTyreType("magic-1989"));
  const JsonValue& design = requireSection(file, "Design Parameters", diagnostics);
  giveMembers(build, design, tyre);
  giveLoadCurve(build, design, "Vertical Curve Data", tyre);
  for (const std::string_view section :
       {"Lateral Coefficients", "Longitudinal Coefficients", "Aligning Coefficients"}) {
    giveMembers(build, requireSection(file, section, diagnostics), tyre);
  }
  lose(build, require(file, "Template", diagnostics), LossEffect::motion,
       "slip of the Pac89 tyre in both directions at once",
       "here the two forces are combined, in Chrono each is that of pure slip",
       "pure slip is the same; when a wheel drives and corners at once the forces are smaller, within the friction "
       "ellipse");
  return tyre;
}

constexpr std::array kPac02Sections{"Dimension",
                                    "Vertical",
                                    "Scaling Factors",
                                    "Longitudinal Coefficients",
                                    "Lateral Coefficients",
                                    "Aligning Coefficients",
                                    "Overturning Coefficients",
                                    "Rolling Coefficients"};

std::optional<Tyre> pac02Tyre(VehicleBuild& build, DataFiles& files, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const TyreType& type = *findTyreType("pac2002");
  for (const std::string_view name : {"TIR Specification File", "Pacejka Parameter File"}) {
    if (!has(file, name)) continue;
    const std::shared_ptr<const SourceFile> properties = files.text(file, name);
    return properties ? readTir(properties, &type, diagnostics) : std::nullopt;
  }
  Tyre tyre = standardTyre(type);
  for (const std::string_view section : kPac02Sections) {
    if (const JsonValue* data = findSection(file, section)) giveMembers(build, *data, tyre);
  }
  if (const JsonValue* vertical = findSection(file, "Vertical")) {
    giveLoadCurve(build, *vertical, "Vertical Curve Data", tyre);
  }
  if (has(file, "Use Mode")) giveKey(tyre, "USE_MODE", integer(file, "Use Mode", diagnostics) % 10);
  const std::string side = textOr(file, "Tire Side", "", diagnostics);
  if (side == "left") tyre.side = TyreSide::left;
  if (side == "right") tyre.side = TyreSide::right;
  return tyre;
}

// Chrono's defaults for soft contact.
constexpr double kNormalStiffness = 2e5;
constexpr double kNormalDamping = 40;
constexpr double kRigidSlope =
    20;  // of the forces over slip, relative to friction and a load of 1e4 N: a tyre that barely slips

std::optional<Tyre> rigidTyre(VehicleBuild& build, DataFiles&, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  Tyre tyre = standardTyre(*findTyreType("spring"));
  giveKey(tyre, "UNLOADED_RADIUS", number(file, "Radius", diagnostics));
  giveKey(tyre, "WIDTH", number(file, "Width", diagnostics));
  const JsonValue* material = find(file, "Contact Material");
  const JsonValue& from = material ? *material : file;
  const double friction = numberOr(from, "Coefficient of Friction", 0.8, diagnostics);
  const JsonValue* contact = find(from, "Coefficients");
  giveKey(tyre, "VERTICAL_STIFFNESS",
          contact ? numberOr(*contact, "Normal Stiffness", kNormalStiffness, diagnostics) : kNormalStiffness);
  // Chrono's normal damping is per mass in contact; the wheel's own mass is used.
  const double perMass = contact ? numberOr(*contact, "Normal Damping", kNormalDamping, diagnostics) : kNormalDamping;
  giveKey(tyre, "VERTICAL_DAMPING", perMass * numberOr(file, "Mass", 0, diagnostics));
  giveKey(tyre, "FRICTION", friction);
  giveKey(tyre, "CSLIP", kRigidSlope * friction * 1e4);
  giveKey(tyre, "CALPHA", kRigidSlope * friction * 1e4);
  lose(build, material ? *material : require(file, "Template", diagnostics), LossEffect::motion,
       "contact of the rigid tyre",
       "contact of shapes is not modelled; here the tyre is a spring with a brush of the same friction",
       "it gives way under load, and slips a little before it slides");
  if (material) markUsed(*material);
  return tyre;
}

std::optional<Tyre> tmeasyTyre(VehicleBuild& build, DataFiles&, const JsonValue& file) {
  return tmTyre(build, file, false);
}
std::optional<Tyre> tmsimpleTyre(VehicleBuild& build, DataFiles&, const JsonValue& file) {
  return tmTyre(build, file, true);
}

struct TyreRow {
  std::string_view form;
  std::optional<Tyre> (*read)(VehicleBuild& build, DataFiles& files, const JsonValue& file);
};
constexpr std::array kTyres{
    TyreRow{"FialaTire", &fialaTyre},       TyreRow{"Pac89Tire", &pac89Tyre}, TyreRow{"Pac02Tire", &pac02Tyre},
    TyreRow{"PacejkaTire", &pac02Tyre},     TyreRow{"MFTire", &pac02Tyre},    TyreRow{"TMeasyTire", &tmeasyTyre},
    TyreRow{"TMsimpleTire", &tmsimpleTyre}, TyreRow{"RigidTire", &rigidTyre},
};

std::optional<Tyre> readByTemplate(VehicleBuild& build, DataFiles& files, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::string form = text(file, "Template", diagnostics);
  std::vector<std::string_view> known;
  for (const TyreRow& row : kTyres) {
    if (row.form == form) return row.read(build, files, file);
    known.push_back(row.form);
  }
  if (!form.empty()) {
    diagnostics.error(file.at, Code::notModelled, fmt::format("a tyre of template '{}' is not read", form))
        .withHint(fmt::format("give another tyre of this wheel: {} are read, and property files (.tir)",
                              fmt::join(known, ", ")));
  }
  return std::nullopt;
}

// Mass and inertia as Chrono adds them to the wheel; TMeasy has them in its design. One without the other is an error;
// old files have neither.
Inertia tyreInertia(VehicleBuild& build, const JsonValue& file) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const auto hasAny = [](const JsonValue& object, std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(names, [&](std::string_view name) { return has(object, name); });
  };
  if (const JsonValue* design = find(file, "Design"); design && hasAny(*design, {"Mass [kg]", "Inertia [kg.m2]"})) {
    return {number(*design, "Mass [kg]", diagnostics), vector3(*design, "Inertia [kg.m2]", diagnostics), {0, 0, 0}};
  }
  return hasAny(file, {"Mass", "Inertia", "Moments of Inertia"}) ? readInertia(build, file) : Inertia{};
}

std::optional<WheelTyre> finished(VehicleBuild& build, Tyre tyre, std::string_view name, const Inertia& inertia,
                                  const SourceRef& at) {
  Diagnostics& diagnostics = build.import.diagnostics;
  const std::vector<std::string_view> missing = missingKeys(tyre);
  if (!missing.empty()) {
    diagnostics.error(at, Code::missingAttribute, fmt::format("the tyre has no {}", fmt::join(missing, ", ")))
        .withHint("add them to the file of the tyre", Topic::tyreTypes);
    return std::nullopt;
  }
  tyre.name = build.import.tyreNames.make(name, "tyre");
  tyre.origin = {at, {}};
  WheelTyre wheel;
  wheel.radius = valueOf(tyre, "UNLOADED_RADIUS");
  wheel.inertia = inertia;
  wheel.tyre = build.import.model.tyres.add(std::move(tyre));
  return wheel;
}

RoadIndex roadBelow(VehicleBuild& build, double height, const SourceRef& at) {
  Table<RoadIndex, Road>& roads = build.import.model.roads;
  if (roads.empty()) {
    Road road;
    road.name = build.import.roadNames.make("road", "road");
    road.height = height;
    road.origin = {at, {}};
    return roads.add(std::move(road));
  }
  const RoadIndex first{0};
  roads[first].height = std::min(roads[first].height, height);
  return first;
}

}  // namespace

void giveKey(Tyre& tyre, std::string_view key, double si) {
  if (const std::optional<int> place = keyOf(*tyre.type, upperCase(key))) giveValue(tyre, *place, si);
}

std::optional<WheelTyre> addTyre(VehicleBuild& build, DataFiles& files, const JsonValue& file, std::string_view name) {
  const int before = build.import.diagnostics.errorCount();
  std::optional<Tyre> tyre = readByTemplate(build, files, file);
  const Inertia inertia = tyreInertia(build, file);
  if (!tyre || build.import.diagnostics.errorCount() > before) return std::nullopt;
  if (has(file, "Coefficient of Friction")) {
    build.import.model.remarks.push_back(
        fmt::format("the road's friction is 1: a road of the friction coefficient {} that tyre '{}' was measured on",
                    number(file, "Coefficient of Friction", build.import.diagnostics), name));
  }
  return finished(build, std::move(*tyre), name, inertia, file.at);
}

std::optional<WheelTyre> addTyreFromProperties(VehicleBuild& build, const std::shared_ptr<const SourceFile>& file,
                                               std::string_view name) {
  std::optional<Tyre> tyre = readTir(file, nullptr, build.import.diagnostics);
  if (!tyre) return std::nullopt;
  const SourceRef at{file, 1, 1};
  addLoss(build.import, at, LossEffect::motion, fmt::format("mass and inertia in '{}'", file->path),
          "a property file is read for its forces alone", "the wheels are without the mass of the tyres", "");
  return finished(build, std::move(*tyre), name, {}, at);
}

void mountTyre(VehicleBuild& build, const WheelTyre& tyre, const TyreMount& mount, const SourceRef& at) {
  CartesianModel& model = build.import.model;
  addMatter(build, mount.spindle, model.bodies[mount.spindle].X_WB, tyre.inertia);
  const Pose X_WC = worldPose(model, mount.centre);
  const double tilt = X_WC.R(2, 1);  // of the spin axis
  const double bottom = X_WC.p.z() - tyre.radius * std::sqrt(std::max(0.0, 1 - tilt * tilt));
  TyreForce law;
  law.i = mount.centre;
  law.road = roadBelow(build, bottom, at);
  law.tyre = tyre.tyre;
  const bool isSymmetric = model.tyres[tyre.tyre].side == TyreSide::symmetric;
  law.side = isSymmetric || mount.side == Side::left ? 1 : -1;
  addForce(build.import, mount.name, at).law = law;
}

}  // namespace mb::chrono
