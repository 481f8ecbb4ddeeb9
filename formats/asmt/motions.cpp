#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "formats/asmt/build.h"
#include "formats/import/time_table.h"
#include "formats/model/elementary/elementary.h"

namespace mb::asmt {
namespace {

void addLostMotion(Build& build, const Line& item, std::string why) {
  addLoss(build.import, at(build.outline, item), LossEffect::motion,
          fmt::format("{} '{}'", item.text, nameOf(build, item)), std::move(why), "what it would drive moves freely",
          sourceText(build.outline, item));
}

// A motion that follows a spline over time becomes a table.
TimeFunction timeFunctionOf(const Build& build, Expression function) {
  if (auto table = tableOver(function, build.import.model.splines, 1, 1)) return std::move(*table);
  return function;
}

// The value at the start of the run; between the points of a spline, by linear interpolation.
std::optional<double> startOf(const Build& build, const Expression& function) {
  if (const auto value = valueAt(function, 0)) return value;
  const auto table = tableOver(function, build.import.model.splines, 1, 1);
  if (!table) return std::nullopt;
  const auto& [interpolation, time, value] = *table;
  const auto after = std::ranges::lower_bound(time, 0.0);
  if (after == time.end()) return value.back();
  const auto k = static_cast<std::size_t>(after - time.begin());
  if (k == 0) return value.front();
  return std::lerp(value[k - 1], value[k], -time[k - 1] / (time[k] - time[k - 1]));
}

// The file holds y of I, rotated by the function, perpendicular to x of J: the angle is the function's or half a turn
// more, whichever is closer at the start.
void turnToFunction(Build& build, NamedJoint& named, const Expression& function) {
  CartesianModel& model = build.import.model;
  Joint& joint = model.joints[*named.joint];
  const std::optional<double> wanted = startOf(build, function);
  if (!wanted) return;
  const Vector3 x = worldPose(model, joint.j).R.transpose() * worldPose(model, joint.i).R.col(0);
  const double off = std::remainder(elementary::atan2(x.y(), x.x()) - *wanted, 2 * std::numbers::pi);
  if (std::abs(off) <= std::numbers::pi / 2) return;
  const MarkerIndex turned = movedMarker(build, joint.i, "driven", {Vector3(-1, -1, 1).asDiagonal(), Vector3::Zero()});
  model.joints[*named.joint].i = turned;
  named.isTurned = true;
  for (auto& [path, known] : build.joints) {
    if (known.joint == named.joint) known.isTurned = true;
  }
}

// One coordinate of a joint, or of two markers: along or about z.
void addAlongZ(Build& build, const Line& item, std::string_view key, std::string_view coordinate) {
  const Line* line = find(build.outline, item, key);
  std::optional<NamedJoint> named = readJointPath(build, item);
  if (!named) return;
  if (!line) {
    addLostMotion(build, item, "the file does not say its function");
    return;
  }
  std::optional<Expression> function = readFunction(build, *line);
  if (!function) return;
  CartesianModel& model = build.import.model;
  const bool isRotation = coordinate == "rz";
  if (model.markers[named->markers.I].body == model.markers[named->markers.J].body) {
    addLoss(build.import, at(build.outline, item), LossEffect::none,
            fmt::format("{} '{}'", item.text, nameOf(build, item)), "both its markers are on the same part",
            "it moves nothing", sourceText(build.outline, item));
    return;
  }
  std::optional<int> place;
  if (named->joint) place = coordinateNamed(model.joints[*named->joint].type, coordinate);
  if (place && isRotation) turnToFunction(build, *named, *function);
  Drive& drive = addDrive(build.import, nameOf(build, item), at(build.outline, item));
  if (place) {
    drive.coordinate = CoordinateRef{*named->joint, *place};
  } else {
    drive.i = named->markers.J;
    drive.j = named->markers.I;
    drive.component = isRotation ? 5 : 2;
  }
  drive.function = timeFunctionOf(build, std::move(*function));
}

void addRotation(Build& build, const Line& item) { addAlongZ(build, item, "RotationZ", "rz"); }
void addTranslation(Build& build, const Line& item) { addAlongZ(build, item, "TranslationZ", "tz"); }

// It holds an angle while the file's tool assembles the parts, and nothing afterwards.
void addAllowed(Build& build, const Line& item) {
  addLoss(build.import, at(build.outline, item), LossEffect::none,
          fmt::format("{} '{}'", item.text, nameOf(build, item)), "it holds an angle during the assembly only",
          "the rotation is free", sourceText(build.outline, item));
}

// ---- all six components ----

bool isZero(const Expression& function) { return constantValue(function) == 0.0; }

// A frame whose z is the given axis of the old one.
Matrix3 zAlong(int axis) {
  Matrix3 R = Matrix3::Zero();
  for (int k = 0; k < 3; ++k) R((axis + 1 + k) % 3, k) = 1;
  return R;
}

void drive(Build& build, const Line& item, std::string_view suffix, JointIndex joint, int coordinate,
           Expression function) {
  Drive& made = addDrive(build.import, fmt::format("{}_{}", nameOf(build, item), suffix), at(build.outline, item));
  made.coordinate = CoordinateRef{joint, coordinate};
  made.function = timeFunctionOf(build, std::move(function));
}

std::optional<std::array<int, 3>> readOrder(Build& build, const Line& item) {
  std::array<int, 3> order{0, 1, 2};
  const Line* line = find(build.outline, item, "RotationOrder");
  if (!line) return order;
  const std::vector<std::string_view> parts = words(valueOf(build.outline, *line));
  bool isGood = parts.size() == 3;
  for (std::size_t k = 0; k < 3 && isGood; ++k) {
    isGood = parts[k].size() == 1 && parts[k][0] >= '1' && parts[k][0] <= '3';
    if (isGood) order[k] = parts[k][0] - '1';
  }
  if (isGood && order[0] != order[1] && order[1] != order[2]) return order;
  build.import.diagnostics
      .error(at(build.outline, *line), Code::unknownWord,
             fmt::format("'{}' is not an order of rotations", valueOf(build.outline, *line)))
      .withHint("write three axes, like 1 2 3 or 3 1 3; an axis does not follow itself");
  return std::nullopt;
}

constexpr std::array<std::string_view, 3> kTranslations{"tx", "ty", "tz"};
constexpr std::array<std::string_view, 3> kRotations{"rx", "ry", "rz"};

// A motion in all six components: the position of J in I, and the angles about its own axes in turn.
struct GeneralMotion {
  MarkerPair markers;
  std::array<int, 3> order{};  // axes of the angles
  std::array<Expression, 3> places;
  std::array<Expression, 3> angles;
  std::vector<std::size_t> turns;  // angles that are not zero
};

// Nothing after errors, or if the file does not give its functions.
std::optional<GeneralMotion> readGeneral(Build& build, const Line& item) {
  constexpr std::array<std::string_view, 3> kPlaces{"rIJI1", "rIJI2", "rIJI3"};
  constexpr std::array<std::string_view, 3> kAngles{"angIJJ1", "angIJJ2", "angIJJ3"};
  const std::optional<MarkerPair> markers = readMarkers(build, item);
  const std::optional<std::array<int, 3>> order = readOrder(build, item);
  bool isSaid = false;
  bool isGood = markers && order;
  const auto read = [&](std::string_view key) {
    const Line* line = find(build.outline, item, key);
    isSaid = isSaid || line;
    std::optional<Expression> function = line ? readFunction(build, *line) : Expression{};
    isGood = isGood && function;
    return function.value_or(Expression{});
  };
  GeneralMotion motion;
  for (std::size_t k = 0; k < 3; ++k) motion.places[k] = read(kPlaces[k]);
  for (std::size_t k = 0; k < 3; ++k) motion.angles[k] = read(kAngles[k]);
  if (!isGood) return std::nullopt;
  if (!isSaid) {
    addLostMotion(build, item, "the file does not say its functions");
    return std::nullopt;
  }
  motion.markers = *markers;
  motion.order = *order;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!isZero(motion.angles[k])) motion.turns.push_back(k);
  }
  return motion;
}

// A massless part for the n-th rotation, in its pose at the start; later ones rotate about the same point.
MarkerIndex addTurningPart(Build& build, const Line& item, const GeneralMotion& motion, std::size_t n,
                           MarkerIndex from) {
  ImportBuild& import = build.import;
  const SourceRef where = at(build.outline, item);
  const std::size_t turn = motion.turns[n];
  Vector3 p = Vector3::Zero();
  for (int k = 0; n == 0 && k < 3; ++k) p(k) = startOf(build, motion.places[static_cast<std::size_t>(k)]).value_or(0);
  const Pose moved{rotationAbout(motion.order[turn], startOf(build, motion.angles[turn]).value_or(0)), p};
  const BodyIndex body = addBody(import, fmt::format("{}_turn_{}", nameOf(build, item), n + 1), where);
  import.model.bodies[body].X_WB = worldPose(import.model, from) * moved;
  import.model.bodies[body].digits = import.model.markers[from].digits;
  return addMarker(import, body, "frame", {}, 0, where);
}

// The joint that translates, and rotates by the first of the angles.
void addMovingJoint(Build& build, const Line& item, const GeneralMotion& motion, MarkerIndex from, MarkerIndex to) {
  const JointIndex joint =
      addJoint(build.import, nameOf(build, item), "orientation", to, from, at(build.outline, item));
  for (std::size_t k = 0; k < 3; ++k)
    drive(build, item, kTranslations[k], joint, static_cast<int>(k), motion.places[k]);
  if (motion.turns.empty()) return;
  const auto axis = static_cast<std::size_t>(motion.order[motion.turns[0]]);
  std::array<bool, 6> isFree{true, true, true, false, false, false};
  isFree[axis + 3] = true;
  build.import.model.joints[joint].type = generalJointType(isFree);
  drive(build, item, kRotations[axis], joint, 3, motion.angles[motion.turns[0]]);
}

void addTurningJoint(Build& build, const Line& item, const GeneralMotion& motion, std::size_t n, MarkerIndex from,
                     MarkerIndex to) {
  const int axis = motion.order[motion.turns[n]];
  const std::string_view rotation = kRotations[static_cast<std::size_t>(axis)];
  const Pose turned{zAlong(axis), Vector3::Zero()};
  const JointIndex joint =
      addJoint(build.import, fmt::format("{}_{}", nameOf(build, item), n + 1), "revolute",
               movedMarker(build, to, fmt::format("{}_i", rotation), turned),
               movedMarker(build, from, fmt::format("{}_j", rotation), turned), at(build.outline, item));
  drive(build, item, fmt::format("{}_{}", rotation, n + 1), joint, 0, motion.angles[motion.turns[n]]);
}

// J is at rIJI in I, rotated by the three angles about its own axes in turn. The first joint translates and rotates;
// further rotations use massless parts, so that finite angles are exact.
void addGeneral(Build& build, const Line& item) {
  const std::optional<GeneralMotion> motion = readGeneral(build, item);
  if (!motion) return;
  MarkerIndex from = motion->markers.I;
  Matrix3 R_WJ = worldPose(build.import.model, from).R;
  for (const std::size_t k : motion->turns)
    R_WJ = R_WJ * rotationAbout(motion->order[k], startOf(build, motion->angles[k]).value_or(0));
  const MarkerIndex J = turnedTowards(build, motion->markers.J, R_WJ);
  for (std::size_t n = 0; n == 0 || n < motion->turns.size(); ++n) {
    const bool isLast = n + 1 >= motion->turns.size();
    const MarkerIndex to = isLast ? J : addTurningPart(build, item, *motion, n, from);
    if (n == 0) {
      addMovingJoint(build, item, *motion, from, to);
    } else {
      addTurningJoint(build, item, *motion, n, from, to);
    }
    from = to;
  }
}

struct MotionReader {
  std::string_view name;
  std::string_view words;
  void (*add)(Build& build, const Line& item);
};
constexpr std::array kMotions{
    MotionReader{"RotationalMotion", "Name= MotionJoint= MarkerI= MarkerJ= RotationZ~", &addRotation},
    MotionReader{"TranslationalMotion", "Name= MotionJoint= MarkerI= MarkerJ= TranslationZ~", &addTranslation},
    MotionReader{"GeneralMotion",
                 "Name= MarkerI= MarkerJ= rIJI1~ rIJI2~ rIJI3~ angIJJ1~ angIJJ2~ angIJJ3~ RotationOrder=", &addGeneral},
    MotionReader{"AllowRotation", {}, &addAllowed},  // lost with everything below it
};

}  // namespace

void readMotions(Build& build, const Line& motions) {
  for (const int index : motions.children) {
    const Line& item = lineAt(build.outline, index);
    const auto kind = std::ranges::find(kMotions, item.text, &MotionReader::name);
    if (kind == kMotions.end()) {
      std::vector<std::string> names;
      for (const MotionReader& one : kMotions) names.emplace_back(one.name);
      reportUnknown(build, item, "motion", names);
      continue;
    }
    if (!kind->words.empty()) expectBelow(build, item, kind->words);
    kind->add(build, item);
  }
}

}  // namespace mb::asmt
