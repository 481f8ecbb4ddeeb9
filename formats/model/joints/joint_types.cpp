#include "formats/model/joints/joint_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mb {
namespace {

constexpr Axis x = Axis::x;
constexpr Axis y = Axis::y;
constexpr Axis z = Axis::z;

constexpr Motion R(Axis a) { return {MotionKind::rotation, a}; }
constexpr Motion T(Axis a) { return {MotionKind::translation, a}; }
constexpr Motion kBall{MotionKind::ball, z};
constexpr Motion kBend{MotionKind::bend, z};
constexpr Motion kScrew{MotionKind::screw, z};
constexpr Motion kOffset{MotionKind::offset, x};
constexpr Motion kTurn{MotionKind::turn, z};

constexpr Equation on(Axis a) { return {EquationKind::on, a, a}; }
constexpr Equation onMoving(Axis a) { return {EquationKind::onMoving, a, a}; }
constexpr Equation perp(Axis a, Axis b) { return {EquationKind::perpendicular, a, b}; }
constexpr Equation noTwist(Axis a) { return {EquationKind::noTwist, a, a}; }
constexpr Equation kLength{EquationKind::length, x, x};
constexpr Equation kPitch{EquationKind::pitch, z, z};
constexpr Equation kRadius{EquationKind::radius, x, x};
constexpr Equation kAngle{EquationKind::angle, z, z};

constexpr JointType row(std::string_view name, std::initializer_list<Motion> motions,
                        std::initializer_list<Equation> equations) {
  JointType type;
  type.name = name;
  for (const Motion& motion : motions) type.motionStore[type.motionCount++] = motion;
  for (const Equation& equation : equations) type.equationStore[type.equationCount++] = equation;
  return type;
}

// clang-format off
constexpr std::array kJointTypes{
    row("fixed",              {},                             {on(x), on(y), on(z), perp(x, y), perp(x, z), perp(y, z)}),
    row("revolute",           {R(z)},                         {on(x), on(y), on(z), perp(x, z), perp(y, z)}),
    row("translational",      {T(z)},                         {on(x), on(y), perp(x, y), perp(x, z), perp(y, z)}),
    row("screw",              {kScrew},                       {on(x), on(y), perp(x, z), perp(y, z), kPitch}),
    row("cylindrical",        {T(z), R(z)},                   {on(x), on(y), perp(x, z), perp(y, z)}),
    row("universal",          {R(z), R(x), kTurn},            {on(x), on(y), on(z), perp(z, z)}),  // F.z and M.z are the cross
    row("hooke",              {R(y), R(x)},                   {on(x), on(y), on(z), perp(y, x)}),  // F.y and M.x are the cross
    row("constant-velocity",  {kBend},                        {on(x), on(y), on(z), noTwist(z)}),
    row("spherical",          {kBall},                        {on(x), on(y), on(z)}),
    row("planar",             {T(x), T(y), R(z)},             {on(z), perp(x, z), perp(y, z)}),
    row("orientation",        {T(x), T(y), T(z)},             {perp(x, y), perp(x, z), perp(y, z)}),
    row("in-line",            {T(z), kBall},                  {on(x), on(y)}),
    row("parallel",           {T(x), T(y), T(z), R(z)},       {perp(x, z), perp(y, z)}),
    row("revolute-spherical", {kBall, kOffset, R(z)},         {kLength, onMoving(z)}),             // revolute about M.z
    row("revolute-revolute",  {R(z), kOffset, R(z)},          {on(z), perp(x, z), perp(y, z), kRadius}),
    row("revolute-cylindrical", {R(z), kOffset, R(z), T(z)},  {perp(x, z), perp(y, z), kRadius}),
    row("cylindrical-spherical", {R(z), T(z), kOffset, kBall}, {kRadius}),
    row("in-plane",           {T(x), T(y), kBall},            {on(z)}),
    row("perpendicular",      {T(x), T(y), T(z), R(z), R(x), kTurn}, {perp(z, z)}),
    row("distance",           {T(x), T(y), T(z), kBall},      {kLength}),  // in the tree: free, and its row stays
    row("angle",              {T(x), T(y), T(z), kBall},      {kAngle}),                           // likewise
    row("free",               {T(x), T(y), T(z), kBall},      {}),
};
// clang-format on

constexpr int velocities(MotionKind kind) {
  switch (kind) {
    case MotionKind::rotation:
    case MotionKind::translation:
    case MotionKind::screw: return 1;
    case MotionKind::bend: return 2;
    case MotionKind::ball: return 3;
    case MotionKind::offset:
    case MotionKind::turn: return 0;
  }
  return 0;
}

constexpr int dof(const JointType& type) {
  int count = 0;
  for (int k = 0; k < type.motionCount; ++k) count += velocities(type.motionStore[static_cast<std::size_t>(k)].kind);
  return count;
}

constexpr bool rowsAreDual() {
  for (const JointType& type : kJointTypes) {
    if (dof(type) + type.equationCount != 6 && dof(type) != 6) return false;
  }
  return true;
}
static_assert(rowsAreDual(), "a joint's freedoms and equations add up to six, or it is free in the tree");

Weight weightOf(MotionKind kind) {  // [PRN06] Table 1; a bend counts as two rotations, a screw as one
  switch (kind) {
    case MotionKind::rotation:
    case MotionKind::screw: return weightFrom(1.1);
    case MotionKind::translation: return weightFrom(1.0);
    case MotionKind::ball: return weightFrom(3.0);
    case MotionKind::bend: return weightFrom(2.2);
    case MotionKind::offset:
    case MotionKind::turn: return 0;
  }
  return 0;
}

char letter(Axis axis) { return "xyz"[static_cast<int>(axis)]; }
Axis nextAxis(Axis axis) { return static_cast<Axis>((static_cast<int>(axis) + 1) % 3); }

}  // namespace

int velocitiesOf(MotionKind kind) { return velocities(kind); }
int positionsOf(MotionKind kind) { return kind == MotionKind::ball ? 4 : velocities(kind); }

Weight weightFrom(double value) { return static_cast<Weight>(std::llround(value * static_cast<double>(kWeightUnit))); }
double toDouble(Weight weight) { return static_cast<double>(weight) / static_cast<double>(kWeightUnit); }

std::string toText(Weight weight) {
  std::string text =
      fmt::format("{}{}.{:06}", weight < 0 ? "-" : "", std::abs(weight / kWeightUnit), std::abs(weight % kWeightUnit));
  while (text.ends_with('0') && !text.ends_with(".0")) text.pop_back();
  return text;
}

std::span<const JointType> jointTypes() { return kJointTypes; }

const JointType* findJointType(std::string_view name) {
  for (const JointType& type : kJointTypes) {
    if (type.name == name) return &type;
  }
  return nullptr;
}

const JointType& rodClosingType(bool isHinged) {
  static const JointType distance = *findJointType("distance");
  static const JointType hinged = *findJointType("revolute-spherical");
  return isHinged ? hinged : distance;
}

JointType generalJointType(const std::array<bool, 6>& isFree) {
  JointType type;
  type.name = "general";
  const auto addMotion = [&](Motion motion) { type.motionStore[type.motionCount++] = motion; };
  const auto addEquation = [&](Equation equation) { type.equationStore[type.equationCount++] = equation; };
  int freeRotations = 0;
  Axis freeAxis = z;
  Axis lockedAxis = z;
  for (const Axis axis : {x, y, z}) {
    const auto k = static_cast<std::size_t>(axis);
    if (isFree[k])
      addMotion(T(axis));
    else
      addEquation(on(axis));
    if (isFree[k + 3]) {
      ++freeRotations;
      freeAxis = axis;
    } else {
      lockedAxis = axis;
    }
  }
  switch (freeRotations) {
    case 0:
      for (const Equation& equation : {perp(x, y), perp(x, z), perp(y, z)}) addEquation(equation);
      break;
    case 1:
      addMotion(R(freeAxis));
      addEquation(perp(nextAxis(freeAxis), freeAxis));
      addEquation(perp(nextAxis(nextAxis(freeAxis)), freeAxis));
      break;
    case 2:
      addMotion({MotionKind::bend, lockedAxis});
      addEquation(noTwist(lockedAxis));
      break;
    default: addMotion(kBall); break;
  }
  return type;
}

int dofOf(const JointType& type) { return dof(type); }
bool isCoordinate(const JointType& type, int coordinate) { return coordinate >= 0 && coordinate < dofOf(type); }

bool isBallCoordinate(const JointType& type, int coordinate) {
  for (const Motion& motion : type.motions()) {
    const int count = velocitiesOf(motion.kind);
    if (coordinate < count) return motion.kind == MotionKind::ball;
    coordinate -= count;
  }
  return false;
}

int equationsOf(const JointType& type) { return type.equationCount; }

int positionsOf(const JointType& type) {
  int count = 0;
  for (const Motion& motion : type.motions()) count += positionsOf(motion.kind);
  return count;
}

Weight weightOf(const JointType& type) {
  Weight weight = 0;
  for (const Motion& motion : type.motions()) weight += weightOf(motion.kind);
  return weight;
}

bool keepsEquationInTree(const JointType& type) { return dof(type) + type.equationCount > 6; }

bool needsLength(const JointType& type) {
  for (const Equation& equation : type.equations()) {
    if (equation.kind == EquationKind::length || equation.kind == EquationKind::radius) return true;
  }
  return false;
}

bool needsPitch(const JointType& type) {
  for (const Motion& motion : type.motions()) {
    if (motion.kind == MotionKind::screw) return true;
  }
  return false;
}

bool needsAngle(const JointType& type) {
  for (const Equation& equation : type.equations()) {
    if (equation.kind == EquationKind::angle) return true;
  }
  return false;
}

std::vector<CoordinateName> coordinateNames(const JointType& type) {
  std::vector<CoordinateName> names;
  for (const Motion& motion : type.motions()) {
    switch (motion.kind) {
      case MotionKind::rotation:
      case MotionKind::screw: {
        std::string name = fmt::format("r{}", letter(motion.axis));
        const bool isSecond = std::ranges::count(names, name, &CoordinateName::name) > 0;
        names.push_back({isSecond ? name + "2" : std::move(name), true});
        break;
      }
      case MotionKind::translation: names.push_back({fmt::format("t{}", letter(motion.axis)), false}); break;
      case MotionKind::ball:
        for (const Axis axis : {x, y, z}) names.push_back({fmt::format("w{}", letter(axis)), true});
        break;
      case MotionKind::bend:
        names.push_back({fmt::format("b{}", letter(nextAxis(motion.axis))), true});
        names.push_back({fmt::format("b{}", letter(nextAxis(nextAxis(motion.axis)))), true});
        break;
      case MotionKind::offset:
      case MotionKind::turn: break;
    }
  }
  return names;
}

int positionPlace(const JointType& type, int coordinate) {
  int place = 0;
  int first = 0;
  for (const Motion& motion : type.motions()) {
    const int count = velocitiesOf(motion.kind);
    if (coordinate < first + count) return motion.kind == MotionKind::ball ? -1 : place + coordinate - first;
    first += count;
    place += positionsOf(motion.kind);
  }
  return -1;
}

std::string toText(const Equation& equation) {
  switch (equation.kind) {
    case EquationKind::on: return fmt::format("on {}", letter(equation.a));
    case EquationKind::onMoving: return fmt::format("on moving {}", letter(equation.a));
    case EquationKind::perpendicular: return fmt::format("perpendicular {} {}", letter(equation.a), letter(equation.b));
    case EquationKind::noTwist: return fmt::format("no twist {}", letter(equation.a));
    case EquationKind::length: return "length";
    case EquationKind::radius: return "radius";
    case EquationKind::angle: return fmt::format("angle {} {}", letter(equation.a), letter(equation.b));
    case EquationKind::pitch: return "pitch";
  }
  return {};
}

std::string motionsText(const JointType& type) {
  std::string text;
  for (const Motion& motion : type.motions()) {
    if (!text.empty()) text += ' ';
    switch (motion.kind) {
      case MotionKind::rotation: text += fmt::format("R({})", letter(motion.axis)); break;
      case MotionKind::translation: text += fmt::format("T({})", letter(motion.axis)); break;
      case MotionKind::ball: text += "ball"; break;
      case MotionKind::bend: text += fmt::format("bend({})", letter(motion.axis)); break;
      case MotionKind::screw: text += fmt::format("screw({})", letter(motion.axis)); break;
      case MotionKind::offset: text += fmt::format("offset({})", letter(motion.axis)); break;
      case MotionKind::turn: text += "turn"; break;
    }
  }
  return text.empty() ? "-" : text;
}

std::string equationsText(const JointType& type) {
  std::string text;
  for (const Equation& equation : type.equations()) {
    if (!text.empty()) text += ", ";
    text += toText(equation);
  }
  return text.empty() ? "-" : text;
}

}  // namespace mb
