// Limits of joints. A coordinate has one limit here, with the same stiffness and damping on both sides; the file may
// have any number of them, so they are read first and combined afterwards.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <numbers>

#include "formats/asmt/build.h"

namespace mb::asmt {
namespace {

struct LimitKind {
  std::string_view name;
  std::string_view coordinate;
};
constexpr std::array kLimits{LimitKind{"RotationLimit", "rz"}, LimitKind{"TranslationLimit", "tz"}};

// One limit of the file.
struct Bound {
  const Line* item = nullptr;
  CoordinateRef coordinate;
  bool isUpper = false;
  double value = 0;
  bool isRigid = false;
  double stiffness = 0;  // of compliant ones
  double damping = 0;
};

// The combined limits of a coordinate.
struct Bounds {
  const Bound* lower = nullptr;
  const Bound* upper = nullptr;
};

std::string titleOf(const Build& build, const Bound& bound) {
  return fmt::format("{} '{}'", bound.item->text, nameOf(build, *bound.item));
}

void loseBound(Build& build, const Bound& bound, LossEffect effect, std::string what, std::string why,
               std::string meaning) {
  addLoss(build.import, at(build.outline, *bound.item), effect, std::move(what), std::move(why), std::move(meaning),
          sourceText(build.outline, *bound.item));
}

// ---- reading ----

std::optional<double> constantBelow(Build& build, const Line& item, std::string_view key) {
  const Line* line = find(build.outline, item, key);
  if (line && line->children.empty()) {
    reportMissing(build, *line, "number");
    return std::nullopt;
  }
  const std::optional<Expression> function = line ? readFunction(build, *line) : std::nullopt;
  const std::optional<double> value = function ? constantValue(*function) : std::nullopt;
  if (value || (line && !function)) return value;
  build.import.diagnostics
      .error(at(build.outline, line ? *line : item), line ? Code::notConstant : Code::missingElement,
             fmt::format("the {} of limit '{}' is not a constant number", key, nameOf(build, item)))
      .withHint("write a number, or arithmetic like 0.5*pi");
  return std::nullopt;
}

double readCompliance(Build& build, const Line& item, std::string_view key) {
  const double value = constantBelow(build, item, key).value_or(0);
  if (value >= 0) return value;
  const Line& number = lineAt(build.outline, find(build.outline, item, key)->children.front());
  build.import.diagnostics
      .error(at(build.outline, number), Code::mustBePositive,
             fmt::format("the {} of limit '{}' is {}: it must not be negative", key, nameOf(build, item), value))
      .withHint("the stop pushes back with stiffness times penetration: give positive numbers");
  return 0;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> known) {
  return std::ranges::find(known, word) != known.end();
}

// Compliant ones push back.
bool isCompliant(Build& build, const Line& item) {
  const Line* line = find(build.outline, item, "Behavior");
  const std::string_view behaviour = line ? valueOf(build.outline, *line) : std::string_view("Rigid");
  if (!isOneOf(behaviour, {"Compliant", "Rigid"})) {
    build.import.diagnostics
        .error(at(build.outline, line->children.empty() ? *line : lineAt(build.outline, line->children.front())),
               line->children.empty() ? Code::missingValue : Code::unknownWord,
               fmt::format("'{}' is not a behaviour of a limit", behaviour.substr(0, 60)))
        .withHint("write Compliant, with Stiffness and Damping, or Rigid");
  }
  return behaviour == "Compliant";
}

std::optional<Bound> readBound(Build& build, const Line& item, const LimitKind& kind) {
  expectBelow(build, item, "Name= MotionJoint= MarkerI= MarkerJ= Limit~ Type= Tol~ Behavior= Stiffness~ Damping~");
  const std::optional<NamedJoint> named = readJointPath(build, item);
  const std::optional<double> value = constantBelow(build, item, "Limit");
  const Line* type = find(build.outline, item, "Type");
  const std::string_view sense = type ? valueOf(build.outline, *type) : std::string_view();
  Bound bound;
  bound.item = &item;
  bound.isUpper = isOneOf(sense, {"=<", "<=", "<"});
  if (find(build.outline, item, "Tol")) constantBelow(build, item, "Tol");  // not needed here
  if (!bound.isUpper && !isOneOf(sense, {"=>", ">=", ">"})) {
    build.import.diagnostics
        .error(at(build.outline, type ? *type : item), type ? Code::unknownWord : Code::missingElement,
               fmt::format("'{}' is not a type of limit", sense.substr(0, 20)))
        .withHint("write =< for an upper limit, => for a lower one");
    return std::nullopt;
  }
  if (!named || !value) return std::nullopt;
  bound.value = *value;
  if (named->isTurned && kind.coordinate == "rz") bound.value -= std::numbers::pi;
  bound.isRigid = !isCompliant(build, item);
  if (!bound.isRigid) {
    bound.stiffness = readCompliance(build, item, "Stiffness");
    bound.damping = readCompliance(build, item, "Damping");
  }
  std::optional<int> place;
  if (named->joint) place = coordinateNamed(build.import.model.joints[*named->joint].type, kind.coordinate);
  if (!place) {
    loseBound(build, bound, LossEffect::motion, titleOf(build, bound), "its joint has no such coordinate here",
              "nothing watches the limit");
    return std::nullopt;
  }
  bound.coordinate = {*named->joint, *place};
  return bound;
}

// ---- one limit per coordinate ----

bool pushes(const Bound& bound) { return bound.stiffness != 0 || bound.damping != 0; }

// Of two on one side the tighter counts, because it is reached first.
void keepTighter(Build& build, const Bound*& kept, const Bound& bound) {
  if (!kept) {
    kept = &bound;
    return;
  }
  const bool isTighter = bound.isUpper ? bound.value < kept->value : bound.value > kept->value;
  const Bound& looser = isTighter ? *kept : bound;
  if (isTighter) kept = &bound;
  const bool acts = pushes(looser) || (looser.isRigid && !kept->isRigid);
  loseBound(
      build, looser, acts ? LossEffect::motion : LossEffect::none, titleOf(build, looser),
      fmt::format("a coordinate has one limit on each side, and '{}' is no wider", nameOf(build, *kept->item)),
      acts ? fmt::format("it does not push back at {}", looser.value) : std::string("the other one is reached first"));
}

void addLimit(Build& build, const CoordinateRef& ref, const Bounds& bounds) {
  const auto& [lower, upper] = bounds;
  Joint& joint = build.import.model.joints[ref.joint];
  if (lower && upper && lower->value > upper->value) {
    const Bound& later = lower->item->number > upper->item->number ? *lower : *upper;
    build.import.diagnostics
        .error(at(build.outline, *later.item), Code::noRoom,
               fmt::format("the limits of joint '{}' leave nothing between them: {} and {}", joint.name, lower->value,
                           upper->value))
        .withHint("=< is the upper limit, => the lower one");
    return;
  }
  // The stiffer one counts for both sides, because stops are meant to hold.
  const auto hardness = [](const Bound* bound) {
    return bound ? std::pair(bound->stiffness, bound->damping) : std::pair(-1.0, -1.0);
  };
  const Bound& stop = hardness(lower) > hardness(upper) ? *lower : *upper;
  Limit limit;
  limit.coordinate = ref.coordinate;
  limit.stiffness = stop.stiffness;
  limit.damping = stop.damping;
  for (const Bound* bound : {lower, upper}) {
    if (!bound) continue;
    // A rigid one would push with another's stiffness.
    const bool isLeftOut = bound->isRigid && pushes(stop);
    if (!isLeftOut) (bound->isUpper ? limit.upper : limit.lower) = bound->value;
    if (bound->isRigid) {
      loseBound(build, *bound, LossEffect::motion, titleOf(build, *bound) + " as a rigid stop",
                "stops without elasticity are not modelled",
                isLeftOut ? fmt::format("the limit is left out: it cannot be monitored together with '{}', which "
                                        "pushes back",
                                        nameOf(build, *stop.item))
                          : std::string("the run reports when the limit is exceeded, nothing pushes back"));
    } else if (hardness(bound) != hardness(&stop)) {
      loseBound(build, *bound, LossEffect::motion, "Stiffness and Damping of " + titleOf(build, *bound),
                "a coordinate has one limit, with the same stiffness and damping on both sides",
                fmt::format("it pushes back with {} and {}, as '{}' does", stop.stiffness, stop.damping,
                            nameOf(build, *stop.item)));
    }
  }
  joint.limits.push_back(limit);
}

}  // namespace

void readLimits(Build& build, const Line& limits) {
  std::vector<Bound> all;
  for (const int index : limits.children) {
    const Line& item = lineAt(build.outline, index);
    const auto kind = std::ranges::find(kLimits, item.text, &LimitKind::name);
    if (kind == kLimits.end()) {
      std::vector<std::string> names;
      for (const LimitKind& one : kLimits) names.emplace_back(one.name);
      reportUnknown(build, item, "limit", names);
      continue;
    }
    if (const std::optional<Bound> bound = readBound(build, item, *kind)) all.push_back(*bound);
  }
  std::map<CoordinateRef, Bounds> byCoordinate;
  for (const Bound& bound : all) {
    Bounds& bounds = byCoordinate[bound.coordinate];
    keepTighter(build, bound.isUpper ? bounds.upper : bounds.lower, bound);
  }
  for (const auto& [ref, bounds] : byCoordinate) addLimit(build, ref, bounds);
}

}  // namespace mb::asmt
